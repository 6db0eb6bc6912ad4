// expect: safe
// expect -DBAD_END: unsafe use-after-free @end
// expect -DBAD_HEADER: unsafe null-dereference @header
// A map with a header: it leads to the root, and is the parent of the root; a walk by parents ends there.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    struct entry *parent, *left, *right;
};
struct map {
    struct entry header;  // left: the root
    unsigned n;
};

static void insert(struct map *m, int key) {
    struct entry *parent = &m->header, **link = &m->header.left;
    while (*link) {
        parent = *link;
        if (parent->key == key) return;
        link = key < parent->key ? &parent->left : &parent->right;
    }
    struct entry *e = malloc(sizeof *e);
    if (!e) return;
    e->key = key;
#ifdef BAD_HEADER
    e->parent = parent == &m->header ? NULL : parent;
#else
    e->parent = parent;
#endif
    e->left = e->right = NULL;
    *link = e;
    m->n++;
}

static int deepest(struct map *m) {
    struct entry *e = m->header.left;
    int n = 0;
    if (!e) return 0;
    while (e->right) e = e->right;
    while (e != &m->header) {
        n ^= e->key;  // @header
        e = e->parent;
    }
    return n;
}

static void clear(struct map *m) {
    struct entry *e = m->header.left;
    while (e && e != &m->header) {
        if (e->left) {  // @end
            e = e->left;
        } else if (e->right) {
            e = e->right;
        } else {
            struct entry *parent = e->parent;
#ifdef BAD_END
            if (parent != &m->header) {
                if (parent->left == e) parent->left = NULL;
            }
#else
            if (parent->left == e)
                parent->left = NULL;
            else
                parent->right = NULL;
#endif
            free(e);
            e = parent;
        }
    }
}

int main(void) {
    struct map m = {{0, NULL, NULL, NULL}, 0};
    while (__VERIFIER_nondet_int()) insert(&m, __VERIFIER_nondet_int());
    int n = deepest(&m);
    clear(&m);
    return n == 1;
}
