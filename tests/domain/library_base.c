// expect: safe
// expect -DALIGNED: safe
// A base and an alignment that are such.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>

int main(void) {
#ifdef ALIGNED
    char *p = memalign(3, 8);
    if (!p) return 0;
    p[7] = 1;
    free(p);
    void *q = NULL;
    return posix_memalign(&q, 0, 8) == 0 ? *(char *)q : 0;
#else
    char *end;
    strtol("12", &end, 36);
    return *end;
#endif
}
