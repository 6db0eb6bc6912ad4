// expect: unsafe out-of-bounds 14
// One turn too many.
static int table[16];

static void put(int at, int value) {
    if (at < 0 || at > 16) return;
    table[at % 16] = value;
}

int main(void) {
    int copy[16] = {0};
    for (int i = 0; i <= 16; i++) {
        put(i, i * i);
        copy[i] = 1;
    }
    return 0;
}
