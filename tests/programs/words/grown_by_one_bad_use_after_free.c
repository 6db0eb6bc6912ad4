// expect: unsafe use-after-free @fault
// An array of pointers that is one longer with each block; where its first place was is kept.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int **all = NULL, **first = NULL;
    size_t n = 0;
    while (__VERIFIER_nondet_int()) {
        int **longer = realloc(all, (n + 1) * sizeof *longer);
        if (!longer) exit(EXIT_FAILURE);
        all = longer;
        all[n] = malloc(sizeof **all);
        if (!all[n]) exit(EXIT_FAILURE);
        *all[n] = 7;
        if (!first) first = &all[n];
        n++;
        if (!*first) exit(EXIT_FAILURE);  // @fault
    }
    int sum = 0;
    for (size_t i = 0; i < n; i++) sum += *all[i];
    while (n > 0) free(all[--n]);
    free(all);
    return sum & 1;
}
