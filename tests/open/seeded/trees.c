// SPDX-License-Identifier: MIT
// Search trees, tries, and expressions.
#include "seed.h"

struct tree {
    struct tree *left, *right;
    int key;
    char *value;
};
struct trie {
    struct trie *child[4];
    int *payload;
};
struct expr {
    char op;
    int number;
    struct expr *lhs, *rhs;
};

static void drop(struct tree *t) {
    free(t->value);
    free(t);
}

void tree_free(struct tree *t) {  // seed: use-after-free
    if (!t) return;
    tree_free(t->left);
    if (BAD) drop(t);
    tree_free(t->right);
    if (!BAD) drop(t);
}

int tree_insert(struct tree **t, int key) {  // seed: memory-leak
    struct tree *n = calloc(1, sizeof *n);
    if (!n) return -1;
    n->key = key;
    while (*t) {
        if ((*t)->key == key) {
            if (!BAD) free(n);
            return 0;
        }
        t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    }
    *t = n;
    return 1;
}

int tree_set(struct tree *t, int key, const char *value) {  // seed: memory-leak
    char *copy = strdup(value);
    if (!copy) return -1;
    for (; t; t = key < t->key ? t->left : t->right) {
        if (t->key != key) continue;
        free(t->value);
        t->value = copy;
        return 1;
    }
    if (!BAD) free(copy);
    return 0;
}

void tree_remove_least(struct tree **t) {  // seed: use-after-free
    if (!*t) return;
    while ((*t)->left) t = &(*t)->left;
    struct tree *n = *t, *right = n->right;
    drop(n);
    *t = BAD ? n->right : right;
}

struct tree *tree_remove_root(struct tree *t) {  // seed: double-free
    if (!t) return NULL;
    struct tree *left = t->left, *right = t->right;
    free(t->value);
    if (BAD && !left && !right) free(t->value);
    free(t);
    if (!left) return right;
    struct tree **at = &left;
    while (*at) at = &(*at)->right;
    *at = right;
    return left;
}

struct tree *tree_copy(const struct tree *t) {  // seed: memory-leak
    if (!t) return NULL;
    struct tree *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->key = t->key;
    n->left = tree_copy(t->left);
    n->right = tree_copy(t->right);
    if (BAD && n->left) n->left = NULL;
    return n;
}

void trie_free(struct trie *t) {  // seed: double-free
    if (!t) return;
    for (int i = 0; i < 4; i++) trie_free(t->child[i]);
    free(t->payload);
    if (BAD && t->payload) free(t->payload);
    free(t);
}

int trie_add(struct trie *t, const char *word) {  // seed: memory-leak
    int *payload = malloc(sizeof *payload);
    if (!payload) return -1;
    *payload = 0;
    for (; *word; word++) {
        unsigned digit = (unsigned)(*word - '0');
        if (digit >= 4 || !t->child[digit]) {
            if (!BAD || digit < 4) free(payload);
            return -1;
        }
        t = t->child[digit];
    }
    free(t->payload);
    t->payload = payload;
    return 0;
}

int trie_depth(const struct trie *t) {  // seed: out-of-bounds
    int depths[4], most = 0;
    if (!t) return 0;
    for (int i = 0; i < 4; i++) depths[i] = trie_depth(t->child[i]);
    for (int i = 0; i < 4 + BAD; i++)
        if (depths[i] > most) most = depths[i];
    return most + 1;
}

struct expr *expr_fold(struct expr *e) {  // seed: use-after-free
    if (!e || !e->lhs || !e->rhs) return e;
    e->lhs = expr_fold(e->lhs);
    e->rhs = expr_fold(e->rhs);
    if (e->op != '+' || e->lhs->op != 'n' || e->rhs->op != 'n') return e;
    if (BAD) free(e->rhs);
    e->number = (int)((unsigned)e->lhs->number + (unsigned)e->rhs->number);
    e->op = 'n';
    free(e->lhs);
    if (!BAD) free(e->rhs);
    e->lhs = e->rhs = NULL;
    return e;
}

struct expr *expr_pair(char op, struct expr *lhs, struct expr *rhs) {  // seed: memory-leak
    struct expr *e = malloc(sizeof *e);
    if (!e) return NULL;
    if (op != '+' && op != '*') {
        if (!BAD) free(e);
        return NULL;
    }
    e->op = op;
    e->number = 0;
    e->lhs = lhs;
    e->rhs = rhs;
    return e;
}

static struct expr *number(int value) {
    struct expr *e = calloc(1, sizeof *e);
    if (!e) abort();
    e->op = 'n';
    e->number = value;
    return e;
}

int expr_twice(const struct expr *e) {  // seed: use-after-free
    struct expr *a = number(e->number), *b = number(2);
    int result;
    if (BAD) free(b);
    result = a->number / 2 * b->number;
    if (!BAD) free(b);
    free(a);
    return result;
}

#ifdef TRY
int main(void) {
    struct tree *t = NULL;
    for (int i = 0; i < 9; i++) tree_insert(&t, i * 5 % 7);
    tree_set(t, 3, "three");
    tree_set(t, 0, "zero");
    tree_set(t, 99, "none");
    struct tree *c = tree_copy(t);
    tree_remove_least(&t);
    t = tree_remove_root(t);
    tree_free(t);
    tree_free(c);
    struct trie *r = calloc(1, sizeof *r);
    r->child[1] = calloc(1, sizeof *r);
    trie_add(r, "1");
    trie_add(r, "2");
    trie_add(r, "x");
    int depth = trie_depth(r);
    trie_free(r);
    struct expr *e = expr_fold(expr_pair('+', number(1), number(2)));
    int twice = expr_twice(e);
    expr_pair('?', NULL, NULL);
    free(e);
    return depth != 2 || twice != 2;
}
#endif
