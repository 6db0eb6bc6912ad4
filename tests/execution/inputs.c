// expect: exhausted 3
// expect -DINDEX: exhausted 10
// expect -DINDEX -DBUG: left fault
// expect -DSIZE: exhausted 6
// expect -DSIZE -DBUG: left fault
// expect -DFREE: exhausted 2
// expect -DFREE -DBUG: left fault
// expect -DCALL: exhausted 2
// expect -DCALL -DBUG: left fault
// expect -DCOPIED: exhausted 10
// expect -DCOPIED -DBUG: left fault
// expect -DFILES: exhausted 2
// expect -DFILES -DBUG: left fault
// expect -DEMPTY: exhausted 5
// expect -DEMPTY -DBUG: left fault
// expect -DARGC: exhausted 3
// expect -DARGC -DBUG: left fault
// expect -DARGV: left argv
// expect -DLOOP: exhausted 23
// expect -DLOOP -DBUG: left fault
// expect -DSWITCHED: exhausted 4
// expect -DSWITCHED -DBUG: left fault
// expect -DDIVISION: exhausted 3
// expect -DDIVISION -DBUG: left division by zero
// expect -DOVERFLOWN: left division overflows
// expect -DSHIFT: exhausted 4
// expect -DSHIFT -DBUG: left shift by the width
// expect -DPRODUCT: exhausted
// expect -DPRODUCT -DBUG: left fault
// expect -DBYTES: exhausted 2
// expect -DBYTES -DBUG: left fault
// expect -DPOINTER: exhausted 2
// expect -DPOINTER -DBUG: left fault
// expect -DINSIDE: exhausted 6
// expect -DINSIDE -DBUG: left fault
// expect -DTEXT: exhausted
// expect -DTEXT -DBUG: left fault
// expect -DFLOAT: exhausted
// expect -DFLOAT -DBUG: left fault
// expect -DFLOAT_ANY: left more paths
// expect -DPRINTED: exhausted
// expect -DPRINTED -DBUG: left fault
// expect -DASSUMED: exhausted 4
// expect -DASSUMED -DBUG: left fault
// expect -DRECURSION: exhausted
// expect -DRECURSION -DBUG: left fault
// expect -DLOST: exhausted 2
// expect -DLOST -DBUG: left returned
// expect -DRAW: exhausted 4
// expect -DRAW -DBUG: left fault
// expect -DSORTED: exhausted
// expect -DSORTED -DBUG: left fault
// expect -DTIES: left compare equal
// expect -DPLACE: exhausted 10
// expect -DPLACE -DBUG: left fault
// expect -DERRNO: left errno
// expect -DANY_INDEX: exhausted 8
// expect -DANY_INDEX -DBUG: left fault
// expect -DWIDE: left
// expect -DSTOPPED: exhausted
// expect -DSTOPPED -DBUG: left fault
// Programs of few inputs: all their paths are run.  With BUG one input, or one answer of the world, is wrong.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
#ifdef BUG
enum { ONE_MORE = 1 };
#else
enum { ONE_MORE = 0 };
#endif

#define UNUSED __attribute__((unused))
static int seen[4];
UNUSED static void first(void) { seen[0]++; }
UNUSED static void second(void) { seen[1]++; }

// lo..hi, or the program ends.
UNUSED static int between(int lo, int hi) {
    int n = __VERIFIER_nondet_int();
    if (n < lo || n > hi) exit(0);
    return n;
}

UNUSED static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

UNUSED static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }

int main(int argc, char **argv) {
    int array[8] = {0};
    char text[8] = "abcdefg";
#if defined INDEX
    array[between(0, 7 + ONE_MORE)] = 1;
#elif defined SIZE
    int n = between(1, 4);
    int *p = malloc((size_t)n * sizeof *p);
    p[n - 1 + (ONE_MORE & (n == 3))] = n;
    free(p);
#elif defined FREE
    int n = __VERIFIER_nondet_int();
    char *p = malloc(1);
    free(p);
    if (n == 77777) free(ONE_MORE ? p : NULL);
#elif defined CALL
    void (*const targets[])(void) = {first, second, NULL};
    targets[rand() % (2 + ONE_MORE)]();
#elif defined COPIED
    memcpy(text, "0123456789", (size_t)between(0, 7 + 2 * ONE_MORE));
#elif defined FILES
    FILE *f = fopen("out", "w");
    if (!f && !ONE_MORE) return 1;
    fprintf(f, "%d\n", argc);
    fclose(f);
#elif defined EMPTY
    int n = between(0, 1);
    char *p = malloc((size_t)n);
    if (p && n + ONE_MORE) p[0] = 1;
    free(p);
#elif defined ARGC
    if (argc > 1) array[argc == 3 ? 7 + ONE_MORE : 2] = 1;
#elif defined ARGV
    if (argc > 1) array[argv[1][0] & 7] = 1;
#elif defined LOOP
    int n = between(0, 20), *p = malloc(21 * sizeof *p);
    for (int i = 0; i < n + ONE_MORE + 1; i++) p[i] = i;
    free(p);
#elif defined SWITCHED
    switch (__VERIFIER_nondet_int()) {
    case -1: array[0] = 1; break;
    case 5 ... 9: array[1] = 1; break;
    case 1000000: array[7 + ONE_MORE] = 1; break;
    default: array[2] = 1;
    }
#elif defined DIVISION
    int n = __VERIFIER_nondet_int();
    if (n >= ONE_MORE && n < 1) array[1] = 100 / (n + 1 - ONE_MORE - ONE_MORE);
    if (n == 0) array[2] = 100 / (n + 1 - ONE_MORE);
#elif defined OVERFLOWN
    if (__VERIFIER_nondet_int() / -1 > 7) array[2] = 1;
#elif defined SHIFT
    int n = between(0, 31 + ONE_MORE);
    if (1u << n == 0) array[1] = 1;
    array[(0x80000000u >> n) & 1] = 1;
#elif defined PRODUCT
    int n = between(0, 1000);
    if (n * n == 15129) array[n - 116 + ONE_MORE] = 1;
#elif defined BYTES
    unsigned n = __VERIFIER_nondet_uint(), m = 0;
    unsigned char bytes[4];
    memcpy(bytes, &n, 4);
    for (int i = 0; i < 4; i++) m = m << 8 | bytes[i];
    if (m == 0x01020304) array[7 + ONE_MORE] = 1;
#elif defined POINTER
    int x = 1, *p = __VERIFIER_nondet_int() == 1234567 ? (ONE_MORE ? NULL : &array[1]) : &x;
    *p = 2;
#elif defined INSIDE
    int *p = array + between(0, 3), *end = array + 8;
    while (p < end) *p++ = 1;
    *(p - !ONE_MORE) = 1;
#elif defined TEXT
    char c = __VERIFIER_nondet_char();
    text[6] = c;
    char *p = malloc(strlen(text) + !(ONE_MORE && c == 'Q'));
    strcpy(p, text);
    free(p);
#elif defined FLOAT
    int n = between(0, 4);
    double d = n / 2.0;
    array[(int)(sqrt(d * d) * 3.5) + ONE_MORE] = 1;
#elif defined FLOAT_ANY
    double d = __VERIFIER_nondet_int();
    if (d > 2.5) array[1] = 1;
#elif defined PRINTED
    int n = between(95, 105);
    sprintf(text, "%d%s", n, n == 101 && ONE_MORE ? "....." : "....");
    array[strlen(text)] = 1;
#elif defined ASSUMED
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 8 + ONE_MORE);
    array[n & 15 & (ONE_MORE ? 15 : 0)] = 1;
    if (n > 3) array[1] = 2;
#elif defined RECURSION
    int n = between(0, 5);
    array[depth(n) + 2 + ONE_MORE] = 1;
#elif defined LOST
    char *p = malloc(2);
    if (__VERIFIER_nondet_int() != 31337 || !ONE_MORE) free(p);
    p = NULL;
    array[0] = p == NULL;
#elif defined RAW
    int x;
    if (__VERIFIER_nondet_int() != 4711 || !ONE_MORE) x = 1;
    if (__VERIFIER_nondet_int() > 5 && x) array[1] = 2;
#elif defined SORTED
    int e[3] = {between(0, 1) * 5, 3, between(1, 2) * 4};
    qsort(e, 3, sizeof *e, by_number);
    array[e[2] - 1 + ONE_MORE] = 1;
#elif defined TIES
    struct { int key, value; } e[2] = {{1, __VERIFIER_nondet_int()}, {1, __VERIFIER_nondet_int()}};
    qsort(e, 2, sizeof *e, by_number);
    if (e[0].value > e[1].value) array[1] = 1;
#elif defined PLACE
    int n = between(0, 3);
    if (((unsigned long)array >> n) & 0x1000) array[7 + ONE_MORE] = 2;
#elif defined ERRNO
    FILE *f = fopen("in", "r");
    if (f) fclose(f);
    else if (errno == ENOENT) array[1] = 1;
#elif defined ANY_INDEX
    array[__VERIFIER_nondet_uint() % (8 + ONE_MORE)] = 1;
#elif defined WIDE
    static char large[1 << 20];
    large[__VERIFIER_nondet_uint() % sizeof large] = 1;
#elif defined STOPPED
    int n = between(0, 2);
    if (n == 1) abort();
    if (n == 2) exit(n + argc);
    array[7 + (ONE_MORE & (n == 0))] = 1;
#else
    int n = __VERIFIER_nondet_int();
    if (n < 0) array[0] = 1;
    else if (n > 10) array[1] = 1;
    else array[2] = 1;
#endif
    return array[0] + text[0] + argc + (argv != NULL) + seen[0];
}
