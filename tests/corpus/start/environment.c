// SPDX-License-Identifier: MIT
// errno, getenv with a name nobody sets, environ walked to its end.
// run: -> ok
// run: ENV -> null-dereference @env
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    errno = 0;
    printf("%d\n", errno);
    errno = EINVAL;
    int saved = errno;
    errno = 0;
    printf("%d %d\n", saved == EINVAL, errno);
    int *p = &errno;
    *p = 3;
    printf("%d\n", errno);
    const char *v = getenv("HEAPPROOF_NEVER_SET");
#ifdef ENV
    if (v == NULL) printf("%zu\n", strlen(v)); // @env
#endif
    if (v != NULL) puts("set");
    return errno;
}
