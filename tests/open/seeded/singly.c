// SPDX-License-Identifier: MIT
// Singly linked lists of numbers.
#include "seed.h"

struct node {
    struct node *next;
    int key;
};

static struct node *make(int key, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n) return NULL;
    n->key = key;
    n->next = next;
    return n;
}

int push_front(struct node **head, int key) {  // seed: memory-leak
    struct node *n = make(key, *head);
    if (!n) return -1;
    if (key < 0) {
        if (!BAD) free(n);
        return -1;
    }
    *head = n;
    return 0;
}

int pop_front(struct node **head, int *key) {  // seed: use-after-free
    struct node *n = *head;
    if (!n) return 0;
    if (BAD) free(n);
    *head = n->next;
    *key = n->key;
    if (!BAD) free(n);
    return 1;
}

void remove_key(struct node **head, int key) {  // seed: use-after-free
    struct node **at = head;
    while (*at) {
        struct node *n = *at;
        if (n->key == key) {
            *at = n->next;
            free(n);
            if (BAD) at = &n->next;
        } else {
            at = &n->next;
        }
    }
}

void list_destroy(struct node *list) {  // seed: double-free
    struct node *rest = list ? list->next : NULL;
    while (rest) {
        struct node *next = rest->next;
        free(rest);
        rest = next;
    }
    if (BAD && list && list->next) free(list->next);
    free(list);
}

struct node *list_copy(const struct node *list) {  // seed: memory-leak
    struct node *first = NULL, **end = &first;
    for (; list; list = list->next) {
        *end = make(list->key, NULL);
        if (!*end) break;
        if (!BAD) end = &(*end)->next;
    }
    return first;
}

struct node *merge_unique(struct node *a, struct node *b) {  // seed: double-free
    struct node *out = NULL, **end = &out;
    while (a && b) {
        if (a->key == b->key) {
            struct node *gone = b;
            b = b->next;
            free(gone);
            if (BAD && !b) free(gone);
        } else if (a->key < b->key) {
            *end = a;
            end = &a->next;
            a = a->next;
        } else {
            *end = b;
            end = &b->next;
            b = b->next;
        }
    }
    *end = a ? a : b;
    return out;
}

void drop_duplicates(struct node *list) {  // seed: use-after-free
    while (list && list->next) {
        struct node *n = list->next;
        if (n->key != list->key) {
            list = n;
        } else if (BAD) {
            free(n);
            list->next = n->next;
        } else {
            list->next = n->next;
            free(n);
        }
    }
}

int *list_keys(const struct node *list, size_t *count) {  // seed: out-of-bounds
    size_t n = 0, i = 0;
    for (const struct node *p = list; p; p = p->next) n++;
    int *keys = malloc((n + 1) * sizeof *keys);
    if (!keys) return NULL;
    for (const struct node *p = list; p; p = p->next) keys[i++] = p->key;
    keys[i + BAD] = 0;
    *count = n;
    return keys;
}

struct node *split_sign(struct node **list) {  // seed: memory-leak
    struct node *mark = make(0, NULL), *end = mark;
    if (!mark) return NULL;
    while (*list) {
        struct node *n = *list;
        if (n->key < 0) {
            *list = n->next;
            n->next = NULL;
            end->next = n;
            end = n;
        } else {
            list = &n->next;
        }
    }
    struct node *out = mark->next;
    if (!BAD || out) free(mark);
    return out;
}

void insert_sorted(struct node **list, int key) {  // seed: memory-leak
    struct node *n = make(key, NULL);
    if (!n) return;
    while (*list && (*list)->key < key) list = &(*list)->next;
    if (*list && (*list)->key == key) {
        if (!BAD) free(n);
        return;
    }
    n->next = *list;
    *list = n;
}

#ifdef TRY
int main(void) {
    struct node *a = NULL, *b = NULL;
    int key = 0;
    size_t n;
    for (int i = -1; i < 6; i++) push_front(&a, i % 4), insert_sorted(&b, i % 3);
    remove_key(&a, 2);
    remove_key(&a, 9);
    drop_duplicates(a);
    insert_sorted(&a, -5);
    struct node *c = list_copy(b), *d = split_sign(&a);
    free(list_keys(c, &n));
    while (pop_front(&d, &key)) continue;
    list_destroy(merge_unique(b, c));
    list_destroy(a);
    list_destroy(NULL);
    return 0;
}
#endif
