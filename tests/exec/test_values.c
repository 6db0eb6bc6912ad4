// SPDX-License-Identifier: MIT
// Uninitialised and unknown values, provenance, byte-wise access.
#include "exec/program.h"

static void an_uninitialised_integer_is_a_number(void **state) {
    (void)state;
    body_expect(" var %i: i32 user\nentry:\n %0: i32 = xor %i, %i\n ret %0\n", "returned 0");
    body_expect(" var %i: i32 user\nentry:\n %0: i1 = eq %i, i32 3\n branch %0, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
                "returned 2; assumed");
    // One value, however often it is read.
    body_expect(" slot $a size 4 align 4\nentry:\n %0: i32 = load [$a]\n %1: i32 = load [$a]\n %2: i32 = sub %0, %1\n ret %2\n",
                "returned 0");
    body_expect(
        " slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n copy [$b], [$a], i64 4\n %0: i32 = load [$a]\n %1: i32 = load [$b]\n"
        " %2: i32 = sub %0, %1\n ret %2\n",
        "returned 0");
    // As an offset it is a number too, in an address or in a sum.
    body_expect(
        " var %i: i64 user\n slot $a size 4 align 4\nentry:\n %0: i64 = and %i, i64 3\n %1: i64 = cast $a\n %2: i64 = add %1, %0\n %3: ptr "
        "= cast %2\n"
        " %4: i8 = load [%3]\n ret i32 0\n",
        "returned 0; assumed");
    body_expect(" var %i: i32 user\n slot $a size 4 align 4\nentry:\n %0: i32 = and %i, i32 3\n %1: i8 = load [$a + 1*%0]\n ret i32 0\n",
                "returned 0; assumed");
}

static void an_uninitialised_pointer_is_not_used(void **state) {
    (void)state;
    body_expect(" var %p: ptr user\nentry:\n %0: i8 = load [%p + 8] !2\n ret i32 0\n", "fault; uninitialised-pointer 2");
    body_expect(" var %p: ptr user\nentry:\n store i8 1, [%p] !2\n ret i32 0\n", "fault; uninitialised-pointer 2");
    body_expect(" var %p: ptr user\nentry:\n call %p() !2\n ret i32 0\n", "fault; uninitialised-pointer 2");
    body_expect(" var %p: ptr user\n var %q: ptr user\nentry:\n %q = copy %p\n %0: i1 = eq %q, ptr null\n ret i32 0\n", "returned 0");
    body_expect(
        " var %p: ptr user\n var %q: ptr user\nentry:\n %q = copy %p\n %0: ptr = addr [%q + 16]\n %1: i8 = load [%0] !3\n ret i32 0\n",
        "fault; uninitialised-pointer 3");
    body_expect(
        " var %p: ptr user\nentry:\n %0: i64 = cast %p\n %1: i64 = and %0, i64 -8\n %2: ptr = cast %1\n %3: i8 = load [%2] !3\n ret i32 "
        "0\n",
        "fault; uninitialised-pointer 3");
    body_expect("entry:\n %0: ptr = call @malloc(i64 16)\n %1: ptr = load [%0 + 8]\n call @free(%0)\n %2: i8 = load [%1] !3\n ret i32 0\n",
                "fault; uninitialised-pointer 3");
    body_expect(
        "entry:\n %0: ptr = call @calloc(i64 2, i64 8)\n %1: ptr = load [%0 + 8]\n call @free(%0)\n %2: i8 = load [%1] !3\n ret i32 0\n",
        "fault; null-dereference 3");
    body_expect(" var %p: ptr user\nentry:\n copy [%p], [%p], i64 0\n ret i32 0\n", "returned 0");
    body_expect("entry:\n %0: i8 = load [ptr undef] !2\n ret i32 0\n", "fault; uninitialised-pointer 2");
}

static void a_pointer_is_uninitialised_if_one_of_its_bytes_is(void **state) {
    (void)state;
    body_expect(
        " slot $p size 8 align 8\n slot $x size 1 align 1\nentry:\n store $x, [$p]\n %0: ptr = load [$p]\n store i8 1, [%0]\n"
        " ret i32 0\n",
        "returned 0");
    body_expect(
        " slot $p size 8 align 8\n slot $u size 1 align 1\nentry:\n store ptr null, [$p]\n copy [$p + 7], [$u], i64 1\n"
        " %0: ptr = load [$p]\n store i8 1, [%0] !3\n ret i32 0\n",
        "fault; uninitialised-pointer 3");
}

static void the_rest_of_a_word_that_is_partly_set_does_not_spoil_a_pointer(void **state) {
    (void)state;
    // A 16-byte move of { int, padding, pointer }, and a field of 48 bits set in an uninitialised word.
    body_expect(
        " slot $a size 16 align 16\n slot $b size 16 align 16\n slot $x size 4 align 4\nentry:\n store i32 7, [$a]\n store $x, [$a + 8]\n"
        " %0: i128 = load [$a]\n store %0, [$b]\n %1: ptr = load [$b + 8]\n store i32 5, [%1]\n %2: i32 = load [$x]\n ret %2\n",
        "returned 5");
    body_expect(
        " slot $a size 8 align 8\n slot $x size 4 align 4\nentry:\n %0: i64 = load [$a]\n %1: i64 = and %0, i64 0xffff000000000000\n"
        " %2: i64 = cast $x\n %3: i64 = or %1, %2\n store %3, [$a]\n %4: i64 = load [$a]\n %5: i64 = and %4, i64 0xffffffffffff\n"
        " %6: ptr = cast %5\n store i32 6, [%6] !4\n %7: i32 = load [$x]\n ret %7\n",
        "returned 6");
}

static void pointers_survive_being_copied_byte_by_byte(void **state) {
    (void)state;
    body_expect(
        " slot $p size 8 align 8\n slot $q size 8 align 8\n slot $x size 4 align 4\n var %i: i64 user\nentry:\n store $x, [$p]\n %i = copy "
        "i64 0\n jump loop\n"
        "loop:\n %0: i8 = load [$p + 1*%i]\n store %0, [$q + 1*%i]\n %i = add %i, i64 1\n %1: i1 = ult %i, i64 8\n branch %1, loop, out\n"
        "out:\n %2: ptr = load [$q]\n store i32 9, [%2]\n %3: i8 = load [%2 + 3]\n %4: i32 = load [$x]\n %5: i8 = load [%2 + 4] !8\n ret "
        "%4\n",
        "fault; out-of-bounds 8");
    // Union: stored as a pointer, loaded as two integers, put together again.
    body_expect(
        " slot $u size 8 align 8\n slot $x size 4 align 4\nentry:\n store $x, [$u]\n %0: i32 = load [$u]\n %1: i32 = load [$u + 4]\n %2: "
        "i64 = zext %0\n"
        " %3: i64 = zext %1\n %4: i64 = shl %3, i64 32\n %5: i64 = or %4, %2\n %6: ptr = cast %5\n store i32 11, [%6]\n %7: i32 = load "
        "[$x]\n ret %7\n",
        "returned 11");
}

static void provenance_decides_which_object_a_pointer_may_touch(void **state) {
    (void)state;
    // Far beyond the end, in the middle of another block: still out of bounds.
    body_expect(" slot $a size 8 align 8\n slot $b size 800 align 8\nentry:\n %0: i64 = cast $a\n store i8 1, [$a + 100] !2\n ret i32 0\n",
                "fault; out-of-bounds 2");
    // The difference of two pointers is a number.
    body_expect(
        " slot $a size 8 align 8\nentry:\n %0: i64 = cast $a\n %1: ptr = addr [$a + 5]\n %2: i64 = cast %1\n %3: i64 = sub %2, %0\n %4: "
        "i32 = trunc %3\n ret %4\n",
        "returned 5");
    // Through integers, sum of an address and a distance.
    body_expect(
        " slot $a size 4 align 4\n slot $b size 4 align 4\nentry:\n %0: i64 = cast $a\n %1: i64 = cast $b\n %2: i64 = sub %1, %0\n %3: i64 "
        "= add %0, %2\n"
        " %4: ptr = cast %3\n store i32 3, [%4]\n %5: i32 = load [$b]\n ret %5\n",
        "returned 3");
}

static void pointers_hidden_by_exclusive_or_come_back(void **state) {
    (void)state;
    body_expect(
        " slot $a size 4 align 4\n slot $l size 8 align 8\n var %x: i64 user\nentry:\n %0: ptr = call @malloc(i64 4)\n %1: i64 = cast $a\n "
        "%2: i64 = cast %0\n"
        " %3: i64 = xor %1, %2\n store %3, [$l]\n %x = copy i64 0\n %4: i64 = load [$l]\n %5: i64 = xor %4, %1\n %6: ptr = cast %5\n store "
        "i32 1, [%6]\n"
        " %7: i64 = xor %5, %4\n %8: ptr = cast %7\n store i32 2, [%8]\n call @free(%6)\n %9: i32 = load [$a]\n ret %9\n",
        "returned 2");
}

static void pointers_of_32_bits_move_in_pairs(void **state) {
    (void)state;
    const struct exec_options o = {.rules = DEFAULT_RULES};
    program_expect_with(prelude_32,
                        "func @main() -> i32 {\n slot $s size 8 align 4\n slot $t size 8 align 4\nentry:\n %0: ptr = call @malloc(i32 4)\n "
                        "%1: ptr = call @malloc(i32 4)\n"
                        " store %0, [$s]\n store %1, [$s + 4]\n %2: i64 = load [$s]\n fill [$s], i8 0, i32 8\n store %2, [$t]\n fill [$t + "
                        "0], i8 0, i32 0\n"
                        " %3: i64 = lshr %2, i64 32\n %4: i32 = trunc %3\n %5: ptr = cast %4\n store i32 4, [%5]\n %6: ptr = load [$t]\n "
                        "%7: i32 = load [%5]\n"
                        " call @free(%6)\n call @free(%5)\n ret %7\n}\n",
                        &o, "returned 4");
    program_expect_with(prelude_32,
                        "func @main() -> i32 {\nentry:\n %0: ptr = call @malloc(i32 4) !2\n %1: i32 = cast %0\n %2: i32 = add %1, i32 -4\n "
                        "%3: ptr = cast %2\n"
                        " store i8 1, [%3] !3\n ret i32 0\n}\n",
                        &o, "fault; out-of-bounds 3");
}

static void an_unknown_value_makes_the_run_assumed_when_it_decides(void **state) {
    (void)state;
    body_expect("entry:\n %0: i32 = any \"asm\"\n ret i32 0\n", "returned 0");
    body_expect(
        "entry:\n %0: i32 = any \"asm\"\n %1: i32 = add %0, i32 1\n %2: i1 = eq %1, i32 1\n branch %2, a, b\na:\n ret i32 1\nb:\n ret i32 "
        "2\n",
        "returned 1; assumed");
    body_expect(
        "entry:\n %0: i32 = any \"asm\"\n %1: i32 = and %0, i32 0\n %2: i1 = eq %1, i32 0\n branch %2, a, b\na:\n ret i32 1\nb:\n ret i32 "
        "2\n",
        "returned 1");
    body_expect(
        "entry:\n %0: i8 = any \"asm\"\n %1: i32 = sext %0\n %2: i32 = and %1, i32 0x100\n %3: i1 = eq %2, i32 0\n branch %3, a, b\na:\n "
        "ret i32 1\n"
        "b:\n ret i32 2\n",
        "returned 1; assumed");
    body_expect(
        "entry:\n %0: i8 = any \"asm\"\n %1: i32 = zext %0\n %2: i32 = and %1, i32 0x100\n %3: i1 = eq %2, i32 0\n branch %3, a, b\na:\n "
        "ret i32 1\n"
        "b:\n ret i32 2\n",
        "returned 1");
    body_expect(
        "entry:\n %0: i8 = any \"asm\"\n %1: i32 = zext %0\n %2: i32 = shl %1, i32 24\n %3: i32 = ashr %2, i32 8\n %4: i32 = and %3, i32 "
        "0x80000000\n"
        " %5: i1 = eq %4, i32 0\n branch %5, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
        "returned 1; assumed");
    body_expect("entry:\n %0: ptr = any \"asm\"\n %1: i8 = load [%0] !2\n ret i32 0\n",
                "unknown (reads 1 byte through an unknown pointer: asm)");
    body_expect("entry:\n %0: ptr = any \"asm\"\n call @free(%0)\n ret i32 0\n", "unknown ('free' of an unknown pointer: asm)");
    body_expect("entry:\n %0: ptr = any \"asm\"\n call %0()\n ret i32 0\n", "unknown (call through an unknown pointer: asm)");
    body_expect(" slot $a size 4 align 4 user\nentry:\n %0: i32 = any \"asm\"\n %1: i8 = load [$a + 1*%0]\n ret i32 0\n",
                "unknown (reads '((char *)&a)[...]' (1 byte) through an unknown pointer: asm)");
    body_expect("entry:\n %0: i32 = shl i32 1, i32 32\n %1: i1 = eq %0, i32 1\n branch %1, a, b\na:\n ret i32 1\nb:\n ret i32 2\n",
                "returned 1; assumed");
}

static void havoc_makes_memory_unknown_and_stores_make_it_known(void **state) {
    (void)state;
    body_expect(
        " slot $a size 8 align 8\nentry:\n store ptr null, [$a]\n havoc [$a], i64 8, \"asm\"\n %0: ptr = load [$a]\n store i8 1, [%0]\n "
        "ret i32 0\n",
        "unknown (writes 1 byte through an unknown pointer: asm)");
    body_expect(
        " slot $a size 8 align 8\nentry:\n havoc [$a], i64 8, \"asm\"\n store i32 3, [$a + 4]\n %0: i32 = load [$a + 4]\n switch %0, d { "
        "3: t }\n"
        "t:\n ret %0\nd:\n ret i32 0\n",
        "returned 3");
    body_expect(
        " slot $a size 8 align 8\nentry:\n havoc [$a], i64 8, \"asm\"\n %0: i32 = load [$a + 4]\n switch %0, d { 3: t }\n"
        "t:\n ret %0\nd:\n ret i32 9\n",
        "returned 9; assumed");
    // Unknown, but always the same.
    body_expect(
        " slot $a size 8 align 8\nentry:\n havoc [$a], i64 8, \"asm\"\n %0: i32 = load [$a]\n %1: i32 = load [$a]\n %2: i32 = sub %0, %1\n "
        "ret %2\n",
        "returned 0");
    body_expect(" slot $a size 8 align 8\nentry:\n havoc [$a], i64 9, \"asm\" !2\n ret i32 0\n", "fault; out-of-bounds 2");
}

static void extern_variables_are_readable_and_unknown(void **state) {
    (void)state;
    program_expect(
        "global @e size 4 align 4 extern\nfunc @main() -> i32 {\nentry:\n %0: i32 = load [@e]\n store i32 4, [@e]\n %1: i32 = load [@e]\n "
        "ret %1\n}\n",
        "returned 4");
    program_expect(
        "global @e size 8 align 8 extern\nfunc @main() -> i32 {\nentry:\n %0: ptr = load [@e]\n %1: i8 = load [%0] !2\n ret i32 0\n}\n",
        "unknown (reads '*e' (1 byte) through an unknown pointer: contents of the extern variable 'e')");
    program_expect("global @e size 8 align 8 extern\nfunc @main() -> i32 {\nentry:\n %0: i8 = load [@e + 8] !2\n ret i32 0\n}\n",
                   "fault; out-of-bounds 2");
    program_expect("global @e size 0 align 8 extern unsized\nfunc @main() -> i32 {\nentry:\n %0: i8 = load [@e + 8] !2\n ret i32 0\n}\n",
                   "unknown (reads '((char *)&e)[8]' (1 byte) in 'e', whose size is unknown)");
}

static void floats_and_wide_values_are_moved(void **state) {
    (void)state;
    body_expect("entry:\n %0: f64 = sitof i32 7\n %1: f64 = fdiv %0, f64 0x4000000000000000\n %2: i32 = ftosi %1\n ret %2\n", "returned 3");
    body_expect(
        " slot $a size 32 align 8\n slot $b size 32 align 8\nentry:\n fill [$a], i8 1, i64 32\n %0: b256 = load [$a]\n store %0, [$b]\n "
        "%1: i8 = load [$b]\n"
        " switch %1, d { 1: t }\nt:\n ret i32 1\nd:\n ret i32 0\n",
        "returned 0; assumed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_uninitialised_integer_is_a_number),
        cmocka_unit_test(an_uninitialised_pointer_is_not_used),
        cmocka_unit_test(a_pointer_is_uninitialised_if_one_of_its_bytes_is),
        cmocka_unit_test(the_rest_of_a_word_that_is_partly_set_does_not_spoil_a_pointer),
        cmocka_unit_test(pointers_survive_being_copied_byte_by_byte),
        cmocka_unit_test(provenance_decides_which_object_a_pointer_may_touch),
        cmocka_unit_test(pointers_hidden_by_exclusive_or_come_back),
        cmocka_unit_test(pointers_of_32_bits_move_in_pairs),
        cmocka_unit_test(an_unknown_value_makes_the_run_assumed_when_it_decides),
        cmocka_unit_test(havoc_makes_memory_unknown_and_stores_make_it_known),
        cmocka_unit_test(extern_variables_are_readable_and_unknown),
        cmocka_unit_test(floats_and_wide_values_are_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
