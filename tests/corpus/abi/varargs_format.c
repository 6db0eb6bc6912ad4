// SPDX-License-Identifier: MIT
// A wrapper of vsnprintf and vasprintf; formats with widths, precisions and stars.
// run: inputs=42 -> ok
// run: inputs=-7 -> ok
// run: SMALL inputs=42 -> out-of-bounds @small
// run: LEAK inputs=42 -> memory-leak @leak
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static char *format(const char *f, ...) {
    char *out = NULL;
    va_list ap;
    va_start(ap, f);
    if (vasprintf(&out, f, ap) < 0) abort();
    va_end(ap);
    return out;
}

static int into(char *to, size_t size, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int n = vsnprintf(to, size, f, ap);
    va_end(ap);
    return n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    char small[8], *text;
    int need = into(small, sizeof small, "%d-%s", n, "long text");
    printf("%s %d %zu\n", small, need, strlen(small));
    text = format("[%5d|%-5d|%05d|%+d|%x|%#o|%c|%%]", n, n, n, n, (unsigned)n, (unsigned)n, 'c');
    puts(text);
    free(text);
    text = format("[%*d|%.*s|%8.3s|%-6s|%5.2f|%e]", 6, n, 3, "abcdef", "uvwxyz", "ab", n / 8.0, 1234.5);
    puts(text);
#ifdef LEAK
    text = format("%ld %lld %zu %hhd %hd", 1L << 20, 1LL << 40, sizeof small, (char)n, (short)n); // @leak
#else
    free(text);
    text = format("%ld %lld %zu %hhd %hd", 1L << 20, 1LL << 40, sizeof small, (char)n, (short)n);
#endif
    puts(text);
    free(text);
#ifdef SMALL
    sprintf(small, "%d bottles", n); // @small
#endif
    printf("%s|%10s|%-10s|\n", small, "right", "left");
    return 0;
}
