// SPDX-License-Identifier: MIT
// Output by every door: putchar, puts, fputs, fprintf, fwrite, write, to stdout and stderr.
// run: inputs=65 -> ok
// run: inputs=10 -> ok
// run: SHORT inputs=65 -> out-of-bounds @short
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    char text[4] = {'a', 'b', 'c', 'd'};
    putchar(c);
    puts("puts");
    fputs("fputs\n", stdout);
    fputc('!', stdout);
    putc('?', stdout);
    fprintf(stdout, "%d\n", c);
    fprintf(stderr, "to stderr\n");
    printf("%zu\n", fwrite(text, 1, 4, stdout));
    fflush(stdout);
#ifdef SHORT
    fwrite(text, 1, 8, stdout); // @short
#endif
    if (write(1, "write\n", 6) != 6) return 1;
    printf("%.3s|%c|%5c|%-5c|\n", text, c, 'x', 'y');
    printf("%s %10.4s|\n", "string", "truncated");
    return printf("%i %u %lu %#x %08.3f\n", -5, 5u, 1ul << 31, 255, 3.14159);
}
