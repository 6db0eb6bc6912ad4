// SPDX-License-Identifier: MIT
// Definitions in the style of 1978: parameters declared after the head, implicit int promotion.
// run: inputs=5 -> ok
// run: inputs=-300 -> ok
// run: TABLE inputs=6 -> out-of-bounds @table
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int table[5] = {1, 4, 9, 16, 25};

int lookup(t, i)
int *t;
int i;
{
    return t[i]; // @table
}

double average(a, b, c)
char a;
short b;
float c;
{
    return (a + b + c) / 3;
}

int count();

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef TABLE
    printf("%d\n", lookup(table, n));
#endif
    printf("%d %d\n", lookup(table, 2), lookup(table + 3, 1));
    printf("%.2f\n", average((char)n, (short)n, 1.5f));
    return count("hello", 'l');
}

int count(s, c)
const char *s;
char c;
{
    int n = 0;
    while (*s) n += *s++ == c;
    return n;
}
