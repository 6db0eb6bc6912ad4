// expect: safe
// expect -DNULL_ARGUMENT: unsafe broken-promise @first
// expect -DBY_POINTER: unsafe broken-promise @first
// expect -DNULL_ELEMENTS: unsafe broken-promise @elements
// expect -DNULL_RESULT: unsafe broken-promise @result
// The second parameter may be null; functions of the library are what the table says, not what a header does.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull(1))) static void set(int *to, const int *from) {  // @first
    if (to) *to = from ? *from : 0;
}
static int first(const int a[static 2]) {  // @elements
    return a ? a[0] : 0;
}
__attribute__((returns_nonnull)) static int *find(int *a, int n) {
    for (int i = 0; i < 2; i++)
        if (a[i] == n) return &a[i];
#ifdef NULL_RESULT
    return NULL;
#else
    return a;
#endif
}  // @result
int main(void) {
    int a[2] = {1, 2}, n = __VERIFIER_nondet_int();
    void (*call)(int *, const int *) = set;
    set(a, NULL);
    call(a + 1, a);
    memcpy(a, NULL, 0);
#ifdef NULL_ARGUMENT
    set(n ? a : NULL, a);
#endif
#ifdef BY_POINTER
    call(n ? a : NULL, a);
#endif
#ifdef NULL_ELEMENTS
    return first(n ? a : NULL);
#else
    return first(a) + (find(a, n) != a);
#endif
}
