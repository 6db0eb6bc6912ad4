int *choose(int c, int *a) {
    int *p;
    if (c) p = a;
    return p;
}
