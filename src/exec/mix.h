// SPDX-License-Identifier: MIT
// Provenance of words byte by byte.  A word with bytes of several blocks, or one wider than a pointer that holds one, has a mix: for each
// of its bytes a block or 0, kept in a table and found again when equal (exec_value.block has its number, and EXEC_MIX set).
#ifndef HP_EXEC_MIX_H
#define HP_EXEC_MIX_H
#include "exec/machine.h"

enum { EXEC_WORD_BYTES = 16 };
struct exec_mix {
    uint32_t origin[EXEC_WORD_BYTES];
};

// The blocks of a value's n bytes, and back.
void exec_origins_of(const struct exec_machine *m, const struct exec_value *v, uint32_t n, uint32_t *origins);
uint32_t exec_block_of_origins(struct exec_machine *m, const uint32_t *origins, uint32_t n);
#endif
