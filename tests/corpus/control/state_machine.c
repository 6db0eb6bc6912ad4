// SPDX-License-Identifier: MIT
// A lexer as one big switch over states, tokens on the heap.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: COMMENT inputs=3 -> out-of-bounds @comment
// run: DROP inputs=0 -> memory-leak @drop
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct token {
    char *text;
    struct token *next;
};

static struct token **add(struct token **end, const char *from, const char *to) {
    struct token *t = malloc(sizeof *t);
    t->text = strndup(from, (size_t)(to - from));
    t->next = NULL;
    *end = t;
    return &t->next;
}

static struct token *scan(const char *s) {
    enum { START, WORD, NUMBER, COMMENT_1, COMMENT_2, DONE } state = START;
    struct token *first = NULL, **end = &first;
    const char *from = s;
    while (state != DONE) {
        switch (state) {
        case START:
            from = s;
            if (*s == '\0') state = DONE;
            else if (isalpha((unsigned char)*s)) state = WORD;
            else if (isdigit((unsigned char)*s)) state = NUMBER;
            else if (*s == '/') state = COMMENT_1;
            else if (!isspace((unsigned char)*s)) end = add(end, s, s + 1);
            if (*s) s++;
            break;
        case WORD:
            if (isalnum((unsigned char)*s)) { s++; break; }
            end = add(end, from, s);
            state = START;
            break;
        case NUMBER:
            if (isdigit((unsigned char)*s) || *s == '.') { s++; break; }
            end = add(end, from, s);
            state = START;
            break;
        case COMMENT_1: state = *s == '*' ? COMMENT_2 : START; break;
        case COMMENT_2:
#ifdef COMMENT
            while (*s != '*' || s[1] != '/') s++; // @comment
#else
            while (*s && (*s != '*' || s[1] != '/')) s++;
            if (*s == '\0') { state = START; break; }
#endif
            s += 2;
            state = START;
            break;
        case DONE: break;
        }
    }
    return first;
}

int main(void) {
    static const char lines[][24] = {"x1 = 3.14 + y;", "a /* b */ c", "", "open /* comment"};
    struct token *t = scan(lines[__VERIFIER_nondet_int()]);
    while (t) {
        struct token *next = t->next;
        printf("<%s>", t->text);
#ifndef DROP
        free(t->text);
#endif
        free(t); // @drop
        t = next;
    }
    printf("\n");
    return 0;
}
