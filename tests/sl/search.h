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
typedef VEC(uint32_t) blocks;
void search_bind(struct search *s, struct env *e, struct bound b);
bool search_own(struct search *s, uint32_t block);  // false: another object is there
void search_go_back(struct search *s, uint32_t mark);
const struct goal *search_goal(struct search *s, struct env *e, uint32_t value, struct word w, const struct goal *rest);
bool search_locate(const struct search *s, const struct word *w, uint32_t *block, uint64_t *offset);  // false: it leads to no block
bool search_add_fields(struct search *s, struct env *e, uint32_t o, uint32_t block, const struct goal **goals);
bool search_solve(struct search *s, const struct goal *g);
struct word search_link_word(const struct search *s, uint32_t block, int32_t offset);
bool search_is_node(const struct search *s, const struct sl_object *x, uint32_t block);
// Does the link at this offset of one block lead to that place in another?  *to: 0 if it may be any.
bool search_leads_to(const struct search *s, uint32_t from, int32_t offset, int32_t place, uint32_t *to);
bool search_is_linked(const struct search *s, const struct sl_shape *x, bool back, uint32_t from, uint32_t *to);  // as links of an end do
// ---- member_tree.c: the word leads to a tree, or to its last node
bool search_try_tree(struct search *s, struct env *e, const struct sl_value *v, struct word w, const struct goal *rest);
static inline num_sword search_read_as(struct num_var v, num_word x) {
    return v.is_signed ? num_signed(v.bits, x) : (num_sword)num_wrap(v.bits, x);
}
// ---- facts.c: all blocks were found to be objects; does what is known of numbers hold?
bool search_number(const struct search *s, uint32_t v, num_word *x);  // what v is, of level 0; false: nothing tells yet
bool search_numbers_hold(struct search *s);  // how they lie to each other
bool search_all_matched(struct search *s);
#endif
