// SPDX-License-Identifier: MIT
#include "cli/table.h"

#include "cli/options.h"

enum {
    SHOW = 1 << CLI_SHOW,
    PROJECT = 1 << CLI_PROJECT,
    CHECK = 1 << CLI_CHECK | SHOW | PROJECT,
    IR = 1 << CLI_IR,
    RUN = 1 << CLI_RUN,
    ALL = CHECK | IR | RUN,
    STUBS = 1 << CLI_STUBS,
    READ = ALL | STUBS,
    TVL = 1 << CLI_TVL,
    DIFF = 1 << CLI_DIFF,
    MERGE = 1 << CLI_MERGE,
    EXPLAIN = 1 << CLI_EXPLAIN | 1 << CLI_COMPLETION | DIFF | MERGE,
    BOTH = READ | TVL,
    LSP = 1 << CLI_LSP,
    ANY = BOTH | EXPLAIN | LSP,
    SETTING = CLI_SETTING | LSP
};
#define KIND_FLAG CLI_FLAG
#define KIND_TEXT CLI_TEXT_VALUE
#define KIND_MAYBE CLI_MAYBE
#define KIND_LIST CLI_LIST
#define KIND_NUMBER CLI_NUMBER
#define KIND_SECONDS CLI_SECONDS
#define KIND_CHOICE CLI_CHOICE
#define KIND_PASS CLI_PASS
#define KIND_FORMAT CLI_FORMAT
#define KIND_PATH CLI_PATH

const struct cli_option cli_table[] = {
#define GROUP(title) {.group = title, .names = {"", ""}},
#define OPTION(name, other, kind, field, argument, spec, commands, help)                                                                   \
    {NULL, {name, other}, KIND_##kind, offsetof(struct cli_options, field), argument, spec, commands, help},
#include "cli/options.def"
};
const unsigned cli_table_size = sizeof cli_table / sizeof *cli_table;
_Static_assert(sizeof cli_table / sizeof *cli_table <= CLI_MOST_ROWS, "cli_options.given has a place for each row");
