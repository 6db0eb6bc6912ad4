// expect: safe
// expect -DTOO_FEW: unsafe memory-leak @end
// expect -DTOO_MANY: unsafe null-dereference @next
// A list is freed by a loop that counts, not by one that looks for its end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    char name[12];
};

int main(void) {
    struct node *list = NULL;
    unsigned long n = 0, want = (unsigned long)__VERIFIER_nondet_int();
    for (; n < want; n++) {
        struct node *x = malloc(sizeof *x);
        if (!x) exit(1);
        x->name[0] = 0;
        x->next = list;
        list = x;
        if (__VERIFIER_nondet_int()) {
            n++;
            break;
        }
    }
#ifdef TOO_FEW
    for (unsigned long i = 1; i < n; i++) {
#elif defined TOO_MANY
    for (unsigned long i = 0; i <= n; i++) {
#else
    for (unsigned long i = 0; i < n; i++) {
#endif
        struct node *next = list->next;  // @next
        free(list);
        list = next;
    }
    return 0;
}  // @end
