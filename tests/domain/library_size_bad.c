// expect: unsafe out-of-bounds @message
// expect -DSELECT: not safe
// expect -DPAGES: unsafe out-of-bounds @pages
// expect -DSWAPPED: unsafe out-of-bounds @swapped
// expect -DAVERAGE: unsafe out-of-bounds @average
// expect -DRESIDENT: unsafe out-of-bounds @resident
// expect -DPASSED: not safe
// How much library functions touch, and what they write through numbers that are addresses.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
#ifdef SELECT
    fd_set *set = calloc(1, 8);
    struct timeval t = {0, 1};
    if (!set) return 0;
    select(65, set, NULL, NULL, &t);
    free(set);
#elif defined PAGES
    char *p = pvalloc(1);
    if (!p) return 0;
    p[4096] = 1;  // @pages
    free(p);
#elif defined SWAPPED
    char from[4] = {1, 2, 3, 4}, to[4];
    swab(from, to, 6);  // @swapped
#elif defined AVERAGE
    double load[2];
    getloadavg(load, 3);  // @average
#elif defined RESIDENT
    unsigned char in[1];
    mincore((void *)4096, 8192, in);  // @resident
#elif defined PASSED
    char name[16] = "a";
    prctl(PR_GET_NAME, (unsigned long)name);
    if (name[0] != 'a') abort();
    int *p = name[0] == 'a' ? malloc(4) : NULL;
    *p = 1;
    free(p);
#else
    char *p = malloc(8);
    if (!p) return 0;
    memset(p, 1, 8);
    msgsnd(0, p, 4, IPC_NOWAIT);  // @message
    free(p);
#endif
    return 0;
}
