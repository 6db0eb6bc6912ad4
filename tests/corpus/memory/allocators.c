// SPDX-License-Identifier: MIT
// calloc, posix_memalign, aligned_alloc, strdup, strndup, asprintf, reallocarray, malloc_usable by hand.
// run: inputs=3 -> ok
// run: inputs=40 -> ok
// run: ALIGNED inputs=3 -> out-of-bounds @aligned
// run: STRNDUP inputs=3 -> out-of-bounds @strndup
// run: ASPRINTF inputs=3 -> memory-leak @asprintf
// run: CALLOC inputs=3 -> null-dereference @calloc
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct record {
    struct record *next;
    int v;
};

int main(void) {
    size_t n = (size_t)__VERIFIER_nondet_int();
    struct record *zeroed = calloc(n, sizeof *zeroed);
    printf("%d %d\n", zeroed[n - 1].v, zeroed->next == NULL);
#ifdef CALLOC
    zeroed->next->v = 1; // @calloc
#endif
    void *raw = NULL;
    if (posix_memalign(&raw, 64, 10 * n) != 0) return 1;
    char *text = raw;
    memset(text, 'p', 10 * n);
    printf("%d %c\n", (int)((uintptr_t)raw % 64), text[10 * n - 1]);
#ifdef ALIGNED
    text[10 * n] = 0; // @aligned
#endif
    free(raw);
    char *aligned = aligned_alloc(32, 64);
    printf("%d\n", (int)((uintptr_t)aligned & 31));
    free(aligned);
    char *part = strndup("abcdefgh", n);
    printf("%s %zu\n", part, strlen(part));
#ifdef STRNDUP
    part[n + 1] = 'x'; // @strndup
#endif
    free(part);
    char *message;
    int length = asprintf(&message, "%zu items of %zu", n, sizeof(int));
    printf("%s %d\n", message, length);
#ifdef ASPRINTF
    asprintf(&message, "again"); // @asprintf
#endif
    free(message);
    zeroed = reallocarray(zeroed, n * 2, sizeof *zeroed);
    zeroed[n * 2 - 1].v = 1;
    free(zeroed);
    return 0;
}
