// SPDX-License-Identifier: MIT
#include "cli/results.h"

#include "cli/frame.h"
#include "report/report.h"

void cli_results_collect(cli_results *results, const struct buf *frames) {
    struct cli_frame f;
    for (size_t at = 0; cli_frame_next(frames, &at, &f);) {
        struct check_result r;
        if (f.kind == CLI_FRAME_RESULT && report_parse(&r, f.text, f.n)) vec_push(results, r);
    }
}

void cli_results_unfinished(cli_results *results, const struct cli_options *o, enum cli_end end) {
    struct check_result r;
    check_result_init(&r, o->project ? o->project : o->files.at[0], o->entries.n ? o->entries.at[0].name : "main");
    cli_add_limit(&r, o, end);
    vec_push(results, r);
}

void cli_results_free(cli_results *results) {
    for (uint32_t i = 0; i < results->n; i++) check_result_free(&results->at[i]);
    vec_free(results);
}
