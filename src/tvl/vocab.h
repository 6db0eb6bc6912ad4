// SPDX-License-Identifier: MIT
// The vocabulary of a specification: its predicates, by name and by number, with what is known about each.
//
// A predicate has a number (its place in `pred`) and a slot: nullary and unary predicates share one row of flat slots, binary ones have their own.
// Four unary predicates are always there: `sm` (never 1; 1/2: the individual may stand for several), `inac` (1: the individual exists; 1/2: it may be
// absent), `isNew`, and, as far as needed, the binary `instance`.  Hidden predicates hold results in between while an action is executed; they are no
// part of a structure.  Slots of structures come first, so the planes of a structure are a prefix of those of a draft.
#ifndef HP_TVL_VOCAB_H
#define HP_TVL_VOCAB_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"

struct tvl_formula;
enum { TVL_SM, TVL_ACTIVE, TVL_IS_NEW, TVL_N_BUILTIN };  // numbers of the predicates that are always there
enum tvl_property {
    TVL_UNIQUE = 1, TVL_FUNCTION = 2, TVL_INVFUNCTION = 4, TVL_SYMMETRIC = 8, TVL_ANTISYMMETRIC = 16, TVL_REFLEXIVE = 32,
    TVL_ANTIREFLEXIVE = 64, TVL_TRANSITIVE = 128, TVL_ACYCLIC = 256, TVL_ABS = 512, TVL_NONABS = 1024, TVL_POINTER = 2048, TVL_BOX = 4096,
    TVL_HIDE_TRUE = 8192, TVL_HIDE_HALF = 16384,  // values that pictures leave out
};
struct tvl_pred {
    const char *name;
    uint32_t arity;                        // 0 to 2
    uint32_t slot;                         // flat (arity 0 and 1) or binary
    uint32_t properties;                   // set of enum tvl_property
    bool hidden;                           // a result in between; `unit`: which holds for one pair at most, in the action in hand
    bool unit;
    bool always;                           // its definition is followed through every action (it says who belongs to a part)
    bool abstraction;                      // names individuals (unary), tells structures apart (nullary)
    const struct tvl_formula *definition;  // of an instrumentation predicate, or NULL; its free variables:
    uint32_t var[2];
    uint32_t next, plus, minus, trust;     // hidden predicates: the value to come, what is added, what is taken away, what is sure to stay; 0: none yet
};
struct tvl_vocab {
    struct arena arena;
    struct intern names;
    VEC(struct tvl_pred) pred;        // by number, which is the name's number in `names`
    uint32_t n_flat, n_binary;        // slots of structures; valid after tvl_vocab_seal
    uint32_t all_flat, all_binary;    // with those of hidden predicates
    VEC(uint32_t) abs_unary;          // flat slots that name individuals
    VEC(uint32_t) abs_nullary;        // flat slots that tell structures apart
    VEC(uint32_t) abs_unique;         // of abs_unary: those of unique predicates
    VEC(uint32_t) apart_flat, apart_binary;  // more slots that tell structures apart (partial isomorphism over a set of predicates)
    bool maybe;                       // individuals may be absent
};

#define TVL_NONE UINT32_MAX

// A vocabulary with the predicates that are always there.
void tvl_vocab_init(struct tvl_vocab *v);
// The number of the predicate called name, or TVL_NONE.
uint32_t tvl_vocab_find(const struct tvl_vocab *v, const char *name);
// A new predicate; the name must be new, the arity at most 2.
uint32_t tvl_vocab_add(struct tvl_vocab *v, const char *name, uint32_t arity, uint32_t properties);
// A new hidden predicate, named after p.
uint32_t tvl_vocab_hidden(struct tvl_vocab *v, uint32_t p, const char *what);
// Gives slots to all predicates; to be called once, before anything is compiled.  Hidden ones may come later.
void tvl_vocab_seal(struct tvl_vocab *v);
// Structures that differ in this predicate are not joined by partial isomorphism; after sealing.
void tvl_vocab_apart(struct tvl_vocab *v, uint32_t pred);
void tvl_vocab_free(struct tvl_vocab *v);
#endif
