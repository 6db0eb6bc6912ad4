// expect: safe
// A machine whose state is a global number; what it owns depends on that.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int mode = 1;
static int *cell;
static void step(void) {
    switch (mode++) {
    case 1: cell = malloc(sizeof *cell); return;
    case 2: *cell = 1; return;
    case 3:
        if (__VERIFIER_nondet_int()) mode = 2;
        return;
    case 4:
        free(cell);
        mode = 1;
        return;
    }
}
int main(void) {
    while (mode != 1 || __VERIFIER_nondet_int()) step();
    return 0;
}
