// SPDX-License-Identifier: MIT
// The table of library functions is well formed, is found under all spellings, and says the truth about the C library of the host.
#include <ctype.h>
#include <dirent.h>
#include <grp.h>
#include <locale.h>
#include <mntent.h>
#include <netdb.h>
#include <pwd.h>
#include <regex.h>
#include <setjmp.h>
#include <shadow.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "ir/lib.h"
#include "ir/text.h"

static void table_is_well_formed(void **state) {
    (void)state;
    struct buf why = {0};
    if (!ir_lib_check(&why)) fail_msg("%s", buf_text(&why));
    buf_free(&why);
}

static void every_kind_has_a_row(void **state) {
    (void)state;
    struct ir_lib_table *t = ir_lib_new();
    bool seen[IR_N_LIB_KINDS] = {0};
    for (uint32_t i = 0; i < ir_lib_count(t); i++) seen[ir_lib_at(t, i)->kind] = true;
    for (uint32_t k = 0; k < IR_N_LIB_KINDS; k++)
        if (!seen[k]) fail_msg("no row of kind %s", ir_lib_kinds[k].text);
    assert_true(ir_lib_count(t) > 1000);
    ir_lib_free(t);
}

static bool parses(const char *result, const char *args) {
    struct ir_lib_layout layout = {.name = "tm", .size = {56, 44}};
    struct ir_lib row = {.name = "f"};
    struct buf why = {0};
    bool ok = ir_lib_parse(&row, result, args, &layout, 1, &why);
    assert_int_equal(ok, why.n == 0);
    buf_free(&why);
    return ok;
}

static void malformed_descriptors_are_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"", "v"},
        {"number", "v"},
        {"num:1", "v"},
        {"num:1:x", "v"},
        {"voids", "v"},
        {"=", "v"},
        {"=1", "v"},
        {"=9", "v"},
        {"in:", "v"},
        {"new:", "v"},
        {"new:#1", "v"},
        {"new:@0", "v"},
        {"new:<passwd>", "v"},
        {"new:<tm>*2", "v"},
        {"resize:0", "d"},
        {"num:0:#2", "v"},
        {"void", "y"},
        {"void", "w"},
        {"void", "w:"},
        {"void", "w:#1"},
        {"void", "w:1*1*1"},
        {"void", "s:3"},
        {"void", "v:3"},
        {"void", "c"},
        {"void", "c:1"},
        {"void", "v,v"},
        {"void", "... v"},
        {"void", "v v v v v v v v v v v"},
        {"void", "w:-1"},
        {"void", "V"},
        {"void", "e"},
        {"void", "r:4??"},
        {"static:s??", "v"},
        {"void", "w:#11"},
        {"unum:0:#1", "v"},
        {"num:0:+1", "v"},
        {"num:0:1~", "v"},
        {"num:0:1~2:1", "v"},
        {"num:0:1%", "v"},
        {"=0%", "v"},
        {"num:0:#0|1", "v"},
        {"num:0:|0", "v"},
        {"of:0:8", "v"},
        {"of:1:8", "h"},
        {"handle:socket", "v"},
        {"void", "h:socket"},
        {"void", "v w:#0^0"},
        {"void", "v w:#0.x"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (parses(bad[i][0], bad[i][1])) fail_msg("accepted: \"%s\", \"%s\"", bad[i][0], bad[i][1]);
}

static void descriptors_mean_what_they_say(void **state) {
    (void)state;
    struct ir_lib_layout layout = {.name = "tm", .size = {56, 44}};
    struct ir_lib row = {.name = "f"};
    struct buf why = {0};
    assert_true(ir_lib_parse(&row, "in:0|s?", "t<#1? v W:2/3*#1+4 c:0 u:<tm> ...", &layout, 1, &why));
    assert_int_equal(row.result.answer, IR_LIB_INSIDE);
    assert_true(row.result.or_static && row.result.null && !row.result.null_alloc);
    assert_int_equal(row.n_args, 5);
    assert_true(row.variadic);
    assert_true(row.args[0].role == IR_LIB_FILL && row.args[0].limited && row.args[0].null && row.args[0].unit == 1);
    assert_true(row.args[2].role == IR_LIB_WRITE && !row.args[2].limited && row.args[2].unit == 4);
    assert_true(row.args[2].size.n == 2 && row.args[2].size.add[0] == 4 && row.args[2].size.add[1] == 4 && row.args[2].size.factors[0].value[1] == 3);
    assert_true(row.args[3].role == IR_LIB_INTO && row.args[3].target == 0);
    assert_true(row.args[4].layout == 0 && row.args[0].layout == IR_LIB_NO_LAYOUT);
    assert_true(ir_lib_parse(&row, "num:-1:#0-1", "v", &layout, 1, &why));
    assert_true(row.result.lo.given && row.result.lo.value == 0 && row.result.hi.by_arg && row.result.hi.value == -1);
    assert_true(row.result.failure.given && row.result.failure.lo == -1 && row.result.failure.hi == -1 && !row.result.spoils);
    assert_true(ir_lib_parse(&row, "num:-1:-1", "", &layout, 1, &why));
    assert_true(row.result.lo.value > row.result.hi.value);  // it never succeeds
}

static void failures_and_exceptions_mean_what_they_say(void **state) {
    (void)state;
    struct ir_lib row = {.name = "f"};
    struct buf why = {0};
    assert_true(ir_lib_parse(&row, "num:0:0~1:133%", "t<#1 v", NULL, 0, &why));
    assert_true(row.result.failure.given && row.result.failure.lo == 1 && row.result.failure.hi == 133 && row.result.spoils);
    assert_true(ir_lib_parse(&row, "unum:1:~0", "s", NULL, 0, &why));
    assert_true(row.result.is_unsigned && row.result.failure.given && row.result.failure.hi == 0 && !row.result.spoils);
    assert_true(ir_lib_parse(&row, "num:-1:#2|3&32", "v w<#2 v v", NULL, 0, &why));
    assert_true(row.result.open_arg == 3 && row.result.open_bits == 32 && row.result.failure.given);
    assert_true(ir_lib_parse(&row, "num:-1:+0|0", "v W<+0", NULL, 0, &why));
    assert_true(row.result.open_arg == 0 && row.result.open_bits == 0 && row.result.hi.factor.atom == IR_LIB_COUNT);
    assert_true(ir_lib_parse(&row, "=0?%", "t<16", NULL, 0, &why));
    assert_true(row.result.null && row.result.spoils);
    buf_free(&why);
}

static void handles_and_lifetimes_mean_what_they_say(void **state) {
    (void)state;
    struct ir_lib row = {.name = "f"};
    struct buf why = {0};
    assert_true(ir_lib_parse(&row, "of:0:280?", "h:directory", NULL, 0, &why));
    assert_true(row.result.answer == IR_LIB_OWNED && row.result.arg == 0 && row.args[0].handle == IR_LIB_DIRECTORY);
    assert_true(ir_lib_parse(&row, "handle:locale?", "v s? x:locale?", NULL, 0, &why));
    assert_true(row.result.handle == IR_LIB_LOCALE && row.args[2].handle == IR_LIB_LOCALE && row.args[2].null);
    assert_true(ir_lib_parse(&row, "handle?", "h", NULL, 0, &why));
    assert_true(row.result.handle == IR_LIB_STREAM && row.args[0].handle == IR_LIB_STREAM);
    assert_true(ir_lib_parse(&row, "lent:s?", "", NULL, 0, &why));
    assert_true(row.result.answer == IR_LIB_STATIC && row.result.lent && row.result.string);
    assert_true(ir_lib_parse(&row, "void", "v r:#0+8/4 g<128", NULL, 0, &why));
    assert_true(row.args[1].size.add[0] == 8 && row.args[1].size.add[1] == 4 && row.args[2].limited);
    buf_free(&why);
}

static void numbers_are_turned(void **state) {
    (void)state;
    struct ir_lib row = {.name = "f"};
    struct buf why = {0};
    assert_true(ir_lib_parse(&row, "void", "v u:8/4*+0^64/32 w:8*+0.3 w:2*+0_2", NULL, 0, &why));
    const struct ir_lib_factor *up = &row.args[1].size.factors[1], *most = &row.args[2].size.factors[1], *down = &row.args[3].size.factors[1];
    assert_true(ir_lib_turned(up, 0, false) == 0 && ir_lib_turned(up, 1, false) == 1 && ir_lib_turned(up, 64, false) == 1);
    assert_true(ir_lib_turned(up, 65, false) == 2 && ir_lib_turned(up, 33, true) == 2 && ir_lib_turned(up, UINT64_MAX, false) == 1ull << 58);
    assert_true(ir_lib_turned(most, 10, false) == 3 && ir_lib_turned(most, 2, true) == 2);
    assert_true(ir_lib_turned(down, 5, false) == 2 && ir_lib_turned(down, 1, false) == 0);
    buf_free(&why);
}

static const char *found(const struct ir_lib_table *t, const char *name) {
    const struct ir_lib *row = ir_lib_find(t, name).row;
    return row ? row->name : "";
}

static void spellings_find_the_same_row(void **state) {
    (void)state;
    static const char *const same[][2] = {
        {"malloc", "malloc"},
        {"__builtin_malloc", "malloc"},
        {"\x01malloc", "malloc"},
        {"__builtin___memcpy_chk", "memcpy"},
        {"__memcpy_chk", "memcpy"},
        {"__isoc99_sscanf", "sscanf"},
        {"__isoc23_strtol", "strtol"},
        {"fopen64", "fopen"},
        {"lseek64", "lseek"},
        {"getc_unlocked", "getc"},
        {"putchar_unlocked", "putchar"},
        {"__fread_unlocked_chk", "fread"},
        {"sqrtf", "sqrt"},
        {"sqrtl", "sqrt"},
        {"stat64", "stat64"},
        {"__errno_location", "__errno_location"},
        {"__VERIFIER_nondet_int", "__VERIFIER_nondet_int"},
        {"__builtin_alloca", "alloca"},
        {"__builtin_strlen", "strlen"},
        {"_fgets_unlocked", "fgets"},
        {"__longjmp_chk", "longjmp"},
        {"frexpf", "frexp"},
        {"__isinff", "__isinf"},
        {"pread64", "pread"},
        {"sendfile64", "sendfile64"},
        {"prlimit64", "prlimit64"},
    };
    static const char *const unknown[] = {"",        "mallocs", "my_malloc", "__builtin_", "64", "_unlocked", "__chk", "__nothing_chk",
                                          "strlenf", "abs64x",  "__malloc",  "freel",      "f",  "l",
                                          "time64",  "utimes64"};
    struct ir_lib_table *t = ir_lib_new();
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) assert_string_equal(found(t, same[i][0]), same[i][1]);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) assert_string_equal(found(t, unknown[i]), "");
    char long_name[300];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_string_equal(found(t, long_name), "");
    ir_lib_free(t);
}

static void checked_spellings_drop_their_extra_arguments(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t n, actual[4];
    } cases[] = {
        {"__memcpy_chk", 4, {0, 1, 2}}, {"__strcpy_chk", 3, {0, 1}},     {"__sprintf_chk", 4, {0, 3}},  {"__snprintf_chk", 5, {0, 1, 4}},
        {"__printf_chk", 2, {1}},       {"__fprintf_chk", 3, {0, 2}},    {"__fgets_chk", 4, {0, 2, 3}}, {"__fread_chk", 5, {0, 2, 3, 4}},
        {"__read_chk", 4, {0, 1, 2}},   {"__recv_chk", 5, {0, 1, 2, 4}}, {"__realpath_chk", 3, {0, 1}}, {"malloc", 1, {0}},
    };
    struct ir_lib_table *t = ir_lib_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ir_lib_use u = ir_lib_find(t, cases[i].name);
        assert_non_null(u.row);
        assert_true(ir_lib_fits(&u, cases[i].n));
        assert_false(ir_lib_fits(&u, cases[i].n - 1));
        assert_int_equal(ir_lib_fits(&u, cases[i].n + 1), u.row->variadic);
        for (uint32_t k = 0; k < u.row->n_args; k++) assert_int_equal(ir_lib_actual(&u, k), cases[i].actual[k]);
    }
    ir_lib_free(t);
}

static const char declarations[] =
    "hir 1\npointer 64\n"
    "declare @malloc(i64) -> ptr\n"
    "declare @free(i64)\n"
    "declare @strlen(ptr, ptr) -> i64\n"
    "declare @strdup(ptr) -> i32\n"
    "declare @puts() -> i32 variadic\n"
    "declare @div(ptr, i32, i32)\n"
    "declare @mine(i64) -> ptr\n"
    "func @reach_error() {\nentry:\n  ret\n}\n"
    "func @calloc(%n: i64, %m: i64) -> ptr {\nentry:\n  ret ptr null\n}\n"
    "func @wrap(%n: i64) -> ptr {\nentry:\n  ret ptr null\n}\n";

static const struct ir_lib *row_of(const struct ir_lib_table *t, const struct ir_program *p, const char *name) {
    return ir_lib_of(t, p, &p->funcs.at[ir_index(ir_find(p, name))]).row;
}

static struct ir_program *declared(void) {
    struct buf why = {0};
    struct ir_program *p = ir_parse("t.hir", declarations, strlen(declarations), &why);
    if (!p) fail_msg("%s", buf_text(&why));
    buf_free(&why);
    return p;
}

static void rows_apply_only_to_functions_that_fit(void **state) {
    (void)state;
    struct ir_lib_table *t = ir_lib_new();
    struct ir_program *p = declared();
    assert_non_null(row_of(t, p, "malloc"));
    assert_null(row_of(t, p, "free"));      // of a number
    assert_null(row_of(t, p, "strlen"));    // with a parameter too many
    assert_null(row_of(t, p, "strdup"));    // that gives no pointer
    assert_non_null(row_of(t, p, "puts"));  // declared without prototype
    assert_null(row_of(t, p, "div"));       // whose structure comes back through memory
    assert_null(row_of(t, p, "mine"));
    assert_null(row_of(t, p, "calloc"));  // that the program defines
    assert_non_null(row_of(t, p, "reach_error"));
    ir_program_free(p);
    ir_lib_free(t);
}

static void allocators_can_be_added(void **state) {
    (void)state;
    struct ir_lib_table *t = ir_lib_new();
    struct ir_program *p = declared();
    struct buf why = {0};
    assert_true(ir_lib_add_alloc(t, "wrap", &why));
    assert_true(ir_lib_add_alloc(t, "mine=kmalloc", &why));
    assert_true(ir_lib_add_free(t, "drop", &why));
    assert_true(ir_lib_add_free(t, "wrap", &why));  // the last word counts
    assert_int_equal(why.n, 0);
    assert_int_equal(row_of(t, p, "wrap")->kind, IR_LIB_K_FREE);
    assert_int_equal(ir_lib_find(t, "mine").row->n_args, 2);
    assert_int_equal(ir_lib_find(t, "drop").row->kind, IR_LIB_K_FREE);
    assert_false(ir_lib_add_alloc(t, "x=free", &why));
    assert_string_equal(why.text, "'free' is not a known allocation function");
    buf_free(&why);
    assert_false(ir_lib_add_free(t, "x=malloc", &why));
    assert_string_equal(why.text, "'malloc' is not a known deallocation function");
    buf_free(&why);
    assert_false(ir_lib_add_alloc(t, "x=nothing", &why));
    assert_false(ir_lib_add_alloc(t, "=malloc", &why));
    assert_false(ir_lib_add_free(t, "", &why));
    buf_free(&why);
    ir_program_free(p);
    ir_lib_free(t);
}

static uint64_t bytes_of(const struct ir_lib_table *t, const char *name, uint32_t arg, uint32_t pointer_bits) {
    const struct ir_lib *row = ir_lib_find(t, name).row;
    uint64_t n = 0;
    assert_non_null(row);
    assert_true(ir_lib_size_const(t, arg == UINT32_MAX ? &row->result.size : &row->args[arg].size, pointer_bits, &n));
    return n;
}

static void sizes_are_those_of_the_host(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t arg;
        size_t size;
    } cases[] = {
        {"stat", 1, sizeof(struct stat)},
        {"statfs", 1, sizeof(struct statfs)},
        {"uname", 0, sizeof(struct utsname)},
        {"gettimeofday", 0, sizeof(struct timeval)},
        {"nanosleep", 0, sizeof(struct timespec)},
        {"getrusage", 1, sizeof(struct rusage)},
        {"getrlimit", 1, sizeof(struct rlimit)},
        {"times", 0, sizeof(struct tms)},
        {"sysinfo", 0, sizeof(struct sysinfo)},
        {"sigaction", 1, sizeof(struct sigaction)},
        {"sigemptyset", 0, sizeof(sigset_t)},
        {"tcgetattr", 1, sizeof(struct termios)},
        {"regcomp", 0, sizeof(regex_t)},
        {"localtime", UINT32_MAX, sizeof(struct tm)},
        {"readdir", UINT32_MAX, sizeof(struct dirent)},
        {"getpwnam", UINT32_MAX, sizeof(struct passwd)},
        {"getgrnam", UINT32_MAX, sizeof(struct group)},
        {"getspnam", UINT32_MAX, sizeof(struct spwd)},
        {"gethostbyname", UINT32_MAX, sizeof(struct hostent)},
        {"getservbyname", UINT32_MAX, sizeof(struct servent)},
        {"getprotobyname", UINT32_MAX, sizeof(struct protoent)},
        {"localeconv", UINT32_MAX, sizeof(struct lconv)},
        {"getmntent", UINT32_MAX, sizeof(struct mntent)},
        {"setitimer", 1, sizeof(struct itimerval)},
        {"fgetpos", 1, sizeof(fpos_t)},
    };
    struct ir_lib_table *t = ir_lib_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (bytes_of(t, cases[i].name, cases[i].arg, 64) != cases[i].size)
            fail_msg("%s: %zu bytes on this host", cases[i].name, cases[i].size);
    assert_int_equal(bytes_of(t, "stat", 1, 32), 88);
    assert_int_equal(bytes_of(t, "localtime", UINT32_MAX, 32), 44);
    ir_lib_free(t);
}

static void settings_are_those_of_the_host(void **state) {
    (void)state;
#define SETTING(name, which, least, most)                 \
    assert_int_equal(which, _SC_##name);                  \
    assert_true(sysconf(which) >= ir_lib_setting(which)->lo); \
    assert_true(sysconf(which) <= ir_lib_setting(which)->hi);
#include "ir/libsetting.def"
    assert_null(ir_lib_setting(-1));
}

static void layouts_stay_inside_their_structures(void **state) {
    (void)state;
    struct ir_lib_table *t = ir_lib_new();
    const struct ir_lib_layout *l;
    for (uint8_t i = 0; (l = ir_lib_layout(t, i)); i++)
        for (uint32_t f = 0; f < l->n_fields; f++)
            for (uint32_t narrow = 0; narrow < 2; narrow++) {
                bool pointer = l->fields[f].kind != IR_LIB_F_INLINE && l->fields[f].kind != IR_LIB_F_RANGE;
                uint32_t n = pointer ? (narrow ? 4 : 8) : l->fields[f].size[narrow];
                assert_true(l->fields[f].offset[narrow] + n <= l->size[narrow]);
                assert_true(l->fields[f].lo <= l->fields[f].hi);
            }
    ir_lib_free(t);
}

static void classes_are_those_of_the_host(void **state) {
    (void)state;
    setlocale(LC_ALL, "C");
    for (int c = -1; c < 256; c++) {
        uint16_t k = ir_lib_ctype(c < 128 ? c : -1);
        assert_int_equal(!!(k & IR_LIB_P_ALPHA), !!isalpha(c));
        assert_int_equal(!!(k & IR_LIB_P_UPPER), !!isupper(c));
        assert_int_equal(!!(k & IR_LIB_P_LOWER), !!islower(c));
        assert_int_equal(!!(k & IR_LIB_P_DIGIT), !!isdigit(c));
        assert_int_equal(!!(k & IR_LIB_P_XDIGIT), !!isxdigit(c));
        assert_int_equal(!!(k & IR_LIB_P_SPACE), !!isspace(c));
        assert_int_equal(!!(k & IR_LIB_P_PRINT), !!isprint(c));
        assert_int_equal(!!(k & IR_LIB_P_GRAPH), !!isgraph(c));
        assert_int_equal(!!(k & IR_LIB_P_BLANK), !!isblank(c));
        assert_int_equal(!!(k & IR_LIB_P_CNTRL), !!iscntrl(c));
        assert_int_equal(!!(k & IR_LIB_P_PUNCT), !!ispunct(c));
        assert_int_equal(!!(k & IR_LIB_P_ALNUM), !!isalnum(c));
    }
}

static void variables_of_the_library_are_known(void **state) {
    (void)state;
    struct ir_lib_table *t = ir_lib_new();
    assert_int_equal(ir_lib_var(t, "stdin")->kind, IR_LIB_V_HANDLE);
    assert_int_equal(ir_lib_var(t, "environ")->kind, IR_LIB_V_STRINGS);
    assert_int_equal(ir_lib_var(t, "optind")->value, 1);
    assert_null(ir_lib_var(t, "stdlog"));
    ir_lib_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_well_formed),
        cmocka_unit_test(every_kind_has_a_row),
        cmocka_unit_test(malformed_descriptors_are_refused),
        cmocka_unit_test(descriptors_mean_what_they_say),
        cmocka_unit_test(failures_and_exceptions_mean_what_they_say),
        cmocka_unit_test(handles_and_lifetimes_mean_what_they_say),
        cmocka_unit_test(numbers_are_turned),
        cmocka_unit_test(spellings_find_the_same_row),
        cmocka_unit_test(checked_spellings_drop_their_extra_arguments),
        cmocka_unit_test(rows_apply_only_to_functions_that_fit),
        cmocka_unit_test(allocators_can_be_added),
        cmocka_unit_test(sizes_are_those_of_the_host),
        cmocka_unit_test(settings_are_those_of_the_host),
        cmocka_unit_test(layouts_stay_inside_their_structures),
        cmocka_unit_test(classes_are_those_of_the_host),
        cmocka_unit_test(variables_of_the_library_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
