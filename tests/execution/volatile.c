// expect: safe
// expect -DGLOBAL: safe
// expect -DSTRUCT: safe
// expect -DEXTERN: open volatile object 'outside'
// expect -DHANDLER: open signal
// expect -DWRONG: fault
// Volatile objects of the program, in its only run.
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t flag = 3;
extern volatile int outside;
struct pair {
    int a, b;
};
static volatile struct pair both = {1, 2};

static void handle(int number) {
    flag = number;
}

int main(void) {
    volatile int n = 4;
    int *volatile p = malloc(n * sizeof *p);
    for (n = 0; n < 4; n++) p[n] = n;
#if defined GLOBAL
    p[flag] = 1;
#elif defined STRUCT
    struct pair here = both;
    p[here.b] = here.a;
#elif defined EXTERN
    outside = 2;
    p[outside] = 1;
#elif defined HANDLER
    signal(SIGINT, handle);
    p[flag] = 1;
#elif defined WRONG
    p[flag + 1] = 1;
#endif
    if (n == 40) handle(1);
    free(p);
    return 0;
}
