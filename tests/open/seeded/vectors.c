// SPDX-License-Identifier: MIT
// Vectors that grow, matrices, bit sets.
#include "seed.h"

struct vector {
    int *data;
    size_t size, capacity;
};
struct strings {
    char **items;
    size_t count;
};
struct matrix {
    unsigned rows, columns;
    double *cells;
};

struct vector *vector_new(size_t capacity) {  // seed: memory-leak
    struct vector *v = malloc(sizeof *v);
    if (!v) return NULL;
    v->data = malloc((capacity ? capacity : 1) * sizeof *v->data);
    if (!v->data) {
        if (!BAD) free(v);
        return NULL;
    }
    v->size = 0;
    v->capacity = capacity ? capacity : 1;
    return v;
}

int vector_reserve(struct vector *v, size_t capacity) {  // seed: use-after-free
    if (capacity <= v->capacity || capacity > SIZE_MAX / sizeof *v->data) return 0;
    int *data = malloc(capacity * sizeof *data), *old = v->data;
    if (!data) return -1;
    if (BAD) free(old);
    memcpy(data, old, v->size * sizeof *data);
    if (!BAD) free(old);
    v->data = data;
    v->capacity = capacity;
    return 0;
}

void vector_free(struct vector *v) {  // seed: double-free
    if (!v) return;
    free(v->data);
    if (BAD) free(v->data);
    free(v);
}

void vector_reset(struct vector *v) {  // seed: use-after-free
    free(v->data);
    if (BAD && v->size) v->data[0] = 0;
    v->data = NULL;
    v->size = v->capacity = 0;
}

int vector_median3(const int *a) {  // seed: out-of-bounds
    int three[3] = {*a, *a / 2, 0}, t;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2 + BAD; k++) {
            if (three[k] <= three[k + 1]) continue;
            t = three[k];
            three[k] = three[k + 1];
            three[k + 1] = t;
        }
    }
    return three[1];
}

struct vector *vector_of_squares(int n) {  // seed: out-of-bounds
    if (n < 1 || n > 64) return NULL;
    struct vector *v = malloc(sizeof *v);
    if (!v) return NULL;
    v->data = malloc((size_t)n * sizeof *v->data);
    if (!v->data) {
        free(v);
        return NULL;
    }
    for (int i = 0; i < n + BAD; i++) v->data[i] = i * i;
    v->size = v->capacity = (size_t)n;
    return v;
}

struct strings *strings_new(const char *first, const char *second) {  // seed: memory-leak
    struct strings *s = malloc(sizeof *s);
    if (!s) return NULL;
    s->items = calloc(2, sizeof *s->items);
    if (!s->items) {
        free(s);
        return NULL;
    }
    s->items[0] = strdup(first);
    s->items[1] = strdup(second);
    s->count = 2;
    if (!s->items[0] || !s->items[1]) {
        free(s->items[0]);
        if (!BAD) free(s->items[1]);
        free(s->items);
        free(s);
        return NULL;
    }
    return s;
}

void strings_free(struct strings *s) {  // seed: use-after-free
    if (BAD) free(s->items);
    for (size_t i = 0; i < s->count; i++) free(s->items[i]);
    if (!BAD) free(s->items);
    free(s);
}

struct matrix *matrix_identity(unsigned n) {  // seed: out-of-bounds
    if (n < 1 || n > 16) return NULL;
    struct matrix *m = malloc(sizeof *m);
    if (!m) return NULL;
    m->cells = calloc(n * n, sizeof *m->cells);
    if (!m->cells) {
        free(m);
        return NULL;
    }
    m->rows = m->columns = n;
    for (unsigned i = BAD; i < n + BAD; i++) m->cells[i * n + i] = 1;
    return m;
}

struct matrix *matrix_new(unsigned rows, unsigned columns) {  // seed: memory-leak
    struct matrix *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    if (!rows || !columns || rows > 100 || columns > 100) {
        if (!BAD || rows > 100) free(m);
        return NULL;
    }
    m->rows = rows;
    m->columns = columns;
    m->cells = calloc((size_t)rows * columns, sizeof *m->cells);
    if (!m->cells) {
        free(m);
        return NULL;
    }
    return m;
}

unsigned bits_count(const unsigned char *byte) {  // seed: out-of-bounds
    unsigned char table[16];
    for (unsigned i = 0; i <= 15 + BAD; i++) table[i] = (unsigned char)((i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1));
    return table[*byte & 15] + (unsigned)table[*byte >> 4];
}

#ifdef TRY
int main(void) {
    struct vector *v = vector_new(0), *q = vector_of_squares(5);
    v->data[0] = 4;
    v->size = 1;
    vector_reserve(v, 10);
    int m = vector_median3(v->data);
    vector_reset(v);
    vector_free(v);
    vector_free(q);
    vector_free(NULL);
    strings_free(strings_new("a", "b"));
    struct matrix *a = matrix_identity(3), *b = matrix_new(2, 3);
    matrix_new(0, 3);
    free(a->cells);
    free(a);
    free(b->cells);
    free(b);
    unsigned char byte = 0x5a;
    return m != 2 || bits_count(&byte) != 4;
}
#endif
