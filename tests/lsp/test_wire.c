// SPDX-License-Identifier: MIT
// Messages in pieces, several at once, and what is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

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

static void what_was_sent_is_given_up_while_more_waits(void **state) {
    (void)state;
    struct lsp_wire w = {0};
    int ends[2];
    char drain[4096];
    struct buf message = {0};
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < 400000; i++) buf_char(&message, 'x');
    lsp_wire_put(&w, message.text, message.n);
    size_t all = w.out.n, got = 0;
    while (got < all) {
        if (got == (all & ~(size_t)4095) / 2) lsp_wire_put(&w, message.text, message.n);  // there is always something that waits
        assert_true(lsp_wire_write(&w, ends[1]));
        ssize_t part = read(ends[0], drain, sizeof drain);
        assert_true(part > 0);
        got += (size_t)part;
        assert_true(w.out.n <= all + message.n + 64);
        assert_true(w.sent <= w.out.n / 2 + 65536);
    }
    close(ends[0]);
    close(ends[1]);
    lsp_wire_free(&w);
    buf_free(&message);
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
        cmocka_unit_test(what_was_sent_is_given_up_while_more_waits),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
