// Builds a list whose nodes own a block, and frees it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    char *name;
};

int main(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->name = malloc(8);
        i->next = list;
        list = i;
    }
    while (list) {
        struct item *next = list->next;
        free(list->name);
        free(list);
        list = next;
    }
    return 0;
}
