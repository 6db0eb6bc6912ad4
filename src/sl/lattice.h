// SPDX-License-Identifier: MIT
// What states of one point have in common: folded, coarse, joined, or kept apart.
//
// Literature: H. Yang et al., On scalable shape analysis (RR-07-10, Queen Mary, 2007): section 3 for the partial join, section 2.2 for abstraction.
#ifndef HP_SL_LATTICE_H
#define HP_SL_LATTICE_H
#include "sl/map.h"

void sl_branches_find(struct sl *s);  // tree.c: which structures branch
// Lists of nodes that are known to have parents go from these to the children then, as trees do.
void sl_turn_lists(const struct sl *s, struct sl_draft *d, const struct sl_precision *p);
// The precision that an operation is asked under (precision.h), by number; the one in force, which begins as the options have it.
uint32_t sl_precision_number(struct sl *s, const struct sl_precision *p);
void sl_precision_begin(struct sl *s);
const struct sl_precision *sl_precision_now(const struct sl *s);  // until the next one is given a number
// What was reported since goes into the precision in force.  True: it is another one now, and what was asked under it must be asked again.
bool sl_learn(struct sl *s);
// What the other domain learnt of the same program, before there are states.
void sl_inherit(struct sl *s, const struct sl *from);
// What was noted in passing so far (what was assumed, limits), as bits; from now on that is `now`.
uint64_t sl_noted(struct sl *s, uint64_t now);
// Of sealed states: what dom.h says of join, widen and abstract, under a precision.
dom_state sl_state_join(struct sl *s, dom_state x, dom_state y, bool widen, uint32_t precision);
dom_state sl_state_abstract(struct sl *s, dom_state x, uint32_t precision);
// Is every heap of a one of b, as the join of the two shows?  Then *how says in which way.  False: not shown, or not by a map; *how holds nothing.
struct sl_how {
    struct sl_draft a, b;  // the two with objects for the same globals, and tables where either has them; what was there has its number
    struct sl_map map;     // of these
};
bool sl_entail(struct sl *s, dom_state a, dom_state b, uint32_t precision, struct sl_how *how);
void sl_how_free(struct sl_how *how);
// Debug builds: a result that is found to be above the state it was made from is shown to be, by a map.  What is noticed on the way does not count.
void sl_assert_above(struct sl *s, dom_state below, dom_state result);
void sl_generalise(struct sl *s, struct sl_draft *d);  // abstraction of a draft, under the precision in force once all is learnt

void sl_gather(struct sl *s, struct sl_draft *d, const struct sl_precision *p);
void sl_fold(struct sl *s, struct sl_draft *d, const struct sl_precision *p);
void sl_fold_own(struct sl *s, struct sl_draft *d, const struct sl_precision *p);  // lists that nodes own alone
// group.c: what states of one group have in common: frames and which variables live; what is known of flags and of variables that are
// compared with constants; modes.  States that are to be coarse are kept apart by the answers only if their shapes differ, too.
typedef VEC(uint64_t) sl_key;
void sl_key_frames(const struct sl_draft *d, sl_key *key);
void sl_key_answers(struct sl *s, const struct sl_draft *d, bool coarse, sl_key *key);  // coarse: only by what routes were taken
void sl_key_modes(struct sl *s, const struct sl_draft *d, sl_key *key);
bool sl_answer_alike(struct sl *s, const struct sl_draft *a, const struct sl_draft *b);
// coarse.c: the numbers in nodes are forgotten.
void sl_coarsen(struct sl *s, struct sl_draft *d);
// lone.c
void sl_lists_see(struct sl *s, const struct sl_listing *l);  // two such nodes have become one segment: that is reported
// The links by which the node, to which one place leads, is a list of one, as others that come from the same place were; or NULL.
const struct sl_shape *sl_list_of_one(const struct sl *s, const struct sl_draft *d, const struct sl_counts *all, uint32_t node, sl_list_set lists);
// ask.c: what the possible fault of an access asks for is tracked from the next analysis on; false: nothing new.
bool sl_ask(struct sl *s, uint32_t func, uint32_t instr);
void sl_asked_see(struct sl *s, const struct sl_asked *a);
void sl_key_asked(const struct sl *s, const struct sl_draft *d, uint32_t frame, sl_key *key);
// knowledge.c: what was learnt, as one word; and more is told, by such a word, or false.
void sl_print_knowledge(const struct sl *s, struct buf *out);
bool sl_tell(struct sl *s, const char *text);
// What covers a and b goes to *out, which held nothing; or the reason why they are kept apart: then it holds nothing still.  a and b are private copies.  *forgets: it does not know of all that b
// knows to be equal, so that the two are better kept apart unless it is a.  If `how` is not NULL, it gets what of b each thing of a was paired with.
enum sl_veto sl_join(struct sl *s, struct sl_draft *a, struct sl_draft *b, bool widen, const struct sl_precision *p, struct sl_draft *out, bool *forgets,
                     struct sl_map *how);
#endif
