// SPDX-License-Identifier: MIT
// Reference counted objects with weak back pointers.
// run: inputs=2 -> ok
// run: inputs=0 -> ok
// run: UNDER inputs=1 -> use-after-free @under
// run: CYCLE inputs=1 -> memory-leak @cycle
// also: -m32
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct object {
    int count;
    struct object *child;
    struct object *parent; // not counted
};

static int live;

static struct object *make(void) {
    struct object *o = calloc(1, sizeof *o);
    o->count = 1;
    live++;
    return o;
}

static struct object *hold(struct object *o) {
    o->count++;
    return o;
}

static void drop(struct object *o) {
    if (o == NULL) return;
    assert(o->count > 0);
    if (--o->count > 0) return;
    drop(o->child);
    free(o);
    live--;
}

int main(void) {
    struct object *root = make(), *extra[4] = {0};
    root->child = make();
    root->child->parent = root;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) extra[i] = hold(root->child);
#ifdef CYCLE
    root->child->child = hold(root);
#endif
#ifdef UNDER
    drop(root->child);
    drop(root->child);
#endif
    printf("%d\n", root->child->parent == root); // @under
    drop(root);
    root = NULL;
    for (int i = 0; i < n; i++) {
        printf("child has %d\n", extra[i]->count);
        drop(extra[i]);
        extra[i] = NULL; // @cycle
    }
    printf("%d live\n", live);
    return 0;
}
