// expect: safe
// expect -DTWICE: safe
// expect -DLONG: safe
// expect -DPOINTER: safe
// expect -DBAD: unsafe out-of-bounds @put
// expect -DBAD -DTWICE: unsafe out-of-bounds @put
// A short loop over a literal is followed turn by turn, though a loop before it is far too long for that.
#include <stdlib.h>
struct table {
    int n;
    void *e[1000];
};
#ifdef POINTER
static unsigned hash(const char *s) {
    unsigned k = 0;
    while (*s) k = (unsigned)*s++ + (k << 6);
    return k % 1000;
}
#else
static unsigned hash(const char *s) {
    unsigned k = 0;
    for (int c = 0; s[c] != '\0'; c++) k = (unsigned)s[c] + (k << 6);
    return k % 1000;
}
#endif
#ifdef LONG
#define NAME "a name of some more letters"
#else
#define NAME "age"
#endif
int main(void) {
    struct table *t = malloc(sizeof *t);
    int v = 1;
    for (int i = 0; i < 1000; i++) t->e[i] = NULL;
#ifdef TWICE
    t->e[hash("name")] = &v;
    for (int i = 0; i < 1000; i++) t->e[i] = &v;
#endif
#ifdef BAD
    t->e[hash("ag") + 1000 - hash(NAME)] = &v;  // @put
#else
    t->e[hash(NAME)] = &v;
#endif
    free(t);
    return 0;
}
