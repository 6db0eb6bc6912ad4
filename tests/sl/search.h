// SPDX-License-Identifier: MIT
// The search of member.c, for its parts: what abstract objects and values are in a run.
#ifndef HP_TESTS_SL_SEARCH_H
#define HP_TESTS_SL_SEARCH_H
#include "exec/run.h"
#include "sl/member.h"

enum { MAX_STEPS = 300000, WORD_BYTES = 16 };

struct word {  // a concrete value
    num_word bits;
    uint32_t block;  // provenance, or 0
    uint32_t bytes;
    bool any;  // uninitialised or unknown: it may be any number
};
struct bound {  // what an abstract object or value is, in one environment
    const struct bound *next;
    uint32_t id;
    bool is_value;
    const uint32_t *nodes;  // blocks: one of a plain object, those of a segment
    uint32_t n;
    num_word bits;  // of a single place: its offset
    uint32_t bytes;
};
struct env {  // level 0: the state; above: one node of a segment, or one place of a run
    struct env *outer;
    uint32_t level, segment, block;
    const struct bound *bound;
    uint64_t start;  // of the place
};
struct goal {  // value v is this word
    const struct goal *next;
    struct env *env;
    uint32_t value;
    struct word word;
};
struct undo {
    struct env *env;  // NULL: an owner
    const struct bound *bound;
    uint32_t block;
};
struct search {
    const struct sl *sl;
    const struct sl_draft *d;
    struct exec_machine *m;
    const struct exec_memory *memory;
    uint8_t *const *initial;
    struct buf *why;
    struct arena arena;
    struct env root;
    uint8_t *owned;  // by block
    VEC(struct undo) trail;
    uint32_t steps;
};
enum outcome { FAILS, GOES_ON, SOLVED };

bool search_complain(struct search *s, const char *format, ...) __attribute__((format(printf, 2, 3)));  // false
const struct bound *search_find(const struct env *e, bool is_value, uint32_t id);
struct word search_read(const struct search *s, uint32_t block, uint64_t offset, uint32_t n);
bool search_match_int(struct search *s, struct env *e, uint32_t v, struct word w);
static inline num_sword search_read_as(struct num_var v, num_word x) {
    return v.is_signed ? num_signed(v.bits, x) : (num_sword)num_wrap(v.bits, x);
}
// ---- facts.c: all blocks were found to be objects; does what is known of numbers hold?
bool search_number(const struct search *s, uint32_t v, num_word *x);  // what v is, of level 0; false: nothing tells yet
bool search_all_matched(struct search *s);
#endif
