// SPDX-License-Identifier: MIT
// expect: unsafe double-free 23
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// How processes end: each of the three statuses must be the one that its process has.
int main(void) {
    int *p = malloc(sizeof *p), one = 0, two = 0;
    pid_t first = fork();
    if (first == 0) exit(5);
    pid_t second = first < 0 ? -1 : fork();
    if (second == 0) {
        pid_t third = fork();
        if (third == 0) _exit(2);
        wait(&two);
        exit(two >> 8 == 2 ? 7 : 8);
    }
    if (first > 0 && second > 0 && waitpid(second, &two, 0) == second && waitpid(first, &one, 0) == first && one == 5 << 8) {
        if (two == 7 << 8) free(p);
        if (wait(&two) != -1) free(p);
    }
    free(p);
    return 0;
}
