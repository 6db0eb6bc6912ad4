// expect: safe
// A pointer stored at one of several places, looked for at all of them.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int *table[4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
    table[i] = malloc(sizeof(int));
    *table[i] = 3;
    for (int k = 0; k < 4; k++)
        if (table[k]) {
            int *p = table[k];
            table[k] = NULL;
            free(p);
        }
    return 0;
}
