// expect: safe
// expect -DTIME: safe
// expect -DPIPE: safe
// expect -DKILLED: safe
// expect -DHOST: safe
// expect -DPRIORITY: safe
// No run fails: what the library never gives is not drawn.
#define _GNU_SOURCE
#include <netdb.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
#ifdef TIME
    struct timeval t;
    if (gettimeofday(&t, NULL) == 0 && t.tv_usec > 999999) reach_error();
#elif defined PIPE
    int fd[2];
    if (pipe(fd) == 0 && fd[0] < 0) reach_error();
#elif defined KILLED
    kill(getpid(), SIGKILL);
    reach_error();
#elif defined HOST
    struct hostent *h = gethostbyname("x");
    char address[4];
    if (h && h->h_addrtype == AF_INET && h->h_length == 4 && h->h_addr_list[0]) memcpy(address, h->h_addr_list[0], 4);
#elif defined PRIORITY
    if (getpriority(PRIO_PROCESS, 0) > 19) reach_error();
#else
    if (sysconf(_SC_PAGESIZE) < 1 || getpid() != getpid()) reach_error();
#endif
    return 0;
}
