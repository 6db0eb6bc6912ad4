// expect: not safe null-dereference 5
// There need not be a first argument.
#include <stdlib.h>
int main(int argc, char **argv) {
    return atoi(argv[1]) + argc;
}
