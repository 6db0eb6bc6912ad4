// SPDX-License-Identifier: MIT
// The files that a unit was compiled from, as clang tells them.
#ifndef HP_FRONT_READS_H
#define HP_FRONT_READS_H
#include "front/clang.h"

typedef VEC(const char *) front_file_list;
// Those of a unit that was compiled, from the folder that it was compiled in; names live in the arena.
void front_reads(struct arena *a, const struct front_unit *u, front_file_list *out);
#endif
