// SPDX-License-Identifier: MIT
#include "front/outline.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct outline {
    int braces, parens;
    bool elsewhere;    // inside a declaration that starts with extern or typedef
    bool fresh;        // at the start of a declaration
    const char *name;  // the last word outside of everything, or NULL
    size_t n_name;
    bool called;  // and it was followed by parentheses
    front_name *found;
    void *context;
};

static bool word_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *skip_line(const char *s) {
    for (; *s && *s != '\n'; s++)
        if (*s == '\\' && s[1]) s++;
    return s;
}

static const char *skip_quoted(const char *s) {
    char quote = *s++;
    for (; *s && *s != quote && *s != '\n'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

// The next thing that is neither blank, comment, directive nor literal.
static const char *skip(const char *s, bool *line_start) {
    for (;;) {
        if (*s == '\n')
            *line_start = true, s++;
        else if (isspace((unsigned char)*s))
            s++;
        else if (s[0] == '/' && s[1] == '/')
            s = skip_line(s);
        else if (s[0] == '/' && s[1] == '*')
            s = strstr(s + 2, "*/") ? strstr(s + 2, "*/") + 2 : s + strlen(s);
        else if (*s == '#' && *line_start)
            s = skip_line(s);
        else if (*s == '"' || *s == '\'')
            s = skip_quoted(s);
        else
            return s;
    }
}

static const char *take_word(struct outline *o, const char *s) {
    const char *start = s;
    while (word_char(*s)) s++;
    size_t n = (size_t)(s - start);
    if (o->braces || o->parens) return s;
    if (o->name && o->called && !o->elsewhere) o->found(o->context, o->name, o->n_name);  // f(...) attribute, or old parameters
    if (o->fresh) o->elsewhere = (n == 6 && !memcmp(start, "extern", 6)) || (n == 7 && !memcmp(start, "typedef", 7));
    o->fresh = false;
    o->name = isdigit((unsigned char)*start) ? NULL : start;
    o->n_name = n;
    o->called = false;
    return s;
}

// A character outside of braces and parentheses that is no part of a word.
static void take_mark(struct outline *o, char c) {
    bool variable = !o->called && strchr("=;,[", c), function = o->called && c != ';' && c != ',';
    if (o->name && !o->elsewhere && (variable || function)) o->found(o->context, o->name, o->n_name);
    o->name = NULL;
    if (c == ';') o->fresh = true, o->elsewhere = false;
}

static void take(struct outline *o, char c) {
    bool outside = !o->braces && !o->parens;
    if (outside && c == '(' && o->name) {
        o->called = true;
    } else if (outside) {
        take_mark(o, c);
    }
    if (c == '(') o->parens++;
    if (c == ')' && o->parens) o->parens--;
    if (c == '{') o->braces++, o->parens = 0;
    if (c == '}' && o->braces && --o->braces == 0) o->fresh = true, o->elsewhere = false;
}

void front_outline(const char *text, front_name *found, void *context) {
    struct outline o = {.fresh = true, .found = found, .context = context};
    bool line_start = true;
    for (const char *s = skip(text, &line_start); *s; s = skip(s, &line_start)) {
        line_start = false;
        if (word_char(*s))
            s = take_word(&o, s);
        else
            take(&o, *s++);
    }
}
