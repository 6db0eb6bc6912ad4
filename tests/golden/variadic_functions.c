int sum(int n, ...) {
    __builtin_va_list ap;
    int total = 0;
    __builtin_va_start(ap, n);
    while (n--) total += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return total;
}

int three(void) {
    return sum(3, 1, 2, 3);
}
