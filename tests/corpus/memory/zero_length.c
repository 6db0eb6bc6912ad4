// SPDX-License-Identifier: MIT
// Operations of length zero touch nothing, not even through bad pointers.
// run: inputs=0 -> ok
// run: inputs=1 -> null-dereference @copy
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    size_t n = (size_t)__VERIFIER_nondet_int();
    char a[4] = "abc", *end = a + sizeof a, *volatile none = NULL;
    memcpy(end, a, 0);
    memset(end, 'x', 0);
    memmove(a, end, 0);
    strncpy(end, "", 0);
    printf("%d %d %d\n", memcmp(end, end, 0), strncmp(a, "xyz", 0), memchr(end, 'a', 0) == NULL);
    printf("%d\n", snprintf(NULL, 0, "%d-%s", 12, "ab"));
    memcpy(a, none, n); // @copy
    char *p = a - 1;
    printf("%s %d\n", p + 1, (int)(end - p));
    return 0;
}
