// expect: unsafe use-after-free 20
// What is passed behind the dots is freed, and used.
#include "node.h"

#include <stdarg.h>

static void all(int n, ...) {
    va_list a;
    va_start(a, n);
    for (int i = 0; i < n; i++) {
        struct node *x = va_arg(a, struct node *);
        free(x);
    }
    va_end(a);
}

int main(void) {
    struct node *x = push(NULL, 1), *y = push(NULL, 2);
    all(2, x, y);
    return x->value;
}
