// SPDX-License-Identifier: MIT
// The supervisor: results, limits, crashes of the worker, and what is left of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
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

// ---- several tasks

static int write_then_answer(void *context, uint32_t task, int fd) {
    (void)context, (void)task;
    answer("begun, ", fd);
    usleep(300000);
    return answer("done", fd);
}

static int sleep_then_answer(void *context, uint32_t task, int fd) {
    (void)context, (void)task;
    usleep(2000000);
    return answer("done", fd);
}

struct several {
    uint32_t told, running;
    enum cli_end ends[6];
    char text[6][16], messages[6][16];
};

static int one_of_several(void *context, uint32_t task, int fd) {
    (void)context;
    if (task == 1) raise(SIGKILL);
    if (task == 2) write_then_sleep("partly", fd);
    if (task == 0) usleep(100000);  // the first ends last
    char text[16];
    snprintf(text, sizeof text, "task %u", task);
    fprintf(stderr, "says %u", task);
    fflush(stderr);
    return answer(text, fd);
}

static void keep_one(void *context, uint32_t task, struct cli_outcome *outcome) {
    struct several *s = context;
    assert_int_equal(task, s->told++);
    s->ends[task] = outcome->end;
    snprintf(s->text[task], sizeof s->text[task], "%s", buf_text(&outcome->output));
    snprintf(s->messages[task], sizeof s->messages[task], "%s", buf_text(&outcome->messages));
}

static void several_tasks_are_told_in_order(void **state) {
    (void)state;
    static const uint32_t jobs[] = {1, 2, 4, 9};
    for (unsigned i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        struct several s = {0};
        struct cli_tasks t = {.n = 6, .jobs = jobs[i], .limits = {.seconds = 0.5}, .quietly = true, .context = &s};
        t.work = one_of_several;
        t.done = keep_one;
        cli_supervise_all(&t);
        assert_int_equal(s.told, 6);
        for (uint32_t k = 0; k < 6; k++) {
            char text[16], message[16];
            snprintf(text, sizeof text, k == 1 ? "" : k == 2 ? "partly" : "task %u", k);
            snprintf(message, sizeof message, k == 1 || k == 2 ? "" : "says %u", k);
            assert_int_equal(s.ends[k], k == 1 ? CLI_BROKEN : k == 2 ? CLI_OUT_OF_TIME : CLI_ENDED);
            assert_string_equal(s.text[k], text);
            assert_string_equal(s.messages[k], message);
        }
    }
}

static void a_limit_may_end_with_the_first_output(void **state) {
    (void)state;
    struct several s = {0};
    struct cli_tasks t = {.n = 1, .jobs = 1, .limits = {.seconds = 0.1, .until_output = true}, .context = &s};
    t.work = write_then_answer;
    t.done = keep_one;
    cli_supervise_all(&t);
    assert_int_equal(s.ends[0], CLI_ENDED);
    assert_string_equal(s.text[0], "begun, done");
    t.work = sleep_then_answer;
    s = (struct several){0};
    cli_supervise_all(&t);
    assert_int_equal(s.ends[0], CLI_OUT_OF_TIME);
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
        cmocka_unit_test(several_tasks_are_told_in_order),
        cmocka_unit_test(a_limit_may_end_with_the_first_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
