// SPDX-License-Identifier: MIT
// The memory of a run against a plain array with one record per byte.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exec/memory.h"

enum { SIZE = 40, BLOCKS = 3, ROUNDS = 20000 };

struct byte {
    uint8_t value;
    char state;  // 'k'nown, 'u'ninitialised, '?' unknown
    uint32_t origin;
};

static uint32_t next(uint32_t *seed) {
    return *seed = *seed * 1664525u + 1013904223u;
}
static uint32_t pick(uint32_t *seed, uint32_t n) {
    return (next(seed) >> 8) % n;
}

static char state_of(const struct exec_value *v, uint32_t i) {
    return v->unknown >> i & 1 ? '?' : v->uninit >> i & 1 ? 'u' : 'k';
}

static void check(const struct exec_memory *s, uint32_t block, const struct byte *model, uint64_t offset, uint32_t n) {
    struct exec_value v;
    uint32_t origins[16] = {0};
    bool any = exec_bytes_read(exec_block(s, block), offset, n, &v, origins), expected = false;
    for (uint32_t i = 0; i < n; i++) {
        const struct byte *b = &model[offset + i];
        assert_int_equal(state_of(&v, i), b->state);
        if (b->state != '?') assert_int_equal((uint8_t)(v.bits >> 8 * i), b->value);
        expected |= b->origin != 0;
        if (any) assert_int_equal(origins[i], b->origin);
    }
    assert_int_equal(any, expected);
    assert_true(n == 16 || v.bits >> 8 * n == 0);
}

static void write(struct exec_memory *s, uint32_t block, struct byte *model, uint64_t offset, uint32_t n, uint32_t *seed) {
    struct exec_value v = {.bits = (exec_word)next(seed) << 64 | (exec_word)next(seed) << 32 | next(seed)};
    uint32_t origins[16] = {0};
    bool pointer = pick(seed, 3) == 0;
    v.uninit = pick(seed, 3) ? 0 : (uint16_t)next(seed);
    v.unknown = pick(seed, 5) ? 0 : (uint16_t)(next(seed) & next(seed));
    for (uint32_t i = 0; i < n; i++) {
        origins[i] = pointer ? pick(seed, 4) : 0;
        model[offset + i] = (struct byte){(uint8_t)(v.bits >> 8 * i), state_of(&v, i), origins[i]};
    }
    exec_bytes_write(s, exec_block(s, block), offset, n, &v, pointer ? origins : NULL);
}

static void memory_remembers_each_byte(void **state) {
    (void)state;
    struct exec_memory s;
    exec_memory_begin(&s, 64, 1 << 20, 7);
    uint32_t blocks[BLOCKS], seed = 1;
    static struct byte model[BLOCKS][SIZE];
    const enum exec_birth births[BLOCKS] = {EXEC_BIRTH_ZERO, EXEC_BIRTH_UNINIT, EXEC_BIRTH_UNKNOWN};
    for (int i = 0; i < BLOCKS; i++) {
        assert_int_equal(exec_block_new(&s, EXEC_HEAP, SIZE, 16, births[i], &blocks[i]), EXEC_ROOM_OK);
        uint64_t pattern = exec_block(&s, blocks[i])->pattern;
        for (uint32_t k = 0; k < SIZE; k++) model[i][k] = (struct byte){i == 1 ? (uint8_t)(pattern >> 8 * (k & 7)) : 0, "ku?"[i], 0};
    }
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t b = pick(&seed, BLOCKS), n = 1 + pick(&seed, 16), offset = pick(&seed, SIZE - n + 1), from = pick(&seed, BLOCKS);
        uint32_t source = pick(&seed, SIZE - n + 1);
        switch (pick(&seed, 4)) {
        case 0: write(&s, blocks[b], model[b], offset, n, &seed); break;
        case 1:
            exec_bytes_copy(&s, exec_block(&s, blocks[b]), offset, exec_block(&s, blocks[from]), source, n);
            memmove(&model[b][offset], &model[from][source], n * sizeof **model);
            break;
        case 2:
            if (pick(&seed, 4)) break;
            exec_bytes_set(exec_block(&s, blocks[b]), offset, n, 0x5a, EXEC_KNOWN);
            for (uint32_t i = 0; i < n; i++) model[b][offset + i] = (struct byte){0x5a, 'k', 0};
            break;
        default: check(&s, blocks[b], model[b], offset, n); break;
        }
    }
    for (int i = 0; i < BLOCKS; i++) {
        for (uint32_t k = 0; k < SIZE; k++) check(&s, blocks[i], model[i], k, 1);
    }
    exec_memory_end(&s);
}

static void addresses_find_their_blocks(void **state) {
    (void)state;
    struct exec_memory s;
    exec_memory_begin(&s, 32, 1 << 20, 0);
    uint32_t blocks[50], seed = 5;
    for (int i = 0; i < 50; i++) {
        uint64_t size = pick(&seed, 100), align = 1u << pick(&seed, 7);
        assert_int_equal(exec_block_new(&s, i % 3 ? EXEC_HEAP : EXEC_GLOBAL, size, align, EXEC_BIRTH_ZERO, &blocks[i]), EXEC_ROOM_OK);
        assert_int_equal(exec_block(&s, blocks[i])->address % align, 0);
        assert_true(exec_block(&s, blocks[i])->address + size < 0xfff00000u);
    }
    for (int i = 0; i < 50; i++) {
        const struct exec_block *b = exec_block(&s, blocks[i]);
        assert_int_equal(exec_block_at(&s, b->address), blocks[i]);
        assert_int_equal(exec_block_at(&s, b->address + b->size), blocks[i]);
        assert_int_equal(exec_block_at(&s, b->address + b->size + 1), 0);
        assert_int_equal(exec_block_at(&s, b->address - 1), 0);
    }
    exec_memory_end(&s);
}

static void room_runs_out_as_a_status(void **state) {
    (void)state;
    struct exec_memory s;
    uint32_t block;
    exec_memory_begin(&s, 32, 1ull << 40, 0);
    assert_int_equal(exec_block_new(&s, EXEC_HEAP, 0xf0000000u, 16, EXEC_BIRTH_ZERO, &block), EXEC_NO_ADDRESS);
    exec_memory_end(&s);
    exec_memory_begin(&s, 64, 1000, 0);
    assert_int_equal(exec_block_new(&s, EXEC_HEAP, 501, 16, EXEC_BIRTH_ZERO, &block), EXEC_NO_BYTES);
    assert_int_equal(exec_block_new(&s, EXEC_HEAP, 400, 16, EXEC_BIRTH_ZERO, &block), EXEC_ROOM_OK);
    assert_int_equal(exec_block_new(&s, EXEC_HEAP, 400, 16, EXEC_BIRTH_ZERO, &block), EXEC_NO_BYTES);
    exec_memory_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_remembers_each_byte),
        cmocka_unit_test(addresses_find_their_blocks),
        cmocka_unit_test(room_runs_out_as_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
