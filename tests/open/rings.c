// SPDX-License-Identifier: MIT
// Rings in arrays: where the first element is, how many there are or where the next one goes, and how many there may be.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct ring {
    int *slots;
    size_t capacity, head, count;
};

// contract: requires object(r) of struct ring
// contract: requires r->slots == null or array(r->slots, r->capacity) of int
// contract: requires 0 <= r->count <= r->capacity
// contract: frees nothing
bool put(struct ring *r, int x) {  // expect: safe
    if (r->count == r->capacity) return false;
    r->slots[(r->head + r->count) % r->capacity] = x;
    r->count++;
    return true;
}

bool put_over(struct ring *r, int x) {  // expect: out-of-bounds
    if (r->count == r->capacity) return false;
    r->slots[r->head + r->count] = x;  // fault
    r->count++;
    return true;
}

// contract: requires object(r) of struct ring
// contract: requires r->slots == null or array(r->slots, r->capacity) of int
// contract: requires 0 <= r->head < r->capacity
// contract: requires object(out) of int
// contract: frees nothing
bool get(struct ring *r, int *out) {  // expect: safe
    if (r->count == 0) return false;
    *out = r->slots[r->head];
    if (++r->head == r->capacity) r->head = 0;
    r->count--;
    return true;
}

bool front(const struct ring *r, int *out) {  // expect: safe
    if (r->count == 0) return false;
    *out = r->slots[r->head];
    return true;
}

bool back(const struct ring *r, int *out) {  // expect: safe
    if (r->count == 0) return false;
    *out = r->slots[(r->head + r->count - 1) % r->capacity];
    return true;
}

long total(const struct ring *r) {  // expect: safe
    long n = 0;
    for (size_t i = 0; i < r->count; i++) n += r->slots[(r->head + i) % r->capacity];
    return n;
}

bool put_front(struct ring *r, int x) {  // expect: safe
    if (r->count == r->capacity) return false;
    r->head = r->head == 0 ? r->capacity - 1 : r->head - 1;
    r->slots[r->head] = x;
    r->count++;
    return true;
}

bool put_front_over(struct ring *r, int x) {  // expect: out-of-bounds
    if (r->count == r->capacity) return false;
    r->head = r->head == 0 ? r->capacity : r->head - 1;
    r->slots[r->head] = x;  // fault
    r->count++;
    return true;
}

bool grow(struct ring *r) {  // expect: safe
    size_t capacity = r->capacity ? 2 * r->capacity : 8;
    int *slots = malloc(capacity * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < r->count; i++) slots[i] = r->slots[(r->head + i) % r->capacity];
    free(r->slots);
    r->slots = slots;
    r->capacity = capacity;
    r->head = 0;
    return true;
}

bool begin(struct ring *r, size_t capacity) {  // expect: safe
    r->slots = malloc(capacity * sizeof *r->slots);
    if (!r->slots) return false;
    r->capacity = capacity;
    r->head = r->count = 0;
    return true;
}

bool begin_lost(struct ring *r, size_t capacity) {  // expect: unsafe memory-leak
    int *slots = malloc(capacity * sizeof *slots);
    if (!slots) return false;
    r->capacity = capacity;
    r->head = r->count = 0;
    return true;
}  // fault

// ---- head and tail; one slot is left empty

struct queue {
    int *items;
    unsigned cap, head, tail;
};

// contract: requires object(q) of struct queue
// contract: requires q->items == null or array(q->items, q->cap) of int
// contract: requires 0 <= q->tail < q->cap
// contract: frees nothing
bool enqueue(struct queue *q, int x) {  // expect: safe
    unsigned next = (q->tail + 1) % q->cap;
    if (next == q->head) return false;
    q->items[q->tail] = x;
    q->tail = next;
    return true;
}

bool enqueue_first(struct queue *q, int x) {  // expect: out-of-bounds
    q->items[++q->tail] = x;  // fault
    q->tail %= q->cap;
    return true;
}

bool dequeue(struct queue *q, int *out) {  // expect: safe
    if (q->head == q->tail) return false;
    *out = q->items[q->head];
    q->head = (q->head + 1) % q->cap;
    return true;
}

unsigned queued(const struct queue *q) {  // expect: safe
    return q->tail >= q->head ? q->tail - q->head : q->cap - q->head + q->tail;
}

int peek_at(const struct queue *q, unsigned i) {  // expect: safe
    if (i >= q->cap) return -1;
    return q->items[(q->head + i) % q->cap];
}

// contract: requires object(q) of struct queue
// contract: requires q->items == null or array(q->items, q->cap) of int
// contract: requires 0 <= q->head < q->cap
// contract: requires 0 <= q->tail < q->cap
// contract: frees nothing
long queue_sum(const struct queue *q) {  // expect: safe
    long n = 0;
    for (unsigned i = q->head; i != q->tail; i = i + 1 == q->cap ? 0 : i + 1) n += q->items[i];
    return n;
}

void queue_drop(struct queue *q) {  // expect: safe
    free(q->items);
    q->items = NULL;
    q->cap = q->head = q->tail = 0;
}

int queue_drop_early(struct queue *q) {  // expect: unsafe use-after-free
    free(q->items);
    int x = q->head < q->cap ? q->items[q->head] : 0;  // fault
    q->items = NULL;
    return x;
}

// ---- of bytes, with a mask

struct fifo {
    unsigned char buffer[64];
    unsigned in, out;
};

bool fifo_put(struct fifo *f, unsigned char c) {  // expect: safe
    if (f->in - f->out == sizeof f->buffer) return false;
    f->buffer[f->in++ % sizeof f->buffer] = c;
    return true;
}

bool fifo_put_over(struct fifo *f, unsigned char c) {  // expect: out-of-bounds
    if (f->in - f->out == sizeof f->buffer) return false;
    f->buffer[f->in++] = c;  // fault
    return true;
}

int fifo_get(struct fifo *f) {  // expect: safe
    if (f->in == f->out) return -1;
    return f->buffer[f->out++ & (sizeof f->buffer - 1)];
}

size_t fifo_read(struct fifo *f, unsigned char *to, size_t n) {  // expect: safe
    size_t i = 0;
    while (i < n && f->out != f->in) to[i++] = f->buffer[f->out++ & 63];
    return i;
}
