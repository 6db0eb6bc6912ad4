// SPDX-License-Identifier: MIT
// A left-leaning red-black tree; colours sit in a bit-field.
// run: inputs=10 -> ok
// run: inputs=1 -> ok
// run: ROTATE inputs=4 -> null-dereference @rotate
// run: BALANCE inputs=12 -> assertion-failure @balance
// also: -m32
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct rb {
    struct rb *l, *r;
    unsigned key : 31;
    unsigned red : 1;
};

static int is_red(struct rb *t) { return t != NULL && t->red; }

static struct rb *left(struct rb *t) {
#ifdef ROTATE
    struct rb *x = t->l;
#else
    struct rb *x = t->r;
#endif
    t->r = x->l; // @rotate
    x->l = t;
    x->red = t->red;
    t->red = 1;
    return x;
}

static struct rb *right(struct rb *t) {
    struct rb *x = t->l;
    t->l = x->r;
    x->r = t;
    x->red = t->red;
    t->red = 1;
    return x;
}

static struct rb *insert(struct rb *t, unsigned key) {
    if (t == NULL) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->red = 1;
        return t;
    }
    if (key < t->key) t->l = insert(t->l, key);
    else t->r = insert(t->r, key);
    if (is_red(t->r) && !is_red(t->l)) t = left(t);
    if (is_red(t->l) && is_red(t->l->l)) t = right(t);
    if (is_red(t->l) && is_red(t->r)) {
#ifdef BALANCE
        t->red = 0;
#else
        t->red = 1;
#endif
        t->l->red = t->r->red = 0;
    }
    return t;
}

static int black_height(struct rb *t) {
    if (t == NULL) return 0;
    int a = black_height(t->l), b = black_height(t->r);
    assert(a == b); // @balance
    return a + !t->red;
}

static void dump(struct rb *t, int depth) {
    if (t == NULL) return;
    dump(t->l, depth + 1);
    printf("%*s%u%s\n", 2 * depth, "", (unsigned)t->key, t->red ? "r" : "");
    dump(t->r, depth + 1);
    free(t);
}

int main(void) {
    struct rb *root = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        root = insert(root, (unsigned)(i * 5 % 13));
        root->red = 0;
    }
    printf("black height %d\n", black_height(root));
    dump(root, 0);
    return 0;
}
