void use(int *p);

int blocks(int n) {
    int sum = 0;
    while (n--) {
        int x = n;
        use(&x);
        sum += x;
    }
    return sum;
}
