// expect: unsafe error-call @error
// expect -DGROUPS: unsafe error-call @error
// expect -DRECEIVED: not safe
// expect -DATTRIBUTE: unsafe error-call @error
// expect -DLISTED: unsafe error-call @error
// expect -DALARM: unsafe error-call @error
// expect -DSLEPT: not safe
// expect -DCONVERTED: not safe
// expect -DPRINTED: not safe
// expect -DWAITED: not safe
// expect -DHANDED: not safe
// Unsigned numbers, sizes that are asked for with 0, numbers that say how much there was.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
extern void reach_error(void);
extern unsigned arc4random_uniform(unsigned);

__attribute__((format(printf, 1, 2))) static inline void say(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
}

int main(int argc, char **argv) {
    (void)argv;
    long wrong = 0;
#ifdef GROUPS
    wrong = getgroups(0, NULL) > 0;
#elif defined RECEIVED
    char text[4];
    long n = recv(0, text, 4, MSG_TRUNC);
    if (n > 0) return text[n - 1];
#elif defined ATTRIBUTE
    wrong = getxattr("f", "user.x", NULL, 0) > 0;
#elif defined LISTED
    wrong = listxattr("f", NULL, 0) > 0;
#elif defined ALARM
    wrong = alarm(0) > 0x7fffffffu;
#elif defined SLEPT
    wrong = sleep(4000000000u) > 0x7fffffffu;
#elif defined CONVERTED
    wrong = mblen("a", (size_t)-1) == 1;
#elif defined PRINTED
    char text[8];
    int n = snprintf(text, 8, "%*d%s", argc > 1 ? 2147483647 : 1, 1, "xx");
    if (n < 8) text[n] = 0;
#elif defined HANDED
    int unset;
    if (argc > 5) unset = 1;
    say("%d\n", unset);
#elif defined WAITED
    int *status = malloc(sizeof *status);
    if (!status) return 0;
    *status = 7;
    wrong = waitpid(-1, status, WNOHANG) == 0 && *status == 7;
    free(status);
#else
    wrong = arc4random_uniform(0x90000000u) > 5;
#endif
    if (wrong) reach_error();  // @error
    return 0;
}
