// SPDX-License-Identifier: MIT
// Lists and trees whose nodes are members of something larger: AVL trees, red-black trees with parents, and lists that end with null, each walked from link to link and back
// to what these are parts of.
#include <stddef.h>
#include <stdlib.h>

// ---- AVL trees -------------------------------------------------------------------------------------------------------------------------

struct link {
    struct link *left, *right;
    int height;
};
struct item {
    int key;
    struct link link;
    char *name;
};

static struct item *item_of(const struct link *l) {
    return (struct item *)((char *)l - offsetof(struct item, link));
}

static int height(const struct link *l) {
    return l ? l->height : 0;
}

static void update(struct link *l) {
    int a = height(l->left), b = height(l->right);
    l->height = 1 + (a > b ? a : b);
}

// contract: requires root == null or tree(root, left, right) of struct link in struct item.link
// contract: ensures root == null or tree(root, left, right) of struct link in struct item.link
// contract: ensures result == null or object(result) of struct item
// contract: frees nothing
struct item *avl_find(struct link *root, int key) {  // expect: safe
    while (root) {
        struct item *i = item_of(root);
        if (i->key == key) return i;
        root = key < i->key ? root->left : root->right;
    }
    return NULL;
}

int avl_find_below(struct link *root, int key) {  // expect: null-dereference
    while (item_of(root)->key != key) root = key < item_of(root)->key ? root->left : root->right;  // fault
    return item_of(root)->key;
}

struct item *avl_least(struct link *root) {  // expect: safe
    if (!root) return NULL;
    while (root->left) root = root->left;
    return item_of(root);
}

int avl_sum(const struct link *root) {  // expect: safe
    return root ? item_of(root)->key + avl_sum(root->left) + avl_sum(root->right) : 0;
}

struct link *avl_turn_right(struct link *y) {  // expect: safe
    struct link *x = y->left;
    if (!x) return y;
    y->left = x->right;
    x->right = y;
    update(y);
    update(x);
    return x;
}

struct link *avl_turn_left(struct link *x) {  // expect: safe
    struct link *y = x->right;
    if (!y) return x;
    x->right = y->left;
    y->left = x;
    update(x);
    update(y);
    return y;
}

struct link *avl_balance(struct link *n) {  // expect: safe
    update(n);
    int more = height(n->left) - height(n->right);
    if (more > 1) {
        if (n->left && height(n->left->left) < height(n->left->right)) n->left = avl_turn_left(n->left);
        return avl_turn_right(n);
    }
    if (more < -1) {
        if (n->right && height(n->right->right) < height(n->right->left)) n->right = avl_turn_right(n->right);
        return avl_turn_left(n);
    }
    return n;
}

struct link *avl_put(struct link *root, struct item *i) {  // expect: safe
    if (!root) {
        i->link.left = i->link.right = NULL;
        i->link.height = 1;
        return &i->link;
    }
    if (i->key < item_of(root)->key)
        root->left = avl_put(root->left, i);
    else
        root->right = avl_put(root->right, i);
    return avl_balance(root);
}

int avl_insert(struct link **root, int key) {  // expect: safe
    struct item *i = malloc(sizeof *i);
    if (!i) return 0;
    i->key = key;
    i->name = NULL;
    *root = avl_put(*root, i);
    return 1;
}

int avl_insert_and_lose(struct link **root, int key) {  // expect: unsafe memory-leak
    struct item *i = malloc(sizeof *i);
    if (!i) return 0;
    i->key = key;
    i->name = NULL;
    if (*root && item_of(*root)->key == key) return 0;
    *root = avl_put(*root, i);
    return 1;
}  // fault

static struct link *take_least(struct link *root, struct link **least) {
    if (!root->left) {
        *least = root;
        return root->right;
    }
    root->left = take_least(root->left, least);
    return avl_balance(root);
}

struct link *avl_remove(struct link *root, int key) {  // expect: safe
    if (!root) return NULL;
    struct item *i = item_of(root);
    if (key < i->key) {
        root->left = avl_remove(root->left, key);
    } else if (key > i->key) {
        root->right = avl_remove(root->right, key);
    } else {
        struct link *left = root->left, *right = root->right, *least;
        free(i);
        if (!right) return left;
        right = take_least(right, &least);
        least->right = right;
        least->left = left;
        root = least;
    }
    return avl_balance(root);
}

struct link *avl_remove_and_look(struct link *root, int key) {  // expect: unsafe use-after-free
    if (!root) return NULL;
    struct item *i = item_of(root);
    if (key != i->key) return root;
    free(i);
    return root->left ? root->left : root->right;  // fault
}

void avl_free(struct link *root) {  // expect: safe
    if (!root) return;
    avl_free(root->left);
    avl_free(root->right);
    free(item_of(root));
}

void avl_free_twice(struct link *root) {  // expect: unsafe double-free
    if (!root) return;
    avl_free(root->left);
    free(item_of(root));
    free(item_of(root));  // fault
}

// ---- red-black trees with parents --------------------------------------------------------------------------------------------------------

enum colour { RED, BLACK };

struct rb_node {
    struct rb_node *parent, *left, *right;
    enum colour colour;
};
struct rb_root {
    struct rb_node *node;
};
struct entry {
    int key;
    struct rb_node rb;
    int value;
};
#define entry_of(p) ((struct entry *)((char *)(p)-offsetof(struct entry, rb)))

struct entry *rb_find(const struct rb_root *t, int key) {  // expect: safe
    struct rb_node *n = t->node;
    while (n) {
        struct entry *e = entry_of(n);
        if (key == e->key) return e;
        n = key < e->key ? n->left : n->right;
    }
    return NULL;
}

struct rb_node *rb_first(const struct rb_root *t) {  // expect: safe
    struct rb_node *n = t->node;
    if (!n) return NULL;
    while (n->left) n = n->left;
    return n;
}

struct rb_node *rb_next(struct rb_node *n) {  // expect: safe
    if (n->right) {
        n = n->right;
        while (n->left) n = n->left;
        return n;
    }
    struct rb_node *up;
    while ((up = n->parent) && n == up->right) n = up;
    return up;
}

// contract: requires object(t) of struct rb_root
// contract: requires t->node == null or ptree(t->node, left, right, parent) of struct rb_node in struct entry.rb
// contract: ensures t->node == null or ptree(t->node, left, right, parent) of struct rb_node in struct entry.rb
// contract: frees nothing
int rb_sum(const struct rb_root *t) {  // expect: safe
    int sum = 0;
    for (struct rb_node *n = rb_first(t); n; n = rb_next(n)) sum += entry_of(n)->key;
    return sum;
}

int rb_sum_too_far(const struct rb_root *t) {  // expect: null-dereference
    int sum = 0;
    struct rb_node *n = rb_first(t);
    do {
        sum += entry_of(n)->key;  // fault
        n = rb_next(n);
    } while (n);
    return sum;
}

static void change_child(struct rb_root *t, struct rb_node *old, struct rb_node *new, struct rb_node *up) {
    if (!up)
        t->node = new;
    else if (up->left == old)
        up->left = new;
    else
        up->right = new;
    if (new) new->parent = up;
}

static void turn_left(struct rb_root *t, struct rb_node *x) {
    struct rb_node *y = x->right;
    x->right = y->left;
    if (y->left) y->left->parent = x;
    change_child(t, x, y, x->parent);
    y->left = x;
    x->parent = y;
}

static void turn_right(struct rb_root *t, struct rb_node *y) {
    struct rb_node *x = y->left;
    y->left = x->right;
    if (x->right) x->right->parent = y;
    change_child(t, y, x, y->parent);
    x->right = y;
    y->parent = x;
}

void rb_fix(struct rb_root *t, struct rb_node *n) {  // expect: safe
    struct rb_node *p;
    while ((p = n->parent) && p->colour == RED) {  // fault
        struct rb_node *g = p->parent;
        if (!g) break;
        int left = p == g->left;
        struct rb_node *u = left ? g->right : g->left;
        if (u && u->colour == RED) {
            u->colour = p->colour = BLACK;
            g->colour = RED;
            n = g;
            continue;
        }
        if (left && n == p->right) {
            turn_left(t, p);
            p = n;
        } else if (!left && n == p->left) {
            turn_right(t, p);
            p = n;
        }
        p->colour = BLACK;
        g->colour = RED;
        if (left)
            turn_right(t, g);
        else
            turn_left(t, g);
        break;
    }
    t->node->colour = BLACK;
}

void rb_add(struct rb_root *t, struct entry *e) {  // expect: safe
    struct rb_node **at = &t->node, *up = NULL;
    while (*at) {
        up = *at;
        at = e->key < entry_of(up)->key ? &up->left : &up->right;
    }
    e->rb.parent = up;
    e->rb.left = e->rb.right = NULL;
    e->rb.colour = RED;
    *at = &e->rb;
}

void rb_put(struct rb_root *t, struct entry *e) {  // expect: safe
    rb_add(t, e);
    rb_fix(t, &e->rb);
}

int rb_insert(struct rb_root *t, int key, int value) {  // expect: safe
    struct entry *e = malloc(sizeof *e);
    if (!e) return 0;
    e->key = key;
    e->value = value;
    rb_put(t, e);
    return 1;
}

int rb_insert_freed(struct rb_root *t, int key, int value) {  // expect: unsafe use-after-free
    struct entry *e = malloc(sizeof *e);
    if (!e) return 0;
    e->key = key;
    e->value = value;
    rb_add(t, e);
    if (value < 0) free(e);
    rb_fix(t, &e->rb);
    return 1;
}

static void drop(struct rb_node *n) {
    if (!n) return;
    drop(n->left);
    drop(n->right);
    free(entry_of(n));
}

void rb_free(struct rb_root *t) {  // expect: safe
    drop(t->node);
    t->node = NULL;
}

// ---- lists that end with null ------------------------------------------------------------------------------------------------------------

struct hook {
    struct hook *next;
};
struct job {
    int cost;
    struct hook hook;
};
#define job_of(p) ((struct job *)((char *)(p)-offsetof(struct job, hook)))

// contract: requires h == null or list(h, next) of struct hook in struct job.hook
// contract: ensures h == null or list(h, next) of struct hook in struct job.hook
// contract: frees nothing
int jobs_cost(const struct hook *h) {  // expect: safe
    int sum = 0;
    for (; h; h = h->next) sum += job_of(h)->cost;
    return sum;
}

void jobs_drop(struct hook *h) {  // expect: safe
    while (h) {
        struct hook *rest = h->next;
        free(job_of(h));
        h = rest;
    }
}

void jobs_drop_links(struct hook *h) {  // expect: unsafe use-after-free
    for (; h; h = h->next) free(job_of(h));  // fault
}

void jobs_cut(struct hook **at, int cost) {  // expect: safe
    while (*at) {
        struct job *j = job_of(*at);
        if (j->cost > cost) {
            *at = j->hook.next;
            free(j);
        } else {
            at = &j->hook.next;
        }
    }
}

struct hook *jobs_add(struct hook *h, int cost) {  // expect: safe
    struct job *j = malloc(sizeof *j);
    if (!j) return h;
    j->cost = cost;
    j->hook.next = h;
    return &j->hook;
}
