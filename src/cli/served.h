// SPDX-License-Identifier: MIT
// The worker process on behalf of the language server: which programs one open file makes.
//
// The entries that the user names and the file has; else main; else every function that is not static, as a program of its own.  What
// is known at a line is asked of the one program, or, if there are several, of the one that starts at the function around the line.
#ifndef HP_CLI_SERVED_H
#define HP_CLI_SERVED_H
#include "cli/worker.h"

// Hands over the functions of the file (CLI_FRAME_FUNCTIONS: an array of {"name", "file", "line", "column"}), then checks or shows; an
// exit status.
int cli_handle_served(struct cli_worker *w, const struct ir_program *p);
#endif
