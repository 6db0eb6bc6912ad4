// SPDX-License-Identifier: MIT
// `heapproof lsp`: tasks of the language server (lsp/engine.h), done as the command line does them.
//
// A file is compiled as the nearest compile_commands.json says, which is looked for from its folder upwards, in these folders and in
// `build` of each; if that does not have it, or there is none, with the options of the command line and the settings alone, in its own
// folder.  Texts of open documents that differ from the files stand for these, headers too, in a file system that clang sees over the
// real one; pages are about the files as they are saved.
#ifndef HP_CLI_LSP_H
#define HP_CLI_LSP_H
#include "cli/options.h"

// Serves a client on standard input and output; the exit status.  The options are those of every check.
int cli_lsp(const struct cli_options *o, int argc, const char *const *argv);
#endif
