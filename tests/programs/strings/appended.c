// expect: safe
// expect -DBAD_ROOM: unsafe out-of-bounds @copy
// expect -DBAD_END: unsafe out-of-bounds @end
// property: memory-safety
// Strings that a function makes, perhaps with a zero inside; one is appended to the other where both lengths leave room for that,
// by pointers of which one goes up from where the string ended as the other goes up from the beginning.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

#ifdef BAD_ROOM
#define ROOM 1
#else
#define ROOM 0
#endif

static char *made(size_t n) {
    char *s = malloc(n);
    if (!s) exit(1);
    for (size_t i = 0; i + 1 < n; i++) s[i] = 'x';
    s[n - 1] = 0;
    if (__VERIFIER_nondet_int()) s[n / 2] = 0;
    return s;
}

static void append(char *to, size_t room, const char *from) {
    if (strlen(to) + strlen(from) >= room + ROOM) return;
    char *p = to;
    const char *q = from;
    while (*p) p++;
    while ((*p++ = *q++)) continue;  // @copy
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n < 1 || n > 1000 || m < 1 || m > 1000) return 0;
    char *a = made(n), *b = made(m);
#ifdef BAD_END
    a[n] = 0;  // @end
#endif
    append(a, n, b);
    free(a);
    free(b);
    return 0;
}
