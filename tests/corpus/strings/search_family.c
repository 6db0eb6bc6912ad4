// SPDX-License-Identifier: MIT
// strchr, strrchr, strstr, strpbrk, strspn, memchr, strnlen.
// run: inputs=101 -> ok
// run: inputs=122 -> ok
// run: MISSING inputs=122 -> null-dereference @missing
// run: OPEN inputs=101 -> out-of-bounds @open
// run: FREED inputs=101 -> use-after-free @freed
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    const char *text = "the needle in the haystack";
    int c = __VERIFIER_nondet_int();
    char *first = strchr(text, c), *last = strrchr(text, c);
    if (first) printf("'%c' from %td to %td\n", c, first - text, last - text);
#ifdef MISSING
    printf("%c\n", first[1]); // @missing
#endif
    char *found = strstr(text, "needle");
    printf("%s\n", found);
    printf("%zu %zu %s\n", strspn(text, "eht "), strcspn(text, "ds"), strpbrk(text, "yk"));
    printf("%d %d\n", strstr(text, "pin") == NULL, memchr(text, 'q', strlen(text)) == NULL);
    char *raw = malloc(4);
    memcpy(raw, "abcd", 4);
    printf("%zu\n", strnlen(raw, 4));
#ifdef OPEN
    printf("%zu\n", strlen(raw)); // @open
#endif
    char *b = memchr(raw, 'b', 4);
    printf("%td\n", b - raw);
    free(raw);
#ifdef FREED
    printf("%c\n", *b); // @freed
#endif
    return strchr(text, '\0') - text;
}
