// SPDX-License-Identifier: MIT
// What changed from one JSON report to another of the same programs.
//
// Findings are matched by fingerprint (rule, file, function, text of the line), those that are left by rule, function and message, so that lines
// may move, be edited and change their file.  Two reports compare only if tool, version, rules and options that decide results are the same.
#ifndef HP_REPORT_DIFF_H
#define HP_REPORT_DIFF_H
#include <jansson.h>

#include "base/buf.h"
#include "base/vec.h"

struct report_change {
    const json_t *from, *to;  // findings or programs; NULL: there is none
    const json_t *program;    // of a finding: the new one, or of a finding that is gone the old one
};
typedef VEC(struct report_change) report_changes;

struct report_diff {
    const char *paths[2];
    json_t *reports[2];      // old, new
    report_changes fresh;    // findings that are new
    report_changes gone;
    report_changes moved;    // to another place
    report_changes worse;    // certain now
    report_changes lost;     // programs that were safe and are not, or not there
    report_changes proved;   // programs that were not safe, or not there, and are
    report_changes resting;  // programs that are safe as before, but rest on assumptions that are new
};
// False: *error gets one sentence.  Release with report_diff_free either way.
bool report_diff_read(struct report_diff *d, const char *old, const char *new, struct buf *error);
void report_diff_free(struct report_diff *d);
// 1: there is a new definite finding, or one became definite; else 2: there is another new finding, or a program is no longer proved; else 0.
// Findings that a comment ignores and those that decide nothing do not count.
int report_diff_status(const struct report_diff *d);
void report_diff_text(const struct report_diff *d, struct buf *out);
void report_diff_json(const struct report_diff *d, struct buf *out);
#endif
