// expect: safe
// expect -DBAD_ROOT: unsafe null-dereference @root
// expect -DBAD_FREED: unsafe use-after-free @freed
// The in-order walk of the kernel's trees: down to the left, or up until it comes from the left; the tree is freed in post-order by parents.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct rb_node {
    struct rb_node *rb_parent, *rb_right, *rb_left;
};
struct rb_root {
    struct rb_node *rb_node;
};
struct item {
    int key;
    struct rb_node node;
};
#define item_of(n) ((struct item *)((char *)(n) - offsetof(struct item, node)))

static void link_node(struct rb_node *n, struct rb_node *parent, struct rb_node **link) {
    n->rb_parent = parent;
    n->rb_left = n->rb_right = NULL;
    *link = n;
}

static void insert(struct rb_root *root, struct item *i) {
    struct rb_node **link = &root->rb_node, *parent = NULL;
    while (*link) {
        parent = *link;
        link = i->key < item_of(parent)->key ? &parent->rb_left : &parent->rb_right;
    }
    link_node(&i->node, parent, link);
}

static struct rb_node *first(const struct rb_root *root) {
    struct rb_node *n = root->rb_node;
    if (!n) return NULL;
    while (n->rb_left) n = n->rb_left;
    return n;
}

static struct rb_node *next(struct rb_node *n) {
    struct rb_node *parent;
    if (n->rb_right) {
        n = n->rb_right;
        while (n->rb_left) n = n->rb_left;
        return n;
    }
#ifdef BAD_ROOT
    while ((parent = n->rb_parent), n == parent->rb_right) n = parent;  // @root
#else
    while ((parent = n->rb_parent) && n == parent->rb_right) n = parent;
#endif
    return parent;
}

// Leaves first: a node is freed when it has no children any more.
static void drop_all(struct rb_root *root) {
    struct rb_node *n = root->rb_node;
    while (n) {
        if (n->rb_left) {  // @freed
            n = n->rb_left;
        } else if (n->rb_right) {
            n = n->rb_right;
        } else {
            struct rb_node *parent = n->rb_parent;
#ifndef BAD_FREED
            if (parent && n == parent->rb_left)
                parent->rb_left = NULL;
            else if (parent)
                parent->rb_right = NULL;
#endif
            free(item_of(n));
            n = parent;
        }
    }
}

int main(void) {
    struct rb_root root = {NULL};
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        if (!i) break;
        i->key = __VERIFIER_nondet_int();
        insert(&root, i);
    }
    for (struct rb_node *n = first(&root); n; n = next(n)) sum ^= item_of(n)->key;
    drop_all(&root);
    return sum == 1;
}
