// expect: safe
// expect -DLATE: unsafe use-after-free @late
// Three hundred functions, each called by the next: the innermost sets the value of a node that the outermost gave.
#include <stdlib.h>

struct node {
    int value;
};

static void last(struct node *n) {
#ifdef LATE
    free(n);
#endif
    n->value = 1;  // @late
}

#define ONE(f, g) \
    static void f(struct node *n) { g(n); }
#define TEN(f, g)                                                                                                                        \
    ONE(f##0, g) ONE(f##1, f##0) ONE(f##2, f##1) ONE(f##3, f##2) ONE(f##4, f##3) ONE(f##5, f##4) ONE(f##6, f##5) ONE(f##7, f##6) \
    ONE(f##8, f##7) ONE(f##9, f##8)
#define HUNDRED(f, g)                                                                                                             \
    TEN(f##0, g) TEN(f##1, f##09) TEN(f##2, f##19) TEN(f##3, f##29) TEN(f##4, f##39) TEN(f##5, f##49) TEN(f##6, f##59)         \
    TEN(f##7, f##69) TEN(f##8, f##79) TEN(f##9, f##89)
HUNDRED(f0, last)
HUNDRED(f1, f099)
HUNDRED(f2, f199)

int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    f299(n);
#ifndef LATE
    free(n);
#endif
    return 0;
}
