// expect: unsafe memory-leak 24
// Seeded: the link to the exchanged pair is not set
// Bubble sort on a list with a pointer to the last link that changed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct element {
    struct element *next;
    unsigned key;
} element;

static void bubble(element **list) {
    int changed = 1;
    while (changed) {
        changed = 0;
        for (element **at = list; *at && (*at)->next; at = &(*at)->next) {
            element *a = *at, *b = a->next;
            if (a->key > b->key) {
                a->next = b->next;
                b->next = a;
                changed = 1;
            }
        }
    }
}

int main(void) {
    element *list = NULL;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        element *e = malloc(sizeof(element));
        e->key = (unsigned)__VERIFIER_nondet_int() % 4;
        e->next = list;
        list = e;
    }
    bubble(&list);
    while (list) {
        element *e = list;
        list = list->next;
        free(e);
    }
    return 0;
}
