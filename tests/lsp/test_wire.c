// SPDX-License-Identifier: MIT
// Messages in pieces, several at once, and what is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lsp/wire.h"

static struct lsp_wire wire;
static const char *text, *why;
static size_t n;

static enum lsp_input give(const char *bytes) {
    buf_str(&wire.in, bytes);
    return lsp_wire_next(&wire, &text, &n, &why);
}

static void expect(enum lsp_input got, const char *message) {
    assert_int_equal(got, LSP_MESSAGE);
    assert_int_equal(n, strlen(message));
    assert_memory_equal(text, message, n);
}

static void a_message_may_come_in_pieces(void **state) {
    (void)state;
    assert_int_equal(give("Content-Le"), LSP_NOTHING);
    assert_int_equal(give("ngth: 4\r\n\r"), LSP_NOTHING);
    assert_int_equal(give("\nab"), LSP_NOTHING);
    expect(give("cdContent-Type: x\r\ncontent-length:2\r\n\r\nxyContent-Length: 1\n\nz"), "abcd");
    expect(give(""), "xy");
    expect(give(""), "z");
    assert_int_equal(give(""), LSP_NOTHING);
}

static void what_is_no_message_is_passed_over(void **state) {
    (void)state;
    assert_int_equal(give("Content-Length: x\r\n\r\n"), LSP_WRONG);
    assert_string_equal(why, "the header has no Content-Length");
    assert_int_equal(give("Content-Length: -3\r\n\r\n"), LSP_WRONG);
    assert_int_equal(give("\r\n\r\n"), LSP_WRONG);
    assert_int_equal(give("{\"lost\": 1}Content-Length: 2\r\n\r\nok"), LSP_WRONG);
    assert_string_equal(why, "there is text between messages");
    expect(give(""), "ok");
}

static void a_message_that_is_too_long_is_passed_over(void **state) {
    (void)state;
    assert_int_equal(give("Content-Length: 99999999999999999999999\r\n\r\n"), LSP_WRONG);
    assert_string_equal(why, "the header has no Content-Length");
    struct buf head = {0};
    buf_printf(&head, "Content-Length: %u\r\n\r\nabc", LSP_MOST_BYTES + 4);
    assert_int_equal(give(buf_text(&head)), LSP_WRONG);
    assert_string_equal(why, "the message is too long");
    assert_int_equal(give(""), LSP_NOTHING);
    wire.skip -= LSP_MOST_BYTES;  // as if they had come
    expect(give("dContent-Length: 1\r\n\r\nx"), "x");
    buf_free(&head);
}

static void a_header_that_never_ends_is_dropped(void **state) {
    (void)state;
    struct buf long_one = {0};
    for (int i = 0; i < 5000; i++) buf_char(&long_one, 'x');
    assert_int_equal(give(buf_text(&long_one)), LSP_WRONG);
    expect(give("Content-Length: 1\r\n\r\nx"), "x");
    buf_free(&long_one);
}

static int release(void **state) {
    (void)state;
    lsp_wire_free(&wire);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_may_come_in_pieces),
        cmocka_unit_test(what_is_no_message_is_passed_over),
        cmocka_unit_test(a_message_that_is_too_long_is_passed_over),
        cmocka_unit_test(a_header_that_never_ends_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
