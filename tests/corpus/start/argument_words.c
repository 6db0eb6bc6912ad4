// SPDX-License-Identifier: MIT
// argv joined into one heap string and sorted in place.
// run: args=pear,fig,apple -> ok
// run: args=z -> ok
// run: SPACES args=a,b -> out-of-bounds @spaces
// run: KEEP args=a,b -> memory-leak @keep
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(int n, char *const *words) {
    size_t size = 1;
#ifdef SPACES
    for (int i = 0; i < n; i++) size += strlen(words[i]);
#else
    for (int i = 0; i < n; i++) size += strlen(words[i]) + 1;
#endif
    char *out = malloc(size), *end = out;
    for (int i = 0; i < n; i++) {
        size_t length = strlen(words[i]);
        memcpy(end, words[i], length);
        end += length;
        *end++ = ' '; // @spaces
    }
    *end = '\0';
    return out;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(int argc, char *argv[]) {
    char *text = join(argc - 1, argv + 1);
    printf("[%s]\n", text);
#ifdef KEEP
    text = NULL; // @keep
#else
    free(text);
#endif
    qsort(argv + 1, (size_t)argc - 1, sizeof *argv, by_text);
    text = join(argc - 1, argv + 1);
    printf("[%s]\n", text);
    free(text);
    return 0;
}
