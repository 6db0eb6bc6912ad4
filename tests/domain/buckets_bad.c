// expect: not safe
// The last bucket is forgotten.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int *table[4] = {NULL, NULL, NULL, NULL};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    table[i] = malloc(sizeof(int));
    *table[i] = 3;
    for (int k = 0; k < 3; k++) free(table[k]);
    return 0;
}
