// expect: safe
int there;
int *address = &there;
int main(void) {
    int *none = 0;
    if (!address) return *none;
    return 0;
}
