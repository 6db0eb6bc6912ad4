// SPDX-License-Identifier: MIT
// What C programs do, once for all heap domains: a driver over the instructions of the IR and the rows of the library table.
//
// The driver walks over a piece of code, evaluates operands and addresses, dispatches opcodes and library functions, splits cases,
// follows calls, and says what went wrong and what is not followed.  What a state *means* it does not know: a domain answers the
// operations of ops.def on *drafts*, states that are being changed, which the driver holds by pointers and never looks into.  What a
// domain cannot answer it gives up by name (step_give_up).
//
// Contract of an operation with `out`: further cases are appended to it; true: the draft, changed, is a case as well; false: it is only
// good for `drop`.  One without `out` that returns false is impossible, or was given up.
//
// Order of effects: the operands of an instruction are evaluated, its effect is carried out, its destination is assigned, temporaries
// that die with it are forgotten, and then the draft is tidied (what nothing leads to any more is lost here at the latest).
//
// A domain whose values have identities (symbolic heaps) evaluates operands and addresses itself (eval, address), and carries out operators
// and most of the library by itself (act, library).  A case that needs more to be known is run again (step_fork).
#ifndef HP_STEP_STEP_H
#define HP_STEP_STEP_H
#include "dom/dom.h"
#include "ir/cfg.h"
#include "ir/lib.h"
#include "ir/live.h"
#include "step/value.h"

typedef VEC(void *) step_drafts;
struct step_waiting {  // a case of the present instruction
    void *draft;
    bool again;  // it is to be run on it again, more being known; or its effect is carried out
};
typedef VEC(uint32_t) step_list;
struct step_ops;
struct step_facts {  // of a function, made when first needed
    bool made;
    struct ir_cfg cfg;
    struct ir_live live;
};
struct step {  // the first member of a domain's context
    const struct step_ops *ops;
    const struct ir_program *program;
    struct dom_options options;
    struct ir_lib_table *own_lib;  // if the options gave none
    const struct ir_lib_table *lib;
    struct step_facts *facts;  // by function
    uint32_t main;             // whose end is the end of the program, or UINT32_MAX
};
struct step_run {  // over a piece of code
    struct step *step;
    const struct ir_func *func;
    uint32_t func_index;
    uint32_t at;  // the instruction being run
    struct dom_sink *out;
    uint32_t mark;  // of step_ops
    const char *called;  // the library function that is being carried out
    VEC(struct step_waiting) waiting;
};
#define STEP_NO_LOCAL UINT32_MAX
#define STEP_CALLERS UINT32_MAX  // a function that nobody sees, of which is assumed that it leaves everything as it is
struct step_call {  // of a library function, seen through its row
    struct step_run *run;
    void *d;
    const struct ir_instr *instr;
    struct ir_lib_use use;
    const struct ir_lib *row;
    const char *name;
    step_drafts *out;
    struct step_value arg[IR_LIB_MAX_ARGS];  // by parameter, if there is a model that may need them
};

enum step_forget {
    STEP_DEAD,    // a temporary that nothing reads any more
    STEP_SCOPE,   // its scope or frame ends or begins anew
    STEP_UNREAD,  // a variable that nothing reads behind the end of the block: may be kept, as long as that is of use
};

struct step_ops {
#define OP(name, result, parameters) result(*name) parameters;
#define MAY OP
#define PLAIN OP
#include "step/ops.def"
};

// ---- context.c
void step_begin(struct step *s, const struct step_ops *ops, const struct ir_program *p, const struct dom_options *o);
void step_end(struct step *s);
const struct step_facts *step_facts(struct step *s, uint32_t func);
struct step_run step_run_begin(struct step *s, uint32_t func, struct dom_sink *out);
void step_run_end(struct step_run *r);  // no draft is left
// Another case: a copy of the draft, which may be changed before the operation ends.
void *step_fork(struct step_run *r, const void *d, bool again);
void step_unfork(struct step_run *r);  // the last one is impossible

// ---- sink.c: what is wrong, what is not followed
enum step_wrong {
#define WRONG(name, rule, text, free_rule, free_text) STEP_WRONG_##name,
#include "step/wrong.def"
};
// What becomes of the runs in which a fault does not happen: they are not followed; there are none; the path goes on with them.
enum step_after { STEP_CUT, STEP_ALWAYS, STEP_GOES_ON };
bool step_is_asked(const struct step *s, enum ir_rule rule);  // does a fault of this rule matter?
// At the present instruction.  `allocation`: of the block concerned, or NULL.
void step_fault(struct step_run *r, enum ir_rule rule, enum step_after after, const struct ir_loc *allocation, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// With an access of n bytes at a (NULL: what the instruction says), or with the pointer that a library function frees.
void step_bad_access(struct step_run *r, enum step_wrong what, enum step_after after, const struct ir_loc *allocation,
                     const struct ir_addr *a, uint64_t n);
void step_bad_free(struct step_run *r, enum step_wrong what, enum step_after after, const struct ir_loc *allocation);
void step_wrong(struct step_run *r, enum step_wrong what, bool frees, bool cut, const struct ir_loc *allocation);  // one of the two
void step_give_up_access(struct step_run *r, const struct ir_addr *a, uint64_t n, const char *how);
void step_give_up(struct step_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool step_minds_loss(const struct step *s);  // is there a rule about losses?
bool step_loss_is_end(const struct step_run *r);  // is there one about losses by the end of main, and is it the end of main?
void step_lose(struct step_run *r, ir_rule_set rules, const struct ir_loc *allocation);  // a block: it breaks these
void step_lost(struct step_run *r, const struct ir_loc *allocation);                     // it breaks those that a loss here does

// ---- operand.c
unsigned step_bits(ir_type t);  // of its numbers; 0: too wide
unsigned step_bits_of(const struct step_run *r, ir_val v);
bool step_fits(struct step_run *r, ir_type t);  // has its values; else it gave up
ir_type step_local_type(const struct step_run *r, uint32_t local);
bool step_eval(struct step_run *r, void *d, ir_val v, struct step_value *out);  // false: gave up; so for the next three
bool step_range(struct step_run *r, void *d, ir_val v, struct num_range *out);
bool step_decide(struct step_run *r, void *d, ir_val v, struct num_range *out);  // the same, of what decides which way is taken
bool step_address(struct step_run *r, void *d, const struct ir_addr *a, struct step_place *out);
bool step_length(struct step_run *r, void *d, ir_val v, struct step_extent *n);  // a number of bytes
void step_give(struct step_run *r, void *d, uint32_t local, struct num_range range);  // local := some number of it
bool step_give_any(struct step_run *r, void *d, uint32_t local);                      // false: gave up
// Is it a local that is surely a number, one of several, but at most so many?
bool step_is_few(struct step_run *r, void *d, ir_val v, uint32_t most, struct num_range *range);

// What some bytes of a global hold at first: a number, or the address that *reloc says (else NULL).  False: that is not known.
bool step_contents(const struct ir_program *p, uint32_t global, uint64_t offset, uint32_t size, num_word *word,
                   const struct ir_reloc **reloc);

// ---- let.c: operators, and what is learnt from their outcome
extern const uint8_t step_binary_of[IR_N_PURE], step_test_of[IR_N_PURE];  // enum num_binary or num_test, plus 1; 0: it is none
bool step_let(struct step_run *r, void *d, const struct ir_instr *i);
bool step_select(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out);
bool step_assume(struct step_run *r, void *d, ir_val v, bool outcome);             // v is not 0, or is; false: impossible, or gave up
bool step_narrow(struct step_run *r, void *d, ir_val v, struct num_range range);   // v is in the range, and what it was made from fits

// ---- instr.c, lib.c
void step_instr(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out);  // callee: of a CALL; d is taken
void step_split(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out);  // by cases of ops.choice; d is taken
bool step_library(struct step_run *r, void *d, const struct ir_instr *i, uint32_t callee, step_drafts *out);
bool step_refuse(const struct step_call *c);                           // it is not modelled: gives up; false
bool step_is_engines(const struct step *s, const struct ir_instr *i);  // a CALL that the engine carries out
void step_drop_dead(struct step_run *r, void *d);                      // temporaries whose last use is the present instruction

// ---- row.c: what a row of the library table says of a call
ir_val step_actual(const struct step_call *c, uint32_t k);  // of parameter k
struct step_extent step_amount(struct step_call *c, const struct ir_lib_factor *f);  // a factor that is a constant or an argument
// A size in bytes; false: the path ended.
bool step_size(struct step_call *c, const struct ir_lib_size *s, uint32_t unit, struct step_extent *out);
// The numbers that a call gives which succeeds, or fails.
struct num_range step_answers(struct step_call *c, ir_type t, bool succeeds, bool fails);

// ---- run.c, call.c: the functions of struct dom, for a domain whose context begins with struct step
void step_execute(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out);
void step_initial(void *self, uint32_t entry, struct dom_sink *out);
void step_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out);
dom_state step_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
dom_state step_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
void step_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out);
bool step_push(struct step_run *r, void *d, uint32_t callee);  // arguments are passed, the frame is pushed; false: gave up
#endif
