// SPDX-License-Identifier: MIT
// Containers of anything, with functions of the caller that compare, free, and visit.
#include "seed.h"

typedef int (*compare_fn)(const void *, const void *);
typedef void (*free_fn)(void *);
typedef int (*visit_fn)(void *item, void *context);

struct link {
    void *item;
    struct link *next;
};
struct set {
    struct link *first;
    compare_fn compare;
    free_fn release;
    size_t size;
};
struct event {
    int kind;
    visit_fn handler;
    struct event *next;
};

int set_add(struct set *s, void *item) {  // seed: memory-leak
    struct link *n = malloc(sizeof *n), **at = &s->first;
    if (!n) return -1;
    for (; *at; at = &(*at)->next) {
        if (s->compare((*at)->item, item) != 0) continue;
        if (!BAD) free(n);
        return 0;
    }
    n->item = item;
    n->next = NULL;
    *at = n;
    s->size++;
    return 1;
}

void *set_remove(struct set *s, const void *item) {  // seed: use-after-free
    for (struct link **at = &s->first; *at; at = &(*at)->next) {
        struct link *n = *at;
        void *found = n->item;
        if (s->compare(found, item) != 0) continue;
        *at = n->next;
        free(n);
        s->size--;
        return BAD ? n->item : found;
    }
    return NULL;
}

void set_free(struct set *s) {  // seed: double-free
    struct link *n = s->first;
    while (n) {
        struct link *next = n->next;
        if (s->release) s->release(n->item);
        free(n);
        n = next;
    }
    if (BAD && s->first) free(s->first);
    free(s);
}

struct set *set_new(compare_fn compare, free_fn release) {  // seed: memory-leak
    struct set *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (!compare) {
        if (!BAD) free(s);
        return NULL;
    }
    s->compare = compare;
    s->release = release;
    return s;
}

size_t set_filter(struct set *s, visit_fn keep, void *context) {  // seed: use-after-free
    struct link *n = s->first, *before = NULL;
    size_t dropped = 0;
    while (n) {
        struct link *next = n->next;
        if (keep(n->item, context)) {
            before = n;
        } else {
            if (before)
                before->next = next;
            else
                s->first = next;
            free(n);
            dropped++;
            if (BAD) before = n;
        }
        n = next;
    }
    s->size -= dropped;
    return dropped;
}

void sort3(int *a, compare_fn compare) {  // seed: out-of-bounds
    int copy[3];
    for (int i = 0; i < 3 + BAD; i++) copy[i] = *a - i;
    if (compare(&copy[0], &copy[1]) > 0) copy[0] = copy[1];
    *a = copy[0];
}

int *array_map(const int *a, visit_fn f) {  // seed: memory-leak
    int *out = malloc(sizeof *out);
    if (!out) return NULL;
    *out = *a;
    if (f(out, NULL) != 0) {
        if (!BAD) free(out);
        return NULL;
    }
    return out;
}

int events_fire(struct event **list, int kind) {  // seed: use-after-free
    int fired = 0;
    while (*list) {
        struct event *e = *list;
        if (e->kind != kind) {
            list = &e->next;
            continue;
        }
        *list = e->next;
        if (BAD) free(e);
        if (e->handler) fired += e->handler(NULL, NULL) != 0;
        if (!BAD) free(e);
    }
    return fired;
}

int events_add(struct event **list, int kind, visit_fn handler) {  // seed: double-free
    struct event *e = malloc(sizeof *e);
    if (!e) return -1;
    e->kind = kind;
    e->handler = handler;
    e->next = *list;
    if (kind < 0 || !handler) {
        free(e);
        if (BAD && kind < 0) free(e);
        return -1;
    }
    *list = e;
    return 0;
}

#ifdef TRY
static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int even(void *item, void *context) {
    (void)context;
    return item && *(int *)item % 2 == 0;
}

int main(void) {
    int a[] = {1, 2, 3, 2};
    struct event *events = NULL;
    struct set *s = set_new(order, NULL);
    set_new(NULL, NULL);
    for (int i = 0; i < 4; i++) set_add(s, &a[i]);
    set_remove(s, &a[0]);
    set_filter(s, even, NULL);
    set_free(s);
    sort3(a, order);
    free(array_map(&a[1], even));
    free(array_map(&a[2], even));
    events_add(&events, 1, even);
    events_add(&events, 2, even);
    events_add(&events, -1, even);
    events_fire(&events, 2);
    events_fire(&events, 1);
    return events != NULL;
}
#endif
