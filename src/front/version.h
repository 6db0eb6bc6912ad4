// SPDX-License-Identifier: MIT
// What programs are read with.
#ifndef HP_FRONT_VERSION_H
#define HP_FRONT_VERSION_H
#include "front/front.h"

// Adds lines: the clang that would be run, by its path and what it says of itself, and the LLVM that reads what it makes.
void front_versions(const struct front_options *o, struct buf *out);
#endif
