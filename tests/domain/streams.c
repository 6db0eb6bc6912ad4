// expect: safe
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    FILE *out = stdout;
    *p = 3;
    fprintf(out, "%5d %s %% %*d\n", *p, "text", 3, 4);
    fputs("text", stderr);
    fflush(0);
    free(p);
    return 0;
}
