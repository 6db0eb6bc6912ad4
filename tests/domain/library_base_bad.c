// expect: unsafe uninitialised-pointer @base
// expect -DOPEN: not safe
// expect -DLOST: unsafe memory-leak @lost
// With a base that is none, the end is not stored; an alignment that is none is rounded up.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#ifdef OPEN
#define BASE argc
#else
#define BASE 37
#endif

int main(int argc, char **argv) {
    (void)argc;
    (void)argv;
#ifdef LOST
    char *p = memalign(3, 8);
    return p == NULL;
#else
    char *end;
    strtol("12", &end, BASE);
    return *end;  // @base
#endif
}  // @lost
