// SPDX-License-Identifier: MIT
#include "cli/decisive.h"

#include <string.h>

#include "cli/table.h"

// Options that say how results are shown, or how they are found without changing them.
static const char *const harmless[] = {"--project",  "--format", "--jobs", "--output",  "--stats",    "--color",          "--cache",
                                       "--no-cache", "--plan",   "--for",  "--part",    "--fail-on",  "--baseline",       "--write-baseline",
                                       "--settings", "--store"};
// Options that write something beside the report.
static const char *const telling[] = {"--quiet",    "--verbose", "--states",  "--questions", "--picture",
                                      "--pictures", "--replay",  "--confirm", "--witness"};

static bool is_among(const struct cli_option *row, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(row->names[0], names[i]) == 0) return true;
    return false;
}

static void add_list(cli_list *out, struct arena *a, const char *name, const cli_list *list) {
    for (uint32_t i = 0; i < list->n; i++) vec_push(out, arena_printf(a, "%s=%s", name, list->at[i]));
}

// Number i of "A|B|C".
static const char *choice_of(struct arena *a, const char *spec, uint32_t i) {
    for (; i && *spec; i--) spec += strcspn(spec, "|"), spec += *spec == '|';
    return arena_strndup(a, spec, strcspn(spec, "|"));
}

static void add_value(cli_list *out, struct arena *a, const struct cli_options *o, const struct cli_option *row) {
    const char *at = (const char *)o + row->at, *name = row->names[0];
    switch (row->kind) {
    case CLI_FLAG: vec_push(out, name); break;
    case CLI_TEXT_VALUE:
    case CLI_MAYBE: vec_push(out, arena_printf(a, "%s=%s", name, *(const char *const *)at)); break;
    case CLI_LIST: add_list(out, a, name, (const cli_list *)at); break;
    case CLI_NUMBER: vec_push(out, arena_printf(a, "%s=%llu", name, (unsigned long long)*(const uint64_t *)at)); break;
    case CLI_SECONDS: vec_push(out, arena_printf(a, "%s=%.17g", name, *(const double *)at)); break;
    case CLI_CHOICE: vec_push(out, arena_printf(a, "%s=%s", name, choice_of(a, row->spec, *(const uint32_t *)at))); break;
    case CLI_PASS:
    case CLI_FORMAT:
    case CLI_PATH: break;
    }
}

void cli_decisive(const struct cli_options *o, bool all, struct arena *a, cli_list *out) {
    for (unsigned i = 0; i < cli_table_size; i++) {
        const struct cli_option *row = &cli_table[i];
        if (!o->given[i] || is_among(row, harmless, sizeof harmless / sizeof *harmless)) continue;
        if (all || !is_among(row, telling, sizeof telling / sizeof *telling)) add_value(out, a, o, row);
    }
    for (uint32_t i = 0; i < o->flags.n; i++) vec_push(out, o->flags.at[i]);
}

void cli_judging(const struct cli_options *o, struct arena *a, cli_list *out) {
    static const char *const judging[] = {"--fail-on", "--baseline"};
    for (unsigned i = 0; i < cli_table_size; i++)
        if (o->given[i] && is_among(&cli_table[i], judging, sizeof judging / sizeof *judging)) add_value(out, a, o, &cli_table[i]);
}
