// SPDX-License-Identifier: MIT
// A recursive-descent calculator with variables.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: inputs=3 -> error-call @syntax
// run: NAME inputs=4 -> out-of-bounds @name
#include <ctype.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

static const char *p;
static long variables[26];

static long expression(void);

static void skip(void) {
    while (isspace((unsigned char)*p)) p++;
}

static long primary(void) {
    skip();
    if (*p == '(') {
        p++;
        long v = expression();
        skip();
        if (*p++ != ')') reach_error(); // @syntax
        return v;
    }
    if (*p == '-') return p++, -primary();
#ifdef NAME
    if (isalpha((unsigned char)*p) || *p == '{') return variables[*p++ - 'a']; // @name
#else
    if (islower((unsigned char)*p)) return variables[*p++ - 'a'];
#endif
    long v = 0;
    while (isdigit((unsigned char)*p)) v = v * 10 + (*p++ - '0');
    return v;
}

static long term(void) {
    long v = primary();
    for (skip(); *p == '*' || *p == '/' || *p == '%'; skip()) {
        char op = *p++;
        long w = primary();
        v = op == '*' ? v * w : w == 0 ? 0 : op == '/' ? v / w : v % w;
    }
    return v;
}

static long expression(void) {
    long v = term();
    for (skip(); *p == '+' || *p == '-'; skip()) v = *p++ == '+' ? v + term() : v - term();
    return v;
}

int main(void) {
    static const char *const lines[] = {"1 + 2 * (3 - -4)", "x*x - 100 % 7", " 8/0 ", "(1 + 2", "1 + {"};
    variables['x' - 'a'] = 12;
    p = lines[__VERIFIER_nondet_int()];
    printf("%s = ", p);
    printf("%ld\n", expression());
    return *p != '\0';
}
