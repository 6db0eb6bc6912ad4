// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe memory-leak @lost
// expect -DRECURSIVE -DBAD: unsafe memory-leak @lost
// The tail is sorted, then the head inserted.
#include "functions.h"

static struct node *sort(struct node *list) {
    if (!list) return NULL;
#ifdef BAD
    sort(list->next);  // @lost: its result is another node, perhaps
    return insert(list->next, list);
#else
    return insert(sort(list->next), list);
#endif
}

int main(void) {
    struct node *x = sort(some(NULL));
    assert(reaches(x, NULL));
    drop(x, NULL);
    return 0;
}
