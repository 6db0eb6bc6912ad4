// SPDX-License-Identifier: MIT
// Compile commands are split as the shell and gcc do, and keep only what decides the meaning of the C text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "front/flags.h"

static char *joined(const struct front_words *w) {
    struct buf out = {0};
    for (uint32_t i = 0; i < w->n; i++) buf_printf(&out, "%s<%s>", i ? " " : "", w->at[i]);
    return out.text ? out.text : strdup("");
}

static void expect_words(const struct front_words *w, const char *expected) {
    char *text = joined(w);
    assert_string_equal(text, expected);
    free(text);
}

static void expect_split(const char *command, const char *expected) {
    struct arena a = {0};
    struct front_words w = {0};
    const char *why = NULL;
    assert_true(front_split_command(&a, command, &w, &why));
    expect_words(&w, expected);
    vec_free(&w);
    arena_free(&a);
}

static void a_command_is_split_as_the_shell_does(void **state) {
    (void)state;
    expect_split("", "");
    expect_split("  gcc\t-c \n a.c ", "<gcc> <-c> <a.c>");
    expect_split("gcc '-DA=\"x y\"' \"-DB=\\\"q\\\"\" -DC=\\\"z\\\"", "<gcc> <-DA=\"x y\"> <-DB=\"q\"> <-DC=\"z\">");
    expect_split("a\\ b 'c'd\"e\" '' \"\\n\\$\"", "<a b> <cde> <> <\\n$>");
    expect_split("a\\\nb \"c\\\nd\"", "<ab> <cd>");
}

static void an_open_quote_is_an_error(void **state) {
    (void)state;
    const char *const bad[] = {"gcc 'a", "gcc \"a", "gcc \"a\\\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct arena a = {0};
        struct front_words w = {0};
        const char *why = NULL;
        assert_false(front_split_command(&a, bad[i], &w, &why));
        assert_string_equal(why, "a quote is not closed");
        vec_free(&w);
        arena_free(&a);
    }
}

static void a_response_file_is_split_as_gcc_does(void **state) {
    (void)state;
    struct arena a = {0};
    struct front_words w = {0};
    front_split_response(&a, "-DA='x y'\n\"-DB=\\\"q\\\"\" -I\\ d 'a\\'b' \"open", &w);
    expect_words(&w, "<-DA=x y> <-DB=\"q\"> <-I d> <a'b> <open>");
    vec_free(&w);
    arena_free(&a);
}

static bool expand(struct folder *f, const char *word, struct front_words *w, struct arena *a, struct buf *error) {
    vec_push(w, "gcc");
    vec_push(w, word);
    vec_push(w, "last");
    return front_expand(a, w, f->path, error);
}

static void response_files_are_found_in_the_directory_and_may_nest(void **state) {
    struct folder *f = *state;
    struct arena a = {0};
    struct front_words w = {0};
    struct buf error = {0};
    folder_write(f, "one.rsp", "-DONE @two.rsp -DTHREE");
    folder_write(f, "two.rsp", "-DTWO");
    assert_true(expand(f, "@one.rsp", &w, &a, &error));
    expect_words(&w, "<gcc> <-DONE> <-DTWO> <-DTHREE> <last>");
    vec_free(&w);
    arena_free(&a);
}

static void a_missing_or_circular_response_file_is_an_error(void **state) {
    struct folder *f = *state;
    struct arena a = {0};
    struct front_words w = {0};
    struct buf error = {0};
    assert_false(expand(f, "@none.rsp", &w, &a, &error));
    assert_non_null(strstr(error.text, "none.rsp: error: response file: No such file or directory"));
    vec_free(&w);
    buf_free(&error);
    folder_write(f, "self.rsp", "@self.rsp");
    assert_false(expand(f, "@self.rsp", &w, &a, &error));
    assert_non_null(strstr(error.text, "in a circle"));
    vec_free(&w);
    buf_free(&error);
    arena_free(&a);
}

static void expect_all(const char *command, bool own, const char *kept, const char *noted, const char *refused) {
    struct arena a = {0};
    struct front_words w = {0};
    struct front_flags f = {0};
    const char *why;
    assert_true(front_split_command(&a, command, &w, &why));
    front_clean(&a, w.at, w.n, own, &f);
    expect_words(&f.keep, kept);
    expect_words(&f.noted, noted);
    expect_words(&f.refused, refused);
    front_flags_free(&f);
    vec_free(&w);
    arena_free(&a);
}

static void expect_clean(const char *command, const char *kept, const char *noted) {
    expect_all(command, false, kept, noted, "");
}

static void what_the_text_means_is_kept(void **state) {
    (void)state;
    expect_clean(
        "gcc -I a -Ib -D X=1 -DY -U Z -include h.h -isystem /s -iquote q -idirafter d -std=gnu89 -m32 a.c",
        "<-I> <a> <-Ib> <-D> <X=1> <-DY> <-U> <Z> <-include> <h.h> <-isystem> </s> <-iquote> <q> <-idirafter> <d> <-std=gnu89> <-m32>", "");
    expect_clean("cc -ansi -funsigned-char -fshort-enums -fwrapv -ffreestanding -fno-builtin -fms-extensions -fpack-struct=4 -pthread",
                 "<-ansi> <-funsigned-char> <-fshort-enums> <-fwrapv> <-ffreestanding> <-fno-builtin> <-fms-extensions> <-fpack-struct=4> "
                 "<-pthread>",
                 "");
}

static void what_it_does_not_mean_is_dropped(void **state) {
    (void)state;
    expect_clean("gcc -g3 -ggdb -c -S -E -o out.o -oout.o -pipe -Wall -Werror -Werror=foo -w -pedantic-errors a.c", "", "");
    expect_clean("gcc -M -MM -MD -MMD -MP -MF d -MFd -MT t -MQ q -MG", "", "");
    expect_clean(
        "gcc -flto -flto=4 -fsanitize=address -fprofile-generate --coverage -fstack-protector-strong -fPIC -fPIE -ffunction-sections", "",
        "");
    expect_clean("gcc -Wl,-z,now,-init=f,-e,g -Xlinker --defsym -Xlinker a=b -e h -c a.c",
                 "<-Wl,-init=f> <-Wl,-e,g> <-Wl,--defsym,a=b> <-Wl,-e,h>", "");
    expect_clean("gcc -O0 -DA -O3 -c a.c", "<-D__OPTIMIZE__=1> <-U__OPTIMIZE_SIZE__> <-U__NO_INLINE__> <-DA>", "");
    expect_clean("gcc -O2 -Os -c a.c", "<-D__OPTIMIZE__=1> <-D__OPTIMIZE_SIZE__=1> <-U__NO_INLINE__>", "");
    expect_clean("gcc -O -O0 a.c", "<-U__OPTIMIZE__> <-U__OPTIMIZE_SIZE__> <-D__NO_INLINE__=1>", "");
    expect_clean("gcc -Wl,-O1,--wrap=f,-wrap,g -Xlinker --wrap -Xlinker h -Xlinker -s -Wl,--wrap -c a.c",
                 "<-Wl,--wrap=f> <-Wl,--wrap=g> <-Wl,--wrap=h>", "");
    expect_clean("gcc -L lib -lm -l m -Wl,-rpath,/x -Xlinker y -T script -static -shared -u sym -Wa,--noexecstack -Xassembler z", "", "");
    expect_clean("gcc --param max-inline=3 --param=x=3 -mtune=native -mcmodel=kernel -mllvm -foo -fipa-pta -fno-tree-vectorize", "", "");
    expect_clean("ccache gcc a.c b.o lib.a -- -DX", "", "");
}

static void options_inside_options_are_taken_out(void **state) {
    (void)state;
    expect_clean("gcc -Wp,-MD,x.d -Wp,-DA=1,-UB -Xpreprocessor -DC", "<-DA=1> <-UB> <-DC>", "");
    expect_clean("clang -Xclang -include-pch -Xclang x.pch -Xclang -include -Xclang x.h -DA", "<-include> <x.h> <-DA>", "");
    expect_clean("clang -Xpreprocessor -include -Xpreprocessor x.h -Wp,-DB", "<-include> <x.h> <-DB>", "");
}

static void what_changes_the_program_is_dropped_by_name(void **state) {
    (void)state;
    expect_clean("gcc -finstrument-functions -DA -fplugin=x.so -std=c++11", "<-DA>",
                 "<-finstrument-functions> <-fplugin=x.so> <-std=c++11>");
}

static void output_and_language_are_told(void **state) {
    (void)state;
    struct arena a = {0};
    struct front_flags f = {0};
    const char *const words[] = {"gcc", "-x", "c", "-o", "build/a.o", "a.src"};
    front_clean(&a, words, 6, false, &f);
    assert_string_equal(f.output, "build/a.o");
    assert_string_equal(f.language, "c");
    front_flags_free(&f);
    arena_free(&a);
}

static void an_argument_that_is_missing_is_an_error(void **state) {
    (void)state;
    expect_all("gcc -DA -I", false, "<-DA>", "", "<-I without its argument>");
    expect_all("gcc -Xclang", true, "", "", "<-Xclang without its argument>");
    expect_all("gcc -Xclang -include -DA", false, "<-DA>", "", "<-include without its argument>");
    expect_clean("gcc -Wp,", "", "");
}

static void what_is_not_known_is_refused(void **state) {
    (void)state;
    static const char *const words[] = {"-fpass-plugin=x.so", "--config=x.cfg", "-working-directory=/x", "-unheard-of", "-ivfsoverlay", "-cc1", "-fmodules",
                                        "-fmodules-cache-path=x", "-fopenmp-targets=x", "-Xarch_host", "-ccc-print-phases", "-fcxx-unheard", "-mx32"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char command[100], refused[100];
        snprintf(command, sizeof command, "clang -DA %s -DB", words[i]);
        snprintf(refused, sizeof refused, "<%s>", words[i]);
        expect_all(command, false, "<-DA> <-DB>", "", refused);
        snprintf(command, sizeof command, "clang -DA -Xclang %s -DB -Wp,%s", words[i], words[i]);
        snprintf(refused, sizeof refused, "<%s> <%s>", words[i], words[i]);
        expect_all(command, false, "<-DA> <-DB>", "", refused);
        assert_int_equal(front_flag_words(words[i]), 0);
    }
    expect_all("-unheard-of -fpass-plugin=x.so", true, "<-unheard-of>", "", "<-fpass-plugin=x.so>");
    expect_all("-Wp,-Wp -Xclang -Xclang", false, "", "", "<-Xclang without its argument>");
}

static void what_only_writes_is_dropped(void **state) {
    (void)state;
    expect_clean("clang -foptimization-record-file=x -fsave-optimization-record -Xclang -dependency-file -Xclang x -serialize-diagnostics x -MF x -MJ x", "", "");
    expect_clean("clang -ftime-trace=x -save-temps=obj -fcrash-diagnostics-dir=x -fproc-stat-report=x -fthin-link-bitcode=x -B . -wrapper x -ox", "", "");
    expect_clean("clang --serialize-diagnostics x -mllvm -load=x.so -mllvm=-x -gen-reproducer=always -fdiagnostics-add-output=sarif -aux-info x", "", "");
    expect_clean("clang -Xclang -load -Xclang x.so -Xclang -plugin -Xclang x -Xclang -plugin-arg-x -Xclang y", "", "<-load> <-plugin>");
}

static void names_of_files_stay(void **state) {
    (void)state;
    expect_clean("gcc -ffile-prefix-map=/a=. -fmacro-prefix-map=b=c -fdebug-prefix-map=d=e", "<-fmacro-prefix-map=/a=.> <-fmacro-prefix-map=b=c>", "");
}

static void how_many_words_an_option_takes_is_known(void **state) {
    (void)state;
    static const struct {
        const char *word;
        uint32_t n;
    } cases[] = {{"-O2", 1}, {"-Wall", 1}, {"-g", 1}, {"-pthread", 1}, {"-isystem", 2}, {"-isystemx", 1}, {"-lm", 1}, {"-l", 2}, {"-graph", 0}, {"-timeout", 0}, {"-", 0}, {"a.c", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (front_flag_words(cases[i].word) != cases[i].n) fail_msg("%s takes %u words", cases[i].word, front_flag_words(cases[i].word));
}

static bool same(const char *const *a, uint32_t n_a, const char *const *b, uint32_t n_b) {
    struct front_words x = {(const char **)a, n_a, n_a}, y = {(const char **)b, n_b, n_b};
    return front_same_flags(&x, &y);
}

static void position_independence_is_no_difference(void **state) {
    (void)state;
    const char *const plain[] = {"-DA", "-DB"}, *const pic[] = {"-DA", "-DPIC", "-DB", "-DPIC"}, *const other[] = {"-DB", "-DA"};
    assert_true(same(plain, 2, pic, 4));
    assert_true(same(pic, 4, plain, 2));
    assert_false(same(plain, 2, other, 2));
    assert_false(same(plain, 2, plain, 1));
    assert_true(same(NULL, 0, &pic[1], 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_split_as_the_shell_does),
        cmocka_unit_test(an_open_quote_is_an_error),
        cmocka_unit_test(a_response_file_is_split_as_gcc_does),
        cmocka_unit_test_setup_teardown(response_files_are_found_in_the_directory_and_may_nest, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_missing_or_circular_response_file_is_an_error, folder_make, folder_remove),
        cmocka_unit_test(what_the_text_means_is_kept),
        cmocka_unit_test(what_it_does_not_mean_is_dropped),
        cmocka_unit_test(options_inside_options_are_taken_out),
        cmocka_unit_test(what_changes_the_program_is_dropped_by_name),
        cmocka_unit_test(output_and_language_are_told),
        cmocka_unit_test(an_argument_that_is_missing_is_an_error),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(what_only_writes_is_dropped),
        cmocka_unit_test(names_of_files_stay),
        cmocka_unit_test(how_many_words_an_option_takes_is_known),
        cmocka_unit_test(position_independence_is_no_difference),
    };
    return cmocka_run_group_tests_name("front/flags", tests, NULL, NULL);
}
