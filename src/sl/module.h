// SPDX-License-Identifier: MIT
// What each shape does in its own way: a module each (list.c, pairs.c, mixed.c, trees.c, option.c, table.c), known to the others by this table
// alone.  What can be said in words and numbers is in shape.def.
#ifndef HP_SL_MODULE_H
#define HP_SL_MODULE_H
#include "sl/fold.h"
#include "sl/unfold.h"

struct sl_module {  // what is NULL it has not
    // Makes one of two pieces from a node on, in such a way; false: there are none, and nothing has changed.
    bool (*find)(struct sl_fold *f, uint32_t a, enum sl_way way);
    // Puts `node`, a copy of what each node has but for links, at the end of the segment that is opened.
    void (*open)(struct sl_draft *d, uint32_t node, const struct sl_opening *how);
    // What holds of such an object that is valid, besides what holds of all (valid.c); false: *why is said.
    bool (*valid)(const struct sl_draft *d, uint32_t object, unsigned pointer_bits, struct buf *why);
};
extern const struct sl_module sl_plain, sl_second, sl_list, sl_pairs, sl_variant, sl_mixed, sl_tree, sl_option, sl_part;
extern const struct sl_module *const sl_modules[SL_N_SHAPES];  // by enum sl_shape_kind
void sl_list_open(struct sl_draft *d, uint32_t node, const struct sl_opening *how);  // of lists and pairs
static inline bool sl_complain(struct buf *why, const char *text) {  // false, for this reason
    buf_printf(why, "%s\n", text);
    return false;
}
#endif
