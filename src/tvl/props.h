// SPDX-License-Identifier: MIT
// Properties files: lines KEY = VALUE, as existing specifications have them.  A later value replaces an earlier one; unknown keys are ignored.
#ifndef HP_TVL_PROPS_H
#define HP_TVL_PROPS_H
#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

struct tvl_prop {
    const char *key, *value;
};
struct tvl_props {
    struct arena arena;
    VEC(struct tvl_prop) entry;
};
// A zeroed struct tvl_props is empty.
bool tvl_props_read(struct tvl_props *p, const char *path, struct buf *error);
const char *tvl_props_get(const struct tvl_props *p, const char *key, const char *otherwise);
bool tvl_props_true(const struct tvl_props *p, const char *key, bool otherwise);
void tvl_props_free(struct tvl_props *p);
#endif
