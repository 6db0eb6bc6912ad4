// expect: safe
// expect -DSELECT: safe
// expect -DNEGATIVE: safe
// expect -DPAGES: safe
// expect -DSWAPPED: safe
// expect -DAVERAGE: safe
// How much library functions touch.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
#if defined SELECT || defined NEGATIVE
    fd_set *set = calloc(1, 8);
    struct timeval t = {0, 1};
    if (!set) return 0;
#ifdef NEGATIVE
    select(-1, set, NULL, NULL, &t);
#else
    select(64, set, NULL, NULL, &t);
#endif
    free(set);
#elif defined PAGES
    char *p = pvalloc(1);
    if (!p) return 0;
    p[4095] = 1;
    free(p);
#elif defined SWAPPED
    char from[4] = {1, 2, 3, 4}, to[4];
    swab(from, to, 5);
    swab(from, to, -2);
#elif defined AVERAGE
    double load[3];
    getloadavg(load, 10);
#else
    struct { long type; char text[4]; } m = {1, "abc"};
    msgsnd(0, &m, sizeof m.text, IPC_NOWAIT);
#endif
    return 0;
}
