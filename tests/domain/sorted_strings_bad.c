// expect: unsafe use-after-free 9
// Strings that an array owns, sorted by the library: one of them was freed.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int compared;
static int by_text(const void *a, const void *b) {
    compared++;
    return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
    size_t n = 1 + __VERIFIER_nondet_uint() % 50;
    char **names = malloc(n * sizeof *names);
    if (!names) return 0;
    for (size_t i = 0; i < n; i++)
        if (!(names[i] = strdup("name"))) exit(1);
    free(names[n - 1]);
    qsort(names, n, sizeof *names, by_text);
    for (size_t i = 0; i < n; i++) free(names[i]);
    free(names);
    return 0;
}
