// SPDX-License-Identifier: MIT
// What a use of a macro becomes, as far as the text of definitions tells: enough to read, not to compile.
#ifndef HP_REPORT_EXPAND_H
#define HP_REPORT_EXPAND_H
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct report_macro {
    const char *parameters;  // "a, b"; NULL: it takes none
    const char *body;        // NULL: nobody knows which of its definitions counts
};
// The macro of that name, of n characters, or NULL.
typedef const struct report_macro *report_find_macro(void *context, const char *name, size_t n);

// Takes a definition apart: what follows #define NAME, on one line, without comments.  Its strings are the caller's to free.
bool report_macro_read(struct report_macro *m, const char *text);
void report_macro_free(struct report_macro *m);
// Appends what the use at the start of `text` becomes, blanks as one, macros in it expanded, too.  False: nothing is known, and out is as
// it was.
bool report_expand(report_find_macro *find, void *context, const char *text, struct buf *out);
#endif
