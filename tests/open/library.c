// SPDX-License-Identifier: MIT
// A library of lists of words, without main: singly linked, each node owns its word.  Each function is right, or has one fault.
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    char *text;
    unsigned count;
};

struct queue {
    struct word *first, *last;
};

static void word_free(struct word *w) {
    free(w->text);
    free(w);
}

unsigned words_count(const struct word *list) {  // expect: safe
    unsigned n = 0;
    for (; list; list = list->next) n++;
    return n;
}

unsigned words_sum(const struct word *list) {  // expect: safe
    unsigned sum = 0;
    while (list) {
        sum += list->count;
        list = list->next;
    }
    return sum;
}

unsigned words_sum_recursive(const struct word *list) {  // expect: safe
    return list ? list->count + words_sum_recursive(list->next) : 0;
}

const struct word *words_largest(const struct word *list) {  // expect: safe
    const struct word *best = list;
    for (; list; list = list->next)
        if (list->count > best->count) best = list;
    return best;
}

struct word *words_last(struct word *list) {  // expect: safe
    while (list->next) list = list->next;
    return list;
}

struct word *words_before_last(struct word *list) {  // expect: null-dereference
    while (list->next->next) list = list->next;      // fault
    return list;
}

struct word *words_reverse(struct word *list) {  // expect: safe
    struct word *done = NULL;
    while (list) {
        struct word *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

struct word *words_new(unsigned count) {  // expect: safe
    struct word *w = malloc(sizeof *w);
    if (!w) return NULL;
    w->next = NULL;
    w->text = NULL;
    w->count = count;
    return w;
}

struct word *words_new_and_forget(unsigned count) {  // expect: unsafe memory-leak
    struct word *w = words_new(count);
    if (!w) return NULL;
    w->text = malloc(8);
    if (count > 10) {
        free(w);  // fault
        return NULL;
    }
    return w;
}

struct word *words_repeat(unsigned n) {  // expect: safe
    struct word *list = NULL;
    while (n-- > 0) {
        struct word *w = words_new(n);
        if (!w) return list;
        w->next = list;
        list = w;
    }
    return list;
}

void words_free(struct word *list) {  // expect: safe
    while (list) {
        struct word *next = list->next;
        word_free(list);
        list = next;
    }
}

void words_free_backwards(struct word *list) {  // expect: unsafe use-after-free
    while (list) {
        word_free(list);
        list = list->next;  // fault
    }
}

unsigned words_drop_rare(struct word **list, unsigned least) {  // expect: safe
    unsigned n = 0;
    while (*list) {
        struct word *w = *list;
        if (w->count < least) {
            *list = w->next;
            word_free(w);
            n++;
        } else {
            list = &w->next;
        }
    }
    return n;
}

void words_insert(struct word **list, struct word *w) {  // expect: safe
    while (*list && (*list)->count < w->count) list = &(*list)->next;
    w->next = *list;
    *list = w;
}

struct word *words_append(struct word *a, struct word *b) {  // expect: safe
    if (!a) return b;
    struct word *last = a;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

struct word *words_copy(const struct word *list) {  // expect: safe
    struct word *first = NULL, **end = &first;
    for (; list; list = list->next) {
        struct word *w = words_new(list->count);
        if (!w) break;
        *end = w;
        end = &w->next;
    }
    return first;
}

void words_clear_text(struct word *list) {  // expect: safe
    for (; list; list = list->next) {
        free(list->text);
        list->text = NULL;
    }
}

void words_clear_text_twice(struct word *list) {  // expect: unsafe double-free
    free(list->text);
    free(list->text);  // fault
    list->text = NULL;
}

void queue_init(struct queue *q) {  // expect: safe
    q->first = q->last = NULL;
}

void queue_add(struct queue *q, unsigned count) {  // expect: safe
    struct word *w = words_new(count);
    if (!w) return;
    if (q->first)
        words_last(q->first)->next = w;
    else
        q->first = w;
    q->last = w;
}

struct word *queue_take(struct queue *q) {  // expect: safe
    struct word *w = q->first;
    if (!w) return NULL;
    q->first = w->next;
    w->next = NULL;
    return w;
}

unsigned queue_take_count(struct queue *q) {  // expect: null-dereference
    struct word *w = queue_take(q);
    unsigned count = w->count;  // fault
    word_free(w);
    return count;
}

int queue_same(const struct queue *a, const struct queue *b) {  // expect: safe
    const struct word *x = a->first, *y = b->first;
    while (x && y && x->count == y->count) {
        x = x->next;
        y = y->next;
    }
    return !x && !y;
}

void queue_move(struct queue *to, struct queue *from) {  // expect: safe
    while (from->first && from != to) {
        struct word *w = from->first;
        from->first = w->next;
        w->next = to->first;
        to->first = w;
    }
}
