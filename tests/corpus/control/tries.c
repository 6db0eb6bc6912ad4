// SPDX-License-Identifier: MIT
// Exceptions by long jumps: tries nested in each other, handlers that throw again, buffers that are copied.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: inputs=5 -> ok
// run: FREED inputs=3 -> use-after-free @freed
// run: LOST inputs=3 -> memory-leak @lost
// run: TWICE inputs=4 -> double-free @twice
// also: -m32
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct try {
    jmp_buf buffer;
    struct try *outer;
};
static struct try *innermost;
static char *text;

static void throw(int code) {
    struct try *t = innermost;
    jmp_buf copy;
    innermost = t->outer;
    memcpy(copy, t->buffer, sizeof copy);
    memset(t->buffer, 0, sizeof copy);
    longjmp(copy, code); // @lost
}

static void work(int n) {
#ifdef LOST
    char *own = malloc(3);
    own[0] = 'o';
#endif
    if (n > 4) throw(n);
    if (n == 4) throw(0);
    if (n == 3) {
        free(text);
        throw(3);
    }
#ifdef LOST
    free(own);
#endif
    printf("worked %d\n", n);
}

static int attempt(int depth, int n) {
    struct try t = {.outer = innermost};
    innermost = &t;
    int code = setjmp(t.buffer);
    if (code == 0) {
        if (depth < 3)
            attempt(depth + 1, n);
        else
            work(n);
        innermost = t.outer;
        return 0;
    }
    printf("caught %d at %d\n", code, depth);
    if (depth > 1) throw(code - 1);
    return code;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    text = malloc(10);
    strcpy(text, "text");
    int code = attempt(0, n);
    printf("%d %d\n", code, innermost == NULL);
#ifdef FREED
    puts(text); // @freed
#endif
#ifdef TWICE
    free(text);
#endif
    if (n != 3) free(text); // @twice
    return 0;
}
