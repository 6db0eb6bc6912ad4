// SPDX-License-Identifier: MIT
// heapproof cc: becomes the compiler, after its command was written to the log of the build.
#ifndef HP_CLI_LAUNCH_H
#define HP_CLI_LAUNCH_H

// argv: what follows "cc", up to NULL.  Returns only if there is no compiler to run, with the exit status.
int cli_launch(char **argv);
#endif
