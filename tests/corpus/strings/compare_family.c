// SPDX-License-Identifier: MIT
// strcmp, strncmp, strcasecmp, memcmp on signs and lengths.
// run: inputs=0 -> ok
// run: inputs=3 -> ok
// run: LONG inputs=3 -> out-of-bounds @long
// run: NULLED inputs=1 -> null-dereference @nulled
// also: -m32
#include <stdio.h>
#include <string.h>
#include <strings.h>

int __VERIFIER_nondet_int(void);

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    char a[8] = "abcdef", b[8] = "abcDEF";
    size_t n = (size_t)__VERIFIER_nondet_int();
    printf("%d %d %d\n", sign(strcmp(a, b)), sign(strncmp(a, b, n)), sign(strcasecmp(a, b)));
    printf("%d %d\n", sign(memcmp(a, b, n)), sign(memcmp(b, a, sizeof a)));
    printf("%d %d\n", sign(strcmp("", "a")), sign(strcmp("\xff", "\x01")));
    printf("%d %d\n", sign(strncasecmp("Hello", "hELP", 3)), sign(strncasecmp("Hello", "hELP", 4)));
#ifdef LONG
    char same[8] = "abcdef";
    printf("%d\n", memcmp(a, same, 16)); // @long
#endif
#ifdef NULLED
    const char *none = n ? NULL : a;
    printf("%d\n", strcmp(a, none)); // @nulled
#endif
    return strcmp(a, "abcdef") == 0 ? 7 : 8;
}
