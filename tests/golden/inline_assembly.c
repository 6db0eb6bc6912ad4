int barrier_then_read(int *p) {
    int x;
    __asm__ volatile("" ::: "memory");
    __asm__("movl %1, %0" : "=r"(x) : "m"(*p));
    return x;
}
