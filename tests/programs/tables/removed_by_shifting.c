// expect: safe
// expect -DFAR: unsafe uninitialised-value @search
// expect -DEMPTY: unsafe out-of-bounds @first
// An entry is removed, and those behind it move up: the count is not reduced, and an entry is taken from an empty table.
extern int __VERIFIER_nondet_int(void);

struct timer {
    int id, ticks;
};

int main(void) {
    struct timer timers[16];
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        int id = __VERIFIER_nondet_int(), at;
        for (at = 0; at < count; at++)
            if (timers[at].id == id) break; // @search
        if (at < count) {
#ifdef FAR
            for (; at + 1 < count; at++) timers[at] = timers[at + 1];
            count += count < 16;
#else
            for (; at + 1 < count; at++) timers[at] = timers[at + 1];
            count--;
#endif
        } else if (count < 16) {
            timers[count].id = id;
            timers[count].ticks = 10;
            count++;
        }
    }
#ifdef EMPTY
    timers[count - 1].ticks = 0; // @first
#endif
    return 0;
}
