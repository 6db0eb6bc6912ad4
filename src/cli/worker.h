// SPDX-License-Identifier: MIT
// The worker process from inside: what its parts (work, batch, project) share.
#ifndef HP_CLI_WORKER_H
#define HP_CLI_WORKER_H
#include "cli/output.h"
#include "cli/work.h"
#include "front/front.h"
#include "ir/lib.h"
#include "replay/facts.h"

struct cli_worker {
    const struct cli_options *o;
    const struct cli_property *property;
    struct ir_lib_table *library;  // NULL for ir, which needs none
    const struct exec_given *given;  // of an open entry, while it is judged; else NULL
    struct front_options front;
    struct front_sources sources;  // of the program in hand, if findings are to be replayed
    struct replay_facts facts;     // what its proof knows at loops, if there is to be a witness
    int fd;
    double read_time;      // of the program in hand, in seconds
    bool read_before;      // that was before the time limit began
    double next_progress;  // when to show progress again
    bool progress_shown;
    struct check_result *result;  // in hand
    const char *linked;           // of a file that is several programs: which one is in hand; else NULL
};

double cli_now(void);
void cli_say(const struct cli_worker *w, const char *what, const char *which);
// Prints what the reader said; a quiet user hears errors only.
void cli_tell(const struct cli_worker *w, struct front_messages *m);
// Hands a result over; an exit status.
int cli_hand_over(const struct cli_worker *w, const struct check_result *r);
// Is there somebody who watches?
bool cli_is_watched(const struct cli_worker *w);
// A line of progress: so many of n are done; and what else there is to say, which is cut where the terminal ends.
void cli_show_bar(struct cli_worker *w, const char *what, uint32_t done, uint32_t n, const char *things, const char *more);
// Clears the line of progress, if there is one.
void cli_end_progress(struct cli_worker *w);
// Where the user says to start; NULL name: nowhere.
struct cli_entry cli_chosen_entry(const struct cli_worker *w);
// The file that defines the entry, if that is known and `file` says less.
const char *cli_file_of(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, const char *file);
// Checks, runs or shows the program that starts at function `entry`, or what the user says; `file` names it in messages.
int cli_judge(struct cli_worker *w, const struct ir_program *p, const char *file, uint32_t entry);
int cli_handle(struct cli_worker *w, struct ir_program *p, struct cli_entry e, const char *file);

// Reads the project and checks its programs.
int cli_do_project(struct cli_worker *w);
int cli_do_program(struct cli_worker *w, struct front_project *project, struct cli_entry e);
#endif
