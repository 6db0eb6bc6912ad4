// SPDX-License-Identifier: MIT
// strtok_r, strsep, strcasestr, memmem, strrchr, qsort_r, strncasecmp, memrchr.
// run: inputs=0 -> ok
// run: inputs=2 -> ok
// run: SEP inputs=0 -> null-dereference @sep
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static int by_distance(const void *a, const void *b, void *from) {
    int x = abs(*(const int *)a - *(int *)from), y = abs(*(const int *)b - *(int *)from);
    return x - y;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    char text[] = "k1=v1;k2=v2;k3", *save, *inner;
    for (char *pair = strtok_r(text, ";", &save); pair; pair = strtok_r(NULL, ";", &save)) {
        char *key = strtok_r(pair, "=", &inner), *value = strtok_r(NULL, "=", &inner);
        printf("%s:%s ", key, value ? value : "-");
    }
    char path[] = "/usr//lib", *rest = path, *part;
    while ((part = strsep(&rest, "/")) != NULL) printf("[%s]", part);
#ifdef SEP
    printf("%c\n", rest[0]); // @sep
#endif
    printf("%d\n", rest == NULL);
    printf("%s %s\n", strcasestr("Hello WORLD", "world"), (char *)memmem("abcabd", 6, "abd", 3));
    printf("%s %td\n", strrchr("a/b/c", '/'), (char *)memrchr("xyx", 'x', 3) - (char *)memrchr("xyx", 'x', 3));
    int v[5] = {10, 1, 7, 4, 3}, from = n;
    qsort_r(v, 5, sizeof *v, by_distance, &from);
    printf("%d %d %d %d %d\n", v[0], v[1], v[2], v[3], v[4]);
    return 0;
}
