// SPDX-License-Identifier: MIT
// Boolean functions of numbered variables, as decision diagrams (BuDDy behind them).
//
// A function is a handle: equal functions have equal handles.  Every result is held by the context until the mark under it is released, or
// for good once it is kept: callers never count references.  BuDDy has one set of diagrams per process; contexts share it, and it ends with
// the last of them.  Variables of two contexts have nothing to do with each other.  Not for threads.
#ifndef HP_LOGIC_LOGIC_H
#define HP_LOGIC_LOGIC_H
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef int32_t logic_fn;
#define LOGIC_FALSE ((logic_fn)0)
#define LOGIC_TRUE ((logic_fn)1)

struct logic {
    VEC(logic_fn) held;  // results since the context was opened, oldest first
    VEC(logic_fn) kept;
    uint64_t made;       // nodes of diagrams, by the process before
};

struct logic *logic_open(void);
void logic_close(struct logic *l);
uint64_t logic_made(const struct logic *l);  // nodes of diagrams since the context was opened: the work that was done

// Results made after the mark go when it is released.
uint32_t logic_mark(const struct logic *l);
void logic_release(struct logic *l, uint32_t mark);
// The function stays until the context is closed.
void logic_keep(struct logic *l, logic_fn f);

logic_fn logic_var(struct logic *l, uint32_t v);
logic_fn logic_not(struct logic *l, logic_fn f);
logic_fn logic_and(struct logic *l, logic_fn f, logic_fn g);
logic_fn logic_or(struct logic *l, logic_fn f, logic_fn g);
logic_fn logic_xor(struct logic *l, logic_fn f, logic_fn g);
logic_fn logic_iff(struct logic *l, logic_fn f, logic_fn g);
logic_fn logic_imp(struct logic *l, logic_fn f, logic_fn g);
logic_fn logic_ite(struct logic *l, logic_fn f, logic_fn g, logic_fn h);

// A set of variables, for projection.
logic_fn logic_set(struct logic *l, const uint32_t *vars, uint32_t n);
// Some values of the variables of the set make f true.
logic_fn logic_exists(struct logic *l, logic_fn f, logic_fn set);
logic_fn logic_and_exists(struct logic *l, logic_fn f, logic_fn g, logic_fn set);  // the same of f and g
// f with the variables of a set given as literals (a conjunction of variables and negated variables) fixed, and gone.
logic_fn logic_restrict(struct logic *l, logic_fn f, logic_fn literals);
// All of from[i] become to[i] at once.  The new variables are all different, and none of them is one of f that is not renamed.
logic_fn logic_rename(struct logic *l, logic_fn f, const uint32_t *from, const uint32_t *to, uint32_t n);

bool logic_leq(struct logic *l, logic_fn f, logic_fn g);  // f implies g
bool logic_disjoint(struct logic *l, logic_fn f, logic_fn g);
double logic_count(struct logic *l, logic_fn f, const uint32_t *vars, uint32_t n);  // of the values of these variables; f has no others
uint32_t logic_size(logic_fn f);                                                    // nodes of its diagram
// Does some value of the others make f depend on the variable?  The variables of f, ascending, are appended to *out.
typedef VEC(uint32_t) logic_vars;
void logic_support(struct logic *l, logic_fn f, logic_vars *out);
// possible[v], for v < n_vars: some values that make f (not false) true have v = 1.
void logic_possible(logic_fn f, uint32_t n_vars, bool *possible);
bool logic_eval(logic_fn f, const bool *value);  // by variable
// The paths of f to true: value[v] is 0, 1, or -1 (either), for v < n_vars.
void logic_cubes(logic_fn f, uint32_t n_vars, void *self, void (*cube)(void *self, const int8_t *value));
double logic_paths(logic_fn f);  // how many
// The nodes of its diagram, each behind those that it leads to: number `at`, from 2 on, is `var ? high : low`; 0 is false, 1 true.  The last one is f.
void logic_nodes(logic_fn f, void *self, void (*node)(void *self, uint32_t at, uint32_t var, uint32_t low, uint32_t high));
#endif
