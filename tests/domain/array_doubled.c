// expect: safe
// expect -DSTEP: safe
// expect -DLIMIT: safe
// expect -DAFTER: safe
// expect -DBAD_CHECK: unsafe out-of-bounds @push
// expect -DBAD_SIZE: unsafe out-of-bounds @push
// expect -DBAD_CAP: unsafe out-of-bounds @push
// expect -DAFTER -DBAD_TWICE: unsafe out-of-bounds @push
// expect -DSTEP -DBAD_STEP: unsafe out-of-bounds @push
// expect -DLIMIT -DBAD_LIMIT: unsafe out-of-bounds @push
// expect -DBAD_GET: unsafe out-of-bounds @get
// Arrays that grow: doubled, by steps, up to a limit; the room that they have is told before or after there is a new block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct vec {
    int *data;
#ifdef LIMIT
    int n, cap;
#else
    size_t n, cap;
#endif
};

static void grow(struct vec *v) {
#if defined STEP
    int *p = realloc(v->data, (v->cap + 4) * sizeof *p);
    if (!p) abort();
    v->data = p;
#ifdef BAD_STEP
    v->cap += 5;
#else
    v->cap += 4;
#endif
#elif defined LIMIT
    int c = v->cap ? v->cap * 2 : 2;
#ifdef BAD_LIMIT
    int *p = realloc(v->data, (size_t)(c > 4 ? 4 : c) * sizeof *p);
#else
    if (c > 1000) exit(1);
    int *p = realloc(v->data, (size_t)c * sizeof *p);
#endif
    if (!p) abort();
    v->data = p;
    v->cap = c;
#elif defined AFTER
    if (!v->cap) {
        v->data = malloc(2 * sizeof *v->data);
        v->cap = 2;
        return;
    }
    int *p = realloc(v->data, 2 * v->cap * sizeof *p);
    if (!p) abort();
    v->data = p;
    v->cap *= 2;
#ifdef BAD_TWICE
    v->cap *= 2;
#endif
#else
    size_t c = v->cap ? 2 * v->cap : 2;
#ifdef BAD_SIZE
    int *p = realloc(v->data, c * sizeof *p - (c > 4));
#else
    int *p = realloc(v->data, c * sizeof *p);
#endif
    if (!p) abort();
    v->data = p;
#ifdef BAD_CAP
    v->cap = c + (c > 2);
#else
    v->cap = c;
#endif
#endif
}

static void push(struct vec *v, int x) {
#ifdef BAD_CHECK
    if (v->n > v->cap || !v->n) grow(v);
#else
    if (v->n >= v->cap) grow(v);
#endif
    v->data[v->n++] = x;  // @push
}

static int get(const struct vec *v, unsigned i) {
#ifdef BAD_GET
    return i <= v->n && v->n ? v->data[i] : 0;  // @get
#else
    return i < v->n ? v->data[i] : 0;
#endif
}

int main(void) {
    struct vec v = {0};
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: sum ^= get(&v, __VERIFIER_nondet_uint()); break;
        case 1:
            if (v.n) v.n--;
            break;
        default: push(&v, 1);
        }
    }
    while (v.n) sum ^= v.data[--v.n];
    free(v.data);
    return sum;
}
