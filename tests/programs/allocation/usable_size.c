// expect: safe
// expect -DBAD_GONE: unsafe use-after-free @gone
// An allocator that counts what blocks can hold: that is not less than what was asked for, and nothing of a block that is gone.
#include <malloc.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static size_t used;

static void *take(size_t size) {
    void *p = malloc(size);
    used += malloc_usable_size(p);
    return p;
}

static void give(void *p) {
    if (!p) return;
    used -= malloc_usable_size(p);
    free(p);
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = take(sizeof *n);
        if (malloc_usable_size(n) < sizeof *n) n = NULL;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        give(list);
#ifdef BAD_GONE
        used += malloc_usable_size(list);  // @gone
#endif
        list = next;
    }
    return malloc_usable_size(NULL) != 0;
}
