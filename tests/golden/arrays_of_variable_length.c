int reverse(int n, const int *from) {
    int copy[n];
    for (int i = 0; i < n; i++) copy[i] = from[n - 1 - i];
    return copy[0];
}
