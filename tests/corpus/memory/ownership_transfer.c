// SPDX-License-Identifier: MIT
// Ownership moves between structures; who frees is decided by a flag.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: NOBODY inputs=1 -> memory-leak @nobody
// run: BOTH inputs=0 -> double-free @both
// also: -m32
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct blob {
    char *data;
    size_t n;
    bool owned;
};

static struct blob borrow(char *data) { return (struct blob){data, strlen(data), false}; }
static struct blob take(char *data) { return (struct blob){data, strlen(data), true}; }

static void drop(struct blob *b) {
#ifdef BOTH
    free(b->data);
#elif defined NOBODY
    if (!b->owned) free(b->data);
    b->data = NULL; // @nobody
#else
    if (b->owned) free(b->data);
#endif
    b->n = 0;
}

int main(void) {
    bool move = __VERIFIER_nondet_int();
    char *s = strdup("payload");
    struct blob b = move ? take(s) : borrow(s);
    if (move) s = NULL;
    printf("%.*s %zu\n", 3, b.data, b.n);
    drop(&b);
#ifndef BOTH
    if (s) printf("still %s\n", s);
#else
    free(b.data); // @both
#endif
    free(s);
    return 0;
}
