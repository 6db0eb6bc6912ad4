// expect: safe
// expect -DBAD_EMPTY: unsafe broken-promise
// expect -DBAD_NULL: unsafe null-dereference
// expect -DBAD_TWICE: unsafe use-after-free
// expect -DBAD_LEAK: unsafe memory-leak
// expect -DBAD_CYCLE: unsafe broken-promise
// expect -DBAD_FOUND: unsafe use-after-free
// expect -DBAD_SAME: unsafe broken-promise
// expect -DBAD_SCOPE: unsafe invalid-free
#include "lists.h"

#include <stddef.h>

static void collect(void) {
    struct node *list = list_read(1);
    list = list_prepend(list, 2);
    list->value = 3;
    list_append(list, 4);
    while (list) list = list_pop(list);
}

int main(void) {
    struct node *list = list_read(0), *other;
#ifdef BAD_EMPTY
    list_append(list, 1);
#else
    if (list) list_append(list, 1);
#endif
#ifdef BAD_NULL
    list->value = 0;
#endif
#ifdef BAD_CYCLE
    if (list && list->next) list->next->next = list;
#endif
    other = list_find(list, 3);
#ifdef BAD_FOUND
    list_free(other);
#endif
    if (list_length(list) > 7 && list) list->value = 1;
#ifdef BAD_TWICE
    list_free(list);
#endif
#ifdef BAD_LEAK
    list = list_read(2);
#endif
#ifdef BAD_SCOPE
    struct node own = {NULL, 0};
    list_free(&own);
#endif
    list_free(list);
    collect();
    if (list_fill(&other)) {
        for (struct node *n = other; n; n = n->next) n->value++;
    }
#ifdef BAD_SAME
    list_compare(other, other ? other->next : NULL);
#else
    struct node *third = list_read(3);
    list_compare(other, third);
    list_free(third);
#endif
    list_free(other);
    return 0;
}
