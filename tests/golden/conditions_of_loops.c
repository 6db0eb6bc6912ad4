// && and || end in a block that branches on a phi: where it is constant, the edge leads to where it branches.
int f(int *p, int n) {
    int sum = 0;
    while (p && n > 0) {
        sum += p[0];
        n--;
    }
    while (n < 0 || (p && p[1])) n++;
    int both = p && n;
    return both ? sum : 0;
}
