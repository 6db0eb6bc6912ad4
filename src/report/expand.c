// SPDX-License-Identifier: MIT
#include "report/expand.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8, MOST = 16, LONGEST = 2000 };  // macros in macros, arguments, characters

struct part {
    const char *at;
    size_t n;
};
struct arguments {
    struct part part[MOST];
    uint32_t n;
};
// The macros in whose texts we are: a macro is no macro in its own.
struct expansion {
    report_find_macro *find;
    void *context;
    const struct report_macro *inside[DEEPEST];
    uint32_t depth;
};

static size_t word(const char *s) {
    size_t k = 0;
    if (isdigit((unsigned char)*s)) return 0;
    while (isalnum((unsigned char)s[k]) || s[k] == '_') k++;
    return k;
}

static size_t blanks(const char *s) {
    return strspn(s, " \t");
}

// A string, a character, a number or a name, which are taken whole; else one character.
static size_t token(const char *s) {
    size_t k = 1;
    if (*s == '"' || *s == '\'') {
        while (s[k] && s[k] != *s) k += s[k] == '\\' && s[k + 1] ? 2 : 1;
        return k + (s[k] == *s);
    }
    while (isalnum((unsigned char)*s) && (isalnum((unsigned char)s[k]) || s[k] == '_')) k++;
    size_t n = word(s);
    return n ? n : k;
}

static struct part trim(const char *from, const char *to) {
    while (from < to && isblank((unsigned char)*from)) from++;
    while (to > from && isblank((unsigned char)to[-1])) to--;
    return (struct part){from, (size_t)(to - from)};
}

// ---- definitions --------------------------------------------------------------------------------------------------------------------------

bool report_macro_read(struct report_macro *m, const char *text) {
    const char *end = *text == '(' ? strchr(text, ')') : NULL;
    *m = (struct report_macro){0};
    if (*text == '(' && !end) return false;
    if (end) m->parameters = strndup(text + 1, (size_t)(end - text - 1));
    struct part body = trim(end ? end + 1 : text, text + strlen(text));
    m->body = strndup(body.at, body.n);
    return m->body && (!end || m->parameters);
}

void report_macro_free(struct report_macro *m) {
    free((char *)m->parameters);
    free((char *)m->body);
    *m = (struct report_macro){0};
}

// ---- uses ---------------------------------------------------------------------------------------------------------------------------------

// Parts between commas that are in no parentheses, from behind the opening one.  What follows the closing one, or NULL: there is none.
static const char *split(const char *s, struct arguments *out) {
    const char *start = s;
    uint32_t open = 0;
    out->n = 0;
    for (; *s; s += token(s)) {
        bool end = *s == ')' && !open;
        if (end || (*s == ',' && !open)) {
            if (out->n == MOST) return NULL;
            out->part[out->n++] = trim(start, s);
            start = s + 1;
        }
        if (end) return s + 1;
        open += *s == '(';
        open -= *s == ')';
    }
    return NULL;
}

static void append(struct buf *out, struct part p) {
    buf_add(out, p.at, p.n);
}

// The argument for a parameter's name, the last ones for __VA_ARGS__.
static bool argument(const struct arguments *names, const struct arguments *given, struct part name, struct part *out) {
    for (uint32_t i = 0; i < names->n; i++) {
        struct part p = names->part[i];
        bool rest = p.n == 3 && memcmp(p.at, "...", 3) == 0;
        struct part called = rest ? (struct part){"__VA_ARGS__", 11} : p;
        if (called.n != name.n || memcmp(called.at, name.at, name.n) != 0) continue;
        *out = i < given->n ? given->part[i] : (struct part){"", 0};
        if (rest && i < given->n) out->n = (size_t)(given->part[given->n - 1].at + given->part[given->n - 1].n - out->at);
        return true;
    }
    return false;
}

static void drop_blanks(struct buf *out) {
    while (out->n && isblank((unsigned char)out->text[out->n - 1])) out->text[--out->n] = 0;
}

// The body with arguments in place of parameters.
static void substitute(const struct report_macro *m, const struct arguments *names, const struct arguments *given, struct buf *out) {
    struct part value;
    for (const char *s = m->body; *s;) {
        size_t n = token(s);
        const char *next = s + 1 + blanks(s + 1);
        if (s[0] == '#' && s[1] == '#') {
            drop_blanks(out);
            s += 2 + blanks(s + 2);
        } else if (s[0] == '#' && argument(names, given, (struct part){next, word(next)}, &value)) {
            buf_quoted(out, value.at, value.n);
            s = next + word(next);
        } else {
            append(out, argument(names, given, (struct part){s, n}, &value) ? value : (struct part){s, n});
            s += n;
        }
    }
}

static void expand(struct expansion *x, const char *s, struct buf *out);

static bool is_inside(const struct expansion *x, const struct report_macro *m) {
    for (uint32_t i = 0; i < x->depth; i++)
        if (x->inside[i] == m) return true;
    return false;
}

// The use at s; what follows it, or NULL: it is none.
static const char *expand_use(struct expansion *x, const char *s, struct buf *out) {
    size_t n = word(s);
    const struct report_macro *m = n ? x->find(x->context, s, n) : NULL;
    struct arguments names = {0}, given = {0};
    const char *rest = s + n;
    if (!m || !m->body || x->depth == DEEPEST || is_inside(x, m)) return NULL;
    if (m->parameters) {
        const char *open = rest + blanks(rest);
        struct buf list = {0};
        rest = *open == '(' ? split(open + 1, &given) : NULL;
        if (!rest) return NULL;
        buf_printf(&list, "%s)", m->parameters);
        if (split(list.text, &names)) {
            struct buf text = {0};
            substitute(m, &names, &given, &text);
            x->inside[x->depth++] = m;
            expand(x, buf_text(&text), out);
            x->depth--;
            buf_free(&text);
        }
        buf_free(&list);
        return rest;
    }
    x->inside[x->depth++] = m;
    expand(x, m->body, out);
    x->depth--;
    return rest;
}

static void expand(struct expansion *x, const char *s, struct buf *out) {
    while (*s && out->n < LONGEST) {
        const char *rest = expand_use(x, s, out);
        size_t n = token(s), gap = blanks(s);
        if (!rest && gap) buf_char(out, ' ');
        if (!rest && !gap) buf_add(out, s, n);
        s = rest ? rest : s + (gap ? gap : n);
    }
}

bool report_expand(report_find_macro *find, void *context, const char *text, struct buf *out) {
    struct expansion x = {.find = find, .context = context};
    return expand_use(&x, text, out) != NULL;
}
