// expect: safe
// expect -DFAIL: open whether 'clock_gettime' fails
// expect -DFAIL: exhausted 2
// expect -DBRANCH: open gettimeofday
// expect -DBRANCH: exhausted 2
// expect -DLATER: exhausted 2
// expect -DRANGE: exhausted 2
// expect -DBEYOND: left
// expect -DUNSET: left
// Structures that the world fills: what they hold is any number that their functions give, and nothing else is open.
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timeval begin, end;
    struct timespec at;
    time_t now;
    int *p = malloc(sizeof *p), known[2] = {0};
    gettimeofday(&begin, NULL);
    *p = 1;
    time(&now);
    gettimeofday(&end, NULL);
    printf("%d after %ld us, at %ld\n", *p, (long)((end.tv_sec - begin.tv_sec) * 1000000 + end.tv_usec - begin.tv_usec), (long)now);
#ifdef FAIL
    if (clock_gettime(CLOCK_MONOTONIC, &at)) puts("no clock");
#endif
#ifdef BRANCH
    if (begin.tv_sec == end.tv_sec) puts("soon");
#endif
#ifdef LATER
    time_t same = time(&now);
    if (same != now) *(volatile int *)0 = 1;
    if (now > 1000) puts("late");
#endif
#ifdef RANGE  // a nanosecond is one of a second
    if (!clock_gettime(CLOCK_MONOTONIC, &at)) *p = known[at.tv_nsec >= 1000000000 ? 2 : 1];
#endif
#ifdef BEYOND  // but it may be the last one
    if (!clock_gettime(CLOCK_MONOTONIC, &at)) *p = known[at.tv_nsec >= 999999999 ? 2 : 1];
#endif
#ifdef UNSET
    clock_gettime(CLOCK_MONOTONIC, &at);
    if (at.tv_sec) puts("late");
#endif
    (void)known;
    (void)at;
    free(p);
    return 0;
}
