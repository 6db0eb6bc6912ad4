// expect: safe
// expect -DBAD_UNSORTED: unsafe error-call @missed
// expect -DBAD_EARLY: unsafe error-call @missed
// A search in an ascending list gives up at the first larger key; a search of the whole list shows that it misses nothing.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct entry {
    int key;
    struct entry *next;
};

static struct entry *insert(struct entry *e, int key) {
    struct entry *n = malloc(sizeof *n), *before = NULL, *at = e;
    if (!n) exit(1);
    n->key = key;
    while (at && at->key <= key) {
        before = at;
        at = at->next;
    }
    n->next = at;
    if (!before) return n;
    before->next = n;
    return e;
}

static const struct entry *find(const struct entry *e, int key) {
    for (; e; e = e->next) {
#ifdef BAD_EARLY
        if (e->key >= key) break;
#else
        if (e->key > key) break;
        if (e->key == key) return e;
#endif
    }
    return NULL;
}

int main(void) {
    struct entry *list = NULL;
    while (__VERIFIER_nondet_int()) {
        list = insert(list, __VERIFIER_nondet_int());
#ifdef BAD_UNSORTED
        if (list->key == 0) list->key = 2;
#endif
    }
    int wanted = __VERIFIER_nondet_int();
    if (!find(list, wanted)) {
        for (const struct entry *e = list; e; e = e->next)
            if (e->key == wanted) reach_error();  // @missed
    }
    while (list) {
        struct entry *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
