int checked(int a, int b, char *p, const char *q) {
    int r;
    if (__builtin_sadd_overflow(a, b, &r)) return -1;
    __builtin_memcpy(p, q, 8);
    __builtin_memset(p, 0, 4);
    return __builtin_expect(r, 0);
}
