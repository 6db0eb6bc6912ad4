// expect: safe
// All nodes of one list point to the first of another, which is a list of its own on other paths only.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct owner {
    struct owner *next;
    int used;
};
struct user {
    struct user *next;
    struct owner *owner;
    long number;
};
static struct owner *push_owner(struct owner *list) {
    struct owner *n = malloc(sizeof *n);
    n->next = list;
    n->used = 0;
    return n;
}
static struct user *push_user(struct user *list, struct owner *o) {
    struct user *n = malloc(sizeof *n);
    n->next = list;
    n->owner = o;
    return n;
}
int main(void) {
    struct owner *owners = push_owner(NULL);
    struct user *users = NULL;
    if (__VERIFIER_nondet_int()) {
        do users = push_user(users, owners);
        while (__VERIFIER_nondet_int());
    } else {
        do owners = push_owner(owners);
        while (__VERIFIER_nondet_int());
    }
    while (__VERIFIER_nondet_int()) continue;
    for (struct user *u = users; u; u = u->next) u->owner->used++;
    while (owners) {
        struct owner *next = owners->next;
        free(owners);
        owners = next;
    }
    while (users) {
        struct user *next = users->next;
        free(users);
        users = next;
    }
    return 0;
}
