// SPDX-License-Identifier: MIT
// Processes: which one a run follows, and what waiting for another gives.
#include "exec/library.h"

static void a_run_follows_one_process(void **state) {
    (void)state;
    library_expect("x = fork()\nprintf(\"%d\", x)", "returned 0|0");
    LIBRARY_DRAWS("x = fork()\nprintf(\"%d\", x)", "returned 0|7", 7);
    LIBRARY_DRAWS("x = fork()\nprintf(\"%d\", x)", "returned 0|-1", (uint64_t)-1);
    LIBRARY_DRAWS("x = fork()\ny = fork()\nprintf(\"%d %d\", x, y)", "returned 0|7 8", 7, 7);
    LIBRARY_DRAWS("x = fork()\nprintf(\"%d\", x)", "returned 0|2", 1);  // 1 is the first process of all
}

static void who_has_no_child_waits_for_nobody(void **state) {
    (void)state;
    library_expect("st[4]\nx = fork()\ny = wait(st)\np = __errno_location()\ne = *p int\nprintf(\"%d %d\", y, e)", "returned 0|-1 10");
    LIBRARY_DRAWS("x = fork()\ny = wait(null)\nz = wait(null)\nw = waitpid(7, null, 0)\nprintf(\"%d %d %d\", y, z, w)",
                  "returned 0|7 -1 -1", 7);
    LIBRARY_DRAWS("x = fork()\ny = waitpid(8, null, 0)\nz = waitpid(7, null, 1)\nw = waitpid(-1, null, 1)\nprintf(\"%d %d %d\", y, z, w)",
                  "returned 0|-1 0 7", 7, 1);
}

static void somebody_may_end_a_child(void **state) {
    (void)state;
    LIBRARY_DRAWS("st[4]\nx = fork()\ny = wait(st)\ns = *st int\nprintf(\"%d %d\", y, s)", "returned 0|7 9", 7, 1);
    LIBRARY_DRAWS("st[4]\nuse[144]\nx = fork()\ny = wait4(7, st, 0, use)\ns = *st int\nu = *use+136 long\nprintf(\"%d %d %ld\", y, s, u)",
                  "returned 0|7 0 0", 7);
}

static void what_the_other_one_writes_is_not_known(void **state) {
    (void)state;
    library_expect("fd[8]\nb[4]\nx = pipe(fd)\nf = *fd int\nn = read(f, b, 4L)", "returned 0|");
    library_expect("fd[8]\nb[4]\nx = pipe(fd)\ny = fork()\nf = *fd int\nn = read(f, b, 4L)", "returned 0; assumed|");
    LIBRARY_DRAWS("b[4]\ny = fork()\nn = read(3, b, 4L)", "returned 0; assumed|", 7);
    LIBRARY_DRAWS("b[4]\ny = fork()\nn = getchar()", "returned 0|", 7);
    LIBRARY_DRAWS("b[4]\nd = dup2(5, 1)\ny = fork()\nn = getchar()", "returned 0|", 0, 7);
    LIBRARY_DRAWS("b[4]\nd = dup2(5, 0)\ny = fork()\nn = getchar()", "returned 0; assumed|", 0, 7);
    library_expect("x = getpid()\ny = fork()\nz = getpid()\nexit(z)", "exited 0; assumed|");
    LIBRARY_DRAWS("x = getpid()\ny = fork()\nz = getpid()\nprintf(\"%d %d\", x, z)", "returned 0|5 5", 5, 7);
    LIBRARY_DRAWS("p = signal(17, null)\nx = fork()\ny = wait(null)", "returned 0; assumed|", 0, 7);
}

#define PROCESSES "declare @fork() -> i32\ndeclare @wait(ptr) -> i32\ndeclare @_exit(i32) noreturn\n"

// A child of main, which waits for it and gives what it gets.
static void expect_status(const char *child, const char *expected) {
    struct buf b = {0};
    buf_printf(&b,
               "%s%sfunc @main() -> i32 {\n slot $st size 4 align 4\nentry:\n store i32 77, [$st]\n %%0: i32 = call @fork()\n"
               " %%1: i1 = eq %%0, i32 0\n branch %%1, child, parent\nchild:\n%sparent:\n %%2: i32 = call @wait($st)\n %%3: i32 = load "
               "[$st]\n ret %%3\n}\n",
               prelude_64, PROCESSES, child);
    program_expect_with("", b.text, &(struct exec_options){.rules = DEFAULT_RULES, .inputs = {.values = (const uint64_t[]){9}, .n = 1}},
                        expected);
    buf_free(&b);
}

static void a_status_is_how_the_child_ends(void **state) {
    (void)state;
    expect_status(" call @exit(i32 3)\n stop \"\"\n", "returned 768");
    expect_status(" call @_exit(i32 258)\n stop \"\"\n", "returned 512");
    expect_status(" call @abort()\n stop \"\"\n", "returned 6");
    expect_status(" ret i32 -1\n", "returned 65280");
    expect_status(" store i32 1, [ptr null]\n ret i32 0\n", "returned 0; assumed");
    expect_status(" %4: ptr = call @mystery(ptr null)\n ret i32 0\n", "returned 0; assumed");
    expect_status(" jump child\n", "returned 0; assumed");
}

// The run of a child stays with it, where it makes others.
static void a_child_has_children(void **state) {
    (void)state;
    expect_status(
        " %4: i32 = call @fork()\n %5: i1 = eq %4, i32 0\n branch %5, third, second\nthird:\n ret i32 4\n"
        "second:\n %6: i32 = call @wait($st)\n %7: i32 = load [$st]\n %8: i32 = lshr %7, i32 8\n %9: i32 = add %8, i32 1\n ret %9\n",
        "returned 1280");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_follows_one_process),      cmocka_unit_test(who_has_no_child_waits_for_nobody),
        cmocka_unit_test(somebody_may_end_a_child),       cmocka_unit_test(what_the_other_one_writes_is_not_known),
        cmocka_unit_test(a_status_is_how_the_child_ends), cmocka_unit_test(a_child_has_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
