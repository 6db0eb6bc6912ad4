// SPDX-License-Identifier: MIT
// Hand-written and library number parsing: atoi, strtol with its end pointer.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: END inputs=1 -> null-dereference @end
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int parse(const char **s) {
    int sign = 1, value = 0;
    while (**s == ' ') ++*s;
    if (**s == '-' || **s == '+') sign = *(*s)++ == '-' ? -1 : 1;
    while (**s >= '0' && **s <= '9') value = value * 10 + (*(*s)++ - '0');
    return sign * value;
}

int main(void) {
    static const char *const texts[] = {"12 -7 +33", "  99bottles", "-2147483647"};
    const char *s = texts[__VERIFIER_nondet_int()];
    char *end = NULL;
#ifdef END
    printf("%c\n", *end); // @end
#endif
    long v = strtol(s, &end, 10);
    printf("%ld then \"%s\"\n", v, end);
    printf("%d %d\n", atoi(s), abs(atoi(s)));
    do printf("%d,", parse(&s));
    while (*s == ' ');
    printf("rest \"%s\"\n", s);
    printf("%lx %ld %ld\n", strtoul("ff", NULL, 16), strtol("0x1F", NULL, 0), strtol("077", NULL, 0));
    errno = 0;
    long huge = strtol("99999999999999999999", NULL, 10);
    printf("%d %d\n", huge == LONG_MAX, errno == ERANGE);
    return 0;
}
