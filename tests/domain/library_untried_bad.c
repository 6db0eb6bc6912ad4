// expect: not safe
// expect -DREAD: not safe
// What nobody tried may give any number, but needs what it reads.
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
#ifdef READ
    char *t = malloc(8);
    if (t) clock_settime(CLOCK_REALTIME, (struct timespec *)t);
    free(t);
#else
    struct timespec t = {1, 0};
    if (clock_settime(CLOCK_REALTIME, &t) > 5) reach_error();
#endif
    return 0;
}
