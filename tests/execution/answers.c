// expect: safe
// expect -DARGC: open argc
// expect -DARGV: open argv
// expect -DPRINTF: open what 'printf' gives
// expect -DPUTS: open what 'puts' gives
// expect -DERRNO: open errno
// expect -DERRNO_SET: safe
// expect -DTIME: open what 'time' gives
// expect -DTIME_STORED: open what 'time' gives
// expect -DRAND: open what 'rand' gives
// expect -DGETENV: open what 'getenv' does
// expect -DEMPTY: open an allocation of no bytes
// expect -DSHRUNK: open to no bytes
// expect -DSINE: open what 'sin' gives
// expect -DROOT: safe
// expect -DFILES: open what 'fopen' does
// expect -DREAD: open what 'getchar' does
// expect -DUNKNOWN: open unknown function
// expect -DINDEX: open what 'rand' gives
// expect -DSIZE: open what 'clock' gives
// expect -DTARGET: open what 'rand' gives
// expect -DCOPIED: open what 'rand' gives
// expect -DTEXT: open what 'rand' gives
// expect -DUNUSED: safe
// expect -DSCANNED: safe
// expect -DSCANNED_INPUT: open scanf
// What the world answers may be otherwise next time.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int elsewhere(int n);
static int table[8];
static int first(void) { return 0; }
static int second(void) { return 1; }
static int (*targets[2])(void) = {first, second};

// The decision that an answer must not take part in.
static void decide(int n) {
    if (n) table[1]++;
}

int main(int argc, char **argv) {
    char text[32];
    int *p = malloc(sizeof *p);
    *p = (int)strlen("answer");
    decide(*p);
#if defined ARGC
    decide(argc > 1);
#elif defined ARGV
    decide(argv[0][0]);
#elif defined PRINTF
    decide(printf("%d\n", *p) < 0);
#elif defined PUTS
    if (puts("x") == EOF) table[2]++;
#elif defined ERRNO
    printf("%d\n", *p);
    decide(errno);
#elif defined ERRNO_SET
    printf("%d\n", *p);
    errno = 0;
    decide((int)strtol("999999999999999999999", NULL, 10));
    decide(errno == ERANGE);
#elif defined TIME
    decide((int)time(NULL));
#elif defined TIME_STORED
    time_t now;
    time(&now);
    decide(now > 5);
#elif defined RAND
    decide(rand() % 2);
#elif defined GETENV
    decide(getenv("HOME") != NULL);
#elif defined EMPTY
    free(malloc(0));
#elif defined SHRUNK
    p = realloc(p, 0);
#elif defined SINE
    decide(sin(1.0) > 0.5);
#elif defined ROOT
    decide(sqrt(2.0) > 1.5);
#elif defined FILES
    FILE *f = fopen("a", "r");
    if (f) fclose(f);
#elif defined READ
    decide(getchar());
#elif defined UNKNOWN
    decide(elsewhere(1));
#elif defined INDEX
    table[rand() & 7] = 1;
#elif defined SIZE
    free(malloc(1 + (size_t)clock() % 10));
#elif defined TARGET
    decide(targets[rand() & 1]());
#elif defined COPIED
    int drawn[2] = {rand(), 2}, copy[2];
    memcpy(copy, drawn, sizeof copy);
    decide(copy[1]);
    decide(copy[0] & 0xff00);
#elif defined TEXT
    sprintf(text, "%d", rand());
    decide((int)strlen(text));
#elif defined SCANNED
    int n = 0;
    if (sscanf("12 word", "%d %s", &n, text) == 2) decide(text[3] == 'd' && n == 12);
    table[n - 5] = 1;
#elif defined SCANNED_INPUT
    int n = 0;
    if (scanf("%d", &n) == 1) decide(n);
#elif defined UNUSED
    int drawn = rand();
    drawn = drawn * 2 + argc;
    printf("%d %s\n", drawn, "unused");
    fflush(stdout);
    srand((unsigned)time(NULL));
#endif
    sprintf(text, "%d-%s", *p, "tail");
    decide(text[1] == '-');
    free(p);
    return 0;
}
