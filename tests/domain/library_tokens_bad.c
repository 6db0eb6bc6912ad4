// expect: unsafe null-dereference @first
// expect -DCELL: unsafe null-dereference @cell
// expect -DSOME: unsafe null-dereference @some
// Tokens of no string: there was none before.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char *t = NULL;
#if defined CELL
    char *place = NULL;
    (void)argc, (void)argv;
    t = strtok_r(NULL, ",", &place);  // @cell
#elif defined SOME
    if (argc > 1) t = strtok(argv[1], ",");
    t = strtok(NULL, ",");  // @some
#else
    (void)argc, (void)argv;
    t = strtok(NULL, ",");  // @first
#endif
    if (t) puts(t);
    return 0;
}
