// SPDX-License-Identifier: MIT
// Where the result goes: standard output, or a file that is written whole or not at all.
#ifndef HP_CLI_OUTPUT_H
#define HP_CLI_OUTPUT_H
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

// Can PATH be written?  NULL (standard output) always can.  It must not be one of the n input files.  False: *why says why not, in words.
bool cli_output_possible(const char *path, const char *const *inputs, uint32_t n, const char **why);
// Do the two name one regular file, there or to be made?  (NULL: standard output, which is none.)
bool cli_output_same(const char *a, const char *b);
// Writes text to PATH (NULL: standard output).  A regular file appears complete, by renaming, or stays as it was; what is not a regular
// file (a terminal, a pipe) is written to.  False: *why says why not.
bool cli_output_write(const char *path, const struct buf *text, const char **why);
// Writes the file NAME of an open folder, whole or not at all, and only there: a link of that name is neither followed nor replaced.
bool cli_output_in(int folder, const char *name, mode_t mode, const struct buf *text, const char **why);
// Tells an error on standard error; returns `status`.
int cli_complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
