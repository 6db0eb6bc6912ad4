// expect: unsafe uninitialised-value @fault
// Sums in brackets, read by functions that move one pointer through a line as long as characters are of some class; the end of the line is no space, and not told from others.
#include <ctype.h>
#include <stdio.h>

static const char *at;

static int sum(void);

static void skip(void) {
    while (isspace((unsigned char)*at) || iscntrl((unsigned char)*at)) at++;  // @fault
}

static int number(void) {
    int n = 0;
    while ((isdigit)((unsigned char)*at)) n = n % 1000 * 10 + (*at++ - '0');
    while (isalpha(*at) || *at == '_') at++;  // a unit
    return n;
}

static int term(void) {
    skip();
    if (*at != '(') return number();
    at++;
    int n = sum();
    if (*at == ')') at++;
    return n;
}

static int sum(void) {
    int n = term() % 1000;
    for (skip(); *at == '+'; skip()) {
        at++;
        n = (n + term()) % 1000;
    }
    return n;
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        at = line;
        printf("%d\n", sum());
    }
    return 0;
}
