// SPDX-License-Identifier: MIT
// The rows of options.def, for the parser and the help text.
#ifndef HP_CLI_TABLE_H
#define HP_CLI_TABLE_H
#include <stddef.h>

enum cli_kind { CLI_FLAG, CLI_TEXT_VALUE, CLI_MAYBE, CLI_LIST, CLI_NUMBER, CLI_SECONDS, CLI_CHOICE, CLI_PASS, CLI_FORMAT, CLI_PATH };
enum { CLI_SETTING = 1 << 30 };  // it may stand in a file of settings
struct cli_option {
    const char *group;    // title of a group: a row of its own, without names
    const char *names[2]; // the second may be ""
    enum cli_kind kind;
    size_t at;            // offset of the field in struct cli_options
    const char *argument, *spec;
    unsigned commands;    // bit i: enum cli_command i; CLI_SETTING
    const char *help;
};
extern const struct cli_option cli_table[];
extern const unsigned cli_table_size;
#endif
