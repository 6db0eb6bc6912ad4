// SPDX-License-Identifier: MIT
// Functions in structures: what the program itself stores there.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct hooks {
    void *(*take)(size_t size);
    void (*give)(void *block);
    void *(*move)(void *block, size_t size);
};
static struct hooks usual = {malloc, free, realloc};

struct value {
    struct value *next;
    int type;
    char *text;
};

// assume: 'h' is the address of one 'struct hooks'
// assume: 'h->take' is a function that gives a new block, as malloc does, or null
struct value *value_new(const struct hooks *h) {  // expect: safe
    struct value *v = h->take(sizeof *v);
    if (v) memset(v, 0, sizeof *v);
    return v;
}

// assume: 'h' is the address of one 'struct hooks'
// assume: 'h->take' is 'malloc'
struct value *value_new_hastily(const struct hooks *h) {  // expect: safe
    struct value *v = h->take(sizeof *v);
    memset(v, 0, sizeof *v);
    return v;
}

struct value *value_new_twice(const struct hooks *h) {  // expect: unsafe memory-leak
    struct value *v = h->take(sizeof *v);
    v = h->take(sizeof *v);  // fault
    if (v) memset(v, 0, sizeof *v);
    return v;
}

// contract: requires v == null or list(v, next) of struct value
// contract: requires v->text == null or string(v->text)
// contract: requires object(h) of struct hooks
// contract: requires deallocator(h->give)
// contract: frees v
void value_free(struct value *v, const struct hooks *h) {  // expect: safe
    while (v) {
        struct value *next = v->next;
        h->give(v->text);
        h->give(v);
        v = next;
    }
}

void value_free_early(struct value *v, const struct hooks *h) {  // expect: unsafe double-free
    for (; v; v = v->next) {
        char *text = v->text;
        h->give(text);
        if (v->type < 0) h->give(text);  // fault
    }
}

// contract: requires object(v) of struct value
// contract: requires string(v->text)
// contract: requires object(h) of struct hooks
// contract: requires h->move == null or reallocator(h->move)
// contract: frees perhaps anything
int value_grow(struct value *v, const struct hooks *h) {  // expect: safe
    if (!h->move) return 0;
    char *text = h->move(v->text, strlen(v->text) + 2);
    if (!text) return 0;
    v->text = text;
    return 1;
}

int value_grow_stale(struct value *v, const struct hooks *h) {  // expect: unsafe use-after-free
    if (!h->move) return 0;
    char *text = h->move(v->text, strlen(v->text) + 2);
    return text && v->text[0];  // fault
}

struct value *value_copy(const struct value *v, const struct hooks *h) {  // expect: safe
    struct value *copy = h->take(sizeof *copy);
    if (!copy) return NULL;
    char *text = h->take(strlen(v->text) + 1);
    if (!text) {
        h->give(copy);
        return NULL;
    }
    strcpy(text, v->text);
    *copy = (struct value){NULL, v->type, text};
    return copy;
}

struct value *value_copy_short(const struct value *v, const struct hooks *h) {  // expect: unsafe out-of-bounds
    struct value *copy = h->take(sizeof *copy);
    if (!copy) return NULL;
    copy->next = NULL;
    copy->text = h->take(strlen(v->text));
    strcpy(copy->text, v->text);  // fault
    return copy;
}

struct value *value_usual(void) {  // expect: safe
    return value_new(&usual);
}

// ---- by assignment, and in another structure with the same types -----------------------------------------------------------------------

struct pool {
    int *slots;
    size_t n;
    void *(*grab)(size_t size);
    void (*drop)(void *block);
};

void pool_begin(struct pool *p) {  // expect: safe
    p->slots = NULL;
    p->n = 0;
    p->grab = malloc;
    p->drop = free;
}

struct value *pool_new(struct pool *p) {  // expect: safe
    struct value *v = p->grab(sizeof *v);
    if (!v) return NULL;
    v->next = NULL;
    v->type = 1;
    v->text = NULL;
    return v;
}

struct value *pool_new_lost(struct pool *p, int keep) {  // expect: unsafe memory-leak
    struct value *v = p->grab(sizeof *v);
    if (!v) return NULL;
    v->next = NULL;
    v->type = 1;
    v->text = NULL;
    return keep ? v : NULL;
}  // fault

struct queue {
    struct value *head;
    void *(*obtain)(size_t size);
    void (*release)(void *block);
};

int queue_push(struct queue *q, int type) {  // expect: safe
    struct value *v = q->obtain(sizeof *v);
    if (!v) return 0;
    v->type = type;
    v->text = NULL;
    v->next = q->head;
    q->head = v;
    return 1;
}

int queue_push_lost(struct queue *q, int type) {  // expect: unsafe memory-leak
    struct value *v = q->obtain(sizeof *v);
    if (!v) return 0;
    v->type = type;
    v->text = NULL;
    v->next = q->head;
    q->head = v->next;
    return 1;
}  // fault
