// expect -DRECURSIVE: safe
// expect -DRECURSIVE -DBAD: unsafe memory-leak @lost
// Quick sort: the nodes that are less than the first, the first, the others.
#include "functions.h"

static void partition(struct node *list, int pivot, struct node **less, struct node **more) {
    if (!list) {
        *less = *more = NULL;
    } else if (list->data < pivot) {
        partition(list->next, pivot, &list->next, more);
        *less = list;
    } else {
        partition(list->next, pivot, less, &list->next);
        *more = list;
    }
}

static struct node *sort(struct node *list) {
    if (!list) return NULL;
    struct node *less, *more;
    partition(list->next, list->data, &less, &more);
#ifdef BAD
    return append(sort(less), sort(more));
#else
    list->next = sort(more);
    return append(sort(less), list);
#endif
}  // @lost

int main(void) {
    struct node *x = sort(some(NULL));
    assert(reaches(x, NULL));
    drop(x, NULL);
    return 0;
}
