// expect: safe
// expect -DGROUPS: safe
// expect -DRECEIVED: safe
// expect -DATTRIBUTE: safe
// expect -DPAGE: safe
// expect -DLOAD: safe
// expect -DPRINTED: safe
// What numbers library functions give.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/xattr.h>
#include <unistd.h>
extern void reach_error(void);
extern unsigned arc4random_uniform(unsigned);

int main(void) {
#ifdef GROUPS
    gid_t group[4];
    int n = getgroups(4, group);
    if (n > 4) reach_error();
#elif defined RECEIVED
    char text[4];
    long n = recv(0, text, 4, MSG_PEEK);
    if (n > 4) reach_error();
#elif defined ATTRIBUTE
    char text[4];
    long n = getxattr("f", "user.x", text, 4);
    if (n > 4) reach_error();
#elif defined PAGE
    if (sysconf(_SC_PAGESIZE) < 1 || sysconf(_SC_NPROCESSORS_ONLN) < 1) reach_error();
#elif defined LOAD
    double load[3];
    if (getloadavg(load, 10) > 3) reach_error();
#elif defined PRINTED
    char text[32];
    int n = snprintf(text, sizeof text, "%d", 1);
    text[n] = '\0';
#else
    unsigned n = arc4random_uniform(10);
    if (n > 9) reach_error();
#endif
    return 0;
}
