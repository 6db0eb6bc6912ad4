// SPDX-License-Identifier: MIT
// The sources that a page shows: every file that a place is in, whole, or around those places if it is large; long lines are cut.
//
// Places are entered first; then report_excerpts_json writes the files, in the order in which they were named.
#ifndef HP_REPORT_EXCERPT_H
#define HP_REPORT_EXCERPT_H
#include <jansson.h>

#include "report/source.h"

struct report_mark {
    uint32_t file, line;
};
struct report_excerpts {
    struct report_sources sources;
    VEC(const char *) files;          // paths; they outlive it
    VEC(struct report_mark) marks;
};

// Text that can be seen: what is no character, moves the cursor or changes the direction of reading is written out.
void report_visible(struct buf *out, const char *s, size_t n);
// A zeroed struct has no files.
void report_excerpts_free(struct report_excerpts *x);
// The number of a file; the same for all its names.
uint32_t report_excerpts_file(struct report_excerpts *x, const char *path);
// A place (line 0: nowhere) is to be seen.
void report_excerpts_mark(struct report_excerpts *x, uint32_t file, uint32_t line);
// Where column `column` (a byte, from 1) of a line is in what is shown of it: how many units of UTF-16 come before it.
uint32_t report_excerpts_units(struct report_excerpts *x, uint32_t file, uint32_t line, uint32_t column);
// An array of {"path", "parts": [{"first": number of a line, "lines": [text]}]}.
json_t *report_excerpts_json(struct report_excerpts *x);
#endif
