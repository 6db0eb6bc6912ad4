// expect: kept 6
// expect -DGIVES: requires deallocator(h->give), and gets another function
// expect -DTAKES: requires allocator(h->take), and gets another function
// expect -DVISITS: requires function(visit), and gets a function that frees
// Functions that are installed in place of malloc and free: one that always fails is an allocator, one that frees is no visitor.
#include <stddef.h>
#include <stdlib.h>

struct hooks {
    void *(*take)(size_t size);
    void (*give)(void *block);
};

/*@ heapproof: requires object(h) of struct hooks; requires allocator(h->take); frees nothing; */
static int *fresh(const struct hooks *h) {
    int *n = h->take(sizeof *n);
    if (n) *n = 0;
    return n;
}

/*@ heapproof: requires n == null or object(n) of int; requires object(h) of struct hooks; requires deallocator(h->give); frees n; */
static void drop(int *n, const struct hooks *h) {
    h->give(n);
}

/*@ heapproof: requires function(visit); frees nothing; */
static void each(void (*visit)(void *), int *n) {
    visit(n);
}

static void *fails(size_t size) {
    (void)size;
    return NULL;
}

static void *gives(size_t size) {
    return malloc(size);
}

static void takes(void *block) {
    free(block);
}

static void looks(void *block) {
    if (block) *(int *)block += 1;
}

int main(void) {
    struct hooks usual = {malloc, free}, failing = {fails, takes}, own = {gives, takes};
    int *n = fresh(&own);
    drop(n, &usual);
    n = fresh(&failing);
    drop(n, &failing);
    n = fresh(&usual);
    if (!n) return 1;
    each(looks, n);
#ifdef VISITS
    each(free, n);
    return 0;
#endif
#ifdef GIVES
    own.give = (void (*)(void *))malloc;
    drop(n, &own);
#endif
#ifdef TAKES
    own.take = (void *(*)(size_t))takes;
    free(fresh(&own));
#endif
    free(n);
    return 0;
}
