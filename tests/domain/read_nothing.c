// expect: safe
// What a call reads is there if its result says so: all of it, or some.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int number, pair[2], whole;
    char some[16];
    double real;
    if (getchar() == 'n' && scanf("%d", &number) == 1) printf("%d\n", number);
    if (getchar() == 'p') {
        int n = scanf("%d %d", &pair[0], &pair[1]);
        if (n == 2) printf("%d\n", pair[0] + pair[1]);
        if (n == 1) printf("%d\n", pair[0]);
    }
    if (getchar() == 'w' && fread(&whole, sizeof whole, 1, stdin) == 1) printf("%d\n", whole);
    if (getchar() == 'r' && sscanf("1.5", "%lf", &real) == 1) printf("%f\n", real);
    ssize_t n = read(0, some, sizeof some);
    for (ssize_t i = 0; i < n; i++) putchar(some[i]);
    return 0;
}
