// SPDX-License-Identifier: MIT
// The join of two structures over different individuals: by name.
#ifndef HP_TVL_UNITE_H
#define HP_TVL_UNITE_H
#include "tvl/structure.h"

// Makes out describe what a and b describe.  Both are blurred; individuals of the same name are one, others may be absent.  False: there are too many.
bool tvl_unite(const struct tvl_vocab *v, const struct tvl_draft *a, const struct tvl_draft *b, struct tvl_draft *out);
#endif
