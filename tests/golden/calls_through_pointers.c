typedef int operation(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation *const operations[] = {add, sub};

int apply(unsigned i, int a, int b) {
    return operations[i](a, b);
}
