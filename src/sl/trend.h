// SPDX-License-Identifier: MIT
// Trends: how numbers go on along lists.  Of a number that every node of a list has for itself it may be known that of any two nodes the earlier
// one has the one that is not above, or not below, that of the later one (struct sl_trend).
//
// Of one node, or none, every trend holds.  Two pieces that become one have a trend if both have it and what is in the first piece lies so to what is in
// the second, by relations: of numbers of two lists a relation holds for each node of the one and each of the other.  A node that is taken out at an end
// lies so to all that are left, which is such a relation.  Only lists of one kind of nodes have trends, of what their nodes hold themselves.
//
// Literature: S. Lahiri and S. Qadeer, Verifying properties of well-founded linked lists (POPL 2006), for order as a relation of a node to all that are behind it.
#ifndef HP_SL_TREND_H
#define HP_SL_TREND_H
#include "sl/state.h"

enum sl_trend_how { SL_FALLS = 1, SL_STRICTLY = 2, SL_WITHOUT_SIGN = 4, SL_TRENDS = 8 };

static inline bool sl_is_in_line(const struct sl_object *o) {  // may it have trends?
    return (o->shape.kind == SL_SINGLY || o->shape.kind == SL_DOUBLY) && o->life == SL_VALID;
}
// The list to whose nodes v belongs, each of which holds it; 0: none.
uint32_t sl_trend_list(const struct sl_draft *d, uint32_t v);
// Is it known that the nodes of this piece, whatever it is, go on like that by the number v that each holds?  One node does.
bool sl_is_in_trend(const struct sl_draft *d, uint32_t piece, uint32_t v, uint32_t how);
// Is it told?  Strict ones are not strict, too.
bool sl_has_trend(const struct sl_draft *d, uint32_t v, uint32_t how);
void sl_tell_trend(struct sl_draft *d, uint32_t v, uint32_t how);
// The node was taken out of the list, as its first or last: how it lies to what is left.
void sl_open_trends(struct sl_draft *d, uint32_t list, uint32_t node, bool last);
void sl_turn_trends(struct sl_draft *d, uint32_t list);  // its first node is its last from now on
// Copies of what the nodes of a list have for themselves go on as that does (by value: its copy, or 0).
void sl_copy_trends(struct sl_draft *d, const uint32_t *copy, uint32_t values);
#endif
