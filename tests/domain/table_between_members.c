// expect: safe
// expect -DBAD_BEHIND: unsafe use-after-free @read
// expect -DBAD_BEFORE: unsafe use-after-free @read
// expect -DBAD_FREE: unsafe double-free @last
// expect -DBAD_WRITE: unsafe memory-leak @clear
// expect -DBAD_ADDRESS: not safe
// An array of pointers between two others in one structure: an index beside it leads to its neighbours, within the block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { SIZE = 20 };
struct node {
    struct node *next;
};
struct set {
    struct node *before;
    struct node *places[SIZE];
    struct node *behind;
};
int main(void) {
#ifdef BAD_WRITE
    enum { END = SIZE + 1 };
#else
    enum { END = SIZE };
#endif
    struct set *s = malloc(sizeof *s);
    s->before = malloc(sizeof *s->before);
    s->behind = malloc(sizeof *s->behind);
    s->before->next = s->behind->next = NULL;
    for (int i = 0; i < END; i++) s->places[i] = NULL;  // @clear
#if defined BAD_BEHIND || defined BAD_BEFORE
    free(s->before);
    free(s->behind);
#endif
    int i = __VERIFIER_nondet_int();
#if defined BAD_BEHIND
    if (i < 0 || i > SIZE) i = 0;
#elif defined BAD_BEFORE
    if (i < -1 || i >= SIZE) i = 0;
#else
    if (i < 0 || i >= SIZE) i = 0;
#endif
    struct node *x = s->places[i];
    if (x) x->next = NULL;  // @read
#ifdef BAD_FREE
    for (int k = 0; k <= SIZE; k++) free(s->places[k]);
#endif
#ifdef BAD_ADDRESS
    struct node **p = &s->places[(unsigned)i % (SIZE + 1)];
    *p = NULL;
    p = &s->places[(unsigned)__VERIFIER_nondet_int() % (SIZE + 1)];
    *p = NULL;
    s->behind->next = NULL;
#endif
#if !defined BAD_BEHIND && !defined BAD_BEFORE
    free(s->before);
    free(s->behind);  // @last
#endif
    free(s);
    return 0;
}
