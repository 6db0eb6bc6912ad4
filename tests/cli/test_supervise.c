// SPDX-License-Identifier: MIT
// The supervisor: results, limits, crashes of the worker, and what is left of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/supervise.h"

static int answer(void *context, int fd) {
    const char *text = context;
    return write(fd, text, strlen(text)) == (ssize_t)strlen(text) ? CLI_UNKNOWN : CLI_INTERNAL;
}

static int write_then_sleep(void *context, int fd) {
    answer(context, fd);
    for (;;) pause();
    return CLI_OK;
}

static int grow(void *context, int fd) {
    (void)fd;
    for (;;) {
        char *p = malloc(1 << 20);
        if (p) memset(p, 1, 1 << 20);
        *(char **)context = p;
        usleep(200);
    }
    return CLI_OK;
}

static int run_out(void *context, int fd) {
    (void)context, (void)fd;
    base_out_of_memory();
}

static int crash(void *context, int fd) {
    (void)fd;
    signal(*(int *)context, SIG_DFL);
    raise(*(int *)context);
    return CLI_OK;
}

static int odd_status(void *context, int fd) {
    (void)context, (void)fd;
    return 99;
}

static struct cli_outcome supervise(struct cli_limits limits, int (*work)(void *, int), void *context) {
    struct cli_outcome out;
    cli_supervise(&limits, work, context, &out);
    return out;
}

static void output_and_status_come_back(void **state) {
    (void)state;
    struct cli_outcome out = supervise((struct cli_limits){0}, answer, "hello\n");
    assert_int_equal(out.end, CLI_ENDED);
    assert_int_equal(out.status, CLI_UNKNOWN);
    assert_string_equal(buf_text(&out.output), "hello\n");
    cli_outcome_free(&out);
}

static void what_was_written_before_the_time_limit_is_kept(void **state) {
    (void)state;
    time_t start = time(NULL);
    struct cli_outcome out = supervise((struct cli_limits){.seconds = 0.2}, write_then_sleep, "part\n");
    assert_int_equal(out.end, CLI_OUT_OF_TIME);
    assert_string_equal(buf_text(&out.output), "part\n");
    assert_true(time(NULL) - start < 5);
    cli_outcome_free(&out);
}

static void growing_memory_is_stopped(void **state) {
    (void)state;
    char *last = NULL;
    struct cli_outcome out = supervise((struct cli_limits){.megabytes = 100, .seconds = 60}, grow, &last);
    assert_int_equal(out.end, CLI_OVER_MEMORY);
    cli_outcome_free(&out);
}

static void a_lack_of_memory_is_told_apart(void **state) {
    (void)state;
    struct cli_outcome out = supervise((struct cli_limits){0}, run_out, NULL);
    assert_int_equal(out.end, CLI_OUT_OF_MEMORY);
    cli_outcome_free(&out);
}

static void a_crash_is_named(void **state) {
    (void)state;
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    int signals[] = {SIGSEGV, SIGABRT, SIGKILL};
    const char *names[] = {"Segmentation fault", "Aborted", "Killed"};
    for (unsigned i = 0; i < 3; i++) {
        struct cli_outcome out = supervise((struct cli_limits){0}, crash, &signals[i]);
        assert_int_equal(out.end, CLI_BROKEN);
        assert_string_equal(buf_text(&out.why), names[i]);
        cli_outcome_free(&out);
    }
    struct cli_outcome out = supervise((struct cli_limits){0}, odd_status, NULL);
    assert_int_equal(out.end, CLI_BROKEN);
    assert_string_equal(buf_text(&out.why), "unexpected status 99");
    cli_outcome_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_status_come_back),
        cmocka_unit_test(what_was_written_before_the_time_limit_is_kept),
        cmocka_unit_test(growing_memory_is_stopped),
        cmocka_unit_test(a_lack_of_memory_is_told_apart),
        cmocka_unit_test(a_crash_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
