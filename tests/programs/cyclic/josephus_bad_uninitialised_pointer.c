// expect: unsafe uninitialised-pointer 34
// Seeded: the ring is not closed
// Every third person leaves the ring until one is left.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct person {
    int number;
    struct person *left;
} person;

static person *seat(int people) {
    person *last = NULL, *first = NULL;
    for (int i = 0; i < people; i++) {
        person *p = malloc(sizeof(person));
        p->number = i;
        if (!first)
            first = p;
        else
            last->left = p;
        last = p;
    }
    return first;
}

int main(void) {
    int people = __VERIFIER_nondet_int();
    if (people != 1) return 0;
    person *start = seat(people), *before = start;
    while (before->left != before) {
        before = before->left;
        if (before->left == before) break;
        before = before->left;
        person *leaves = before->left;
        before->left = leaves->left;
        if (leaves == before) break;
        free(leaves);
    }
    assert(before->left == before);
    free(before);
    return start == NULL;
}
