// SPDX-License-Identifier: MIT
// What messages call things.  Strings live in the result's arena.
#ifndef HP_EXEC_DESCRIBE_H
#define HP_EXEC_DESCRIBE_H
#include "exec/machine.h"

// "a heap block of 16 bytes", "'buffer' (8 bytes)", "the function 'f'".
const char *exec_describe_block(struct exec_machine *m, uint32_t block);
// "reads 'cur->next' (8 bytes)", "strcpy writes 1 byte".
const char *exec_describe_access(struct exec_machine *m, uint64_t n, enum exec_access access);
// The C name of a variable or slot of f; what an address expression of f stands for.
const char *exec_describe_variable(struct exec_machine *m, const struct ir_func *f, ir_val v);
const char *exec_describe_address(struct exec_machine *m, const struct ir_func *f, const struct ir_addr *a, uint64_t bytes);
#endif
