// SPDX-License-Identifier: MIT
// What messages call things.  Strings live in the result's arena.
#ifndef HP_EXEC_DESCRIBE_H
#define HP_EXEC_DESCRIBE_H
#include "exec/machine.h"

// "a heap block of 16 bytes", "'buffer' (8 bytes)", "the function 'f'".
const char *exec_describe_block(struct exec_machine *m, uint32_t block);
// "'cur->next': reads 8 bytes", "strcpy writes 1 byte".
const char *exec_describe_access(struct exec_machine *m, uint64_t n, enum exec_access access);
#endif
