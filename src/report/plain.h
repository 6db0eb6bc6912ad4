// SPDX-License-Identifier: MIT
// The page of results without its script: tables of programs and findings, for those who read it where no script may run.
//
// Everything that comes from the program is escaped here; there is nothing to press and nothing to load.
#ifndef HP_REPORT_PLAIN_H
#define HP_REPORT_PLAIN_H
#include "report/report.h"

void report_plain(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out);
#endif
