// SPDX-License-Identifier: MIT
// Characters of UTF-8: which bytes are one, and which cannot be seen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"

static void expect(const char *text, size_t length, uint32_t number) {
    assert_int_equal(utf8_length(text, strlen(text)), length);
    if (length) assert_int_equal(utf8_number(text, length), number);
}

static void characters_have_lengths_and_numbers(void **state) {
    (void)state;
    expect("a", 1, 'a');
    expect("\x7f", 1, 0x7f);
    expect("\xc3\xa4x", 2, 0xe4);
    expect("\xe2\x82\xac", 3, 0x20ac);
    expect("\xf0\x9f\x98\x80", 4, 0x1f600);
    expect("\xf4\x8f\xbf\xbf", 4, 0x10ffff);
}

static void what_is_no_character_has_none(void **state) {
    (void)state;
    static const char *const wrong[] = {"\x80",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xc3",
                                        "\xc3(",
                                        "\xe0\x80\x80",
                                        "\xe2\x82",
                                        "\xed\xa0\x80",
                                        "\xf0\x80\x80\x80",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) expect(wrong[i], 0, 0);
    assert_int_equal(utf8_length("\xe2\x82\xac", 2), 0);
}

static void what_moves_or_turns_text_is_hidden(void **state) {
    (void)state;
    static const uint32_t hidden[] = {0, 10, 27, 127, 0x9b, 0x200b, 0x200e, 0x202e, 0x2028, 0x2066, 0xfeff},
                          seen[] = {' ', 'a', 0xa0, 0xe4, 0x20ac, 0xfffd, 0x1f600};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) assert_true(utf8_is_hidden(hidden[i]));
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) assert_false(utf8_is_hidden(seen[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_lengths_and_numbers),
        cmocka_unit_test(what_is_no_character_has_none),
        cmocka_unit_test(what_moves_or_turns_text_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
