// SPDX-License-Identifier: MIT
// Formulas of first-order logic with equality and transitive closure, as trees in an arena; they are never changed.
//
// Variables are numbers (names are interned by whoever reads the formula; tvl_fresh makes new ones).  The builders simplify constants, double negation and
// equal operands, so that a formula that cannot be anything but 0 or 1 is that constant.
#ifndef HP_TVL_FORMULA_H
#define HP_TVL_FORMULA_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "tvl/vocab.h"

enum tvl_op { TVL_CONST, TVL_PRED, TVL_EQ, TVL_NOT, TVL_AND, TVL_OR, TVL_EXISTS, TVL_FORALL, TVL_TC, TVL_ITE, TVL_IFF };
enum tvl_kleene { TVL_FALSE, TVL_TRUE, TVL_HALF };
struct tvl_formula {
    enum tvl_op op;
    uint32_t pred;                      // TVL_PRED
    uint32_t value;                     // TVL_CONST: enum tvl_kleene
    uint32_t var[2];                    // PRED: arguments; EQ: both sides; EXISTS, FORALL: var[0] is bound; TC: from, to
    uint32_t bound[2];                  // TC: the variables of a
    const struct tvl_formula *a, *b, *c;
};
typedef const struct tvl_formula *tvl_f;

// Where formulas are made.  The first `fresh` numbers are taken as variables.
struct tvl_build {
    struct arena *arena;
    uint32_t fresh;
};

tvl_f tvl_const(struct tvl_build *b, enum tvl_kleene value);
tvl_f tvl_atom(struct tvl_build *b, uint32_t pred, uint32_t v, uint32_t w);  // arguments that the arity does not need are ignored
tvl_f tvl_eq(struct tvl_build *b, uint32_t v, uint32_t w);
tvl_f tvl_not(struct tvl_build *b, tvl_f f);
tvl_f tvl_and(struct tvl_build *b, tvl_f f, tvl_f g);
tvl_f tvl_or(struct tvl_build *b, tvl_f f, tvl_f g);
tvl_f tvl_ite(struct tvl_build *b, tvl_f c, tvl_f f, tvl_f g);
tvl_f tvl_iff(struct tvl_build *b, tvl_f f, tvl_f g);
tvl_f tvl_quant(struct tvl_build *b, enum tvl_op op, uint32_t v, tvl_f f);  // TVL_EXISTS or TVL_FORALL
tvl_f tvl_tc(struct tvl_build *b, uint32_t from, uint32_t to, uint32_t v, uint32_t w, tvl_f f);
uint32_t tvl_fresh(struct tvl_build *b);

bool tvl_equal(tvl_f f, tvl_f g);  // the same up to the names of bound variables
bool tvl_is_const(tvl_f f, enum tvl_kleene value);
bool tvl_occurs(tvl_f f, uint32_t v);  // free
// Appends the free variables of f that are not in the list yet, in order of first occurrence.
typedef VEC(uint32_t) tvl_vars;
void tvl_free_vars(tvl_f f, tvl_vars *out);
// f with w for every free v, and the bound variables renamed where they would catch w.
tvl_f tvl_rename(struct tvl_build *b, tvl_f f, uint32_t v, uint32_t w);
// The predicates of f are added to the set, a byte each.
void tvl_preds_of(tvl_f f, uint8_t *set);
// f in negation normal form: negation at atoms only, ITE and IFF spelled out.
tvl_f tvl_nnf(struct tvl_build *b, tvl_f f, bool negate);
// As text; variables as v1, v2, ...
void tvl_formula_show(const struct tvl_vocab *v, tvl_f f, struct buf *out);
#endif
