// SPDX-License-Identifier: MIT
// Functions on strings, and builders of strings.
#include "seed.h"

struct builder {
    char *text;
    size_t length, capacity;
};

char *text_copy(const char *s) {  // seed: out-of-bounds
    size_t n = strlen(s);
    char *copy = malloc(n + !BAD);
    if (!copy) return NULL;
    strcpy(copy, s);
    return copy;
}

char *text_join(const char *a, const char *b) {  // seed: out-of-bounds
    size_t n = strlen(a), m = strlen(b);
    char *out = malloc(n + m + 2 - BAD);
    if (!out) return NULL;
    memcpy(out, a, n);
    out[n] = '/';
    memcpy(out + n + 1, b, m + 1);
    return out;
}

char *text_reverse(const char *s) {  // seed: out-of-bounds
    size_t n = strlen(s);
    char *out = malloc(n + 1);
    if (!out) return NULL;
    for (size_t i = 0; i < n; i++) out[n - i - 1] = s[i];
    out[n + BAD] = 0;
    return out;
}

char *text_trim(const char *s) {  // seed: memory-leak
    char *copy = strdup(s), *end;
    if (!copy) return NULL;
    end = copy + strlen(copy);
    while (end > copy && isspace((unsigned char)end[-1])) end--;
    *end = 0;
    if (end == copy) {
        if (!BAD) free(copy);
        return NULL;
    }
    return copy;
}

char *text_upper(char *s) {  // seed: use-after-free
    char *copy = strdup(s);
    if (!copy) return NULL;
    for (char *p = copy; *p; p++) *p = (char)toupper((unsigned char)*p);
    if (strcmp(copy, s) == 0) {
        free(copy);
        return BAD && *copy ? NULL : s;
    }
    return copy;
}

int text_is_palindrome(const char *s) {  // seed: memory-leak
    size_t n = strlen(s);
    char *back = malloc(n + 1);
    if (!back) return -1;
    for (size_t i = 0; i < n; i++) back[i] = s[n - i - 1];
    back[n] = 0;
    if (strcmp(back, s) != 0) {
        if (!BAD) free(back);
        return 0;
    }
    free(back);
    return 1;
}

void text_hex(unsigned value, char **out) {  // seed: out-of-bounds
    char digits[8];
    for (int i = 7 + BAD; i >= BAD; i--) {
        digits[i] = "0123456789abcdef"[value & 15];
        value >>= 4;
    }
    *out = malloc(9);
    if (!*out) return;
    memcpy(*out, digits, 8);
    (*out)[8] = 0;
}

int text_replace(char **s, const char *with) {  // seed: double-free
    char *copy = strdup(with), *old = *s;
    if (!copy) {
        free(old);
        *s = NULL;
        if (BAD) free(old);
        return -1;
    }
    free(old);
    *s = copy;
    return 0;
}

struct builder *builder_new(void) {  // seed: memory-leak
    struct builder *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->text = malloc(16);
    if (!b->text) {
        if (!BAD) free(b);
        return NULL;
    }
    b->text[0] = 0;
    b->capacity = 16;
    return b;
}

char *builder_finish(struct builder *b) {  // seed: use-after-free
    char *text = b->text;
    if (BAD) free(b);
    b->text = NULL;
    if (!BAD) free(b);
    return text;
}

void builder_free(struct builder *b) {  // seed: double-free
    if (b->text) free(b->text);
    if (BAD && b->length) free(b->text);
    free(b);
}

int builder_set(struct builder *b, const char *s) {  // seed: memory-leak
    size_t n = strlen(s);
    char *text = malloc(n + 1);
    if (!text) return -1;
    memcpy(text, s, n + 1);
    if (n >= 3) {
        if (!BAD) free(text);
        return -1;
    }
    free(b->text);
    b->text = text;
    b->length = n;
    b->capacity = n + 1;
    return 0;
}

#ifdef TRY
int main(void) {
    char *a = text_copy("ab"), *b = text_join(a, "c"), *c = text_reverse(b), *d = text_trim("  "), *e = text_trim("x "), *f = text_upper(e), *h;
    char capital[] = "X", *g = text_upper(capital);
    text_hex(0xdeadbeef, &h);
    int good = strcmp(b, "ab/c") == 0 && strcmp(c, "c/ba") == 0 && !d && *f == 'X' && g == capital && strcmp(h, "deadbeef") == 0;
    good = good && text_is_palindrome("anna") && !text_is_palindrome("ann");
    text_replace(&a, "z");
    struct builder *w = builder_new(), *v = builder_new();
    builder_set(w, "xy");
    builder_set(w, "xyz");
    builder_free(w);
    free(builder_finish(v));
    free(a), free(b), free(c), free(e), free(f), free(h);
    return !good;
}
#endif
