// SPDX-License-Identifier: MIT
// Decomposition: what is known of a heap, kept as sets of subheaps (chapters 5 and 6 of the partially disjunctive analysis).
//
// A part (%dname) selects individuals by a formula, and may leave out predicates.  The subheap of a structure for a part is the structure with all other individuals merged
// into one that may be absent and of which little is known: a coarser structure, so it describes everything the whole one does.  A location keeps a set of subheaps for each
// part, and describes the heaps that each part's set describes.  An action composes subheaps of the parts that it names together (a combiner), is executed on
// the composed structure, and the result is split again; parts that no combiner names are executed alone.
//
// Literature: R. Manevich, Partially disjunctive shape analysis (Tel-Aviv University, 2009), sections 5.4, 5.5 and 6.4.
#ifndef HP_TVL_SUBHEAP_H
#define HP_TVL_SUBHEAP_H
#include "tvl/machine.h"

typedef uint64_t tvl_part_set;
#define TVL_MAX_PARTS 64

// Prepares the parts of a specification, before its vocabulary is sealed: a predicate for each that says who belongs to it.  False: there are too many.
bool tvl_parts_declare(struct tvl_spec *s);
// The parts that a conjunction of atoms names.  An atom names the part of its predicate's name, or the one that it selects, alone or among others.
bool tvl_parts_named(const struct tvl_spec *s, tvl_f f, tvl_part_set *out);
// Gives the predicates of parts, which a TVS file knows nothing of, the values of their definitions.
void tvl_parts_fill(const struct tvl_spec *s, struct tvl_draft *d);
// Makes d its subheap for a part, coerced and blurred.  False: it describes nothing.
bool tvl_project(struct tvl_machine *m, uint32_t part, struct tvl_draft *d);
// The structures that describe what both describe; appends drafts from the pool, coerced.
void tvl_compose(struct tvl_machine *m, const struct tvl_draft *a, const struct tvl_draft *b, tvl_drafts *out);
#endif
