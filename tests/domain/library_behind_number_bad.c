// expect: unsafe out-of-bounds @behind
// expect -DCOPIED: unsafe out-of-bounds @copied
// What stands behind the number may be the end of the string, and behind that is nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *end;
    if (argc != 2 || argv[1][0] != '7') return 1;
#if defined COPIED
    char copy[2] = "";
    strncpy(copy, argv[1], sizeof copy);
    copy[1] = 0;
    long n = strtol(copy, &end, 10);
    return n == 7 ? end[1] : 0;  // @copied
#else
    long n = strtol(argv[1], &end, 10);
    return n == 7 ? end[1] : 0;  // @behind
#endif
}
