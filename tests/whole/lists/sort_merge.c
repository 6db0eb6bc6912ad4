// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe null-dereference @empty
// expect -DRECURSIVE -DBAD: unsafe null-dereference @empty
// Merge sort; the old head is in the result.
#include "functions.h"

// Cuts a list of two nodes at least into halves; returns the second.
#ifdef RECURSIVE
// Every second node.
static struct node *split(struct node *list) {
    if (!list || !list->next) return NULL;
    struct node *second = list->next;
    list->next = second->next;
    second->next = split(list->next);
    return second;
}
#else
static struct node *split(struct node *list) {
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return second;
}
#endif

static struct node *sort(struct node *list) {
#ifdef BAD
    if (!list->next) return list;  // @empty
#else
    if (!list || !list->next) return list;
#endif
    struct node *second = split(list);
    return merge(sort(list), sort(second));
}

int main(void) {
    struct node *x = some(NULL), *r = sort(x);
    assert(reaches(r, x));
    drop(r, NULL);
    return 0;
}
