// expect: safe
// expect -DBAD: unsafe double-free @bad
// Structures with pointers copied by assignment, memcpy, and swapped.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct str {
    char *s;
    unsigned len, cap;
};
static struct str str_new(unsigned cap) {
    struct str r;
    r.s = malloc(cap);
    r.len = 0;
    r.cap = cap;
    return r;
}
static struct str str_clone(const struct str *o) {
    struct str r;
    memcpy(&r, o, sizeof r);
#ifndef BAD
    r.s = malloc(o->cap);
    memcpy(r.s, o->s, o->len);
#endif
    return r;
}
static void str_swap(struct str *a, struct str *b) {
    struct str t = *a;
    *a = *b;
    *b = t;
}
static void str_add(struct str *a, char c) {
    if (a->len < a->cap) a->s[a->len++] = c;
}
static void str_free(struct str *a) {
    free(a->s);  // @bad
    memset(a, 0, sizeof *a);
}
int main(void) {
    struct str a = str_new(16), b;
    for (int i = 0; i < 5; i++) str_add(&a, 'x');
    b = str_clone(&a);
    if (__VERIFIER_nondet_int()) str_swap(&a, &b);
    str_add(&b, 'y');
    str_free(&a);
    str_free(&b);
    str_free(&b);
    return 0;
}
