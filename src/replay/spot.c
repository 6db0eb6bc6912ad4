// SPDX-License-Identifier: MIT
#include "replay/spot.h"

// A file with what is no code (comments, strings, characters, directives) blotted out.
struct page {
    char *text;
    size_t n, at;  // of the place in question
    bool good;
};

static size_t end_of_literal(const char *s, size_t i, size_t n) {
    char quote = s[i++];
    for (; i < n && s[i] != quote && s[i] != '\n'; i++) i += s[i] == '\\';
    return i < n ? i + 1 : n;
}

static size_t end_of_comment(const char *s, size_t i, size_t n) {
    bool line = s[i + 1] == '/';
    for (i += 2; i < n; i++) {
        if (line && s[i] == '\n') return i;
        if (!line && s[i - 1] == '*' && s[i] == '/') return i + 1;
    }
    return n;
}

static void blot(char *s, size_t n) {
    for (size_t i = 0; i < n;) {
        bool comment = s[i] == '/' && i + 1 < n && (s[i + 1] == '/' || s[i + 1] == '*');
        bool literal = s[i] == '"' || s[i] == '\'';
        size_t end = comment ? end_of_comment(s, i, n) : literal ? end_of_literal(s, i, n) : i + 1;
        for (; i < end; i++)
            if ((comment || literal) && s[i] != '\n') s[i] = ' ';
    }
}

static size_t offset_of(const char *s, size_t n, uint32_t line, uint32_t column) {
    size_t i = 0;
    for (uint32_t k = 1; k < line && i < n; i++) k += s[i] == '\n';
    return i + column - 1;
}

static struct page open_page(struct report_sources *s, const struct ir_program *p, struct ir_loc loc) {
    struct page x = {0};
    const char *text = loc.line && loc.column ? report_source_text(s, p->files.text.at[loc.file], &x.n) : NULL;
    if (!text) return x;
    x.text = malloc(x.n + 1);
    if (!x.text) base_out_of_memory();
    memcpy(x.text, text, x.n);
    x.text[x.n] = 0;
    blot(x.text, x.n);
    x.at = offset_of(x.text, x.n, loc.line, loc.column);
    x.good = x.at < x.n;
    return x;
}

static struct replay_spot spot_of(const struct page *x, size_t at) {
    struct replay_spot spot = {1, 1};
    for (size_t i = 0; i < at; i++) {
        spot.column++;
        if (x->text[i] == '\n') spot = (struct replay_spot){spot.line + 1, 1};
    }
    return spot;
}

// From an opening parenthesis to the closing one, or n.
static size_t matching(const struct page *x, size_t i) {
    for (int depth = 0; i < x->n; i++) {
        depth += (x->text[i] == '(') - (x->text[i] == ')');
        if (!depth) return i;
    }
    return x->n;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct replay_spot replay_call_end(struct report_sources *s, const struct ir_program *p, struct ir_loc loc, const char *name) {
    struct page x = open_page(s, p, loc);
    struct replay_spot spot = {0};
    size_t n = strlen(name);
    if (x.good && strncmp(x.text + x.at, name, n) == 0 && !is_word(x.text[x.at + n])) {
        size_t i = x.at + n;
        while (i < x.n && is_blank(x.text[i])) i++;
        size_t end = x.text[i] == '(' ? matching(&x, i) : x.n;
        if (end < x.n) spot = spot_of(&x, end);
    }
    free(x.text);
    return spot;
}

// The parenthesis that is open at x->at, or x->n.
static size_t open_parenthesis(const struct page *x) {
    int depth = 0;
    for (size_t i = x->at; i-- > 0;) {
        if (x->text[i] == '{' || x->text[i] == '}') return x->n;
        if (x->text[i] == '(' && depth-- == 0) return i;
        depth += x->text[i] == ')';
    }
    return x->n;
}

static bool ends_here(const struct page *x, size_t open) {
    size_t i = matching(x, open);
    for (i++; i < x->n && is_blank(x->text[i]);) i++;
    return i >= x->n || x->text[i] == ';';
}

static struct replay_spot keyword_before(const struct page *x, size_t open) {
    size_t end = open;
    while (end > 0 && is_blank(x->text[end - 1])) end--;
    size_t start = end;
    while (start > 0 && is_word(x->text[start - 1])) start--;
    bool loop =
        (end - start == 3 && strncmp(x->text + start, "for", 3) == 0) || (end - start == 5 && strncmp(x->text + start, "while", 5) == 0);
    return loop && !ends_here(x, open) ? spot_of(x, start) : (struct replay_spot){0};
}

struct replay_spot replay_loop_keyword(struct report_sources *s, const struct ir_program *p, struct ir_loc loc) {
    struct page x = open_page(s, p, loc);
    struct replay_spot spot = {0};
    for (size_t open; x.good && !spot.line && (open = open_parenthesis(&x)) < x.n; x.at = open) spot = keyword_before(&x, open);
    free(x.text);
    return spot;
}

bool replay_is_loop(struct report_sources *s, const struct ir_program *p, struct ir_loc loc) {
    struct page x = open_page(s, p, loc);
    size_t open = x.at;
    while (x.good && open < x.n && is_word(x.text[open])) open++;
    while (x.good && open < x.n && is_blank(x.text[open])) open++;
    bool loop = x.good && open < x.n && x.text[open] == '(';
    struct replay_spot spot = loop ? keyword_before(&x, open) : (struct replay_spot){0};
    free(x.text);
    return spot.line == loc.line && spot.column == loc.column;
}

static bool stays_open(const struct page *x, size_t from, size_t end) {
    for (int depth = 0; from < end; from++) {
        depth += (x->text[from] == '{') - (x->text[from] == '}');
        if (depth < 0) return false;
    }
    return true;
}

// Wherever the name stands in the line, no block that is open there ends before `to`.
bool replay_in_scope(struct report_sources *s, const struct ir_program *p, struct ir_loc from, const char *name, struct replay_spot to) {
    from.column = 1;
    struct page x = open_page(s, p, from);
    size_t end = x.good ? offset_of(x.text, x.n, to.line, to.column) : 0, n = strlen(name);
    bool good = x.good && from.line < to.line && end <= x.n, found = false;
    for (size_t i = x.at; good && i < end && x.text[i] != '\n'; i++) {
        bool word = strncmp(x.text + i, name, n) == 0 && !is_word(x.text[i + n]) && (i == 0 || !is_word(x.text[i - 1]));
        found |= word;
        good = !word || stays_open(&x, i, end);
    }
    free(x.text);
    return good && found;
}
