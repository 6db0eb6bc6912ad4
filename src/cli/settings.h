// SPDX-License-Identifier: MIT
// Files of settings: options of a project, in `.heapproof`, for everybody who checks something in its folder or below.
//
// A line is one option, as on the command line; the rest of the line is its argument, blanks included.  Empty lines and lines that
// begin with # say nothing.  Paths are relative to the folder of the file.  Only options of the table that are marked as settings, and
// those of compilers that are known, may stand there: nobody asked for the file, so nothing in it runs a program or says where to
// write. The command line wins: an option that it gives, or that contradicts one that it gives, is passed over; so are options of
// other commands.
#ifndef HP_CLI_SETTINGS_H
#define HP_CLI_SETTINGS_H
#include "cli/options.h"

// Adds to a command line (cli_parse_words) the settings for it: of the file that --settings names, or of the nearest .heapproof, from
// the folder of the first file upwards.  *file gets its path; it stays empty if there is none.  False: *error gets "FILE:LINE:
// REASON".
bool cli_settings_add(struct cli_options *o, struct buf *file, struct buf *error);
#endif
