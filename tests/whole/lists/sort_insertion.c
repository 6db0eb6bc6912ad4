// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe memory-leak @lost
// expect -DRECURSIVE -DBAD: unsafe memory-leak @lost
// Insertion sort; the old head is in the result.
#include "functions.h"

#ifdef RECURSIVE
static struct node *sort_into(struct node *sorted, struct node *list) {
    if (!list) return sorted;
    struct node *next = list->next;
    return sort_into(insert(sorted, list), next);
}

static struct node *sort(struct node *list) { return sort_into(NULL, list); }
#else
static struct node *sort(struct node *list) {
    struct node *sorted = NULL;
    while (list) {
        struct node *next = list->next;
        sorted = insert(sorted, list);
        list = next;
    }
    return sorted;
}
#endif

int main(void) {
    struct node *x = some(NULL), *r = sort(x);
    assert(reaches(r, x));
#ifdef BAD
    drop(x, NULL);  // perhaps not the first node any more
#else
    drop(r, NULL);
#endif
    return 0;
}  // @lost
