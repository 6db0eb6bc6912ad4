// expect: safe
// Indices that loops and conditions keep inside.
extern int __VERIFIER_nondet_int(void);

static int table[16];

static void put(int at, int value) {
    if (at < 0 || at >= 16) return;
    table[at] = value;
}

static int mean(unsigned low, unsigned high) {
    return (int)((low + high) / 2);
}

int main(void) {
    int copy[16] = {0};
    for (int i = 0; i < 16; i++) {
        put(i, i * i);
        copy[i] = table[i];
    }
    for (int i = 15; i >= 0; i--) copy[i]++;
    int k = __VERIFIER_nondet_int();
    if (k > 2 && k <= 10) copy[k + 5] = 1;
    put(k, 3);
    unsigned u = (unsigned)k;
    return copy[u % 16] + table[mean(0, 15)];
}
