// SPDX-License-Identifier: MIT
#include "cli/diff.h"

#include "cli/output.h"
#include "cli/reports.h"
#include "cli/supervise.h"
#include "report/diff.h"

static int write_reports(const struct cli_options *o, const struct report_diff *d) {
    int status = report_diff_status(d);
    for (uint32_t i = 0; i < o->reports.n; i++) {
        const char *path = o->reports.at[i].path, *why;
        struct buf text = {0};
        if (o->reports.at[i].format == CLI_JSON)
            report_diff_json(d, &text);
        else
            report_diff_text(d, &text);
        if (!cli_output_write(path, &text, &why)) status = cli_complain(CLI_INTERNAL, "%s: %s", path ? path : "standard output", why);
        buf_free(&text);
    }
    return status;
}

int cli_diff(const struct cli_options *o) {
    struct report_diff d;
    struct buf error = {0};
    int status;
    if (!cli_reports_possible(o, &error)) {
        status = cli_complain(CLI_USAGE, "%s", buf_text(&error));
    } else {
        bool good = report_diff_read(&d, o->files.at[0], o->files.at[1], &error);
        status = good ? write_reports(o, &d) : cli_complain(CLI_UNREADABLE, "%s", buf_text(&error));
        report_diff_free(&d);
    }
    buf_free(&error);
    return status;
}
