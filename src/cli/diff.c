// SPDX-License-Identifier: MIT
#include "cli/diff.h"

#include <stdio.h>

#include "cli/output.h"
#include "cli/reports.h"
#include "cli/supervise.h"
#include "report/diff.h"

static int complain(int status, const char *why) {
    fprintf(stderr, "heapproof: error: %s\n", why);
    return status;
}

static int write_reports(const struct cli_options *o, const struct report_diff *d) {
    int status = report_diff_status(d);
    for (uint32_t i = 0; i < o->reports.n; i++) {
        const char *path = o->reports.at[i].path, *why;
        struct buf text = {0};
        if (o->reports.at[i].format == CLI_JSON)
            report_diff_json(d, &text);
        else
            report_diff_text(d, &text);
        if (!cli_output_write(path, &text, &why)) {
            fprintf(stderr, "heapproof: error: %s: %s\n", path ? path : "standard output", why);
            status = CLI_INTERNAL;
        }
        buf_free(&text);
    }
    return status;
}

int cli_diff(const struct cli_options *o) {
    struct report_diff d;
    struct buf error = {0};
    int status;
    if (!cli_reports_possible(o, &error)) {
        status = complain(CLI_USAGE, buf_text(&error));
    } else {
        bool good = report_diff_read(&d, o->files.at[0], o->files.at[1], &error);
        status = good ? write_reports(o, &d) : complain(CLI_UNREADABLE, buf_text(&error));
        report_diff_free(&d);
    }
    buf_free(&error);
    return status;
}
