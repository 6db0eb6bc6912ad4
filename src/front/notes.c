// SPDX-License-Identifier: MIT
#include "front/notes.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"

static void say(struct front_messages *m, const char *file, const char *what, const char *format, va_list ap) {
    buf_printf(&m->text, "%s: %s: ", file, what);
    buf_vprintf(&m->text, format, ap);
    buf_char(&m->text, '\n');
}

void front_error(struct front_messages *m, const char *file, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(m, file, "error", format, ap);
    va_end(ap);
    m->ok = false;
}

void front_note(struct front_messages *m, const char *file, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(m, file, "note", format, ap);
    va_end(ap);
}

// A line of clang's output.  Source lines and carets start with a gutter of blanks and digits, so they are OTHER.
enum line { OTHER, INCLUDED, ERROR, WARNING, NOTE, COUNT };
static const struct {
    const char *mark;
    enum line line;
} marks[] = {{": error: ", ERROR}, {": fatal error: ", ERROR}, {": warning: ", WARNING}, {": note: ", NOTE}, {": remark: ", WARNING}};

static bool starts(const char *s, size_t n, const char *with) {
    size_t k = strlen(with);
    return n >= k && memcmp(s, with, k) == 0;
}

static bool ends(const char *s, size_t n, const char *with) {
    size_t k = strlen(with);
    return n >= k && memcmp(s + n - k, with, k) == 0;
}

static enum line classify(const char *s, size_t n) {
    if (n == 0 || s[0] == ' ') return OTHER;
    if (starts(s, n, "In file included from ") || starts(s, n, "In module ")) return INCLUDED;
    if (isdigit((unsigned char)s[0]) && (ends(s, n, " generated.") || ends(s, n, " generated"))) return COUNT;
    if (starts(s, n, "error: ") || starts(s, n, "fatal error: ")) return ERROR;
    if (starts(s, n, "warning: ")) return WARNING;
    const char *first = s + n;
    enum line line = OTHER;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = memmem(s, n, marks[i].mark, strlen(marks[i].mark));
        if (at && at < first) {
            first = at;
            line = marks[i].line;
        }
    }
    return line;
}

// Walks the lines of *text; false at the end.
static bool next_line(const char **text, const char **line, size_t *n) {
    if (!**text) return false;
    *line = *text;
    const char *end = strchr(*text, '\n');
    *n = end ? (size_t)(end - *text) : strlen(*text);
    *text += *n + (end != NULL);
    return true;
}

void front_clang_errors(const char *text, struct buf *out) {
    struct buf held = {0};  // "In file included" lines wait for the message that they introduce
    bool keep = true, counted = false;
    uint32_t errors = 0;
    const char *s;
    size_t n;
    while (next_line(&text, &s, &n)) {
        enum line line = classify(s, n);
        counted |= line == COUNT;
        if (line == COUNT) continue;
        if (line == INCLUDED) {
            buf_add(&held, s, n);
            buf_char(&held, '\n');
            continue;
        }
        if (line == ERROR || line == WARNING) keep = line == ERROR;
        errors += line == ERROR;
        if (keep) {
            buf_add(out, buf_text(&held), held.n);
            buf_add(out, s, n);
            buf_char(out, '\n');
        }
        if (held.text) held.n = 0, held.text[0] = 0;
    }
    if (counted && errors) buf_printf(out, "%u error%s generated.\n", errors, errors == 1 ? "" : "s");
    buf_free(&held);
}

struct kind {
    const char *place, *text, *name;  // inside clang's text: FILE:LINE:COLUMN, what it says, [-Wname]
    int n_place, n_text, n_name;
    uint32_t count;
};

static bool parse_warning(const char *s, size_t n, struct kind *k) {
    static const char mark[] = ": warning: ";
    const char *at = memmem(s, n, mark, sizeof mark - 1), *open = n ? memrchr(s, '[', n) : NULL;
    if (!at || !open || open < at || open[1] != '-' || s[n - 1] != ']') return false;
    const char *text = at + sizeof mark - 1, *end = open > text && open[-1] == ' ' ? open - 1 : open;
    if (end < text) return false;
    const char *comment = memmem(text, (size_t)(end - text), "; ISO C", 7);  // what the standards say helps nobody here
    if (comment) end = comment;
    *k = (struct kind){s, text, open, (int)(at - s), (int)(end - text), (int)(s + n - open), 1};
    return true;
}

void front_clang_notes(const char *text, struct buf *out) {
    VEC(struct kind) kinds = {0};
    const char *s;
    size_t n;
    while (next_line(&text, &s, &n)) {
        struct kind k;
        if (classify(s, n) != WARNING || !parse_warning(s, n, &k)) continue;
        uint32_t i = 0;
        while (i < kinds.n && !(kinds.at[i].n_name == k.n_name && !memcmp(kinds.at[i].name, k.name, (size_t)k.n_name))) i++;
        if (i < kinds.n)
            kinds.at[i].count++;
        else
            vec_push(&kinds, k);
    }
    for (uint32_t i = 0; i < kinds.n; i++) {
        const struct kind *k = &kinds.at[i];
        buf_printf(out, "%.*s: note: %.*s", k->n_place, k->place, k->n_text, k->text);
        if (k->count > 1) buf_printf(out, " (and %u more like it)", k->count - 1);
        buf_char(out, '\n');
    }
    vec_free(&kinds);
}
