// expect: safe
// What a function lends is used before it is called again.
#define _GNU_SOURCE
#include <string.h>

int main(int argc, char **argv) {
    (void)argv;
    size_t n = strlen(strerror(argc));
    return n + strlen(strerror(1)) + strlen(strsignal(2)) == 0;
}
