// SPDX-License-Identifier: MIT
// Which variables lead to which: two states of which one has x before y, and the other has not, are not joined.
//
// A cheap look before the join is tried: of pairs of states at one point most differ in this if several variables point into one list.  It keeps
// apart what could not be joined anyway, and forgets nothing.
#ifndef HP_SL_ORDER_H
#define HP_SL_ORDER_H
#include "sl/state.h"

enum { SL_ORDER_ROOTS = 64 };
struct sl_order {
    uint64_t roots;                    // those of the first variables of all frames that point to heap blocks
    uint64_t leads[SL_ORDER_ROOTS];    // by root: those whose blocks its own leads to, or is
    uint64_t before[SL_ORDER_ROOTS];   // of these, those that do not lead back
};

// A state and its order; those that were looked at last are kept.
enum { SL_ORDERS = 2048 };
struct sl_orders {
    struct sl_kept_order {
        uint32_t state;  // 0: none
        struct sl_order order;
    } at[SL_ORDERS];
};

void sl_order_of(const struct sl_draft *d, struct sl_order *o);
bool sl_orders_agree(const struct sl_order *a, const struct sl_order *b);
#endif
