// SPDX-License-Identifier: MIT
// Entries come back as they were put, or not at all; hashes of files and folders see what changes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "cache/files.h"
#include "front/folder.h"

static struct buf bytes_of(const char *s, size_t n) {
    struct buf b = {0};
    buf_add(&b, s, n);
    return b;
}

static void what_is_put_is_got(void **state) {
    struct folder *f = *state;
    struct cache c = {.folder = folder_path(f, "deep/cache")};
    struct cache_key k = cache_hash("a", 1), other = cache_hash("b", 1);
    struct buf in = bytes_of("x\0y", 3), out = {0};
    assert_false(cache_get(&c, k, &out));
    cache_put(&c, k, &in);
    assert_true(cache_get(&c, k, &out));
    assert_int_equal(out.n, 3);
    assert_memory_equal(out.text, "x\0y", 3);
    assert_false(cache_get(&c, other, &out));
    assert_int_equal(c.notes.n, 0);
    buf_free(&in);
    buf_free(&out);
}

static void a_damaged_entry_is_none(void **state) {
    struct folder *f = *state;
    struct cache c = {.folder = folder_path(f, ".")};
    struct cache_key k = cache_hash("damaged", 7);
    char name[CACHE_DIGITS + 1];
    struct buf in = bytes_of("abc", 3), out = {0}, file = {0};
    const char *why;
    cache_put(&c, k, &in);
    cache_key_text(k, name);
    assert_true(buf_read_file(&file, folder_path(f, name), &why));
    file.text[file.n - 1] ^= 1;
    FILE *to = fopen(folder_path(f, name), "w");
    assert_non_null(to);
    assert_int_equal(fwrite(file.text, 1, file.n, to), file.n);
    fclose(to);
    assert_false(cache_get(&c, k, &out));
    assert_non_null(strstr(buf_text(&c.notes), "damaged: not used"));
    folder_write(f, name, "short");
    assert_false(cache_get(&c, k, &out));
    cache_put(&c, k, &in);
    assert_true(cache_get(&c, k, &out));
    buf_free(&in);
    buf_free(&out);
    buf_free(&file);
    buf_free(&c.notes);
}

static void a_folder_that_cannot_be_written_is_told_once(void **state) {
    struct folder *f = *state;
    struct buf in = bytes_of("abc", 3);
    folder_write(f, "file", "");
    struct cache c = {.folder = folder_path(f, "file/cache")};
    cache_put(&c, cache_hash("a", 1), &in);
    cache_put(&c, cache_hash("b", 1), &in);
    const char *first = strstr(buf_text(&c.notes), "nothing is kept for the next time");
    assert_non_null(first);
    assert_null(strstr(first + 1, "nothing is kept"));
    buf_free(&in);
    buf_free(&c.notes);
}

static void keys_are_written_and_read(void **state) {
    (void)state;
    struct cache_key k = {0x0123456789abcdef, 0xfedcba9876543210}, back;
    char text[CACHE_DIGITS + 1];
    cache_key_text(k, text);
    assert_string_equal(text, "fedcba98765432100123456789abcdef");
    assert_true(cache_key_parse(text, &back));
    assert_true(cache_same(k, back));
    assert_false(cache_key_parse("0123", &back));
    text[3] = 'X';
    assert_false(cache_key_parse(text, &back));
}

static void items_do_not_run_into_each_other(void **state) {
    (void)state;
    struct buf a = {0}, b = {0};
    cache_item(&a, "ab");
    cache_item(&a, "c");
    cache_item(&b, "a");
    cache_item(&b, "bc");
    assert_string_not_equal(a.text, b.text);
    buf_free(&a);
    buf_free(&b);
}

static struct cache_file look_at(struct folder *f, const char *name) {
    struct cache_files files = {0};
    struct cache_file x = cache_file(&files, folder_path(f, name));
    cache_files_free(&files);
    return x;
}

static struct cache_key list(struct folder *f, const char *name) {
    struct cache_files files = {0};
    struct cache_key x = cache_folder(&files, folder_path(f, name));
    cache_files_free(&files);
    return x;
}

static void contents_and_names_are_seen(void **state) {
    struct folder *f = *state;
    folder_write(f, "a.h", "one");
    struct cache_file before = look_at(f, "a.h");
    struct cache_key names = list(f, "."), none = list(f, "sub");
    folder_write(f, "a.h", "two");
    assert_true(before.there);
    assert_false(cache_same(before.hash, look_at(f, "a.h").hash));
    assert_true(cache_same(names, list(f, ".")));
    folder_write(f, "b.h", "one");
    assert_false(cache_same(names, list(f, ".")));
    assert_true(cache_same(before.hash, look_at(f, "b.h").hash));
    assert_true(cache_same(none, list(f, "other")));
    assert_false(look_at(f, "c.h").there);
}

static void questions_for_files_elsewhere_are_seen(void **state) {
    struct folder *f = *state;
    static const struct {
        const char *text;
        bool probes;
    } rows[] = {
        {"#if __has_include(<a.h>)\n", false}, {"#if __has_include_next ( \"a.h\" )\n", false},
        {"#ifdef __has_include\n", false},     {"#if __has_include(<sub/a.h>)\n", true},
        {"#if __has_include(NAME)\n", true},
        {"#if defined(__has_include) && defined __has_include\n", false},
        {"#define ASK __has_include\n", true},
        {"#if ASK(__, has_include)(<a.h>)\n", true},
        {"#if __has_include__(<a.h>)\n", true},
        {"#if __has_embed(\"a\")\n", true},
        {"char *s = __TIMESTAMP__;\n", true},
        {"has_include", true},
        {"__has_builtin(x) __has_attribute(y)", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        folder_write(f, "p.h", rows[i].text);
        assert_int_equal(look_at(f, "p.h").probes, rows[i].probes);
    }
}

static void those_used_least_recently_make_room(void **state) {
    struct folder *f = *state;
    struct cache c = {.folder = folder_path(f, "room")};
    struct buf in = {0}, out = {0};
    struct cache_key keys[8];
    for (int i = 0; i < 1000; i++) buf_char(&in, 'x');
    for (uint32_t i = 0; i < 8; i++) {
        keys[i] = cache_hash(&i, sizeof i);
        cache_put(&c, keys[i], &in);
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    assert_true(cache_get(&c, keys[0], &out));
    cache_trim(&c, 9000);
    for (uint32_t i = 0; i < 8; i++) {
        assert_true(cache_get(&c, keys[i], &out));
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    assert_true(cache_get(&c, keys[0], &out));
    cache_trim(&c, 4300);  // three of them take less than three quarters
    assert_true(cache_get(&c, keys[0], &out) && cache_get(&c, keys[7], &out));
    assert_false(cache_get(&c, keys[1], &out) || cache_get(&c, keys[4], &out));
    buf_free(&in);
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(those_used_least_recently_make_room, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(what_is_put_is_got, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_damaged_entry_is_none, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_written_is_told_once, folder_make, folder_remove),
        cmocka_unit_test(keys_are_written_and_read),
        cmocka_unit_test(items_do_not_run_into_each_other),
        cmocka_unit_test_setup_teardown(contents_and_names_are_seen, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(questions_for_files_elsewhere_are_seen, folder_make, folder_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
