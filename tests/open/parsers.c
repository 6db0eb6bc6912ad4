// SPDX-License-Identifier: MIT
// Parsers: over a pointer and a length, a pointer and an end, and with both in a structure.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- over a pointer and a length

// contract: requires array(s, n) of char
// contract: frees nothing
size_t skip_spaces(const char *s, size_t n) {  // expect: safe
    size_t i = 0;
    while (i < n && (s[i] == ' ' || s[i] == '\t')) i++;
    return i;
}

long read_number(const char *s, size_t n, size_t *used) {  // expect: safe
    long x = 0;
    size_t i = 0;
    bool negative = n > 0 && s[0] == '-';
    if (negative) i++;
    for (; i < n && s[i] >= '0' && s[i] <= '9'; i++) x = (long)((unsigned long)x * 10 + (unsigned long)(s[i] - '0'));
    *used = i;
    return negative ? (long)(0 - (unsigned long)x) : x;
}

size_t read_quoted(const char *s, size_t n, char *out, size_t size) {  // expect: safe
    size_t k = 0;
    if (n == 0 || s[0] != '"') return 0;
    for (size_t i = 1; i < n && s[i] != '"'; i++) {
        if (s[i] == '\\' && i + 1 < n) i++;
        if (k < size) out[k++] = s[i];
    }
    return k;
}

char *read_quoted_lost(const char *s, size_t n) {  // expect: unsafe memory-leak
    char *out = malloc(8);
    if (!out) return NULL;
    out[0] = '\0';
    return n > 0 && s ? out : NULL;
}  // fault

const char *find_byte(const char *s, size_t n, char c) {  // expect: safe
    for (; n > 0; s++, n--)
        if (*s == c) return s;
    return NULL;
}

size_t count_lines(const char *s, size_t n) {  // expect: safe
    size_t lines = 0;
    for (const char *p = s; n; p++, n--) lines += *p == '\n';
    return lines;
}

char *copy_word(const char *s, size_t n) {  // expect: safe
    size_t k = 0;
    while (k < n && s[k] != ' ') k++;
    char *word = malloc(k + 1);
    if (!word) return NULL;
    memcpy(word, s, k);
    word[k] = '\0';
    return word;
}

char *copy_word_short(const char *s, size_t n) {  // expect: unsafe out-of-bounds
    size_t k = 0;
    while (k < n && s[k] != ' ') k++;
    char *word = malloc(k);
    if (!word) return NULL;
    memcpy(word, s, k);
    word[k] = '\0';  // fault
    return word;
}

// ---- over a pointer and an end

// contract: requires p == null or range(p, end) of char
// contract: frees nothing
const char *skip_to_end(const char *p, const char *end) {  // expect: safe
    while (p < end && *p == ' ') p++;
    return p;
}

int digits(const char *p, const char *end) {  // expect: safe
    int n = 0;
    for (; p != end; p++) n += *p >= '0' && *p <= '9';
    return n;
}

int digits_over(const char *p, const char *end) {  // expect: unknown access of '*p' in an object of unknown size
    int n = 0;
    for (; p <= end; p++) n += *p >= '0' && *p <= '9';
    return n;
}

bool starts_with(const char *p, const char *end, const char *word) {  // expect: safe
    while (*word) {
        if (p == end || *p != *word) return false;
        p++;
        word++;
    }
    return true;
}

// ---- a cursor: where it stands, and the end

struct cursor {
    const char *p, *end;
};

// contract: requires object(c) of struct cursor
// contract: requires c->p == null or range(c->p, c->end) of char
// contract: frees nothing
int peek(const struct cursor *c) {  // expect: safe
    return c->p < c->end ? (unsigned char)*c->p : -1;
}

int take_byte(struct cursor *c) {  // expect: safe
    return c->p == c->end ? -1 : (unsigned char)*c->p++;
}

// contract: requires object(c) of struct cursor
// contract: requires c->p == null or range(c->p, c->end) of char
// contract: frees nothing
void skip_blanks(struct cursor *c) {  // expect: safe
    while (c->p < c->end && *c->p <= ' ') c->p++;
}

void skip_blanks_over(struct cursor *c) {  // expect: unknown access of '*c->p' in an object of unknown size
    while (*c->p <= ' ' && c->p < c->end) c->p++;
}

bool expect_byte(struct cursor *c, char byte) {  // expect: safe
    if (c->p == c->end || *c->p != byte) return false;
    c->p++;
    return true;
}

// contract: requires object(c) of struct cursor
// contract: requires c->p == null or range(c->p, c->end) of char
// contract: requires object(out) of unsigned int
// contract: frees nothing
bool number(struct cursor *c, unsigned *out) {  // expect: safe
    const char *start = c->p;
    unsigned x = 0;
    while (c->p < c->end && *c->p >= '0' && *c->p <= '9') x = x * 10 + (unsigned)(*c->p++ - '0');
    *out = x;
    return c->p > start;
}

bool word(struct cursor *c, struct cursor *out) {  // expect: safe
    while (c->p < c->end && *c->p == ' ') c->p++;
    out->p = c->p;
    while (c->p < c->end && *c->p != ' ') c->p++;
    out->end = c->p;
    return out->p < out->end;
}

bool line(struct cursor *c, struct cursor *out) {  // expect: safe
    if (c->p == c->end) return false;
    const char *nl = memchr(c->p, '\n', (size_t)(c->end - c->p));
    out->p = c->p;
    out->end = nl ? nl : c->end;
    c->p = nl ? nl + 1 : c->end;
    return true;
}

// ---- the whole text, its length, and a position

struct lexer {
    const char *text;
    size_t length, pos;
    int line;
};
struct lexeme {
    const char *start;
    size_t length;
};

int lex_peek(const struct lexer *l) {  // expect: safe
    return l->pos < l->length ? l->text[l->pos] : -1;
}

int lex_ahead(const struct lexer *l) {  // expect: safe
    return l->pos + 1 < l->length ? l->text[l->pos + 1] : -1;
}

int lex_ahead_over(const struct lexer *l) {  // expect: out-of-bounds
    return l->pos < l->length ? l->text[l->pos + 1] : -1;  // fault
}

bool lex_expect(struct lexer *l, const char *word) {  // expect: safe
    size_t n = strlen(word);
    if (l->length - l->pos < n || memcmp(l->text + l->pos, word, n) != 0) return false;
    l->pos += n;
    return true;
}

void lex_skip(struct lexer *l) {  // expect: safe
    for (; l->pos < l->length; l->pos++) {
        char c = l->text[l->pos];
        if (c == '\n')
            l->line++;
        else if (c != ' ' && c != '\t')
            break;
    }
}

void lex_skip_over(struct lexer *l) {  // expect: out-of-bounds
    while (l->text[l->pos] == ' ') l->pos++;  // fault
}

bool lex_word(struct lexer *l, struct lexeme *out) {  // expect: safe
    size_t start = l->pos;
    while (l->pos < l->length && l->text[l->pos] >= 'a' && l->text[l->pos] <= 'z') l->pos++;
    out->start = l->text + start;
    out->length = l->pos - start;
    return out->length > 0;
}

char *lex_copy(struct lexer *l) {  // expect: safe
    size_t start = l->pos;
    while (l->pos < l->length && l->text[l->pos] != ',') l->pos++;
    size_t n = l->pos - start;
    char *s = malloc(n + 1);
    if (!s) return NULL;
    memcpy(s, l->text + start, n);
    s[n] = '\0';
    return s;
}

char *lex_copy_lost(struct lexer *l) {  // expect: unsafe memory-leak
    char *s = malloc(16);
    if (!s) return NULL;
    s[0] = '\0';
    return l->pos < l->length ? s : NULL;
}  // fault

char *lex_copy_short(struct lexer *l, size_t n) {  // expect: unsafe out-of-bounds
    char *s = malloc(n);
    if (!s) return NULL;
    s[n] = '\0';  // fault
    l->pos = 0;
    return s;
}
