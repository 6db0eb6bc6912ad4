// SPDX-License-Identifier: MIT
// What a command compiles and links, word by word.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "front/command.h"

// The operands as "KIND:TEXT " with ! for whole archives and a for archives only; then folders and what is made.
static void expect(const char *words, const char *expected) {
    static const char *const kinds[] = {"source", "foreign", "file", "library", "strange"};
    struct arena a = {0};
    struct front_command c = {.directory = "/x"};
    struct buf out = {0};
    const char *why;
    assert_true(front_split_command(&a, words, &c.words, &why));
    front_command_sort(&c, &a);
    for (uint32_t i = 0; i < c.operands.n; i++) {
        const struct front_operand *o = &c.operands.at[i];
        buf_printf(&out, "%s%s%s:%s ", kinds[o->kind], o->whole ? "!" : "", o->archives ? "a" : "", o->text);
    }
    for (uint32_t i = 0; i < c.folders.n; i++) buf_printf(&out, "folder:%s ", c.folders.at[i]);
    buf_printf(&out, "%s%s%s%s",
               c.idle       ? "idle"
               : c.compiles ? "compiles"
                            : "links",
               c.shared ? " shared" : "", c.partial ? " partial" : "", c.output ? " as " : "");
    buf_str(&out, c.output ? c.output : "");
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
    front_command_free(&c);
    arena_free(&a);
}

static void files_are_known_by_their_ends(void **state) {
    (void)state;
    expect("gcc -c a.c -o a.o", "source:a.c compiles as a.o");
    expect("gcc a.c b.i x.s y.S z.cc p.C", "source:a.c source:b.i foreign:x.s foreign:y.S foreign:z.cc foreign:p.C links");
    expect("gcc a.o b.lo c.os d.bc e.a f.so g.so.1 h -op",
           "file:a.o file:b.lo file:c.os file:d.bc file:e.a file:f.so file:g.so.1 file:h links as p");
    expect("gcc -x c a.y -x none b.o", "source:a.y file:b.o links");
    expect("gcc -xassembler a.c", "foreign:a.c links");
    expect("gcc -c a.h", "compiles");
    expect("gcc -x c-header a.c", "links");
    expect("gcc @more -", "strange:@more strange:standard input links");
    expect("ccache /usr/bin/gcc a.o", "file:a.o links");
    expect("cc -- -c.c", "source:-c.c links");
}

static void options_are_not_files(void **state) {
    (void)state;
    expect("gcc -MD -MF a.d -MT a.o -I b.o -D c.o -c a.c", "source:a.c compiles");
    expect("gcc -v a.o", "file:a.o links");
    expect("gcc -E a.c", "source:a.c idle");
    expect("gcc -### a.c", "source:a.c idle");
    expect("gcc -c a.c -o /dev/null", "source:a.c idle as /dev/null");
    expect("gcc -shared a.o", "file:a.o links shared");
    expect("gcc -r a.o", "file:a.o links partial");
}

static void libraries_are_found_in_all_their_forms(void **state) {
    (void)state;
    expect("gcc -lx -l y -Lz -L w -l:v.a", "library:x library:y library::v.a folder:z folder:w links");
    expect("gcc -Wl,-lx,-L,z,--library=y -Xlinker -l -Xlinker w", "library:x library:y library:w folder:z links");
    expect("gcc -Wl,--library,x -Wl,--library-path=z", "library:x folder:z links");
    expect("gcc -static -lx", "librarya:x links");
    expect("gcc -Wl,-Bstatic -lx -Wl,-Bdynamic -ly", "librarya:x library:y links");
}

static void the_linker_has_a_state(void **state) {
    (void)state;
    expect("gcc -Wl,--whole-archive a.a -Wl,--no-whole-archive b.a", "file!:a.a file:b.a links");
    expect("gcc -Wl,--push-state,--whole-archive a.a -Wl,--pop-state b.a", "file!:a.a file:b.a links");
    expect("gcc -Wl,--start-group,a.o,b.a,--end-group", "file:a.o file:b.a links");
    expect("gcc -Wl,-rpath,a.o -Wl,-soname -Wl,b.o -Wl,-z,now,-Map=c.o,-O1", "links");
    expect("gcc -T a.ld -u f", "strange:-T a.ld strange:-u f links");
    expect("gcc -Wl,-Ta.ld,-u,f,--script=b.ld,-T,c.ld", "strange:-Ta.ld strange:f strange:--script b.ld strange:c.ld links");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_known_by_their_ends),
        cmocka_unit_test(options_are_not_files),
        cmocka_unit_test(libraries_are_found_in_all_their_forms),
        cmocka_unit_test(the_linker_has_a_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
