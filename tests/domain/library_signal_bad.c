// expect: not safe
// expect -DSMALL: not safe
// expect -DCALLED: not safe
// A handler that nobody gave a value, an action that is too small, and an old handler that is none.
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>

int main(void) {
#ifdef SMALL
    char action[64];
    memset(action, 0, sizeof action);
    return sigaction(SIGINT, (struct sigaction *)action, NULL);
#elif defined CALLED
    void (*old)(int) = signal(SIGINT, SIG_IGN);
    old(SIGINT);
    return 0;
#else
    struct sigaction a;
    return sigaction(SIGINT, &a, NULL);
#endif
}
