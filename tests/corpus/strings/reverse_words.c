// SPDX-License-Identifier: MIT
// Words of a sentence reversed in place with pointers.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: LITERALEND inputs=0 -> out-of-bounds @literalend
// run: BEFORE inputs=1 -> out-of-bounds @before
// also: -m32
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static void reverse(char *a, char *b) {
    while (a < b) {
        char t = *a;
        *a++ = *b;
        *b-- = t;
    }
}

static void words(char *s) {
    char *start = s;
    for (char *p = s;; p++) {
        if (*p == ' ' || *p == '\0') {
            reverse(start, p - 1);
            start = p + 1;
        }
        if (*p == '\0') break;
    }
#ifdef BEFORE
    for (char *p = s + strlen(s) - 1; *p != ' '; p--) // @before
        ;
#endif
    reverse(s, s + strlen(s) - 1);
}

int main(void) {
    char text[][24] = {"the quick brown fox", "single"};
    char *s = text[__VERIFIER_nondet_int()];
#ifdef BEFORE
    char alone[8] = "single";
    s = alone;
#endif
    words(s);
    puts(s);
#ifdef LITERALEND
    const char *literal = "abc";
    int sum = 0;
    for (int i = 0; i <= 4; i++) sum += literal[i]; // @literalend
    printf("%d\n", sum);
#endif
    return (int)strlen(s);
}
