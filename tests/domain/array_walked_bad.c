// expect: unsafe out-of-bounds 16
// Pointers into an array of any size: up to its end, back, and one handed to a function.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
    int x, y;
};
static void set(struct pair *p) {
    p->x = 1;
    p->y = 2;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1) return 0;
    char *text = malloc(n), *end = text + n;
    for (char *p = text; p <= end; p++) *p = 'a';
    for (char *p = text; p != end; p++) *p = 'b';
    struct pair *pairs = malloc(n * sizeof *pairs);
    for (int i = 0; pairs && i < n; i++) set(&pairs[i]);
    free(pairs);
    free(text);
    return 0;
}
