// SPDX-License-Identifier: MIT
// The list functions with loops.  BAD_NAME puts a fault into NAME.

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = digit();
#ifdef BAD_CREATE
        if (list)  // the first node gets no link
#endif
            n->next = list;
        list = n;
    }
    return list;
}

static void deallocate(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
#ifdef BAD_DEALLOCATE
        next = list->next;  // @deallocate
#endif
        list = next;
    }
}

static unsigned traverse(const struct node *list) {
    unsigned count = 0;
#ifdef BAD_TRAVERSE
    for (; list->next; list = list->next) count++;  // @traverse
#else
    for (; list; list = list->next) count++;
#endif
    return count;
}

static struct node *find(struct node *list, int key) {
#ifdef BAD_FIND
    while (list->data != key) list = list->next;  // @find
#else
    while (list && list->data != key) list = list->next;
#endif
    return list;
}

// Before the first node with larger data.
static struct node *insert(struct node *list, struct node *n) {
    struct node *prev = NULL, *cur = list;
    while (cur && cur->data <= n->data) {
        prev = cur;
        cur = cur->next;
    }
    n->next = cur;
#ifdef BAD_INSERT
    prev->next = n;  // @insert
#else
    if (!prev) return n;
    prev->next = n;
#endif
    return list;
}

static struct node *remove_key(struct node *list, int key) {
    struct node *prev = NULL, *cur = list;
#ifdef BAD_REMOVE_ABSENT
    while (cur->data != key) {  // @remove_absent
#else
    while (cur && cur->data != key) {
#endif
        prev = cur;
        cur = cur->next;
    }
    if (!cur) return list;
    struct node *next = cur->next;
    free(cur);
#ifdef BAD_REMOVE_PRESENT
    next = cur->next;  // @remove_present
#endif
    if (!prev) return next;
    prev->next = next;
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
#ifdef BAD_REVERSE
    do {
#else
    while (list) {
#endif
        struct node *next = list->next;  // @reverse
        list->next = done;
        done = list;
        list = next;
    }
#ifdef BAD_REVERSE
    while (list);
#endif
    return done;
}

static struct node *append(struct node *a, struct node *b) {
#ifndef BAD_APPEND
    if (!a) return b;
#endif
    struct node *last = a;
    while (last->next) last = last->next;  // @append
    last->next = b;
    return a;
}

static struct node *reverse_via_append(struct node *list) {
    if (!list) return NULL;
    struct node *rest = reverse_via_append(list->next);
    list->next = NULL;
#ifdef BAD_REVERSE_VIA_APPEND
    append(rest, list);
    return list;
#else
    return append(rest, list);
#endif
}  // @reverse_via_append

// By data, if both lists are sorted by it.
static struct node *merge(struct node *a, struct node *b) {
    struct node *head = NULL, **end = &head;
#ifdef BAD_MERGE
    while (a || b) {
#else
    while (a && b) {
#endif
        struct node **from = a->data <= b->data ? &a : &b;  // @merge
        *end = *from;
        *from = (*from)->next;
        end = &(*end)->next;
    }
    *end = a ? a : b;
    return head;
}

// The nodes of a and b in turn.
static struct node *splice(struct node *a, struct node *b) {
    if (!a) return b;
    struct node *head = a;
#ifdef BAD_SPLICE
    while (a) {
#else
    while (b) {
#endif
        struct node *rest = a->next;
        a->next = b;
        a = b;
        b = rest;
    }
    return head;
}  // @splice

static struct node *reverse8(struct node *list) {
    for (int i = 0; i < 8; i++)
#ifdef BAD_REVERSE8
        reverse(list);  // @reverse8
#else
        list = reverse(list);
#endif
    return list;
}
