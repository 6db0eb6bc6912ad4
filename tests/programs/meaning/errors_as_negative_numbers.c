// expect: safe
// expect -DBAD_POSITIVE: unsafe null-dereference @count
// expect -DBAD_SIGN: unsafe memory-leak @give_up
// Functions return 0 and give a list, or a negative error and give none; one that calls another hands its error on.
#include <errno.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry {
    struct entry *next;
    int length;
};

static void drop(struct entry *e) {
    while (e) {
        struct entry *next = e->next;
        free(e);
        e = next;
    }
}

static int read_entries(struct entry **result) {
    struct entry *first = NULL;
    int error = 0;
    do {
        int length = __VERIFIER_nondet_int();
        if (length < 0) {
            error = -EINVAL;
            goto failed;
        }
        struct entry *e = malloc(sizeof *e);
        if (!e) {
            error = -ENOMEM;
            goto failed;
        }
        e->length = length;
        e->next = first;
        first = e;
    } while (__VERIFIER_nondet_int());
    *result = first;
    return 0;
failed:
    drop(first);
#ifdef BAD_POSITIVE
    return -error;
#else
    return error;
#endif
}

static int longest(int *length) {
    struct entry *entries = NULL;
    int error = read_entries(&entries);
    if (error < 0) return error;
    *length = entries->length;  // @count
#ifdef BAD_SIGN
    if (*length == 1) return -ERANGE;
#endif
    for (struct entry *e = entries->next; e; e = e->next)
        if (e->length > *length) *length = e->length;
    drop(entries);
    return 0;
}  // @give_up

int main(void) {
    int length, runs = 0;
    while (__VERIFIER_nondet_int()) {
        if (longest(&length) == 0) runs += length > 3 && runs < 100;
    }
    return runs;
}
