// expect: exhausted 16
// expect -DBEYOND: left fault at places.c:23
// expect -DAGAIN: exhausted
// expect -DORDER: exhausted
// expect -DLOST: left returned at places.c:67
// expect -DBACK: left fault at places.c:64
// Where blocks lie decides in which bucket they are, and which is first: every way is run.
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
static struct node *buckets[16];

static unsigned hash(const void *p) {
    return (unsigned)(((uintptr_t)p >> 4) * 2654435761u >> 7);
}

static void add(struct node *n, unsigned mask) {
    unsigned i = hash(n) & mask;
    n->next = buckets[i];
    buckets[i] = n;
}

static void clear(void) {
    for (int i = 0; i < 16; i++)
        for (struct node *n = buckets[i]; n; n = buckets[i]) {
            buckets[i] = n->next;
            free(n);
        }
}

#ifdef LOST
static void lose(struct node *a) {
    struct node *b = malloc(sizeof *b);
    if (!(a < b)) free(b);
}
#endif

int main(void) {
    struct node *a = malloc(sizeof *a);
    a->value = 1;
#if defined BEYOND
    add(a, 31);
#else
    add(a, 15);
#endif
#if defined AGAIN
    struct node *b = malloc(sizeof *b);
    b->value = 2;
    add(b, 3);
#elif defined ORDER
    struct node *b = malloc(sizeof *b);
    if (a < b)
        b->next = 0, free(b);
    else
        b->value = 3, free(b);
#elif defined LOST
    lose(a);
#elif defined BACK
    struct node *b = (struct node *)((uintptr_t)a * 3 / 3);
    b->value = 4;
#endif
    clear();
    return 0;
}
