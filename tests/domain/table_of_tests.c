// expect: safe
// expect -DBAD: unsafe out-of-bounds 19
// A table of functions that a null ends, more than a few, walked by an index and called by another function.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TEST(name) static void name(void) { char *s = strdup(#name); if (!s) return; s[0] = 'T'; free(s); }
TEST(t0) TEST(t1) TEST(t2) TEST(t3) TEST(t4) TEST(t5) TEST(t6) TEST(t7) TEST(t8) TEST(t9) TEST(t10) TEST(t11) TEST(t12) TEST(t13) TEST(t14)
TEST(t15) TEST(t16) TEST(t17) TEST(t18) TEST(t19)
#ifdef BAD
#define END
#else
#define END , NULL
#endif
typedef void (*test)(void);
static const test tests[] = {t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19 END};
static void run(test t) { t(); }
static void run_all(const test *all) {
    for (int i = 0; all[i] != NULL; ++i) run(all[i]);
}
int main(void) {
    while (__VERIFIER_nondet_int()) run_all(tests);
    return 0;
}
