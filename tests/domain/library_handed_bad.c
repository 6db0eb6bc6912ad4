// expect: not safe uninitialised-value @failed
// expect -DINDEX: not safe out-of-bounds @index
// expect -DTEXT: not safe
// expect -DFREED: not safe
// expect -DBEHIND: not safe
// expect -DSMALL: not safe
// expect -DLOCK: not safe uninitialised-value @lock
// expect -DUNKNOWN: not safe
// What the system is handed is as it was if the call fails, anything if it succeeds; what it leads to is not followed.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

struct request {
    char name[16];
    char *data;
};

int main(void) {
    char texts[8] = "ab";
#ifdef INDEX
    int n = 0;
    if (ioctl(0, FIONREAD, &n) == -1) return 1;
    return texts[n];  // @index
#elif defined TEXT
    if (ioctl(0, TCGETS, texts) == -1) return 1;
    return (int)strlen(texts);
#elif defined FREED
    int *n = malloc(sizeof *n);
    if (!n) return 1;
    free(n);
    return ioctl(0, FIONREAD, n);
#elif defined SMALL
    short columns;
    return ioctl(1, TIOCGWINSZ, &columns) == -1;
#elif defined LOCK
    struct flock lock;
    lock.l_type = F_WRLCK;
    fcntl(7, F_GETLK, &lock);
    return lock.l_pid > texts[0] ? 1 : 0;  // @lock
#elif defined UNKNOWN
    int n = 0;
    return ioctl(0, 0x9999, &n);
#elif defined BEHIND
    struct request r = {.name = "eth0", .data = texts};
    if (ioctl(0, 0x8910, &r) == -1) return 1;
    return (int)strlen(texts);
#else
    struct winsize w;
    ioctl(1, TIOCGWINSZ, &w);
    return w.ws_col > texts[0];  // @failed
#endif
}
