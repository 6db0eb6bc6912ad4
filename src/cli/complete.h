// SPDX-License-Identifier: MIT
// Completion of the command line, generated from the option table, for shells.
#ifndef HP_CLI_COMPLETE_H
#define HP_CLI_COMPLETE_H
#include <stdbool.h>

#include "base/buf.h"

// The script for bash, zsh or fish; false if the shell is another.
bool cli_complete(const char *shell, struct buf *out);
#endif
