// SPDX-License-Identifier: MIT
// Inside the symbolic-heap domain: one run over a piece of code.
//
// Below it lie, each understood without those above: state.h (drafts), uses.h, number.h, relate.h, length.h and table.h (numbers, sizes,
// indices), unfold.h, context.h (what is asked, and of which program), walk.h and lattice.h, local.h.  Modules of a run: path, frame, eval
// and loss; then access and its like; then step and run.
//
// The driver (step/step.h) walks over the code.  An instruction changes its draft in place and goes on, ends the path (a fault, an unknown,
// an impossible state), or forks (step_fork): a copy is run again, more being known, or is another case of its outcome.
#ifndef HP_SL_SL_H
#define HP_SL_SL_H
#include "sl/context.h"
#include "sl/lattice.h"
#include "sl/show.h"
#include "sl/unfold.h"

static inline struct sl *sl_of(const struct step_run *r) {
    return (struct sl *)r->step;
}

// ---- path.c
const struct ir_loc *sl_allocation(const struct step_run *r, const struct sl_draft *d, uint32_t object);  // of a heap block, or NULL
// The value is used so (a verb with its object): a fault of the rule uninitialised-value, if it may be uninitialised.
void sl_use(struct step_run *r, const struct sl_draft *d, uint32_t v, const char *how);

// ---- eval.c
uint32_t sl_eval(struct step_run *r, struct sl_draft *d, ir_val v);  // 0: the path ended
uint32_t sl_global_object(struct sl *s, struct sl_draft *d, uint32_t global);

// ---- access.c
struct sl_place {
    uint32_t object;
    int64_t lo, hi;  // offset of the first byte: lo <= hi
};
// The address as a value; 0: the path ended.
uint32_t sl_address_value(struct step_run *r, struct sl_draft *d, const struct ir_addr *a);
// Where n bytes at address v lie, in a valid object and within bounds.  False: the path ended or waits to be run again.
bool sl_resolve(struct step_run *r, struct sl_draft *d, uint32_t v, uint64_t n, bool write, const struct ir_addr *a, struct sl_place *out);
// The same for a number of bytes in a range (not always 0).
bool sl_resolve_range(struct step_run *r, struct sl_draft *d, uint32_t v, struct step_extent n, bool write, const struct ir_addr *a,
                      struct sl_place *out);
// Makes the node of a segment that v points into an object of its own; false: the path ended or waits to be run again.
bool sl_expose(struct step_run *r, struct sl_draft *d, uint32_t v);

// ---- frame.c
uint32_t *sl_reg(struct sl_draft *d, uint32_t local);              // of the innermost frame
void sl_assign(struct sl_draft *d, uint32_t local, uint32_t value);
void sl_push_frame(struct sl *s, struct sl_draft *d, uint32_t func);
void sl_end_frame(struct sl_draft *d);
uint32_t sl_stack_block(struct step_run *r, struct sl_draft *d, struct step_extent size);  // its address
uint32_t sl_slot_object(struct sl_draft *d, const struct ir_func *f, uint32_t func, uint32_t slot);
void sl_end_object(struct sl_draft *d, uint32_t o);  // it goes out of scope; 0: there is none

// ---- loss.c
// Blocks that nothing leads to any more are reported, and gone from then on.
void sl_check_lost(struct step_run *r, struct sl_draft *d);
void sl_check_cleanup(struct step_run *r, const struct sl_draft *d);  // the program ends here, in good order

// ---- pure.c
// ---- symbolic.c
// A slot or a global, if it is an array, is told by a symbol from now on.
void sl_make_symbolic(struct sl *s, struct sl_draft *d, uint32_t object);
void sl_see_block(struct sl *s, struct sl_draft *d, uint32_t object);  // the same of a heap block that was made just now
// A constant that there is a symbol of is what that says; else v.
uint32_t sl_as_symbol(const struct sl *s, struct sl_draft *d, uint32_t v);
bool sl_let(struct step_run *r, struct sl_draft *d, const struct ir_instr *i);
// Assumes that the test of a and b came out as `outcome`; false: impossible.
bool sl_assume(struct step_run *r, struct sl_draft *d, enum ir_pure test, uint32_t a, uint32_t b, bool outcome);
// What the test of a and b can be.
enum num_truth sl_test(struct step_run *r, struct sl_draft *d, enum ir_pure test, uint32_t a, uint32_t b);
bool sl_assume_bool(struct sl_draft *d, uint32_t v, bool outcome);  // an i1
// The number v of at most so many bits, read as a signed one, plus k, of that width; asked again it is the same value.
uint32_t sl_cut(struct sl_draft *d, uint32_t v, unsigned bits);  // to so few bits
uint32_t sl_wide_sum(struct sl_draft *d, uint32_t v, unsigned bits, int64_t k);

// ---- range.c: accesses at one of several places
// An address of which later nobody knows where it can point to: true if a draft for each place waits to be run again.
bool sl_split_address(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v);
// What a load of type t finds there, or 0: a draft for each place waits to be run again.
uint32_t sl_load_one_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, ir_type t);
uint32_t sl_new_argument(struct sl_draft *d, unsigned bits);  // the address of one of the strings of argv, whichever
// What a load of type t at address v finds in argv where no field tells it; 0: it is not of that kind.  Another draft may wait behind this
// instruction, in which `to` is null.
uint32_t sl_load_string(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, struct sl_place p, ir_type t, uint32_t to);
// The string s is put into argv at v, where there is one now.  False: it is not of that kind.
bool sl_store_string(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, struct sl_place p, uint32_t s);
// Strings of argv are strings still, but ends of other ones than the object may be elsewhere.
void sl_forget_ends(struct sl_draft *d, uint32_t object);
// A string of argv is changed: other addresses may be of the same one.
void sl_change_strings(struct sl_draft *d);
// False: a draft for each place waits to be run again.
bool sl_store_one_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_place p, ir_type t, uint32_t v);

// ---- extent.c: which arrays become tables
struct sl_table;
// The places of the array t->array that an access at a leads to: base, stride, count.  `pointer`: by a pointer, or for one's address.  False: it becomes none.
bool sl_array_extent(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, bool pointer, struct sl_table *t);
bool sl_leads_to_pointer(const struct step_run *r, uint32_t local);  // is the local taken for the address of a pointer, or of a structure with one?

// By its declared type: does the object hold nothing but numbers, all of less than so many bytes?
bool sl_has_numbers(const struct step_run *r, const struct sl_object *o, uint64_t below);

// ---- places.c: accesses of arrays of pointers by places (table.h)
enum sl_found { SL_ELSEWHERE, SL_FOUND, SL_ENDED };
// n bytes at v are to be accessed at *p, within bounds.  FOUND: they are those at *p, in a single place; ENDED: the path ended or waits to be run again.
// `pointer`: by a pointer or its address, for which an array becomes a table.
enum sl_found sl_find_place(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, uint64_t n, bool pointer,
                            struct sl_place *p);
// The address *v that is computed for a local, not accessed.  FOUND: it is one in a single place.
enum sl_found sl_address_of_place(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t to, uint32_t *v);

// ---- apart.c
struct sl_range {
    uint32_t value;  // its address, or 0: only the place tells it
    struct sl_place place;
    struct step_extent n;  // bytes
};
// A copy is made between two ranges that can be accessed.  False: the path ended, since they overlap.  `same`: they may begin at the same place.
bool sl_apart(struct step_run *r, struct sl_draft *d, const struct sl_range *to, const struct sl_range *from, bool same);

// ---- bytes.c
bool sl_is_one(struct sl_place p, struct step_extent n);  // one place, one length
void sl_escape_bytes(struct sl_draft *d, uint32_t object, uint64_t from, uint64_t to);  // what fields between two offsets hold, even in part
void sl_copy(struct sl_draft *d, struct sl_place to, struct sl_place from, struct step_extent n);
// Behind that: where the string ends that was copied to `to`, which lies at one of several places.
void sl_copy_end_behind(struct sl_draft *d, uint32_t to, struct sl_place place, struct sl_place from, struct step_extent n);
void sl_fill(struct sl_draft *d, struct sl_place p, struct step_extent n, struct num_range unit);  // of 1 or 4 bytes
// An address from the place on, so many units away.
uint32_t sl_inside(struct sl_draft *d, unsigned bits, struct sl_place p, struct step_extent units, uint32_t unit);
void sl_overwrite(struct sl_draft *d, struct sl_place p, uint64_t n);  // they get any contents

// ---- call.c
dom_state sl_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
dom_state sl_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out);
void sl_initial(void *self, uint32_t entry, struct dom_sink *out);
void sl_open(struct sl *sl, struct dom_sink *out);  // open.c: the initial states of an open program

// ---- the operations of step/ops.def, as far as there are any (run.c, step.c, call.c, lib*.c)
#define OP(name, result, parameters) result sl_op_##name parameters;
#define MAY OP
#define PLAIN OP
#include "step/ops.def"

extern const struct step_ops sl_operations;
extern const struct dom sl_domain;
#endif
