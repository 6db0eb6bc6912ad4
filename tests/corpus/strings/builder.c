// SPDX-License-Identifier: MIT
// A string builder over realloc and vsnprintf.
// run: inputs=5 -> ok
// run: inputs=0 -> ok
// run: NOTERM inputs=2 -> out-of-bounds @noterm
// run: STALE inputs=30 -> use-after-free @stale
// run: LOSE inputs=3 -> memory-leak @lose
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct text {
    char *s;
    size_t n, size;
};

static void add(struct text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int need = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (t->n + need + 1 > t->size) {
        t->size = t->n + need + 1 + t->size / 2;
        t->s = realloc(t->s, t->size);
    }
    vsnprintf(t->s + t->n, need + 1, format, again);
    va_end(again);
    t->n += need;
}

int main(void) {
    struct text t = {0};
    int n = __VERIFIER_nondet_int();
    add(&t, "%s", "start");
    char *start = t.s;
    for (int i = 0; i < n; i++) add(&t, " %d:%c", i, 'a' + i % 26);
#ifdef STALE
    start[0] = 'S'; // @stale
#endif
#ifdef NOTERM
    char *exact = malloc(t.n);
    memcpy(exact, t.s, t.n);
    printf("%zu\n", strlen(exact)); // @noterm
#endif
    (void)start;
    printf("%s|%zu\n", t.s, t.n);
#ifdef LOSE
    t = (struct text){0}; // @lose
#endif
    free(t.s);
    return 0;
}
