// SPDX-License-Identifier: MIT
// The command line as data: the option table (options.def), the parser, the help text.
//
// Parsing has no side effects: no output, no exit, no file is opened.  An option that takes a value may be given twice only with the same
// value.  An option that the command does not know, and options that contradict each other, are errors.
#ifndef HP_CLI_OPTIONS_H
#define HP_CLI_OPTIONS_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

enum cli_command { CLI_CHECK, CLI_IR, CLI_RUN, CLI_TVL, CLI_SHOW, CLI_PROJECT, CLI_STUBS, CLI_DIFF, CLI_CC, CLI_MERGE, CLI_EXPLAIN, CLI_COMPLETION, CLI_LSP,
                   CLI_N_COMMANDS };
enum cli_format { CLI_TEXT, CLI_JSON, CLI_SARIF, CLI_HTML };
enum { CLI_MOST_ROWS = 128 };  // of the option table
enum cli_fail_on { CLI_VERDICT, CLI_DEFINITE, CLI_POSSIBLE, CLI_NEW, CLI_NOTHING };
enum cli_executor { CLI_NINJA, CLI_SLURM };
enum cli_color { CLI_AUTO, CLI_ALWAYS, CLI_NEVER };
extern const char *const cli_commands[CLI_N_COMMANDS];
typedef VEC(const char *) cli_list;
struct cli_report {
    uint32_t format;   // enum cli_format
    const char *path;  // NULL: standard output
    bool chosen, placed;  // by --format, by -o
};
struct cli_entry {
    const char *file, *name;  // file NULL: any
};

enum { CLI_CONTRACTS_NONE, CLI_CONTRACTS_TEXT, CLI_CONTRACTS_JSON, CLI_CONTRACTS_ACSL };  // number of the choice

// Fields named in options.def, set by the table; then what follows from them.
struct cli_options {
    bool help, version, m32, m64, malloc_may_fail, no_possibly_empty, no_localisation, keep, stats, states, questions, structures, whole, two_level, quiet, verbose;
    const char *property, *domain, *set, *project, *clang, *inputs, *picture, *pictures, *cache, *store, *plan, *part, *baseline, *write_baseline, *settings;  // NULL: not given
    const char *strategy;                              // NULL: not given; "": without argument
    const char *props, *merge, *apart;                 // of tvl
    bool null_parameters, separate_parameters, each, check_contracts, no_cache, first, open_files;
    const char *replay, *witness;
    bool confirm;
    uint32_t arch, color, fail_on, coarse, environment, executor, contracts;           // number of the choice
    uint64_t seed, max_steps, search_runs, try_contracts, memory_limit, jobs;      // 0: not given (seed: see seeded)
    uint64_t max_states, recursion, least_chain, cutpoints;
    double time_limit;                                 // 0: not given
    cli_list flags, allocs, frees, entry, models, contract_files;
    const char *compilers;  // the first option that only a compiler has, or NULL
    VEC(struct cli_report) reports;                    // at least one, at most one of them for standard output, no two for one path

    const char *verb;                                  // the word that names the command; NULL: none does
    const char *settings_file;                         // options of this file were added; NULL: of none
    char settings_hash[33];                            // of its contents; "": there is none
    const char *output;                                // the path of the first report, for commands that write one thing
    const char *show_file;                             // of show: the place
    uint64_t show_line;
    enum cli_command command;                          // PROJECT becomes CHECK with
    bool summary;
    cli_list files;
    uint32_t bits;                                     // 32, 64, or 0: not given
    bool seeded;
    uint32_t strategies;                               // as check_turns_parse gives them; 0: all
    VEC(uint64_t) input_values;
    VEC(struct cli_entry) entries;                     // the parts of entry, each once
    struct arena arena;                                // owns strings that are not argv's
    bool served;                                       // for the language server (served.h)
    const struct front_stand_in *instead;              // n_instead of them (front.h)
    uint32_t n_instead;
    bool given[CLI_MOST_ROWS];                         // by row of the table: it was given
};

// Parses argv[1 .. argc).  False: *error gets one sentence without program name and end of line.  Release with cli_options_free either way.
bool cli_parse(struct cli_options *o, int argc, const char *const *argv, struct buf *error);
// The same in two steps, so that settings can be added in between: the words alone; then what follows from all of them.
bool cli_parse_words(struct cli_options *o, int argc, const char *const *argv, struct buf *error);
bool cli_conclude(struct cli_options *o, struct buf *error);
// Adds one option, in its words (itself, and its argument if that is a word of its own), which live as long as o.
bool cli_add_option(struct cli_options *o, const char *const *words, int n, struct buf *error);
struct cli_option;
// The row of an option as it is spelt; NULL: there is none, or it is one of compilers.
const struct cli_option *cli_option_spelt(const char *word);
// Are strategies, help or the version to be shown, and nothing else?
bool cli_tells(const struct cli_options *o);
void cli_options_free(struct cli_options *o);
// Does the command read C programs?
bool cli_reads_c(enum cli_command command);
// Are the strategies to be listed, and nothing else?
bool cli_lists(const struct cli_options *o);
// The help text, generated from the table.
void cli_help(struct buf *out);
// What a rule means, in Markdown; NULL: all rules in a line each.
void cli_explain(const char *rule, struct buf *out);
#endif
