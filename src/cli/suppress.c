// SPDX-License-Identifier: MIT
#include "cli/suppress.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/output.h"

// A baseline that is not there yet knows nothing, if one is to be written: settings may name it before.
bool cli_suppress_possible(struct cli_job *job, struct buf *error) {
    const struct cli_options *o = job->options;
    const char *why;
    bool missing = o->baseline && access(o->baseline, F_OK) != 0 && errno == ENOENT;
    if (missing && !o->write_baseline) {
        buf_printf(error, "%s: there is no such baseline; '--write-baseline %s' writes it", o->baseline, o->baseline);
        return false;
    }
    if (o->baseline && !missing && !report_baseline_read(&job->baseline, o->baseline, error)) return false;
    if (!o->write_baseline || cli_output_possible(o->write_baseline, o->files.at, o->files.n, &why)) return true;
    buf_printf(error, "%s: %s", o->write_baseline, why);
    return false;
}

static bool write_baseline(const char *path, const struct check_result *results, uint32_t n) {
    struct buf text = {0};
    const char *why;
    report_baseline_write(results, n, &text);
    bool good = cli_output_write(path, &text, &why);
    if (!good) fprintf(stderr, "heapproof: error: %s: %s\n", path, why);
    buf_free(&text);
    return good;
}

static bool counts(const struct check_finding *f, enum cli_fail_on level) {
    if (f->certainty == CHECK_NOTED || f->suppression == CHECK_IGNORED || (level == CLI_NEW && f->suppression == CHECK_KNOWN)) return false;
    return level != CLI_DEFINITE || f->certainty == CHECK_DEFINITE;
}

// What is behind a suppressed finding counts, too: if nobody looked at it, it may be anything.
static bool hides(const struct check_finding *f, enum cli_fail_on level) {
    return f->cut && f->suppression != CHECK_NEW && level != CLI_DEFINITE;
}

// The same numbers as for verdicts: 1 for what is certain, 2 for what is not.
static int status_of(const struct check_result *results, uint32_t n, enum cli_fail_on level) {
    static const int statuses[CHECK_N_VERDICTS] = {CLI_OK, CLI_UNSAFE, CLI_UNKNOWN};
    int status = CLI_OK;
    if (level == CLI_VERDICT) return statuses[check_decisive(results, n)->verdict];
    for (uint32_t i = 0; i < n && level != CLI_NOTHING; i++)
        for (uint32_t k = 0; k < results[i].findings.n && status != CLI_UNSAFE; k++) {
            const struct check_finding *f = &results[i].findings.at[k];
            bool definite = counts(f, level) && f->certainty == CHECK_DEFINITE;
            if (counts(f, level) || hides(f, level)) status = definite ? CLI_UNSAFE : CLI_UNKNOWN;
        }
    return status;
}

int cli_suppress(const struct cli_job *job, struct check_result *results, uint32_t n) {
    const struct cli_options *o = job->options;
    struct buf messages = {0};
    struct report_sources texts = {0};
    report_fingerprints(results, n);
    if (o->command == CLI_CHECK) report_ignore(results, n, job->property.rules, o->quiet, &texts, &messages);
    report_sources_free(&texts);
    report_baseline_apply(&job->baseline, results, n);
    fwrite(buf_text(&messages), 1, messages.n, stderr);
    buf_free(&messages);
    if (o->write_baseline && !write_baseline(o->write_baseline, results, n)) return CLI_INTERNAL;
    return status_of(results, n, (enum cli_fail_on)o->fail_on);
}
