// expect: unsafe uninitialised-value @none
// expect -DSET: unsafe uninitialised-value @set
// A conversion of a number, or of the characters of a set, may find something that does not fit: then it gives 0, and leaves what it was to fill.
#include <stdio.h>
#include <string.h>

int main(void) {
#ifdef SET
    char word[16];
    size_t n = 0;
    while (scanf("%15[a-z]", word) != EOF) n += strlen(word); // @set
#else
    int n;
    if (scanf("%d", &n) == EOF) return 1;
    if (n > 3) puts("large"); // @none
#endif
    return 0;
}
