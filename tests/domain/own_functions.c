// expect: safe
// expect -DCALLED: unsafe error-call @error
// expect -DCONSTANT: unsafe error-call @error
// expect -DSTRUCTURE: not safe
// expect -DMOVED: unsafe error-call @moved
// expect -DFILLED: unsafe error-call @filled
// expect -DLENGTH: unsafe error-call @length
// expect -DLITERAL: unsafe error-call @length
// expect -DABSOLUTE: unsafe error-call @absolute
// expect -DALLOCATED: unsafe null-dereference @null
// expect -DRETURNS: unsafe error-call @behind
// A function that the program defines is that function, even if the library and the compiler know another one by its name.
#include <stddef.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *memcpy(void *to, const void *from, size_t n) {
#if defined CALLED || defined CONSTANT || defined STRUCTURE
    reach_error();  // @error
#endif
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    (void)from;
    if (n) reach_error();  // @moved
    return to;
}
void *memset(void *to, int byte, size_t n) {
    if (byte == 7) reach_error();  // @filled
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = (char)byte;
    return to;
}
size_t strlen(const char *text) {
    if (*text == 'a') reach_error();  // @length
    return 0;
}
int abs(int n) {
    if (n == -3) reach_error();  // @absolute
    return n;
}
void *malloc(size_t n) {
    (void)n;
    return NULL;
}
void free(void *p) { (void)p; }
void abort(void) {}
struct large {
    char bytes[100];
} left, right;
int main(void) {
    char a[10] = "b", b[10] = {0}, *p;
    unsigned n = __VERIFIER_nondet_uint() % 10;
#ifdef CALLED
    memcpy(a, b, n);
#elif defined CONSTANT
    memcpy(a, b, 4);
#elif defined STRUCTURE
    left = right;
#elif defined MOVED
    memmove(a, b, n);
#elif defined FILLED
    memset(a, 7, n);
#elif defined LENGTH
    a[0] = 'a';
    n = strlen(a);
#elif defined LITERAL
    n = strlen("abc");
#elif defined ABSOLUTE
    n = abs(-3);
#elif defined ALLOCATED
    p = malloc(1);
    *p = 1;  // @null
#elif defined RETURNS
    if (n == 3) {
        abort();
        reach_error();  // @behind
    }
#endif
    memset(b, 1, 2);
    p = malloc(3);
    free(p);
    free(b);
    return b[n] > 1;
}
