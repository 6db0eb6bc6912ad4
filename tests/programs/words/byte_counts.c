// expect: safe
// expect -DFEW: unsafe out-of-bounds @count
// expect -DSIGNED: unsafe out-of-bounds @count
// How often each byte comes in a stream that is read in pieces.
#include <stdio.h>
#ifdef SIGNED
typedef signed char byte;
#else
typedef unsigned char byte;
#endif
#ifdef FEW
enum { BYTES = 250 };
#else
enum { BYTES = 256 };
#endif

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!f) return 1;
    unsigned count[BYTES] = {0};
    byte piece[4096];
    size_t n;
    while ((n = fread(piece, 1, sizeof piece, f)) > 0)
        for (size_t i = 0; i < n; i++) count[piece[i]]++; // @count
    for (int i = 0; i < BYTES; i++)
        if (count[i]) printf("%d: %u\n", i, count[i]);
    if (f != stdin) fclose(f);
    return 0;
}
