// SPDX-License-Identifier: MIT
// Embedding: does one structure describe everything that another one describes?
#ifndef HP_TVL_EMBED_H
#define HP_TVL_EMBED_H
#include "tvl/structure.h"

// Is there a map of the individuals of `small` onto those of `large` under which every value of large is that of small, or 1/2?  Individuals of large that may be
// absent need not be reached; those to which several are mapped, or one that may stand for several, must be such that they may stand for several.
bool tvl_embeds(const struct tvl_vocab *v, const struct tvl_draft *small, const struct tvl_draft *large);
#endif
