// SPDX-License-Identifier: MIT
// Inside the symbolic-heap domain: its context, and one run over a piece of code.
//
// A run holds drafts that wait at an instruction.  A step changes its draft in place and goes on, ends the path (a fault, an unknown, an
// impossible state), or forks: a copy is put to wait at this instruction (to be run again, more being known) or at the next.
#ifndef HP_SL_SL_H
#define HP_SL_SL_H
#include "dom/memo.h"
#include "ir/cfg.h"
#include "ir/ending.h"
#include "ir/lib.h"
#include "ir/live.h"
#include "ir/reads.h"
#include "ir/touches.h"
#include "sl/order.h"
#include "sl/state.h"

struct sl_question {  // is the variable equal to the constant?
    uint32_t local;
    uint64_t constant;
};
enum { SL_FLAG = 1, SL_COUNTER, SL_MOST_COUNTED = 16 };  // what keeps states apart; a counter does up to this number
struct sl_facts {  // of a function, made when first needed
    bool made;
    struct ir_cfg cfg;
    struct ir_live live;
    uint8_t *flag;      // by local: SL_FLAG, only ever given constants; SL_COUNTER, an index that is below a small constant
    VEC(int64_t) thresholds;  // constants that numbers are compared with, and their neighbours
    uint8_t *route;     // by local: a flag of the compiler's that a switch decides by, to go on where a path was left
    uint8_t *status;    // by local: a result of the function or of a call
    VEC(struct sl_question) questions;
};
// How much abstraction may forget: so many nodes are needed before data are generalised away; 0: as many as is usual.
struct sl_precision {
    uint32_t least_chain;
};
enum { SL_JOINED, SL_WIDENED, SL_ABSTRACTED };  // operations in the memo; the last plus sl_precision.least_chain
typedef VEC(uint32_t) sl_func_set;  // ascending
enum { SL_MOST_CHILDREN = 8 };
struct sl_branches {  // where the links to children are
    uint32_t n;
    uint64_t at[SL_MOST_CHILDREN];
};
struct sl_branching {  // a structure with several links to its like: its nodes may make trees
    uint64_t size;
    struct sl_branches branches;
    bool seen;  // they do: one was seen to branch
};
// As given, and the options of the domain's own (options.def).
struct sl_options {
    ir_rule_set rules;
    bool malloc_may_fail;
    const struct ir_inputs *inputs;
#define OPTION(number, member, name, least, most, usual, meaning) uint32_t member;
#include "sl/options.def"
#undef OPTION
};
struct sl {
    const struct ir_program *program;
    struct sl_options options;
    struct ir_lib_table *own_lib;  // if the options gave none
    const struct ir_lib_table *lib;
    struct dom_store store;
    struct sl_facts *facts;  // by function
    bool lax;                // some draft was: elements or bits beside those given were taken to be given, too
    uint32_t main;           // whose end is the end of the program, or UINT32_MAX
    uint8_t *mode;           // by global: a number that a switch decides by
    VEC(sl_func_set) func_sets;
    struct dom_memo made;
    struct ir_touches touches;  // made when first needed
    struct ir_reads reads;      // likewise
    struct sl_orders *orders;   // likewise
    uint64_t compared;          // pairs of values, in all joins
    VEC(struct sl_branching) trees;
    unsigned bits;           // of a pointer
    bool foreign_locale;     // the program may leave the locale "C"
};

struct sl_waiting {
    struct sl_draft *draft;
    uint32_t at;  // instruction
};
struct sl_run {
    struct sl *sl;
    const struct ir_func *func;
    uint32_t func_index;
    uint32_t at;  // the instruction being run
    uint32_t met;  // the instructions before it were begun
    struct dom_sink *out;
    VEC(struct sl_waiting) waiting;
};

const struct sl_facts *sl_facts(struct sl *s, uint32_t func);

// ---- forks and ends
// A copy of d that will be run from instruction `at` on; it may be changed before the run goes on.
struct sl_draft *sl_fork(struct sl_run *r, const struct sl_draft *d, uint32_t at);
// What becomes of the runs in which a fault does not happen: they are not followed; there are none; the path goes on with them.
enum sl_after { SL_CUT, SL_ALWAYS, SL_GOES_ON };
void sl_fault(struct sl_run *r, const struct sl_draft *d, enum ir_rule rule, enum sl_after after, uint32_t object, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
// The value is used so (a verb with its object): a fault of the rule uninitialised-value, if it may be uninitialised.
void sl_use(struct sl_run *r, const struct sl_draft *d, uint32_t v, const char *how);
bool sl_is_asked(const struct sl *s, enum ir_rule rule);  // does a fault of this rule matter?
void sl_give_up(struct sl_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- eval.c
uint32_t sl_eval(struct sl_run *r, struct sl_draft *d, ir_val v);  // 0: the path ended
uint32_t *sl_reg(struct sl_draft *d, uint32_t local);              // of the innermost frame
void sl_assign(struct sl_draft *d, uint32_t local, uint32_t value);
uint32_t sl_global_object(struct sl_run *r, struct sl_draft *d, uint32_t global);
uint32_t sl_code_object(struct sl_draft *d, enum sl_storage storage, uint32_t tag);

// ---- access.c
struct sl_place {
    uint32_t object;
    int64_t lo, hi;  // offset of the first byte: lo <= hi
};
// The address as a value; 0: the path ended.
uint32_t sl_address_value(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a);
// Where n bytes at address v lie, in a valid object and within bounds.  False: the path ended or waits to be run again.
bool sl_resolve(struct sl_run *r, struct sl_draft *d, uint32_t v, uint64_t n, bool write, const struct ir_addr *a, struct sl_place *out);
// How many: at least lo, at most hi; if `times` is not 0, at most so many times the value `number` (as an unsigned one) plus `plus`,
// and plus the value `other`, if there is one.
struct sl_extent {
    uint64_t lo, hi;
    uint32_t number, times;
    int64_t plus;
    uint32_t other;
    bool exact;  // it is the value `number`, no more and no less
};
// The same for a number of bytes in a range (not always 0).
bool sl_resolve_range(struct sl_run *r, struct sl_draft *d, uint32_t v, struct sl_extent n, bool write, const struct ir_addr *a,
                      struct sl_place *out);
// Makes the node of a segment that v points into an object of its own; false: the path ended or waits to be run again.
bool sl_expose(struct sl_run *r, struct sl_draft *d, uint32_t v);

// An object whose contents the library changes, and of which other objects may be the same.
static inline bool sl_is_shared(const struct sl_object *o) {
    return o->storage == SL_LIBRARY && o->tag != SL_WORLD;
}

// ---- unfold.c
// The segment is not empty: its first node (or the last, of a doubly linked one) becomes an object; of a segment of pairs, both nodes of the pair.
void sl_branches_find(struct sl *s);  // which structures branch (tree.c)
void sl_unfold(struct sl_draft *d, uint32_t segment, bool last, unsigned pointer_bits);
// A plain object that is one of the nodes of a segment, or one of the places of a run: with a copy of what each has for itself, but no links.
uint32_t sl_copy_node(struct sl_draft *d, uint32_t segment);
// A tree can be opened in several ways: one for each link of its root behind which the hole may be.
uint32_t sl_tree_ways(const struct sl_draft *d, uint32_t tree, unsigned pointer_bits);
void sl_unfold_tree(struct sl_draft *d, uint32_t tree, uint32_t way, unsigned pointer_bits);
bool sl_make_empty(struct sl_draft *d, uint32_t segment, unsigned pointer_bits);  // false: impossible

// ---- pure.c
bool sl_let(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i);
// Assumes that the test of a and b came out as `outcome`; false: impossible.
bool sl_assume(struct sl_run *r, struct sl_draft *d, enum ir_pure test, uint32_t a, uint32_t b, bool outcome);
// What the test of a and b can be.
enum num_truth sl_test(struct sl_run *r, struct sl_draft *d, enum ir_pure test, uint32_t a, uint32_t b);
bool sl_assume_bool(struct sl_draft *d, uint32_t v, bool outcome);  // an i1
// The range of v became smaller: so do those of the values that it was made from.  False: impossible.
bool sl_learnt(struct sl_draft *d, uint32_t v);
// The number v of at most so many bits, read as a signed one, plus k, of that width; asked again it is the same value.
uint32_t sl_wide_sum(struct sl_draft *d, uint32_t v, unsigned bits, int64_t k);

// ---- range.c: accesses at one of several places
// An address of which later nobody knows where it can point to: true if a draft for each place waits to be run again.
bool sl_split_address(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v);
// What a load of type t finds there, or 0: a draft for each place waits to be run again.
uint32_t sl_load_one_of(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, ir_type t);
// What a load of type t at address v finds in argv where no field tells it; 0: it is not of that kind.  Another draft may wait behind this
// instruction, in which `to` is null.
uint32_t sl_load_string(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, struct sl_place p, ir_type t, uint32_t to);
bool sl_is_string(const struct sl_draft *d, uint32_t v);  // the address of a string that was found in argv
// A string of argv is changed: other addresses may be of the same one.
void sl_change_strings(struct sl_draft *d);
// False: a draft for each place waits to be run again.
bool sl_store_one_of(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, ir_type t, uint32_t v);

// ---- extent.c: which arrays become tables
struct sl_table;
// The places of the array t->array that an access at a leads to: base, stride, count.  `pointer`: by a pointer, or for one's address.  False: it becomes none.
bool sl_array_extent(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, bool pointer, struct sl_table *t);
bool sl_leads_to_pointer(const struct sl_run *r, uint32_t local);  // is the local taken for the address of a pointer, or of a structure with one?

// ---- places.c: accesses of arrays of pointers by places (table.h)
enum sl_found { SL_ELSEWHERE, SL_FOUND, SL_ENDED };
// n bytes at v are to be accessed at *p, within bounds.  FOUND: they are those at *p, in a single place; ENDED: the path ended or waits to be run again.
// `pointer`: by a pointer or its address, for which an array becomes a table.
enum sl_found sl_find_place(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, uint64_t n, bool pointer,
                            struct sl_place *p);
// The address *v that is computed for a local, not accessed.  FOUND: it is one in a single place.
enum sl_found sl_address_of_place(struct sl_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t to, uint32_t *v);

// ---- apart.c
struct sl_range {
    uint32_t value;  // its address, or 0: only the place tells it
    struct sl_place place;
    struct sl_extent n;  // bytes
};
// A copy is made between two ranges that can be accessed.  False: the path ended, since they overlap.  `same`: they may begin at the same place.
bool sl_apart(struct sl_run *r, struct sl_draft *d, const struct sl_range *to, const struct sl_range *from, bool same);

// ---- bytes.c
void sl_copy(struct sl_draft *d, struct sl_place to, struct sl_place from, struct sl_extent n);
void sl_fill(struct sl_draft *d, struct sl_place p, struct sl_extent n, uint32_t value, uint32_t unit);  // units of 1 or 4 bytes
void sl_overwrite(struct sl_draft *d, struct sl_place p, uint64_t n);  // they get any contents

// ---- lib.c
bool sl_library(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i, uint32_t callee);
void sl_free(struct sl_run *r, struct sl_draft *d, uint32_t object);

// ---- step.c
bool sl_step(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i);  // true: go on with the next instruction
void sl_check_lost(struct sl_run *r, struct sl_draft *d);
bool sl_minds_loss(const struct sl *s);  // was a rule asked for that a lost block breaks?
void sl_check_cleanup(struct sl_run *r, const struct sl_draft *d);  // the program ends here, in good order
bool sl_is_engines(struct sl *s, const struct ir_instr *i);  // a CALL that the engine carries out
void sl_end_frame(struct sl_draft *d);
uint32_t sl_stack_block(struct sl_run *r, struct sl_draft *d, struct sl_extent size);  // its address
void sl_forget_dead(struct sl_run *r, struct sl_draft *d);   // temporaries whose last use is the present instruction
uint32_t sl_slot_object(struct sl_draft *d, const struct ir_func *f, uint32_t func, uint32_t slot);

// ---- funcs.c: one of some functions
// The functions that the value may be, or NULL: it is something else.
const sl_func_set *sl_funcs(struct sl *s, const struct sl_draft *d, uint32_t v, sl_func_set *one);
// The number of the set of all functions of both; sets may move.
uint32_t sl_func_union(struct sl *s, const sl_func_set *a, const sl_func_set *b);
void sl_func_sets_free(struct sl *s);

// ---- call.c
void sl_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out);
dom_state sl_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
dom_state sl_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
void sl_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out);
void sl_initial(void *self, uint32_t entry, struct dom_sink *out);
void sl_open(struct sl *sl, struct dom_sink *out);  // open.c: the initial states of an open program
void sl_push_frame(struct sl *s, struct sl_draft *d, uint32_t func);

// ---- run.c
struct sl_run sl_run_begin(struct sl *s, uint32_t func, struct dom_sink *out);
void sl_run_end(struct sl_run *r);
void sl_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out);

// ---- print.c, parse.c, valid.c, view.c: the group `show` of dom.h
void sl_print(void *self, dom_state s, struct buf *out);
dom_state sl_parse(void *self, const char *text, size_t n, struct buf *error);
bool sl_valid(void *self, dom_state s, struct buf *why);
void sl_view(void *self, dom_state s, struct view *out);

// ---- gather.c, fold.c, join.c
void sl_gather(struct sl *s, struct sl_draft *d);
void sl_fold(struct sl *s, struct sl_draft *d, const struct sl_precision *p);
// group.c: what states of one group have in common: frames and which variables live; what is known of flags and of variables that are
// compared with constants; modes.  States that are to be coarse are kept apart by the answers only if their shapes differ, too.
typedef VEC(uint64_t) sl_key;
void sl_key_frames(const struct sl_draft *d, sl_key *key);
void sl_key_answers(struct sl *s, const struct sl_draft *d, sl_key *key);
void sl_key_routes(struct sl *s, const struct sl_draft *d, sl_key *key);
void sl_key_modes(const struct sl *s, const struct sl_draft *d, sl_key *key);
bool sl_answer_alike(struct sl *s, const struct sl_draft *a, const struct sl_draft *b);
// coarse.c: if states are to be coarse, the numbers in nodes are forgotten.
void sl_coarsen(struct sl *s, struct sl_draft *d);
// Covers a and b, or false: better kept apart (then out holds nothing).  a and b are private copies.  *forgets: it does not know of all that b
// knows to be equal, so that the two are better kept apart unless it is a.
bool sl_join(struct sl *s, struct sl_draft *a, struct sl_draft *b, bool widen, struct sl_draft *out, bool *forgets);

extern const struct dom sl_domain;
#endif
