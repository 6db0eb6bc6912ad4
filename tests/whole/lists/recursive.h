// SPDX-License-Identifier: MIT
// The list functions by recursion.  BAD_NAME puts a fault into NAME.

static struct node *create(void) {
    if (!__VERIFIER_nondet_int()) return NULL;
    struct node *n = malloc(sizeof *n);
    n->data = digit();
    n->next = create();
#ifdef BAD_CREATE
    n->next = NULL;  // @create
#endif
    return n;
}

static void deallocate(struct node *list) {
    if (!list) return;
#ifdef BAD_DEALLOCATE
    free(list);
    deallocate(list->next);  // @deallocate
#else
    deallocate(list->next);
    free(list);
#endif
}

static unsigned traverse(const struct node *list) {
#ifdef BAD_TRAVERSE
    return list->next ? 1 + traverse(list->next) : 1;  // @traverse
#else
    return list ? 1 + traverse(list->next) : 0;
#endif
}

static struct node *find(struct node *list, int key) {
#ifdef BAD_FIND
    return list->data == key ? list : find(list->next, key);  // @find
#else
    return !list || list->data == key ? list : find(list->next, key);
#endif
}

// Before the first node with larger data.
static struct node *insert(struct node *list, struct node *n) {
#ifdef BAD_INSERT
    if (list->data > n->data) {  // @insert
#else
    if (!list || list->data > n->data) {
#endif
        n->next = list;
        return n;
    }
    list->next = insert(list->next, n);
    return list;
}

static struct node *remove_key(struct node *list, int key) {
#ifdef BAD_REMOVE_ABSENT
    if (list->data == key) {  // @remove_absent
#else
    if (!list) return NULL;
    if (list->data == key) {
#endif
        struct node *next = list->next;
        free(list);
#ifdef BAD_REMOVE_PRESENT
        next = list->next;  // @remove_present
#endif
        return next;
    }
    list->next = remove_key(list->next, key);
    return list;
}

static struct node *reverse(struct node *list) {
#ifdef BAD_REVERSE
    if (!list->next) return list;  // @reverse
#else
    if (!list || !list->next) return list;
#endif
    struct node *rest = reverse(list->next);
    list->next->next = list;
    list->next = NULL;
    return rest;
}

static struct node *append(struct node *a, struct node *b) {
#ifdef BAD_APPEND
    if (!a->next) {  // @append
        a->next = b;
        return a;
    }
#else
    if (!a) return b;
#endif
    a->next = append(a->next, b);
    return a;
}

static struct node *reverse_via_append(struct node *list) {
    if (!list) return NULL;
    struct node *rest = reverse_via_append(list->next);
    list->next = NULL;
#ifdef BAD_REVERSE_VIA_APPEND
    rest->next = list;  // @reverse_via_append
    return rest;
#else
    return append(rest, list);
#endif
}

static struct node *merge(struct node *a, struct node *b) {
    if (!a) return b;
#ifdef BAD_MERGE
    if (a->data > b->data) {  // @merge
#else
    if (!b) return a;
    if (a->data > b->data) {
#endif
        b->next = merge(a, b->next);
        return b;
    }
    a->next = merge(a->next, b);
    return a;
}

// The nodes of a and b in turn.
static struct node *splice(struct node *a, struct node *b) {
#ifndef BAD_SPLICE
    if (!a) return b;
#endif
    a->next = splice(b, a->next);  // @splice
    return a;
}

static struct node *reverse8(struct node *list) {
    list = reverse(reverse(reverse(reverse(list))));
#ifdef BAD_REVERSE8
    reverse(list);  // @reverse8
#else
    list = reverse(list);
#endif
    return reverse(reverse(reverse(list)));
}
