// SPDX-License-Identifier: MIT
// What functions need that C types and names do not say: found by what they follow, ask and call, and then proved.
#include <stdlib.h>
#include <string.h>

// ---- functions of the callers ----------------------------------------------------------------------------------------------------------

struct entry {
    struct entry *next;
    void *data;
};
struct operations {
    void (*drop)(void *data);
    void *(*copy)(const void *data);
};

// assume: 'l' is null or the address of a node of an acyclic list of 'struct entry', linked by 'next'
// assume: 'equal' is a function that returns and leaves all that 'find_by' works on as it is
// contract: requires l == null or list(l, next) of struct entry
// contract: requires function(equal)
// contract: ensures l == null or list(l, next) of struct entry
// contract: ensures result == null or list(result, next) of struct entry
// contract: frees perhaps anything
struct entry *find_by(struct entry *l, int (*equal)(const void *, const void *), const void *data) {  // expect: safe
    while (l && !equal(l->data, data)) l = l->next;
    return l;
}

struct entry *find_by_too_far(struct entry *l, int (*equal)(const void *, const void *), const void *data) {  // expect: null-dereference
    while (!equal(l->data, data)) l = l->next;  // fault
    return l;
}

// assume: 'l' is null or the address of a node of an acyclic list of 'struct entry', linked by 'next'
// assume: 'o' is the address of one 'struct operations'
// assume: 'o->drop' is null or a function that returns and leaves all that 'release_by' works on as it is
void release_by(struct entry *l, const struct operations *o) {  // expect: safe
    while (l) {
        struct entry *next = l->next;
        if (o->drop) o->drop(l->data);
        free(l);
        l = next;
    }
}

void release_unasked(struct entry *l, const struct operations *o) {  // expect: null-dereference
    while (l) {
        struct entry *next = l->next;
        if (!o->drop) l->data = NULL;
        o->drop(l->data);  // fault
        free(l);
        l = next;
    }
}

void release_first(struct entry *l, const struct operations *o) {  // expect: unsafe use-after-free
    while (l) {
        struct entry *next = l->next;
        free(l);
        if (o->drop) o->drop(l->data);  // fault
        l = next;
    }
}

void show_what_is_gone(struct entry *l, void (*show)(struct entry *)) {  // expect: unknown call of a function of the callers with what is gone
    free(l);
    show(l);
}

struct entry *copy_by(const struct entry *l, const struct operations *o) {  // expect: safe
    struct entry *head = NULL, **end = &head;
    for (; l; l = l->next) {
        struct entry *e = malloc(sizeof *e);
        e->data = o->copy(l->data);
        e->next = NULL;
        *end = e;
        end = &e->next;
    }
    return head;
}

struct entry *copy_lost(const struct entry *l, const struct operations *o) {  // expect: unsafe memory-leak
    struct entry *e = malloc(sizeof *e);
    e->next = NULL;
    e->data = NULL;
    e = o->copy(l->data);  // fault
    return e;
}

// Which functions are the same is not known.
int same_functions(const struct operations *o, const struct operations *p) {  // expect: null-dereference
    const int *none = NULL;
    return o->drop == p->drop ? 0 : *none;  // fault
}

int other_functions(const struct operations *o, const struct operations *p) {  // expect: null-dereference
    const int *none = NULL;
    return o->drop != p->drop ? 0 : *none;  // fault
}

void *release_function(struct operations *o) {  // expect: invalid-free
    free((void *)o->copy);  // fault
    return o;
}

// ---- functions in globals --------------------------------------------------------------------------------------------------------------

static struct {
    void *(*get)(size_t);
    void (*give_back)(void *);
} memory = {malloc, free};

void use_memory(void *(*get)(size_t), void (*give_back)(void *)) {  // expect: safe
    memory.get = get;
    memory.give_back = give_back;
}

// assume: 'memory' holds anything of its type
// assume: 'memory.get' is 'malloc'
struct entry *new_entry(void *data) {  // expect: safe
    struct entry *e = memory.get(sizeof *e);
    e->next = NULL;
    e->data = data;
    return e;
}

struct entry *new_entry_lost(void *data) {  // expect: memory-leak
    struct entry *e = memory.get(sizeof *e);
    e->next = NULL;
    e->data = data;
    return data ? e : NULL;
}  // fault

// ---- links that are followed -----------------------------------------------------------------------------------------------------------

struct kin {
    struct kin *parent, *child[2];
    int key;
};
struct family {
    struct kin *root;
    int (*compare)(int, int);
};

// assume: 'f' is the address of one 'struct family'
// assume: 'f->root' is null or the address of the root of a tree of 'struct kin', linked by 'child[0]' and 'child[1]'
// assume: 'f->compare' is a function that returns and leaves all that 'look_up' works on as it is
// contract: requires object(f) of struct family
// contract: requires f->root == null or tree(f->root, child[0], child[1]) of struct kin
// contract: requires function(f->compare)
// contract: ensures f->root == null or tree(f->root, child[0], child[1]) of struct kin
// contract: ensures result == null or tree(result, child[0], child[1]) of struct kin
// contract: frees nothing
struct kin *look_up(const struct family *f, int key) {  // expect: safe
    struct kin *k = f->root;
    while (k) {
        int order = f->compare(key, k->key);
        if (!order) return k;
        k = k->child[order > 0];
    }
    return NULL;
}

// assume: 'k' is null or the address of the root of a tree of 'struct kin', linked by 'child[0]' and 'child[1]'
void release_kin(struct kin *k) {  // expect: safe
    if (!k) return;
    release_kin(k->child[0]);
    release_kin(k->child[1]);
    free(k);
}

void release_kin_twice(struct kin *k) {  // expect: unsafe use-after-free
    if (!k) return;
    release_kin_twice(k->child[0]);  // fault
    release_kin_twice(k->child[0]);
    free(k);
}

// assume: 'k' is the address of a node of an acyclic list of 'struct kin', linked by 'parent'
struct kin *eldest(struct kin *k) {  // expect: safe
    while (k->parent) k = k->parent;
    return k;
}

struct item {  // first child and next sibling, and the one before
    struct item *next, *prev, *child;
    char *name;
};

// assume: 'i' is null or the address of the root of a tree of 'struct item', linked by 'next' and 'child'
// assume: 'i->name' is null or a string
void release_items(struct item *i) {  // expect: safe
    while (i) {
        struct item *next = i->next;
        release_items(i->child);
        free(i->name);
        free(i);
        i = next;
    }
}

// assume: 'of' is the address of one 'struct item'
// assume: 'of->child' is null or the address of a node of an acyclic list of 'struct item', linked by 'next' and 'prev'
// assume: 'of->child->child' is null or the address of a node of an acyclic list of 'struct item', linked by 'next' and 'prev'
// assume: or instead: 'of->child' is null or the address of a node of an acyclic list of 'struct item', linked by 'next' and 'prev', the first, whose 'prev' leads to the last; 'of->child->child' is null or the address of a node of an acyclic list of 'struct item', linked by 'next' and 'prev', the first, whose 'prev' leads to the last
void add_child(struct item *of) {  // expect: safe
    struct item *i = calloc(1, sizeof *i), *first = of->child;
    if (!first) {
        of->child = i->prev = i;
    } else if (first->prev) {
        first->prev->next = i;
        i->prev = first->prev;
        first->prev = i;
    } else {
        free(i);
    }
}

// ---- nodes of links alone ----------------------------------------------------------------------------------------------------------------

struct link {
    struct link *next, *prev;
};

// assume: 'l' is the address of a node of a ring of 'struct link', linked by 'next' and 'prev'
// contract: requires ring(l, next, prev) of struct link
// contract: ensures ring(l, next, prev) of struct link
// contract: frees nothing
void unlink_one(struct link *l) {  // expect: safe
    l->next->prev = l->prev;
    l->prev->next = l->next;
    l->next = l->prev = l;
}

// assume: 'l' is the address of one 'struct link'
// assume: 'head' is the address of a node of a ring of 'struct link', linked by 'next' and 'prev'
void link_last(struct link *l, struct link *head) {  // expect: safe
    struct link *last = head->prev;
    last->next = l;
    l->prev = last;
    l->next = head;
    head->prev = l;
}

void unlink_and_look(struct link *l) {  // expect: unsafe use-after-free
    struct link *next = l->next;
    next->prev = l->prev;
    l->prev->next = next;
    free(next);
    next->prev->next = NULL;  // fault
}

// ---- queues and counts -------------------------------------------------------------------------------------------------------------------

struct job {
    struct job *next, *prev;
    int number;
};
struct jobs {
    struct job *first, *last;
    unsigned long count;
};

// assume: 'q' is the address of one 'struct jobs'
// assume: 'q->first' is null or the address of a node of an acyclic list of 'struct job', linked by 'next' and 'prev'
// assume: 'q->last' is null or the address of a node of an acyclic list of 'struct job', linked by 'next' and 'prev'
// assume: 'q->first', 'q->last': both are null, or the first and the last node of one list
int take_last(struct jobs *q) {  // expect: safe
    if (!q->first) return 0;
    struct job *j = q->last;
    int number = j->number;
    q->last = j->prev;
    if (q->last)
        q->last->next = NULL;
    else
        q->first = NULL;
    free(j);
    return number;
}

int take_last_unasked(struct jobs *q) {  // expect: null-dereference
    struct job *j = q->last;
    int number = j->number;  // fault
    q->last = j->prev;
    q->last->next = NULL;  // fault
    if (!q->last) q->first = NULL;
    free(j);
    return number;
}

// assume: 'q' is the address of one 'struct jobs'
// assume: 'q->first' is null or the address of a node of an acyclic list of 'struct job', linked by 'next' and 'prev'
// assume: 'q->last' is null or the address of a node of an acyclic list of 'struct job', linked by 'next' and 'prev'
// assume: 'q->first', 'q->last': both are null, or the first and the last node of one list
// assume: 'q->count' is the number of nodes of that list
// contract: requires object(q) of struct jobs
// contract: requires q->first == null or dlist(q->first, next, prev) of struct job
// contract: requires q->last == null or dlist(q->last, next, prev) of struct job
// contract: requires ends(q->first, q->last)
// contract: requires length(q->first) == q->count
// contract: ensures q->first == null or dlist(q->first, next, prev) of struct job
// contract: frees perhaps anything
int take_counted(struct jobs *q) {  // expect: safe
    if (!q->count) return 0;
    struct job *j = q->first;
    int number = j->number;
    if (--q->count) {
        q->first = j->next;
        q->first->prev = NULL;
    } else {
        q->first = q->last = NULL;
    }
    free(j);
    return number;
}

int take_last_and_read(struct jobs *q) {  // expect: unsafe use-after-free
    struct job *j = q->last;
    if (!j) return 0;
    if (j->prev)
        j->prev->next = NULL;
    else
        q->first = NULL;
    q->last = j->prev;
    q->count--;
    free(j);
    return j->number;  // fault
}

int take_one_too_many(struct jobs *q) {  // expect: null-dereference
    struct job *j = q->first;
    int number = j->number;
    if (q->count--) {
        q->first = j->next;
        q->first->prev = NULL;  // fault
    } else {
        q->first = q->last = NULL;
    }
    free(j);
    return number;
}
