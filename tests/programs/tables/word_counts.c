// expect: safe
// expect -DBEHIND: unsafe out-of-bounds @new
// expect -DLAST: unsafe uninitialised-value @search
// How often numbers come, in an array of structures that is filled up to a count: one entry too many, and one that has no value yet.
extern int __VERIFIER_nondet_int(void);
enum { MOST = 6 };

struct entry {
    int key;
    unsigned times;
};

int main(void) {
    struct entry table[MOST];
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int(), i;
#ifdef LAST
        for (i = 0; i <= count && i < MOST; i++)
#else
        for (i = 0; i < count; i++)
#endif
            if (table[i].key == key) break; // @search
        if (i < count) {
            table[i].times++;
            continue;
        }
#ifdef BEHIND
        if (count > MOST) break;
#else
        if (count == MOST) break;
#endif
        table[count].key = key; // @new
        table[count].times = 1;
        count++;
    }
    unsigned all = 0;
    for (int i = 0; i < count; i++) all += table[i].times;
    return all > 100;
}
