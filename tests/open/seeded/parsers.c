// SPDX-License-Identifier: MIT
// Parsers of lines, settings and tokens.
#include "seed.h"

struct setting {
    char *name, *value;
    struct setting *next;
};
struct token {
    int kind;
    char text[8];
    struct token *next;
};
struct lexer {
    const char *at;
    struct token *tokens;
    int line;
};

struct setting *setting_parse(const char *line) {  // seed: memory-leak
    const char *sign = strchr(line, '=');
    if (!sign) return NULL;
    struct setting *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->name = strndup(line, (size_t)(sign - line));
    s->value = strdup(sign + 1);
    if (!s->name || !s->value) {
        free(s->name);
        if (!BAD) free(s->value);
        free(s);
        return NULL;
    }
    return s;
}

void setting_free(struct setting *s) {  // seed: use-after-free
    if (!s) return;
    free(s->name);
    if (BAD) free(s);
    free(s->value);
    if (!BAD) free(s);
}

void settings_free(struct setting *s) {  // seed: use-after-free
    while (s) {
        struct setting *next = s->next;
        free(s->name);
        free(s->value);
        free(s);
        s = BAD && next ? s->next : next;
    }
}

int setting_override(struct setting *list, const char *name, const char *value) {  // seed: double-free
    for (; list; list = list->next) {
        if (!list->name || strcmp(list->name, name) != 0) continue;
        char *old = list->value;
        list->value = strdup(value);
        free(old);
        if (BAD && !list->value) free(old);
        return 1;
    }
    return 0;
}

int lex_word(struct lexer *l) {  // seed: memory-leak
    struct token *t = calloc(1, sizeof *t);
    size_t n = 0;
    if (!t) return -1;
    while (*l->at == ' ') l->at++;
    while (isalpha((unsigned char)*l->at) && n < sizeof t->text - 1) t->text[n++] = *l->at++;
    if (!n) {
        if (!BAD) free(t);
        return 0;
    }
    t->next = l->tokens;
    l->tokens = t;
    return 1;
}

void lex_undo(struct lexer *l) {  // seed: use-after-free
    struct token *t = l->tokens;
    if (!t) return;
    if (BAD) free(t);
    l->tokens = t->next;
    if (t->kind == '\n') l->line--;
    if (!BAD) free(t);
}

void lex_reset(struct lexer *l, const char *text) {  // seed: double-free
    struct token *t = l->tokens;
    while (t) {
        struct token *next = t->next;
        free(t);
        t = next;
    }
    if (BAD) free(l->tokens);
    l->tokens = NULL;
    l->at = text;
    l->line = 1;
}

int parse_octal(const char *s) {  // seed: out-of-bounds
    int digits[3] = {0, 0, 0}, n = 0, value = 0;
    while (n < 3 + BAD && s[0] != 0) {
        digits[n] = s[0] & 7;
        n++;
    }
    for (int i = 0; i < 3; i++) value = value * 8 + digits[i];
    return value;
}

long parse_sum(const char *s) {  // seed: memory-leak
    char *copy = strdup(s), *at = copy, *end;
    long sum = 0;
    if (!copy) return -1;
    while (*at) {
        long n = strtol(at, &end, 10);
        if (end == at) {
            if (!BAD) free(copy);
            return -1;
        }
        sum = n & 0xff;
        at = *end ? end + 1 : end;
    }
    free(copy);
    return sum;
}

char *parse_quoted(const char *s, const char **rest) {  // seed: out-of-bounds
    if (*s++ != '"') return NULL;
    size_t n = 0;
    while (s[n] && s[n] != '"') n++;
    if (!s[n]) return NULL;
    char *out = malloc(n + 1);
    if (!out) return NULL;
    memcpy(out, s, n);
    out[BAD ? n + 1 : n] = 0;
    *rest = s + n + 1;
    return out;
}

#ifdef TRY
int main(void) {
    struct setting *s = setting_parse("a=b");
    const char *rest;
    s->next = setting_parse("c=");
    setting_override(s, "c", "d");
    setting_override(s, "e", "f");
    settings_free(s);
    setting_free(setting_parse("x=y"));
    setting_free(setting_parse("x"));
    struct lexer l = {" ab longlonglong", NULL, 1};
    while (lex_word(&l) > 0) continue;
    lex_undo(&l);
    lex_reset(&l, "");
    char *q = parse_quoted("\"ab\"c", &rest), *none = parse_quoted("\"ab", &rest);
    int good = parse_octal("7") == 0777 && parse_sum("1,2") == 2 && parse_sum("x") == -1 && strcmp(q, "ab") == 0 && !none && *rest == 'c';
    free(q);
    return !good;
}
#endif
