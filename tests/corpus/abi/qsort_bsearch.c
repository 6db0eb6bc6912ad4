// SPDX-License-Identifier: MIT
// qsort and bsearch with comparison functions over ints, strings and structs.
// run: inputs=5,3,1,4,1,5 -> ok
// run: inputs=1,8 -> ok
// run: inputs=0 -> ok
// run: NOTFOUND inputs=3,1,2,3 -> null-dereference @notfound
// run: WIDE inputs=3,1,2,3 -> out-of-bounds @wide
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct person {
    const char *name;
    int age;
};

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b) {
#ifdef WIDE
    const struct person *p = (const struct person *)a + 4; // past the table
    return strcmp(p->name, ((const struct person *)b)->name); // @wide
#else
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
#endif
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *v = malloc((size_t)(n + 1) * sizeof *v);
    for (int i = 0; i < n; i++) v[i] = __VERIFIER_nondet_int();
    qsort(v, (size_t)n, sizeof *v, by_int);
    for (int i = 0; i < n; i++) printf("%d ", v[i]);
    int key = 3, missing = 99;
    int *found = bsearch(&key, v, (size_t)n, sizeof *v, by_int);
    printf("| %td\n", found ? found - v : -1);
#ifdef NOTFOUND
    found = bsearch(&missing, v, (size_t)n, sizeof *v, by_int);
    printf("%d\n", *found); // @notfound
#endif
    struct person people[] = {{"mary", 30}, {"adam", 20}, {"zoe", 40}, {"bob", 25}};
    qsort(people, 4, sizeof people[0], by_name);
    struct person who = {"zoe", 0};
    struct person *p = bsearch(&who, people, 4, sizeof people[0], by_name);
    printf("%s %s %d\n", people[0].name, people[1].name, p->age);
    free(v);
    (void)missing;
    return 0;
}
