// SPDX-License-Identifier: MIT
// The text of states: it comes back as it was, in other orders it says the same, and what it cannot mean is refused with a reason.
#include "heap.h"

static const char program[] =
    "hir 1\npointer 64\nglobal @g size 8 align 8\nglobal @\"odd name\" size 4 align 4\n"
    "func @f(%p: ptr, %n: i32, %b: i1, %wide: i128) -> i32 {\n  slot $s size 16 align 8\n  slot $\"%5\" size 1 align 1\nentry:\n"
    "  %0: i32 = copy %n\n  ret %0\n}\nfunc @h() {\nentry:\n  ret\n}\nfunc @k() {\nentry:\n  ret\n}\n";
static struct sl *s;
static struct ir_program *p;

static int setup(void **state) {
    struct buf error = {0};
    (void)state;
    p = ir_parse("text", program, sizeof program - 1, &error);
    if (!p) print_error("%s\n", buf_text(&error));
    assert_non_null(p);
    s = sl_domain.core.open(p, &(struct dom_options){0});
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_domain.core.close(s);
    ir_program_free(p);
    return 0;
}

static dom_state parse(const char *text, struct buf *error) {
    return sl_parse(s, text, strlen(text), error);
}

// ---- there and back ----------------------------------------------------------------------------------------------------------------

// As printed, each.
static const char *const texts[] = {
    "",
    "frame f:\n",
    "frame f: p=0 n=-1 b=1\nframe h:\nframe f: n=5\n",
    "frame f: n=v1:i32 b=v2:i1\n",
    "frame f: n=v1:[-3,9] %4=v1:[-3,9]\n",
    "frame f: n=v1:[0,4000000000]\n",
    "frame f: p=v1:uninit n=v2:any\n",
    "frame f: p=5:i32 n=7:i64\n",
    "frame f: p=v1:i8[3,4]\n",
    "frame f: p=v1:@h|@k\n",
    "frame f: wide=0x10000000000000000\n",
    "frame f: wide=v1:i128\n",
    "frame h:\nresults: 5 -1:i32 v3:any\n",
    "frame f: p=&o1+0\no1: heap size 16 rest uninit from f#0 { }\n",
    "frame f: p=&o1-8\no1: heap freed size 16 rest uninit from f#0 { }\n",
    "frame f: p=v1:&o1+[0,8]\no1: heap size 16 or more rest any from h#0 { 0/8:v1:&o1+[0,8] }\n",
    "frame f: p=v1:&o1+any\no1: heap size 16 to 20 rest zero escaped from f#0 { 4/4:3 }\n",
    "frame f: &s=o1\no1: stack f$s size 16 rest uninit { 0/8:0 8/4:v2:i32 12/2:v3:any 14/1:1:i1 }\n",
    "frame f: &\"%5\"=o1\no1: stack f$\"%5\" size 1 rest uninit { }\n",
    "frame f: alloca o1 alloca o2\no1: stack size 16 rest uninit from f#0 { }\no2: stack size 16 rest uninit from f#0 { }\n",
    "frame f: p=&o1+0\no1: global @\"odd name\" unchanged size 4 rest zero { }\no2: global @g size 8 rest zero { 0/8:&o1+0 }\n",
    "frame f: p=&o1+0\no1: code @h size 1 rest uninit { }\n",
    "frame f: p=&o1+0\no1: library world size 8 rest any text { 0/8:&o2+0 }\no2: library shared size 0 or more rest any text to 7 { }\n",
    "frame f: p=&o1+0\no1: heap size 16 rest any wide from f#0 { }\n",
    "frame f: p=&o1+0\no1: heap size 16 rest any text to 1 wide to 4 from f#0 { }\n",
    "frame f: p=&o1+0\no1: heap size 16 rest uninit segment 2+ next 8 head -8 from f#0 { 0/4:v2:i32' 8/8:0 }\n",
    "frame f: p=&o1+0\no1: heap size 16 rest uninit segment 0+ pairs next 8 head 0 from f#0 { 0/4:1 8/8:0 second:&o2+0' }\n"
    "o2: heap size 16 rest uninit second next 8 level 1 from f#0 { 0/4:2 }\n",
    "frame f: p=&o1.last+0\no1: heap size 16 rest uninit segment 0+ next 0 head 0 back 8 tail 0 from f#0 { 0/8:0 8/8:0 }\n",
    "frame f: p=&o1+0\no1: heap size 16 rest uninit segment 1+ next 0 head 0 from f#0 { 0/8:0 8/8:&o2+0' }\n"
    "o2: heap size 16 rest uninit option level 1 from f#0 { 0/8:&o1.each+0' 8/8:v5:i64'' }\n",
    "frame f: p=v1:any n=v2:i32\nv1:any != 0\nv2:i32 != 7\n",
    "frame f: p=v1:i64 %4=v2:i32\nresults: v3:i64\nv1:i64 != v3:i64\n",
    "frame f: p=v1:i64 n=v2:i32\nv1:i64 = 8 * v2:i32\n",
    "frame f: p=v1:i64 n=v2:i64\nv1:i64 = v2:i64 * v2:i64\n",
    "frame f: p=v1:i64 n=v2:i32\nv1:i64 = v2:i32 / 8 rest -7 to 0\n",
    "frame f: p=v1:i64 n=v2:i32\nv1:i64 = v2:i32 / 3 rest to 2\n",
    "frame f: p=v1:i64 n=v2:i32\nv1:i64 = v2:i32 / 3 rest -2 or more\n",
};

static void test_there_and_back(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf error = {0}, again = {0};
        dom_state x = parse(texts[i], &error);
        if (!x) print_error("%s: %s", buf_text(&error), texts[i]);
        assert_int_not_equal(x, DOM_NONE);
        sl_print(s, x, &again);
        assert_string_equal(buf_text(&again), texts[i]);
        buf_free(&error);
        buf_free(&again);
    }
}

// Each is another state.
static void test_one_text_one_state(void **state) {
    enum { N = sizeof texts / sizeof *texts };
    dom_state all[N];
    struct buf error = {0};
    (void)state;
    for (size_t i = 0; i < N; i++) {
        all[i] = parse(texts[i], &error);
        for (size_t k = 0; k < i; k++) assert_int_not_equal(all[i], all[k]);
    }
}

// ---- the same in other words ---------------------------------------------------------------------------------------------------------

static void test_other_words(void **state) {
    struct buf error = {0};
    (void)state;
    dom_state x = parse(
        "frame f: p=&o1+0 n=v4:[0,9]\no1: heap size 16 rest uninit from f#0 { 0/8:&o2+0 8/4:v4:[0,9] }\n"
        "o2: heap size 8 rest any from f#0 { }\n",
        &error);
    dom_state y = parse(
        "\n  o7: heap  size 8 rest any from f#0 { }\no2: heap size 16 rest uninit from f#0 { 8/4:v0:i32[0,9]  0/8:&o7+0:i64 }\n"
        "frame f:  n=v0  p=&o2+0",
        &error);
    assert_int_equal(error.n, 0);
    assert_int_equal(x, y);
    assert_int_not_equal(x, DOM_NONE);
}

// ---- errors ------------------------------------------------------------------------------------------------------------------------

static void test_errors(void **state) {
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"frame g:\n", "line 1: no function 'g'"},
        {"frame f\n", "line 1: expected ':'"},
        {"\nframe f: q=0\n", "line 2: 'f' has no variable 'q'"},
        {"frame f: n=0 n=1\n", "line 1: a variable is there twice"},
        {"frame f: n=\n", "line 1: expected a number"},
        {"frame f: n=99999999999999999999\n", "line 1: a number that is too large"},
        {"frame f: n=v1\n", "line 1: v1 is not known yet"},
        {"frame f: n=v1:i32 %4=v1:i8\n", "line 1: v1 is something else before"},
        {"frame f: n=[0,1]\n", "line 1: expected a number"},
        {"frame f: n=v9999:i32\n", "line 1: a number that is too large"},
        {"frame f: p=v1:@k|@h\n", "line 1: functions that are not in order"},
        {"frame f: p=&o1\n", "line 1: expected an offset"},
        {"frame f: p=&o1+0\n", "line 2: there is no object o1"},
        {"frame f: p=&o0+0\n", "line 1: objects are counted from 1"},
        {"o1: nowhere size 8\n", "line 1: expected where the object is stored"},
        {"o1: heap rest any\n", "line 1: expected 'size'"},
        {"o1: heap size 8 to 8 rest any { }\n", "line 1: a size that ends before it begins"},
        {"o1: heap size 8 rest some { }\n", "line 1: expected 'rest uninit', 'zero', 'any' or 'strings'"},
        {"o1: heap size 8 rest any segment 3+ next 0 head 0 { }\n", "line 1: a number that is too large"},
        {"o1: heap size 8 rest any tree 2+ head 0 { }\n", "line 1: a number that is too large"},
        {"o1: heap size 8 rest any segment 1+ next 0 back 0 { }\n", "line 1: a shape that is not said in full"},
        {"o1: heap size 8 rest any run { }\n", "line 1: a shape that this object cannot have"},
        {"o1: places of 8 at 0 size 8 rest any option { }\n", "line 1: a shape that this object cannot have"},
        {"o1: heap size 8 rest any level 6 { }\n", "line 1: a number that is too large"},
        {"o1: heap size 8 rest any { 0/0:0 }\n", "line 1: a field of no possible size"},
        {"o1: heap size 8 rest any { 0/8:0\n", "line 1: expected a number"},
        {"o1: heap size 8 rest any { }\no1: heap size 8 rest any { }\n", "line 2: o1 is there twice"},
        {"o1: global @h size 8 rest any { }\n", "line 1: no global 'h'"},
        {"frame f: \"\\x0\"=0\n", "line 1: expected two hexadecimal digits"},
        {"frame f:\nsomething\n", "line 2: expected a number"},
        {"frame f: p=v1:i64 n=v2:i32\nv2 = 8 * v1\n", "line 2: a term of what is no number"},
        {"frame f: p=v1:i64 n=v2:i32\nv1 = 1 * v2\n", "line 2: no multiple"},
        {"frame f: p=v1:i64 n=v2:i32\nv1 = v1 * v2\n", "line 2: a term of what is no number"},
        {"frame f: p=v1:i64 n=v2:i32\nv1 = v2 / 1 rest 0 to 0\n", "line 2: no quotient"},
        {"frame f: p=v1:i64 n=v2:i32\nv1 = v2 / 8 rest 3 to 2\n", "line 2: no quotient"},
        {"frame f: p=v1:i64 n=v2:i32\nv1 = v2 / 8 rest to 4294967296\n", "line 2: no quotient"},
        {"frame f: n=v1:i32\nv1 != v1\n", "line 3: a value that differs from itself"},
        {"frame f: p=&o1+0\no1: heap size 8 rest any { 0/8:0 4/4:0 }\n", "two fields overlap"},
        {"frame f: p=&o1+0'\no1: heap size 8 rest any { }\n", "an address of another level than its object"},
        {"frame f: p=&o1+0\no1: heap size 8 rest any segment 0+ next 0 head 0 { }\n", "a segment without link"},
        {"frame f: n=1'\n", "a constant of a node"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf error = {0};
        if (parse(rows[i].text, &error) != DOM_NONE) print_error("not refused: %s", rows[i].text);
        assert_string_equal(buf_text(&error), rows[i].error);
        buf_free(&error);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_one_text_one_state),
                                       cmocka_unit_test(test_other_words), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
