// expect: not safe null-dereference 6
extern int absent __attribute__((weak));
int *address = &absent;
int main(void) {
    int *none = 0;
    if (!address) return *none;
    return 0;
}
