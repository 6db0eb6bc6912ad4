// Switches with ranges, computed gotos, short circuits, nested loops, statement expressions.
int ranges(int c) {
    switch (c) {
        case 'a' ... 'z': return 1;
        case 'A' ... 'Z':
        case '_': return 2;
        case -1: c = 3; break;
        default: c++;
    }
    return c;
}

int dispatch(const unsigned char *code) {
    static void *table[] = {&&stop, &&add, &&twice};
    int r = 0;
    goto *table[*code];
add:
    r++;
    goto *table[*++code];
twice:
    r *= 2;
    goto *table[*++code];
stop:
    return r;
}

int circuit(int a, int *b, int c) {
    int r = a && *b || c;
    return r ? a : ({ int t = c; t * t; });
}

int nested(int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            if (i * j == n) goto out;
            if (j % 3) continue;
            found += j;
        }
out:
    return found;
}
