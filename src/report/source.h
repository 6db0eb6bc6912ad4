// SPDX-License-Identifier: MIT
// Lines of source files, for excerpts.  Files are read when they are first needed; what is no regular file, is too large or cannot be read has no lines, and
// neither has, in a report, a file that the program was not compiled from: #line may name any file of the reader's machine.
#ifndef HP_REPORT_SOURCE_H
#define HP_REPORT_SOURCE_H
#include "base/buf.h"
#include "base/intern.h"
#include "base/vec.h"
#include "check/check.h"

struct report_file {
    const char *path;  // as asked for; valid as long as who asked says
    struct buf text;
    VEC(size_t) lines;  // where each begins
};
struct report_instead {
    const char *path, *contents;
};
struct report_sources {
    VEC(struct report_file) files;
    bool limited;           // to those that are allowed
    struct intern allowed;
    VEC(struct report_instead) instead;
};

// A zeroed struct has no files.
void report_sources_free(struct report_sources *s);
// The text of file `path`, which is absolute and without links, is in file `contents`; both names outlive it.
void report_sources_instead(struct report_sources *s, const char *path, const char *contents);
// Limits the files to the sources of these results.
void report_sources_limit(struct report_sources *s, const struct check_result *results, uint32_t n);
// All of a file: *n bytes, or NULL.
const char *report_source_text(struct report_sources *s, const char *path, size_t *n);
// Line number `line`, counted from 1, without its end: *n bytes, or NULL.
const char *report_source_line(struct report_sources *s, const char *path, uint32_t line, size_t *n);
// How many bytes the file has; 0 if it has no lines.
size_t report_source_size(struct report_sources *s, const char *path);
#endif
