// expect: safe
// expect -DUNSEEDED: safe
// expect -DSTATE: safe
// expect -DOTHER: open lcong48
// expect -DTIME: open time
// expect -DRAND: open rand
// expect -DWRONG: fault
// Random numbers that are determined by their seed, in the only run of a program.
#include <stdlib.h>
#include <time.h>

int main(void) {
    int table[8] = {0};
#if defined TIME
    srand48(time(NULL));
#elif !defined UNSEEDED
    srand48(11);
#endif
#if defined STATE
    unsigned short state[3] = {1, 2, 3};
    table[nrand48(state) % 8] = 1;
    table[(jrand48(state) & 7)] = 2;
    table[(int)(erand48(state) * 8)] = 3;
    if (state[0] != 0x1df2 || state[1] != 0x9ac3 || state[2] != 0xa775) free(table);
#elif defined OTHER
    unsigned short seven[7] = {1, 2, 3, 4, 5, 6, 7};
    lcong48(seven);
    table[lrand48() % 8] = 1;
#elif defined RAND
    srand(11);
    if (rand() % 2) table[0] = 1;
#elif defined WRONG
    if (lrand48() == 1609868485) table[(int)(drand48() * 8) + 8] = 1;
#elif defined UNSEEDED
    if (lrand48() != 0) free(table);
#else
    long a = lrand48(), b = mrand48();
    double c = drand48();
    table[a % 8] = 1;
    if (a != 1609868485 || b != -2145778172 || c != 0x1.c1121ee15118p-3) free(table);
#endif
    return table[0];
}
