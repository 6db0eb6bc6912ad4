// expect: safe
// That a byte in memory is not 7 is remembered, and so is that a number is not zero though its range has it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct device {
    signed char protocol;
    int *data;
};
static int probe(struct device *d) {
    if (d->protocol == 7) return 0;
    int status = __VERIFIER_nondet_int();
    if (status < 0) return status;
    if (status > 0) return 3;
    d->data = malloc(sizeof(int));
    return 0;
}
static void leave(struct device *d) {
    if (d->protocol != 7) free(d->data);
}
int main(void) {
    struct device *d = malloc(sizeof *d);
    d->protocol = (signed char)__VERIFIER_nondet_int();
    if (probe(d) == 0) leave(d);
    free(d);
    return 0;
}
