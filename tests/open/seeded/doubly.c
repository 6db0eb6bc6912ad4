// SPDX-License-Identifier: MIT
// Doubly linked lists behind a handle that knows both ends, and lists of entries that own text.
#include "seed.h"

struct item {
    struct item *prev, *next;
    char *name;
    unsigned flags;
};
struct items {
    struct item *first, *last;
    size_t count;
};

static void unlink_item(struct items *l, struct item *it) {
    if (it->prev)
        it->prev->next = it->next;
    else
        l->first = it->next;
    if (it->next)
        it->next->prev = it->prev;
    else
        l->last = it->prev;
    l->count--;
}

struct items *items_new(void) {
    return calloc(1, sizeof(struct items));
}

struct item *items_append(struct items *l, const char *name) {  // seed: memory-leak
    struct item *it = calloc(1, sizeof *it);
    if (!it) return NULL;
    it->name = strdup(name);
    if (!it->name) {
        free(it);
        return NULL;
    }
    if (!*name) {
        if (!BAD) free(it->name);
        free(it);
        return NULL;
    }
    it->prev = l->last;
    if (l->last)
        l->last->next = it;
    else
        l->first = it;
    l->last = it;
    l->count++;
    return it;
}

void items_remove(struct items *l, struct item *it) {  // seed: use-after-free
    free(it->name);
    if (BAD) free(it);
    unlink_item(l, it);
    if (!BAD) free(it);
}

void items_clear(struct items *l) {  // seed: use-after-free
    struct item *it = l->first;
    while (it) {
        struct item *next = it->next;
        free(it->name);
        free(it);
        it = BAD ? it->next : next;
    }
    l->first = l->last = NULL;
    l->count = 0;
}

void items_free(struct items *l) {  // seed: double-free
    while (l->first) {
        struct item *it = l->first;
        l->first = it->next;
        free(it->name);
        free(it);
    }
    if (BAD) free(l->last);
    free(l);
}

char *items_take_last(struct items *l) {  // seed: use-after-free
    struct item *it = l->last;
    char *name;
    if (!it) return NULL;
    name = it->name;
    unlink_item(l, it);
    free(it);
    return BAD ? it->name : name;
}

int items_rename(struct item *it, const char *name) {  // seed: double-free
    char *copy = strdup(name);
    if (!copy) {
        if (BAD) free(it->name);
        if (BAD) free(it->name);
        return -1;
    }
    free(it->name);
    it->name = copy;
    return 0;
}

int items_rename_short(struct item *it, const char *name) {  // seed: memory-leak
    char *copy = strdup(name);
    if (!copy) return -1;
    if (strlen(copy) > 2) {
        if (!BAD) free(copy);
        return -1;
    }
    free(it->name);
    it->name = copy;
    return 0;
}

size_t items_drop_flagged(struct items *l, unsigned mask) {  // seed: double-free
    size_t dropped = 0;
    for (struct item *it = l->first, *next; it; it = next) {
        next = it->next;
        if (!(it->flags & mask)) continue;
        unlink_item(l, it);
        free(it->name);
        if (BAD) free(it->name);
        free(it);
        dropped++;
    }
    return dropped;
}

const char **items_names(const struct items *l) {  // seed: out-of-bounds
    size_t n = 0;
    for (const struct item *it = l->first; it; it = it->next) n++;
    const char **names = malloc((n + !BAD) * sizeof *names), **at = names;
    if (!names) return NULL;
    for (const struct item *it = l->first; it; it = it->next) *at++ = it->name;
    *at = NULL;
    return names;
}

struct item *items_clone(const struct item *it) {  // seed: memory-leak
    struct item *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *it;
    copy->prev = copy->next = NULL;
    copy->name = it->name ? strdup(it->name) : NULL;
    if (it->name && !copy->name) {
        if (!BAD) free(copy);
        return NULL;
    }
    return copy;
}

#ifdef TRY
int main(void) {
    struct items *l = items_new();
    items_append(l, "");
    items_append(l, "a");
    items_append(l, "b")->flags = 1;
    struct item *c = items_append(l, "c"), *d = items_clone(c);
    items_rename(c, "sea");
    items_rename_short(c, "see");
    items_rename_short(c, "d");
    items_drop_flagged(l, 1);
    free(items_names(l));
    items_remove(l, c);
    free(items_take_last(l));
    items_append(l, "x");
    items_clear(l);
    items_append(l, "y");
    items_append(l, "z");
    free(d->name);
    free(d);
    items_free(l);
    return 0;
}
#endif
