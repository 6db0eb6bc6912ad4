// expect: safe
// expect -DHANDLER: safe
// expect -DACTION: safe
// expect -DIGNORED: safe
// Handlers of signals are registered.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t stopped;

static void stop(int number) {
    stopped = number;
}

int main(void) {
#ifdef HANDLER
    signal(SIGINT, stop);
#elif defined ACTION
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = stop;
    sigemptyset(&a.sa_mask);
    if (sigaction(SIGINT, &a, NULL) == -1) perror("sigaction");
#elif defined IGNORED
    struct sigaction a = {.sa_handler = SIG_IGN}, old;
    if (sigaction(SIGPIPE, &a, &old) == -1) return 1;
#else
    (void)stop;
    void (*old)(int) = signal(SIGHUP, SIG_IGN);
    if (old == SIG_ERR) return 1;
    signal(SIGINT, old);
#endif
    int c;
    while (!stopped && (c = getchar()) != EOF) putchar(c);
    return 0;
}
