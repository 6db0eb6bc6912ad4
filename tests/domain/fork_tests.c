// expect: safe
// expect -DBAD_CHILD: unsafe use-after-free @child
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_PARENT: unsafe double-free @parent
// expect -DBAD_STATUS: unsafe out-of-bounds @status
// expect -DBAD_FAILED: unsafe null-dereference @failed
// A test runner: each test has a process of its own, and the runner looks at how it ends.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct report {
    int *results;
    int passed, failed;
};

static int test_sum(void) {
    int *v = malloc(4 * sizeof *v), sum = 0;
    for (int i = 0; i < 4; i++) v[i] = i;
    for (int i = 0; i < 4; i++) sum += v[i];
    free(v);
#ifdef BAD_CHILD
    sum += v[0];  // @child
#endif
    return sum == 6 ? 0 : 1;
}

static int test_copy(void) {
    char *a = malloc(8), *b = malloc(8);
    for (int i = 0; i < 8; i++) a[i] = (char)i;
    for (int i = 0; i < 8; i++) b[i] = a[i];
    free(a);
#ifndef BAD_LOST
    free(b);
#endif
    return 2;
}  // @lost

static void note(struct report *r, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        r->passed++;
        r->results[0] = 1;
        return;
    }
    r->failed++;
#ifdef BAD_STATUS
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) r->results[r->passed + r->failed] = 2;  // @status
#endif
    r->results[1] = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void run(struct report *r, int number) {
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        free(r->results);
        exit(number == 0 ? test_sum() : test_copy());
    }
    if (pid < 0) {
#ifdef BAD_FAILED
        if (number == 1) *(char *)0 = 1;  // @failed
#endif
        r->failed++;
        return;
    }
    if (waitpid(pid, &status, 0) == pid) note(r, status);
}

int main(void) {
    struct report r = {calloc(2, sizeof *r.results), 0, 0};
    run(&r, 0);
    run(&r, 1);
    free(r.results);
#ifdef BAD_PARENT
    if (r.passed && r.failed) free(r.results);  // @parent
#endif
    return r.failed != 0;
}
