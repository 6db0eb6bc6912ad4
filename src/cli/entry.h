// SPDX-License-Identifier: MIT
// Finding the function to start at.
#ifndef HP_CLI_ENTRY_H
#define HP_CLI_ENTRY_H
#include "base/buf.h"
#include "ir/ir.h"

// The function called `name` with a body, in a file whose path ends with `file` (NULL: in any), among p's functions.  UINT32_MAX: there
// is none or more than one, and *error gets one sentence.
uint32_t cli_find_entry(const struct ir_program *p, const char *file, const char *name, struct buf *error);
// Is it defined, and not static?
bool cli_is_external(const struct ir_func *f);
// Does the path end with `tail`, whole components?
bool cli_path_ends(const char *path, const char *tail);
#endif
