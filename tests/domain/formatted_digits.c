// expect: safe
// expect -DSHORT_CLOCK: not safe out-of-bounds @clock
// expect -DSHORT_SIGN: not safe out-of-bounds @sign
// expect -DSHORT_BYTE: not safe out-of-bounds @byte
// expect -DSHORT_BASE: not safe out-of-bounds @base
// expect -DSHORT_PLUS: not safe out-of-bounds @plus
// expect -DSHORT_WIDE: not safe out-of-bounds @wide
// expect -DSHORT_PRECISION: not safe out-of-bounds @precision
// Numbers have as many digits as their ranges say, and as their types do.
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
#ifdef SHORT_CLOCK
enum { CLOCK = 5 };
#else
enum { CLOCK = 10 };
#endif
#ifdef SHORT_SIGN
enum { SIGN = 4 };
#else
enum { SIGN = 5 };
#endif
#ifdef SHORT_BYTE
enum { BYTE = 4 };
#else
enum { BYTE = 5 };
#endif
#ifdef SHORT_BASE
enum { BASE = 10 };
#else
enum { BASE = 11 };
#endif
#ifdef SHORT_PLUS
enum { PLUS = 2 };
#else
enum { PLUS = 3 };
#endif
#ifdef SHORT_WIDE
enum { WIDE = 20 };
#else
enum { WIDE = 21 };
#endif
#ifdef SHORT_PRECISION
enum { PRECISION = 6 };
#else
enum { PRECISION = 8 };
#endif

int main(void) {
    char clock[CLOCK], sign[SIGN], byte[BYTE], base[BASE], plus[PLUS], wide[WIDE], precision[PRECISION];
    unsigned minutes = __VERIFIER_nondet_uint() % 60, seconds = __VERIFIER_nondet_uint() % 60;
    int n = __VERIFIER_nondet_int();
    sprintf(clock, "%02u:%02u", minutes, seconds);  // @clock
    if (n >= -100 && n < 1000) sprintf(sign, "%d", n);  // @sign
    sprintf(byte, "%hhd", (signed char)n);  // @byte
    sprintf(base, "%#x", (unsigned)n);  // @base
    if (n >= 0 && n < 10) sprintf(plus, "%+i", n);  // @plus
    sprintf(wide, "%lld", __VERIFIER_nondet_longlong());  // @wide
    if (n >= -9 && n < 10) sprintf(precision, "%.5d", n);  // @precision
    return 0;
}
