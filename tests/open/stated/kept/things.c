// Calls that keep contracts, and such that do not: trees, rings, arrays, strings, functions, globals.
// expect: kept 16
// expect -DBAD_TREE: requires tree(t, left, right) of struct tree, and gets something that is there more than once
// expect -DBAD_SHARED: requires tree(t, left, right) of struct tree, and gets something that another pointer leads to as well
// expect -DBAD_RING: requires ring(&o->head, next, prev) of struct link in struct item.hook, and gets a ring that ends
// expect -DBAD_BACK: requires ring(&o->head, next, prev) of struct link in struct item.hook, and gets a node that does not lead back
// expect -DBAD_ITEM: requires string(struct item.name), and gets a text that does not end
// expect -DBAD_SHORT: requires array(a, n) of int, and gets fewer elements
// expect -DBAD_UNWRITTEN: requires array(a, n) of int, and gets elements that nobody wrote
// expect -DBAD_NONE: requires v->data == null or array(v->data, v->capacity) of int, and gets fewer elements
// expect -DBAD_SIZE: requires 0 <= v->size <= v->capacity, and gets a number that is too large
// expect -DBAD_TEXT: requires string(s), and gets a text that does not end
// expect -DBAD_CALL: requires function(f), and gets null
// expect -DBAD_GLOBAL: requires all == null or list(all, next) of struct entry, and gets something that is there more than once
// expect -DBAD_PLACE: requires object(at) of struct entry *, and gets something that is not there, or no longer
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct tree {
    struct tree *left, *right;
    int key;
};
struct link {
    struct link *next, *prev;
};
struct item {
    int number;
    char *name;
    struct link hook;
};
struct owner {
    struct link head;
};
struct vector {
    int *data;
    unsigned size, capacity;
};
struct entry {
    struct entry *next;
};
static struct entry *all;

/*@ heapproof: requires tree(t, left, right) of struct tree; frees nothing; */
static int key_of(const struct tree *t) {
    return t->key + (t->left ? t->left->key : 0);
}

/*@ heapproof: requires object(o) of struct owner; requires ring(&o->head, next, prev) of struct link in struct item.hook; requires string(struct item.name); frees nothing; */
static int letters(const struct owner *o) {
    int n = 0;
    for (const struct link *l = o->head.next; l != &o->head; l = l->next) n += (int)strlen(((const struct item *)((const char *)l - offsetof(struct item, hook)))->name);
    return n;
}

/*@ heapproof: requires array(a, n) of int; frees nothing; */
static int sum(const int *a, unsigned n) {
    int s = 0;
    for (unsigned i = 0; i < n; i++) s += a[i] & 15;
    return s;
}

/*@ heapproof: requires a == null or array(a, n) of int; frees nothing; */
static int first_of(const int *a, unsigned n) {
    return a && n ? a[0] : 0;
}

/*@ heapproof: requires object(v) of struct vector; requires v->data == null or array(v->data, v->capacity) of int; requires 0 <= v->size <= v->capacity; frees nothing; */
static int last(const struct vector *v) {
    return v->size ? v->data[v->size - 1] : 0;
}

/*@ heapproof: requires string(s); frees nothing; */
static int length(const char *s) {
    return (int)strlen(s);
}

/*@ heapproof: requires function(f); frees nothing; */
static int apply(int (*f)(int), int x) {
    return f(x);
}

static int twice(int x) {
    return 2 * x;
}

/*@ heapproof: requires all == null or list(all, next) of struct entry; frees nothing; */
static int count(void) {
    int n = 0;
    for (const struct entry *e = all; e && n < 9; e = e->next) n++;
    return n;
}

/*@ heapproof: requires object(at) of struct entry *; requires *at == null or list(*at, next) of struct entry; frees nothing; */
static int is_there(struct entry **at) {
    return *at != NULL;
}

int main(void) {
    struct tree leaf = {NULL, NULL, 1}, root = {&leaf, NULL, 2};
    struct owner o = {{&o.head, &o.head}};
    char name[] = "abc";
    struct item item = {1, name, {&o.head, &o.head}};
    int numbers[3] = {1, 2, 3}, raw[2];
    struct vector v = {numbers, 2, 3}, none = {NULL, 0, 0};
    struct entry one = {NULL};
    int n = letters(&o) + key_of(&root) + key_of(&leaf) + sum(numbers, 3) + sum(numbers + 1, 2) + first_of(NULL, 2) + first_of(numbers, 3) + last(&v) + last(&none) + length(name) + length(name + 3) + apply(twice, 1) + count();
    raw[0] = 1;
    o.head.next = o.head.prev = &item.hook;
    all = &one;
    n += is_there(&all) + count();
#ifdef BAD_RING
    item.hook.next = NULL;
#endif
#ifdef BAD_BACK
    o.head.prev = &o.head;
#endif
#ifdef BAD_ITEM
    name[3] = 'd';
#endif
    n += letters(&o);
#ifdef BAD_TREE
    leaf.right = &root;
    n += key_of(&root);
#endif
#ifdef BAD_SHARED
    root.right = &leaf;
    n += key_of(&root);
#endif
#ifdef BAD_SHORT
    n += sum(numbers + 1, 3);
#endif
#ifdef BAD_UNWRITTEN
    n += sum(raw, 2);
#endif
#ifdef BAD_NONE
    none.capacity = 1;
    n += last(&none);
#endif
#ifdef BAD_SIZE
    v.size = 4;
    n += last(&v);
#endif
#ifdef BAD_TEXT
    name[3] = 'd';
    n += length(name);
#endif
#ifdef BAD_CALL
    n += apply(NULL, 1);
#endif
#ifdef BAD_GLOBAL
    one.next = &one;
    n += count();
#endif
#ifdef BAD_PLACE
    n += is_there((struct entry **)(raw + 1));
#endif
    return n + raw[0] < 0;
}
