// SPDX-License-Identifier: MIT
// Inside the fold/expand domain: its context, and one run over a piece of code.
//
// A run takes the drafts at an instruction to those after it: usually one, for the results of an instruction are joined wherever they can be.  A
// draft whose function is false is no draft: its path does not exist.
#ifndef HP_FOLD_FOLD_H
#define HP_FOLD_FOLD_H
#include "fold/shape.h"
#include "ir/cfg.h"
#include "ir/ending.h"
#include "ir/lib.h"
#include "ir/live.h"

struct fold_facts {  // of a function, made when first needed
    bool made;
    struct ir_cfg cfg;
    struct ir_live live;
};
struct fold {
    struct fold_base base;
    const struct ir_program *program;
    struct dom_options options;
    struct ir_lib_table *own_lib;  // if the options gave none
    const struct ir_lib_table *lib;
    struct fold_facts *facts;  // by function
    uint32_t main;             // whose end is the end of the program, or UINT32_MAX
};
typedef VEC(struct fold_draft) fold_drafts;
struct fold_run {
    struct fold *fold;
    struct fold_base *base;
    const struct ir_func *func;
    uint32_t func_index;
    uint32_t at;  // the instruction being run
    struct dom_sink *out;
};
const struct fold_facts *fold_facts(struct fold *f, uint32_t func);

// ---- run.c
struct fold_run fold_run_begin(struct fold *f, uint32_t func, struct dom_sink *out);
void fold_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out);
// A fault of all that the draft stands for at this case; the other cases go on.  `cut`: what is left of this one is not followed.
void fold_fault(struct fold_run *r, enum ir_rule rule, const char *message);
void fold_fault_cut(struct fold_run *r, enum ir_rule rule, const char *message);
void fold_fault_of(struct fold_run *r, enum ir_rule rule, uint32_t node, const char *message);  // names where the block was allocated
void fold_give_up(struct fold_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A draft goes to the list, or is freed if it is impossible.
void fold_deliver(struct fold_draft *d, fold_drafts *to);
bool fold_is_engines(struct fold *f, const struct ir_instr *i);  // a CALL that the engine carries out

// ---- operand.c: values of the program
enum fold_operand_kind { FOLD_NUMBER, FOLD_NOTHING, FOLD_ADDRESS, FOLD_PLACE };  // NOTHING: uninitialised
struct fold_operand {
    enum fold_operand_kind kind;
    struct num_range range;   // NUMBER
    uint32_t node, offset;    // ADDRESS; PLACE: offset is added if it is a pointer
    struct fold_place place;  // PLACE
};
struct fold_place fold_reg(const struct fold_draft *d, uint32_t local);  // of the innermost frame
unsigned fold_bits(ir_type t);                                           // of its numbers; 0: too wide
bool fold_eval(struct fold_run *r, struct fold_draft *d, ir_val v, struct fold_operand *out);               // false: gave up
bool fold_address(struct fold_run *r, struct fold_draft *d, const struct ir_addr *a, struct fold_operand *out);
// The numbers that it can be: all of that many bits if it need not be a number.
struct num_range fold_range(struct fold_run *r, const struct fold_draft *d, const struct fold_operand *v, unsigned bits);
// p := v, a value of so many bytes and bits.  What p held is lost (lose.c).
void fold_assign(struct fold_run *r, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits, const struct fold_operand *v);
uint32_t fold_global_node(struct fold_run *r, struct fold_draft *d, uint32_t global);

// ---- compare.c
bool fold_let(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out);  // false: d is done with
// The value (a number) is not 0, or is; false: impossible.
bool fold_assume_value(struct fold_run *r, struct fold_draft *d, ir_val v, bool outcome);
// The instruction before `at` of the same block that gave the local its value, or UINT32_MAX.
uint32_t fold_origin(const struct fold_run *r, uint32_t at, uint32_t local);
bool fold_is_unchanged(const struct fold_run *r, uint32_t from, uint32_t local);  // has it still the value that it had at that instruction?

// ---- access.c
struct fold_target {
    struct fold_draft d;
    uint32_t node, offset;
};
typedef VEC(struct fold_target) fold_targets;
enum fold_use { FOLD_READ, FOLD_WRITE, FOLD_FREE };
// What v may point to: a draft for each, with the node materialised and `size` bytes in bounds.  What else v may be goes to the sink.
void fold_deref(struct fold_run *r, const struct fold_draft *d, const struct fold_operand *v, uint64_t size, enum fold_use use, fold_targets *out);

// ---- index.c
// The address of the instruction has an index that is one of a few numbers: *out gets a draft for each, and d is taken.  False: nothing was done.
bool fold_split_index(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out);

// ---- lose.c
// The place is about to lose what it holds: a block that nothing else leads to is a leak.  d goes on without such heaps.
void fold_lose(struct fold_run *r, struct fold_draft *d, struct fold_place p);
bool fold_may_lose(struct fold_run *r, const struct fold_draft *d, struct fold_place p);  // is that to be looked at?
bool fold_would_lose(struct fold_run *r, const struct fold_draft *d, struct fold_place p);
bool fold_minds_loss(const struct fold *f);
void fold_check_cleanup(struct fold_run *r, const struct fold_draft *d);

// ---- step.c, lib.c
void fold_step(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out);  // d is taken
void fold_library(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, uint32_t callee, fold_drafts *out);
void fold_drop_dead(struct fold_run *r, struct fold_draft *d);  // temporaries whose last use is the present instruction
void fold_end_slot(struct fold_run *r, struct fold_draft *d, uint32_t node);
void fold_begin_slot(struct fold_run *r, struct fold_draft *d, uint32_t func, uint32_t slot);
uint32_t fold_slot_node(struct fold_base *f, const struct fold_draft *d, uint32_t func, uint32_t slot);  // of the innermost frame

// ---- call.c
void fold_initial(void *self, uint32_t entry, struct dom_sink *out);
void fold_call_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out);
dom_state fold_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
dom_state fold_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
void fold_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out);
void fold_push_frame(struct fold_run *r, struct fold_draft *d, uint32_t func);
void fold_pop_frame(struct fold_run *r, struct fold_draft *d);

// ---- text.c
void fold_print(struct fold_base *f, const struct fold_draft *d, struct buf *out);
// Reads what fold_print writes; lines "summarise N M" at the end are carried out.  False: *why gets a sentence.
bool fold_parse(struct fold_base *f, const char *text, struct fold_draft *d, struct buf *why);

// ---- view.c
void fold_view(void *self, dom_state s, struct view *out);

// ---- say.c
// Which edges exclude each other, go together, or need each other, as remarks of the picture.  nodes: those behind the frames, in the picture's order.
void fold_say_relations(struct fold *f, const struct fold_draft *d, const fold_list *nodes, struct view *v);

extern const struct dom fold_domain;
#endif
