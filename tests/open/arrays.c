// SPDX-License-Identifier: MIT
// Arrays with their number of elements beside them: parameters, vectors, buffers, rings, hash tables, parsers over a pointer and a length.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- parameters --------------------------------------------------------------------------------------------------------------------

// assume: 'a' is the address of 'n' elements of type 'int', all of them initialised, in less than 2^55 bytes
long sum(const int *a, int n) {  // expect: safe
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

void clear(int *a, int n) {  // expect: safe
    for (int i = 0; i < n; i++) a[i] = 0;
}

void clear_with_end(int *a, int n) {  // expect: out-of-bounds
    for (int i = 0; i <= n; i++) a[i] = 0;  // fault
}

void reverse(int *a, size_t n) {  // expect: safe
    for (size_t i = 0; i < n / 2; i++) {
        int x = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = x;
    }
}

void reverse_shifted(int *a, size_t n) {  // expect: out-of-bounds
    for (size_t i = 0; i < n / 2; i++) {
        int x = a[i];  // fault
        a[i] = a[n - i];  // fault
        a[n - i] = x;  // fault
    }
}

void insertion_sort(int *a, int n) {  // expect: safe
    for (int i = 1; i < n; i++) {
        int x = a[i], k = i - 1;
        while (k >= 0 && a[k] > x) {
            a[k + 1] = a[k];
            k--;
        }
        a[k + 1] = x;
    }
}

void shift_down(int *a, size_t n) {  // expect: safe
    for (size_t i = 1; i < n; i++) a[i - 1] = a[i];
}

void shift_up(int *a, size_t n) {  // expect: out-of-bounds
    for (size_t i = n; i > 0; i--) a[i] = a[i - 1];  // fault
}

void add_all(double *to, const double *from, size_t n) {  // expect: safe
    while (n--) *to++ += *from++;
}

unsigned checksum(const void *data, size_t length) {  // expect: safe
    const unsigned char *p = data, *end = p + length;
    unsigned c = 0;
    for (; p < end; p++) c = c * 31 + *p;
    return c;
}

size_t longest(const char *const *names, size_t n) {  // expect: safe
    size_t most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(names[i]);
        if (length > most) most = length;
    }
    return most;
}

// ---- parsers over a pointer and a length ---------------------------------------------------------------------------------------------

// assume: 'text' is the address of 'len' elements of type 'unsigned char', all of them initialised, in less than 2^55 bytes
// assume: 'out' is the address of one 'unsigned int'
bool parse_number(const unsigned char *text, size_t len, unsigned *out) {  // expect: safe
    unsigned x = 0;
    size_t i = 0;
    while (i < len && text[i] >= '0' && text[i] <= '9') x = 10 * x + (unsigned)(text[i++] - '0');
    *out = x;
    return i == len && i > 0;
}

size_t count_digits(const unsigned char *text, size_t len) {  // expect: safe
    size_t i = 0;
    while (i < len && text[i] >= '0' && text[i] <= '9') i++;
    return i;
}

size_t count_digits_over(const unsigned char *text, size_t len) {  // expect: out-of-bounds
    size_t i = 0;
    while (text[i] >= '0' && text[i] <= '9') i++;  // fault
    return i < len ? i : len;
}

struct parser {
    const unsigned char *content;
    size_t length;
    size_t at_pos;
    int depth;
};

int next_byte(struct parser *p) {  // expect: safe
    return p->at_pos < p->length ? p->content[p->at_pos++] : -1;
}

int next_byte_unasked(struct parser *p) {  // expect: out-of-bounds
    return p->at_pos <= p->length ? p->content[p->at_pos++] : -1;  // fault
}

void skip_blanks(struct parser *p) {  // expect: safe
    while (p->at_pos < p->length && p->content[p->at_pos] <= 32) p->at_pos++;
}

void skip_blanks_late(struct parser *p) {  // expect: out-of-bounds
    while (p->content[p->at_pos] <= 32 && p->at_pos < p->length) p->at_pos++;  // fault
}

// ---- vectors -----------------------------------------------------------------------------------------------------------------------

struct vector {
    int *data;
    size_t len, cap;
};

bool vector_push(struct vector *v, int x) {  // expect: safe
    if (v->len == v->cap) {
        size_t cap = v->cap ? 2 * v->cap : 8;
        int *data = realloc(v->data, cap * sizeof *data);
        if (!data) return false;
        v->data = data;
        v->cap = cap;
    }
    v->data[v->len++] = x;
    return true;
}

bool vector_push_full(struct vector *v, int x) {  // expect: out-of-bounds
    if (v->len > v->cap) return false;
    v->data[v->len++] = x;  // fault
    return true;
}

// assume: 'v' is the address of one 'struct vector'
// assume: 'v->data' is null or the address of 'v->cap' elements of type 'int', all of them initialised, in less than 2^55 bytes; null only if that number is 0
// assume: 'v->len' is not negative and at most 'v->cap'
int vector_get(const struct vector *v, size_t i) {  // expect: safe
    return i < v->len ? v->data[i] : 0;
}

int vector_get_unasked(const struct vector *v, size_t i) {  // expect: out-of-bounds
    return i <= v->cap ? v->data[i] : 0;  // fault
}

bool vector_pop(struct vector *v, int *out) {  // expect: safe
    if (!v->len) return false;
    *out = v->data[--v->len];
    return true;
}

bool vector_pop_empty(struct vector *v, int *out) {  // expect: out-of-bounds
    if (v->len) return false;
    *out = v->data[--v->len];  // fault
    return true;
}

void vector_remove(struct vector *v, size_t at) {  // expect: safe
    if (at >= v->len) return;
    for (size_t i = at; i + 1 < v->len; i++) v->data[i] = v->data[i + 1];
    v->len--;
}

void vector_remove_beyond(struct vector *v, size_t at) {  // expect: out-of-bounds
    if (at >= v->len) return;
    for (size_t i = at; i < v->len; i++) v->data[i] = v->data[i + 1];  // fault
    v->len--;
}

void vector_insert(struct vector *v, size_t at, int x) {  // expect: safe
    if (at > v->len || v->len == v->cap) return;
    for (size_t i = v->len; i > at; i--) v->data[i] = v->data[i - 1];
    v->data[at] = x;
    v->len++;
}

void vector_free(struct vector *v) {  // expect: safe
    free(v->data);
    v->data = NULL;
    v->len = v->cap = 0;
}

size_t copy_bounded(char *to, const char *from, size_t size) {  // expect: safe
    size_t n = strlen(from);
    if (size) {
        size_t k = n < size - 1 ? n : size - 1;
        memcpy(to, from, k);
        to[k] = 0;
    }
    return n;
}

void vector_add(struct vector *v, int x) {  // expect: safe
    if (v->len >= v->cap) {
        v->cap = v->cap ? 2 * v->cap : 4;
        v->data = realloc(v->data, v->cap * sizeof *v->data);
    }
    v->data[v->len++] = x;
}

// ---- string builders -----------------------------------------------------------------------------------------------------------------

struct text {
    char *bytes;
    size_t length, capacity;
};

// spare: t->bytes == null or array(t->bytes, t->capacity) of char: few runs have numbers that come to realloc
bool text_reserve(struct text *t, size_t more) {  // expect: safe
    if (t->capacity - t->length >= more) return true;
    if (more > (size_t)1 << 40 || t->length > (size_t)1 << 40) return false;
    size_t capacity = t->length + more;
    char *bytes = realloc(t->bytes, capacity);
    if (!bytes) return false;
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

bool text_append(struct text *t, const char *s, size_t n) {  // expect: safe
    if (!text_reserve(t, n)) return false;
    if (n) memcpy(t->bytes + t->length, s, n);
    t->length += n;
    return true;
}

bool text_append_unasked(struct text *t, const char *s, size_t n) {  // expect: unknown in an object of unknown size
    if (n > t->capacity) return false;
    memcpy(t->bytes + t->length, s, n);
    t->length += n;
    return true;
}

bool text_add_char(struct text *t, char c) {  // expect: safe
    if (t->length >= t->capacity) return false;
    t->bytes[t->length++] = c;
    return true;
}

bool text_end(struct text *t) {  // expect: out-of-bounds
    t->bytes[t->length] = 0;  // fault
    return true;
}

// ---- stacks and rings in arrays ------------------------------------------------------------------------------------------------------

struct stack {
    int items[32];
    int count;
};

bool stack_push(struct stack *s, int x) {  // expect: safe
    if (s->count == 32) return false;
    s->items[s->count++] = x;
    return true;
}

bool stack_push_full(struct stack *s, int x) {  // expect: out-of-bounds
    s->items[++s->count] = x;  // fault
    return true;
}

int stack_pop(struct stack *s) {  // expect: safe
    return s->count ? s->items[--s->count] : 0;
}

struct ring {
    int *slots;
    unsigned capacity, head, count;
};

// assume: 'r' is the address of one 'struct ring'
// assume: 'r->slots' is null or the address of 'r->capacity' elements of type 'int', all of them initialised, in less than 2^55 bytes; null only if that number is 0
// assume: 'r->count' is not negative and at most 'r->capacity'
bool ring_put(struct ring *r, int x) {  // expect: safe
    if (r->count == r->capacity) return false;
    r->slots[(r->head + r->count) % r->capacity] = x;
    r->count++;
    return true;
}

bool ring_get(struct ring *r, int *out) {  // expect: safe
    if (!r->count) return false;
    *out = r->slots[r->head];
    r->head = (r->head + 1) % r->capacity;
    r->count--;
    return true;
}

bool ring_get_far(struct ring *r, int *out) {  // expect: out-of-bounds
    if (!r->count) return false;
    r->head++;
    *out = r->slots[r->head];  // fault
    r->head = r->head % r->capacity;
    r->count--;
    return true;
}

// ---- hash tables with chains ---------------------------------------------------------------------------------------------------------

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};
struct table {
    struct entry **buckets;
    size_t n_buckets;
    size_t entries;
};

// assume: 't' is the address of one 'struct table'
// assume: 't->buckets' is null or the address of 't->n_buckets' elements of type 'struct entry *', all of them initialised, in less than 2^55 bytes; null only if that number is 0
// assume: 't->buckets[i]' is null or the address of a node of an acyclic list of 'struct entry', linked by 'next'
struct entry *table_find(const struct table *t, size_t hash, unsigned key) {  // expect: safe
    if (hash >= t->n_buckets) return NULL;
    struct entry *e = t->buckets[hash];
    while (e && e->key != key) e = e->next;
    return e;
}

bool table_add(struct table *t, unsigned key, int value) {  // expect: safe
    if (!t->n_buckets) return false;
    struct entry *e = malloc(sizeof *e);
    if (!e) return false;
    e->key = key;
    e->value = value;
    e->next = t->buckets[key % t->n_buckets];
    t->buckets[key % t->n_buckets] = e;
    t->entries++;
    return true;
}

void table_clear(struct table *t) {  // expect: safe
    for (size_t i = 0; i < t->n_buckets; i++) {
        while (t->buckets[i]) {
            struct entry *e = t->buckets[i];
            t->buckets[i] = e->next;
            free(e);
        }
    }
    t->entries = 0;
}

void table_clear_twice(struct table *t) {  // expect: unsafe double-free
    for (size_t i = 0; i < t->n_buckets; i++) {
        free(t->buckets[i]);
        free(t->buckets[i]);  // fault
    }
    t->entries = 0;
}

// ---- sizes that callers may be asked for -----------------------------------------------------------------------------------------

struct pack;
struct slot {
    struct pack *to;
    int key;
};
struct pack {
    void *data;
    short used, room;
    struct slot at[];
};

// Only a pack without any room goes wrong in its own block.
int pack_add(struct pack *p, int key) {  // expect: out-of-bounds
    if (p->used == p->room) {
        int room = 2 * p->room;
        p = realloc(p, sizeof *p + (size_t)room * sizeof p->at[0]);
        if (!p) return -1;
        p->room = (short)room;
    }
    p->at[p->used++].key = key;  // fault
    free(p);
    return 0;
}

struct room {
    char *at;
    size_t size;
};

// Only a size that becomes 0 lets realloc free the block and give nothing.
int room_double(struct room *r) {  // expect: double-free
    char *at = realloc(r->at, r->size * 2);
    if (!at) {
        free(r->at);  // fault
        r->at = NULL;
        return -1;
    }
    r->at = at;
    r->size *= 2;
    return 0;
}
