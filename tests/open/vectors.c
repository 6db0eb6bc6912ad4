// SPDX-License-Identifier: MIT
// Vectors of numbers, of pointers and of structures.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct vec {
    int *at;
    size_t n, cap;
};

// contract: requires object(v) of struct vec
// contract: requires v->at == null or array(v->at, v->cap) of int
// contract: requires 0 <= v->n <= v->cap
// contract: frees perhaps anything
bool push(struct vec *v, int x) {  // expect: safe
    if (v->n == v->cap) {
        size_t cap = v->cap ? v->cap + v->cap / 2 + 1 : 4;
        int *at = realloc(v->at, cap * sizeof *at);
        if (!at) return false;
        v->at = at;
        v->cap = cap;
    }
    v->at[v->n++] = x;
    return true;
}

bool push_full(struct vec *v, int x) {  // expect: out-of-bounds
    v->at[v->n++] = x;  // fault
    return v->n <= v->cap;
}

int last(const struct vec *v) {  // expect: safe
    return v->n ? v->at[v->n - 1] : 0;
}

void swap_remove(struct vec *v, size_t i) {  // expect: safe
    if (i >= v->n) return;
    v->at[i] = v->at[--v->n];
}

void swap_remove_end(struct vec *v, size_t i) {  // expect: out-of-bounds
    if (i > v->n) return;
    v->at[i] = v->at[--v->n];  // fault
}

void keep(struct vec *v, bool (*wanted)(int)) {  // expect: safe
    size_t k = 0;
    for (size_t i = 0; i < v->n; i++)
        if (wanted(v->at[i])) v->at[k++] = v->at[i];
    v->n = k;
}

bool shrink(struct vec *v) {  // expect: safe
    if (!v->n) {
        free(v->at);
        v->at = NULL;
        v->cap = 0;
        return true;
    }
    int *at = realloc(v->at, v->n * sizeof *at);
    if (!at) return false;
    v->at = at;
    v->cap = v->n;
    return true;
}

bool begin(struct vec *v, size_t n) {  // expect: safe
    v->at = malloc(n * sizeof *v->at);
    if (!v->at) return false;
    v->n = 0;
    v->cap = n;
    return true;
}

bool begin_lost(struct vec *v, size_t n) {  // expect: unsafe memory-leak
    int *at = malloc(n * sizeof *at);
    if (!at) return false;
    v->n = 0;
    v->cap = n;
    return true;
}  // fault

bool copy(struct vec *to, const struct vec *from) {  // expect: safe
    int *at = malloc(from->n * sizeof *at);
    if (!at) return false;
    for (size_t i = 0; i < from->n; i++) at[i] = from->at[i];
    free(to->at);
    to->at = at;
    to->n = to->cap = from->n;
    return true;
}

// contract: requires object(v) of struct vec
// contract: requires v->at == null or array(v->at, v->cap) of int
// contract: requires 0 <= v->n <= v->cap
// contract: frees nothing
void remove_at(struct vec *v, size_t i) {  // expect: safe
    if (i >= v->n) return;
    memmove(&v->at[i], &v->at[i + 1], (v->n - i - 1) * sizeof *v->at);
    v->n--;
}

// ---- of pointers

struct item {
    int key;
    char *name;
};
struct pvec {
    struct item **items;
    size_t count, capacity;
};

bool pvec_push(struct pvec *v, struct item *x) {  // expect: safe
    if (v->count == v->capacity) {
        size_t capacity = v->capacity ? 2 * v->capacity : 8;
        struct item **items = realloc(v->items, capacity * sizeof *items);
        if (!items) return false;
        v->items = items;
        v->capacity = capacity;
    }
    v->items[v->count++] = x;
    return true;
}

// contract: requires object(v) of struct pvec
// contract: requires v->items == null or array(v->items, v->capacity) of struct item *
// contract: requires object(v->items[i]) of struct item
// contract: requires 0 <= v->count <= v->capacity
// contract: ensures result == null or object(result) of struct item
// contract: frees nothing
struct item *pvec_find(const struct pvec *v, int key) {  // expect: safe
    for (size_t i = 0; i < v->count; i++)
        if (v->items[i]->key == key) return v->items[i];
    return NULL;
}

struct item *pvec_find_far(const struct pvec *v, int key) {  // expect: out-of-bounds
    for (size_t i = 0; i <= v->count; i++)
        if (v->items[i] && v->items[i]->key == key) return v->items[i];  // fault
    return NULL;
}

struct item *pvec_pop(struct pvec *v) {  // expect: safe
    return v->count ? v->items[--v->count] : NULL;
}

// contract: requires object(v) of struct pvec
// contract: requires v->items == null or array(v->items, v->capacity) of struct item *
// contract: requires object(v->items[i]) of struct item
// contract: requires v->items[i]->name == null or string(v->items[i]->name)
// contract: requires 0 <= v->count <= v->capacity
// contract: frees perhaps anything
void pvec_clear(struct pvec *v) {  // expect: safe
    for (size_t i = 0; i < v->count; i++) {
        free(v->items[i]->name);
        free(v->items[i]);
    }
    v->count = 0;
}

void pvec_clear_early(struct pvec *v) {  // expect: unsafe use-after-free
    for (size_t i = 0; i < v->count; i++) {
        free(v->items[i]);
        free(v->items[i]->name);  // fault
    }
    v->count = 0;
}

void pvec_free(struct pvec *v) {  // expect: safe
    for (size_t i = 0; i < v->count; i++) free(v->items[i]);
    free(v->items);
    free(v);
}

void pvec_swap(struct pvec *v, size_t i, size_t k) {  // expect: safe
    if (i >= v->count || k >= v->count) return;
    struct item *x = v->items[i];
    v->items[i] = v->items[k];
    v->items[k] = x;
}

// ---- of structures

struct point {
    int x, y;
};
struct path {
    struct point *points;
    int n_points, max_points;
};

// contract: requires object(p) of struct path
// contract: requires p->points == null or array(p->points, p->max_points) of struct point
// contract: requires 0 <= p->n_points <= p->max_points
// contract: frees nothing
bool path_add(struct path *p, int x, int y) {  // expect: safe
    if (p->n_points >= p->max_points) return false;
    p->points[p->n_points].x = x;
    p->points[p->n_points].y = y;
    p->n_points++;
    return true;
}

bool path_add_over(struct path *p, int x, int y) {  // expect: out-of-bounds
    if (p->n_points > p->max_points) return false;
    p->points[p->n_points].x = x;  // fault
    p->points[p->n_points].y = y;  // fault
    p->n_points++;
    return true;
}

long path_length(const struct path *p) {  // expect: safe
    long n = 0;
    for (int i = 1; i < p->n_points; i++) n += labs((long)p->points[i].x - p->points[i - 1].x) + labs((long)p->points[i].y - p->points[i - 1].y);
    return n;
}

void path_move(struct path *p, int dx, int dy) {  // expect: safe
    for (struct point *q = p->points; q < p->points + p->n_points; q++) {
        q->x += dx;
        q->y += dy;
    }
}

struct point *path_end(const struct path *p) {  // expect: safe
    return p->n_points > 0 ? &p->points[p->n_points - 1] : NULL;
}

bool path_close(struct path *p) {  // expect: safe
    if (p->n_points == 0 || p->n_points == p->max_points) return false;
    p->points[p->n_points++] = p->points[0];
    return true;
}

void path_reverse(struct path *p) {  // expect: safe
    for (int i = 0, k = p->n_points - 1; i < k; i++, k--) {
        struct point q = p->points[i];
        p->points[i] = p->points[k];
        p->points[k] = q;
    }
}

void path_reverse_far(struct path *p) {  // expect: out-of-bounds
    for (int i = 0, k = p->n_points; i < k; i++, k--) {
        struct point q = p->points[i];
        p->points[i] = p->points[k];  // fault
        p->points[k] = q;  // fault
    }
}
