// SPDX-License-Identifier: MIT
// Vectors, arenas, strings, interned names and pointer maps keep what is put into them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/intern.h"
#include "base/ptrmap.h"
#include "base/pool.h"
#include "base/vec.h"

static void vector_keeps_elements_while_it_grows(void **state) {
    (void)state;
    VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 10000; i++) vec_push(&v, i * 3);
    assert_int_equal(v.n, 10000);
    for (uint32_t i = 0; i < v.n; i++) assert_int_equal(v.at[i], i * 3);
    assert_int_equal(vec_last(&v), 29997);
    assert_int_equal(vec_pop(&v), 29997);
    assert_int_equal(*vec_add(&v), 0);
    vec_free(&v);
    assert_null(v.at);
}

static void vector_moves_out_of_lent_memory(void **state) {
    (void)state;
    uint32_t room[8];
    for (uint32_t n = 1; n <= 8; n++) {
        VEC(uint32_t) v;
        vec_lend(&v, room, n);
        assert_in_range(v.cap, n - 1, n);
        uint32_t fits = v.cap;
        for (uint32_t i = 0; i < fits; i++) vec_push(&v, i);
        assert_ptr_equal(v.at, room);
        for (uint32_t i = fits; i < 100; i++) vec_push(&v, i);
        assert_ptr_not_equal(v.at, room);
        assert_false(vec_is_lent(&v));
        for (uint32_t i = 0; i < 100; i++) assert_int_equal(v.at[i], i);
        vec_free(&v);
    }
}

static void pool_gives_blocks_that_do_not_overlap(void **state) {
    (void)state;
    enum { N = 60 };
    struct pool pool = {0};
    for (int round = 0; round < 3; round++) {
        uint8_t *block[N];
        for (uint32_t i = 0; i < N; i++) {
            size_t size = ((size_t)i * i * i * i) / 8 + 1;  // up to more than is kept
            block[i] = i & 1 ? pool_take_zeroed(&pool, size, 1) : pool_take(&pool, size);
            assert_int_equal((uintptr_t)block[i] % 16, 0);
            for (size_t k = 0; k < size && i & 1; k++) assert_int_equal(block[i][k], 0);
            memset(block[i], (int)i, size);
        }
        for (uint32_t i = 0; i < N; i++) {
            size_t size = ((size_t)i * i * i * i) / 8 + 1;
            for (size_t k = 0; k < size; k += 61) assert_int_equal(block[i][k], i);
            pool_give(&pool, block[i], size);
        }
    }
    pool_free(&pool);
    void *alone = pool_take(NULL, 100);
    pool_give(NULL, alone, 100);
}

static void arena_gives_zeroed_aligned_memory_that_does_not_overlap(void **state) {
    (void)state;
    struct arena a = {0};
    unsigned char *previous = NULL;
    for (size_t n = 0; n < 3000; n++) {
        unsigned char *p = arena_alloc(&a, n);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < n; i++) assert_int_equal(p[i], 0);
        if (n) memset(p, 0xff, n);
        assert_true(p != previous || n <= 1);
        previous = p;
    }
    assert_string_equal(arena_printf(&a, "%d-%s", 5, "x"), "5-x");
    assert_string_equal(arena_strndup(&a, "abcdef", 3), "abc");
    arena_free(&a);
    assert_int_equal(a.total, 0);
}

static void buffer_formats_quotes_and_grows(void **state) {
    (void)state;
    struct buf b = {0};
    assert_string_equal(buf_text(&b), "");
    buf_quoted(&b, "a\"\\\n\xff", 5);
    assert_string_equal(buf_text(&b), "\"a\\\"\\\\\\x0a\\xff\"");
    size_t before = b.n;
    for (int i = 0; i < 1000; i++) buf_printf(&b, "%200d", i);
    assert_int_equal(b.n, before + 200000);
    assert_string_equal(b.text + b.n - 3, "999");
    buf_free(&b);
}

static void buffer_reads_files_and_says_why_not(void **state) {
    (void)state;
    struct buf b = {0};
    const char *why = NULL;
    char path[] = "/tmp/heapproof-test-XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, "a\0b", 3), 3);
    close(fd);
    assert_true(buf_read_file(&b, path, &why));
    assert_int_equal(b.n, 3);
    assert_memory_equal(b.text, "a\0b", 3);
    unlink(path);
    assert_false(buf_read_file(&b, path, &why));
    assert_string_equal(why, "No such file or directory");
    assert_int_equal(b.n, 3);
    assert_false(buf_read_file(&b, "/", &why));
    assert_string_equal(why, "Is a directory");
    buf_free(&b);
}

static void equal_strings_have_equal_numbers(void **state) {
    (void)state;
    struct intern t = {0};
    char name[20];
    assert_int_equal(intern_find(&t, "n0"), INTERN_NONE);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5000; i++) {
            snprintf(name, sizeof name, "n%u", i);
            assert_int_equal(intern_add(&t, name), i);
        }
    assert_int_equal(intern_find(&t, "n4999"), 4999);
    assert_int_equal(intern_find(&t, "n5000"), INTERN_NONE);
    assert_string_equal(t.text.at[17], "n17");
    intern_free(&t);
}

static void vector_inserts_removes_and_finds_elements(void **state) {
    (void)state;
    struct pair {
        uint32_t a, b;
    };
    VEC(struct pair) v = {0}, w = {0};
    for (uint32_t i = 0; i < 300; i++) {  // in order of (a, b), whatever the order they come in
        uint32_t k = i * 7 % 300;
        struct pair x = {k / 10, k % 10};
        uint32_t at = vec_lower(&v, &x.a, 2);
        vec_insert(&v, at, x);
    }
    for (uint32_t i = 0; i < 300; i++) {
        struct pair x = {i / 10, i % 10}, none = {i / 10, 10};
        assert_int_equal(v.at[i].a * 10 + v.at[i].b, i);
        assert_int_equal(vec_lower(&v, &x.a, 2), i);
        assert_int_equal(vec_lower(&v, &x.a, 1), i / 10 * 10);
        assert_int_equal(vec_find(&v, &x), i);
        assert_int_equal(vec_find(&v, &none), 300);
    }
    uint32_t from = 20, n = 0;
    vec_remove(&v, from, n);
    assert_int_equal(v.n, 300);
    n = 30;
    vec_remove(&v, from, n);
    assert_int_equal(v.n, 270);
    assert_int_equal(v.at[19].a * 10 + v.at[19].b, 19);
    assert_int_equal(v.at[20].a, 5);
    vec_append(&w, v.at + 1, 2);
    vec_append(&w, v.at, 0);
    vec_append(&w, v.at + 269, 1);
    assert_int_equal(w.n, 3);
    assert_int_equal(w.at[0].b, 1);
    assert_int_equal(w.at[2].a, 29);
    vec_free(&v);
    vec_free(&w);
}

static void pointer_map_finds_what_was_set_last(void **state) {
    (void)state;
    static char at[5000];
    struct ptrmap m = {0};
    uint32_t v = 7;
    assert_false(ptrmap_get(&m, at, &v));
    for (uint32_t i = 0; i < 5000; i++) ptrmap_set(&m, at + i, i);
    for (uint32_t i = 0; i < 5000; i += 2) ptrmap_set(&m, at + i, i + 1);
    for (uint32_t i = 0; i < 5000; i++) {
        assert_true(ptrmap_get(&m, at + i, &v));
        assert_int_equal(v, i % 2 ? i : i + 1);
    }
    assert_int_equal(m.n, 5000);
    ptrmap_clear(&m);
    assert_false(ptrmap_get(&m, at, &v));
    ptrmap_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_moves_out_of_lent_memory),      cmocka_unit_test(pool_gives_blocks_that_do_not_overlap),
        cmocka_unit_test(vector_keeps_elements_while_it_grows), cmocka_unit_test(arena_gives_zeroed_aligned_memory_that_does_not_overlap),
        cmocka_unit_test(buffer_formats_quotes_and_grows),      cmocka_unit_test(buffer_reads_files_and_says_why_not),
        cmocka_unit_test(equal_strings_have_equal_numbers),     cmocka_unit_test(pointer_map_finds_what_was_set_last),
        cmocka_unit_test(vector_inserts_removes_and_finds_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
