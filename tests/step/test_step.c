// SPDX-License-Identifier: MIT
// The driver over IR and library rows, on a domain that writes down what it is asked.
#include "step/recorder.h"

#define ALL (~(ir_rule_set)0)

static void effects_come_in_order(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x,
                   "hir 1\npointer 64\n"
                   "func @f(%p: ptr) {\n  var %i: i32\nentry:\n  %0: i32 = load [%p + 4] volatile\n  %1: i32 = add %0, i32 1\n"
                   "  store %1, [%p + 8]\n  copy [%p + 64], [%p], i64 16\n  fill [%p], i8 0, i64 0\n  ret\n}\n",
                   ALL);
    recorder_run(&x, "f");
    // %0 dies with the addition, %1 with the store; nothing is filled by no bytes
    assert_string_equal(buf_text(&x.log),
                        "load 4..4 moving\ntidy\nforget 2\ntidy\nstore 4 at 8\nforget 3\ntidy\ncopy 16\ntidy\ntidy\npop\n");
    recorder_end(&x);
}

static void a_branch_tells_of_its_numbers(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x,
                   "hir 1\npointer 64\n"
                   "func @f(%n: i8, %m: i8) {\n  var %w: i32\nentry:\n  %w = zext %n\n  %0: i1 = ult %w, i32 5\n  branch %0, yes, no\n"
                   "yes:\n  ret\nno:\n  ret\n}\n",
                   ALL);
    recorder_run(&x, "f");
    assert_int_equal(x.states.n, 3);
    assert_int_equal(x.ways.at[1], 0);
    assert_int_equal(x.ways.at[2], 1);
    // what it was widened from is known as well
    assert_true(num_range_same(recorder_number(&x, 2, 0), num_range_unsigned(8, 0, 4)));
    assert_true(num_range_same(recorder_number(&x, 3, 0), num_range_unsigned(8, 5, 255)));
    recorder_end(&x);
    recorder_begin(
        &x,
        "hir 1\npointer 64\n"
        "func @f(%n: i8) {\nentry:\n  %0: i32 = sext %n\n  %1: i1 = slt %0, i32 5\n  branch %1, yes, no\nyes:\n  ret\nno:\n  ret\n}\n",
        ALL);
    recorder_run(&x, "f");  // the wide value is forgotten when the branch is taken
    assert_true(num_range_same(recorder_number(&x, 2, 0), num_range_signed(8, -128, 4)));
    assert_true(num_range_same(recorder_number(&x, 3, 0), num_range_signed(8, 5, 127)));
    recorder_end(&x);
}

static void a_switch_takes_what_can_be(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x,
                   "hir 1\npointer 64\n"
                   "func @f(%n: i8) {\nentry:\n  %n = and %n, i8 3\n  switch %n, other { 0: a, 1..3: b, 9: c }\n"
                   "other:\n  ret\na:\n  ret\nb:\n  ret\nc:\n  ret\n}\n",
                   ALL);
    recorder_run(&x, "f");
    assert_int_equal(x.states.n, 3);  // neither 9 nor another
    assert_true(num_range_same(recorder_number(&x, 2, 0), num_range_const(8, 0)));
    assert_true(num_range_same(recorder_number(&x, 3, 0), num_range_unsigned(8, 1, 3)));
    recorder_end(&x);
}

static void an_instruction_is_run_by_cases(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(
        &x,
        "hir 1\npointer 64\n"
        "func @f(%p: ptr, %n: i8) -> i32 {\n  var %i: i64\nentry:\n  %n = and %n, i8 1\n  %i = zext %n\n  %0: i32 = load [%p + 8 + 4*%i]\n"
        "  ret %0\n}\n",
        ALL);
    x.choice = ir_val_of(IR_LOCAL, 2);
    recorder_run(&x, "f");
    assert_non_null(strstr(buf_text(&x.log), "load 8..8\nload 12..12\n"));
    assert_int_equal(x.states.n, 3);
    recorder_end(&x);
    recorder_begin(&x, "hir 1\npointer 64\nfunc @f(%p: ptr, %n: i8) {\nentry:\n  %n = and %n, i8 1\n  store i32 0, [%p + 4*%n]\n  ret\n}\n",
                   ALL);
    recorder_run(&x, "f");
    assert_int_equal(x.states.n, 2);
    recorder_end(&x);
}

static void cases_of_an_operation_go_on(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(
        &x, "hir 1\npointer 64\nfunc @f(%p: ptr) -> i32 {\n  var %v: i32\nentry:\n  %v = load [%p]\n  jump next\nnext:\n  ret %v\n}\n",
        ALL);
    x.forks = 3;
    recorder_run(&x, "f");
    assert_int_equal(x.states.n, 4);
    x.forks = 0;  // and none
    buf_free(&x.log);
    step_execute(&x, 1, &(struct dom_code){0, 0, 2}, &x.sink);
    assert_int_equal(x.states.n, 4);
    assert_string_equal(buf_text(&x.log), "load 0..0\n");
    recorder_end(&x);
}

static const char *const library =
    "hir 1\npointer 64\n"
    "global @hi size 3 align 1 readonly = { 0: \"hi\" }\nglobal @pair size 2 align 1 readonly = { 0: \"hi\" }\nglobal @own size 3 align 1 "
    "= { 0: \"hi\" }\n"
    "global @format size 6 align 1 readonly = { 0: \"%d%%\" }\nglobal @text size 4 align 1 readonly = { 0: \"%s\" }\n"
    "declare @calloc(i64, i64) -> ptr\ndeclare @free(ptr)\ndeclare @puts(ptr) -> i32\ndeclare @printf(ptr) -> i32 variadic\n"
    "declare @memcpy(ptr, ptr, i64) -> ptr\ndeclare @bcopy(ptr, ptr, i64)\ndeclare @memset(ptr, i32, i64) -> ptr\n"
    "declare @bzero(ptr, i64)\ndeclare @mempcpy(ptr, ptr, i64) -> ptr\n"
    "declare @strncpy(ptr, ptr, i64) -> ptr\ndeclare @stpncpy(ptr, ptr, i64) -> ptr\ndeclare @abort() noreturn\ndeclare "
    "@mystery()\ndeclare @abs(i32) -> i32\n"
    "declare @getenv(ptr) -> ptr\ndeclare @isalpha(i32) -> i32\ndeclare @ffs(i32) -> i32\n";

// What a block with this code comes to.
static void check_library(const char *code, ir_rule_set rules, const char *expected) {
    struct recorder x;
    struct buf text = {0};
    buf_printf(&text, "%sfunc @f(%%p: ptr, %%n: i32) {\n  var %%q: ptr\n  var %%i: i32\nentry:\n  %s\n  ret\nlast:\n  ret\n}\n", library,
               code);
    recorder_begin(&x, buf_text(&text), rules);
    recorder_run(&x, "f");
    assert_string_equal(buf_text(&x.log), expected);
    recorder_end(&x);
    buf_free(&text);
}

static void cases_that_wait_are_run_again(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x, "hir 1\npointer 64\nfunc @f(%p: ptr) -> i32 {\nentry:\n  %0: i32 = load [%p + 4]\n  ret %0\n}\n", ALL);
    x.forks = 1;
    x.again = 2;
    recorder_run(&x, "f");
    // those that are done first, the last fork first; the one that is impossible not at all
    assert_int_equal(x.states.n, 4);
    assert_int_equal(x.states.at[1]->blocks, 10);
    assert_int_equal(x.states.at[2]->blocks, 11);
    assert_int_equal(x.states.at[3]->blocks, 2);
    assert_non_null(strstr(buf_text(&x.log), "load 4..4\nload 4..4\nload 4..4\ntidy\n"));
    recorder_end(&x);
}

static void rows_of_the_library_are_carried_out(void **state) {
    (void)state;
    check_library("%q = call @calloc(i64 3, i64 4)", ALL, "allocate 12 zeroed\ntidy\npop\n");
    check_library("%q = call @calloc(i64 3, i64 4)\n  call @free(%q)", ALL, "allocate 12 zeroed\ntidy\nfree 1\ntidy\npop\n");
    check_library("%0: i64 = sext %n\n  %q = call @calloc(%0, i64 4)", ALL, "tidy\nunknown: an allocation of a size that is not known\n");
    check_library("%i = call @puts(@hi)", ALL, "tidy\npop\n");
    check_library("%i = call @puts(@pair)", ALL, "unknown: call of library function 'puts' is not modelled by this domain\n");  // nothing ends it
    check_library("%i = call @puts(@own)", ALL, "unknown: call of library function 'puts' is not modelled by this domain\n");  // it may change
    check_library("%i = call @printf(@format, %n)", ALL, "tidy\npop\n");
    check_library("%i = call @printf(@format)", ALL, "unknown: call of library function 'printf' is not modelled by this domain\n");
    check_library("%i = call @printf(@text, %p)", ALL, "unknown: call of library function 'printf' is not modelled by this domain\n");
    check_library("%q = call @strncpy(%p, @hi, i64 8)", ALL, "fill 8 with anything\ntidy\npop\n");
    check_library("%q = call @stpncpy(%p, @hi, i64 8)", ALL, "unknown: call of library function 'stpncpy' is not modelled by this domain\n");
    check_library("%q = call @memcpy(%p, @pair, i64 2)", ALL, "copy 2 apart\ntidy\npop\n");
    check_library("call @bcopy(@pair, %p, i64 2)", ALL, "copy 2\ntidy\npop\n");
    check_library("%q = call @mempcpy(%p, @pair, i64 2)", ALL, "unknown: call of library function 'mempcpy' is not modelled by this domain\n");
    check_library("%q = call @memset(%p, i32 256, i64 4)\n  call @bzero(%q, i64 0)", ALL, "fill 4\ntidy\ntidy\npop\n");
    check_library("%q = call @memset(%p, %n, i64 4)", ALL, "fill 4 with anything\ntidy\npop\n");
    check_library("%0: i64 = sext %n\n  call @bzero(%p, %0)", ALL,
                  "tidy\nunknown: call of library function 'bzero' is not modelled by this domain\n");
    check_library("%i = call @abs(%n)", ALL, "tidy\npop\n");
    check_library("%i = call @ffs(%n)", ALL, "tidy\npop\n");
    check_library("havoc [%p], i64 8, \"why\"", ALL, "fill 8 with anything\ntidy\npop\n");
    check_library("%i = call @isalpha(i32 65)", ALL, "tidy\npop\n");
    check_library("%i = call @isalpha(%n)", ALL, "unknown: call of library function 'isalpha' is not modelled by this domain\n");  // of no character
    check_library("%q = call @calloc(i64 3, i64 4)\n  call @abort()", ALL, "allocate 12 zeroed\ntidy\ncleanup of 1\n");
    check_library("call @mystery()", ALL, "unknown: function 'mystery' has neither body nor model, called\n");
    check_library("%q = call @getenv(@hi)", ALL, "unknown: call of library function 'getenv' is not modelled by this domain\n");
}

static void results_are_what_rows_allow(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x,
                   "hir 1\npointer 64\ndeclare @getchar() -> i32\ndeclare @abs(i32) -> i32\ndeclare @isatty(i32) -> i32\n"
                   "func @f(%n: i32) {\n  var %a: i32\n  var %b: i32\n  var %c: i32\nentry:\n  %a = call @getchar()\n  %b = call @abs(%n)\n"
                   "  %c = call @isatty(i32 0)\n  jump next\nnext:\n  ret\n}\n",
                   ALL);
    recorder_run(&x, "f");
    assert_true(num_range_same(recorder_number(&x, 2, 1), num_range_signed(32, -1, 255)));
    assert_true(num_range_is_full(recorder_number(&x, 2, 2)));
    assert_true(num_range_same(recorder_number(&x, 2, 3), num_range_signed(32, 0, 1)));
    recorder_end(&x);
}

static void faults_are_told_as_they_are_asked_for(void **state) {
    (void)state;
    check_library("call @free(%p)", ALL, "invalid-free cut: 'free' may be given a pointer that has no value\n");
    check_library("store i32 1, [%q]", ALL, "uninitialised-pointer cut: 'memory' may be accessed through a pointer that has no value\n");
    check_library("call @free(%p)", 1u << IR_RULE_OUT_OF_BOUNDS, "invalid-free cut: 'free' may be given a pointer that has no value\n");
    check_library("store i32 1, [%q]", ALL, "uninitialised-pointer cut: 'memory' may be accessed through a pointer that has no value\n");
    check_library("call @free(%p)", 1u << IR_RULE_MEMORY_LEAK, "unknown: invalid-free is possible and was not asked about\n");
    check_library("%0: i1 = eq %n, i32 0\n  promise %0, \"told\"", ALL, "tidy\nbroken-promise: told\nforget 4\ntidy\npop\n");
    check_library("%0: i1 = eq %n, i32 0\n  promise %0, \"told\"", 1u << IR_RULE_OUT_OF_BOUNDS, "tidy\nforget 4\ntidy\npop\n");
}

static void what_is_not_followed_has_a_name(void **state) {
    (void)state;
    check_library("%q = addr [%p + 4*%n]", ALL, "unknown: an address with an index that is not known\n");
    check_library("%q = addr [%p + 2000]", ALL, "unknown: an address with an offset that is too large\n");
    check_library("store i8 0, [%p + 1073741824]", ALL, "unknown: an address with an offset that is too large\n");
    check_library("%i = udiv %n, i32 0", ALL, "unknown: division by zero\n");
    check_library("copy [%p], [%p], i64 undef", ALL, "unknown: a number of bytes that is not known\n");
    check_library("%q = copy @f:last", ALL, "unknown: the address of a label\n");
    check_library("unmodelled \"magic\"", ALL, "unknown: magic\n");
}

static void calls_pass_and_answer(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x,
                   "hir 1\npointer 64\n"
                   "func @f() -> i32 {\n  var %v: i32\nentry:\n  %0: i32 = copy i32 7\n  %v = call @g(%0)\n  ret %v\n}\n"
                   "func @g(%a: i32) -> i32 {\n  slot $s size 4 align 4\n  slot $t size 4 align 4 scoped\nentry:\n  enter $t\n  %0: i32 = "
                   "add %a, i32 1\n  ret %0\n}\n",
                   ALL);
    uint32_t f = ir_index(ir_find(x.program, "f")), g = ir_index(ir_find(x.program, "g"));
    struct dom_code call = {f, 0, 2};
    step_initial(&x, f, &x.sink);
    step_execute(&x, 1, &call, &x.sink);
    buf_free(&x.log);
    dom_state in = step_enter(&x, x.states.n, &call, g, &x.sink);
    assert_string_equal(buf_text(&x.log), "forget 1\nbegin s\n");
    assert_true(num_range_same(recorder_number(&x, in, 0), num_range_const(32, 7)));
    buf_free(&x.log);
    step_execute(&x, in, &(struct dom_code){g, 0, 3}, &x.sink);
    assert_string_equal(buf_text(&x.log), "end t\nbegin t\ntidy\ntidy\nend s\nend t\npop\n");
    dom_state out = step_leave(&x, x.states.n - 1, x.states.n, &call, g, &x.sink);
    assert_true(num_range_same(recorder_number(&x, out, 0), num_range_const(32, 8)));
    recorder_end(&x);
}

static void add_target(void *self, uint32_t func) {
    buf_printf(&((struct recorder *)self)->log, "target %u\n", func);
}

static void calls_go_through_pointers(void **state) {
    struct recorder x;
    (void)state;
    recorder_begin(&x,
                   "hir 1\npointer 64\ndeclare @abs(i32) -> i32\n"
                   "func @f(%p: ptr) {\n  var %q: ptr\n  var %v: i32\nentry:\n  %q = copy @g\n  %v = call %q(i32 1)\n  %q = copy @abs\n  "
                   "%v = call %q(i32 1)\n"
                   "  %v = call %p(i32 1)\n  ret\n}\n"
                   "func @g(%a: i32) -> i32 {\nentry:\n  ret %a\n}\n",
                   ALL);
    uint32_t f = ir_index(ir_find(x.program, "f")), g = ir_index(ir_find(x.program, "g"));
    struct dom_code first = {f, 0, 2}, second = {f, 2, 4}, third = {f, 4, 5};
    step_initial(&x, f, &x.sink);
    step_execute(&x, 1, &first, &x.sink);
    buf_free(&x.log);
    step_targets(&x, x.states.n, &first, &x, add_target, &x.sink);
    assert_int_equal(buf_text(&x.log)[7] - '0', g);
    step_execute(&x, 1, &second, &x.sink);
    uint32_t before = x.states.n;
    buf_free(&x.log);
    step_targets(&x, before, &second, &x, add_target, &x.sink);  // a library function is carried out
    assert_int_equal(x.states.n, before + 1);
    assert_string_equal(buf_text(&x.log), "");
    step_targets(&x, 1, &third, &x, add_target, &x.sink);
    assert_string_equal(buf_text(&x.log), "unknown: call through a pointer that is not followed\n");
    recorder_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effects_come_in_order),           cmocka_unit_test(a_branch_tells_of_its_numbers),
        cmocka_unit_test(a_switch_takes_what_can_be),      cmocka_unit_test(an_instruction_is_run_by_cases),
        cmocka_unit_test(cases_of_an_operation_go_on),     cmocka_unit_test(cases_that_wait_are_run_again),
        cmocka_unit_test(rows_of_the_library_are_carried_out),
        cmocka_unit_test(results_are_what_rows_allow),     cmocka_unit_test(faults_are_told_as_they_are_asked_for),
        cmocka_unit_test(what_is_not_followed_has_a_name), cmocka_unit_test(calls_pass_and_answer),
        cmocka_unit_test(calls_go_through_pointers),
    };
    return cmocka_run_group_tests_name("step", tests, NULL, NULL);
}
