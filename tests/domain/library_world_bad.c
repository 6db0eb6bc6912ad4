// expect: unsafe error-call @process
// expect -DTIME: unsafe error-call @time
// expect -DPIPE: not safe
// expect -DLETTER: not safe
// What the library may well give.
#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
#include <wctype.h>
extern void reach_error(void);

int main(void) {
#ifdef TIME
    struct timeval t;
    if (gettimeofday(&t, NULL) == 0 && t.tv_usec > 9999) reach_error();  // @time
#elif defined PIPE
    int fd[2] = {-1, -1};
    pipe(fd);
    if (fd[0] < 0) reach_error();
#elif defined LETTER
    char *p = malloc(256);
    setlocale(LC_ALL, "");
    if (p) p[towupper(0xff)] = 1;
    free(p);
#else
    if (getpid() > 1000) reach_error();  // @process
#endif
    return 0;
}
