// SPDX-License-Identifier: MIT
// The quick ways of the main loop against the general ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exec/quick.h"

enum { SIZE = 24, ROUNDS = 40000 };

static uint64_t next(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 16 ^ *seed << 24;
}

static uint64_t some_word(uint64_t *seed) {
    static const uint64_t edges[] = {0, 1, 2, 7, 8, 31, 32, 63, 64, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX};
    return next(seed) % 3 ? edges[next(seed) % (sizeof edges / sizeof *edges)] : next(seed);
}

static uint32_t result_bits(enum ir_pure op, uint32_t bits) {
    switch (ir_pures[op].class) {
    case IR_CLASS_TEST: return 1;
    case IR_CLASS_WIDEN: return 64;
    case IR_CLASS_NARROW: return bits > 8 ? 8 : 1;
    default: return bits;
    }
}

static void quick_operators_do_what_the_others_do(void **state) {
    (void)state;
    static const uint32_t widths[] = {8, 16, 32, 63};
    uint64_t seed = 1;
    uint32_t taken[IR_N_PURE] = {0};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        enum ir_pure op = (enum ir_pure)(next(&seed) % IR_N_PURE);
        uint32_t bits = ir_pures[op].class == IR_CLASS_WIDEN ? widths[next(&seed) % 4] : next(&seed) % 4 ? 8u << next(&seed) % 4 : 2;
        uint64_t mask = (uint64_t)ir_mask(bits), out = 0;
        ir_word128 words[3] = {some_word(&seed) & mask, some_word(&seed) & mask}, expected;
        if (!exec_quick_eval(op, bits, (uint64_t)words[0], (uint64_t)words[1], &out)) continue;
        ir_type result = IR_I(result_bits(op, bits));
        assert_int_equal(ir_eval(op, result, IR_I(bits), words, &expected), IR_EVAL_OK);
        assert_true((out & (uint64_t)ir_mask(ir_bits(result))) == expected);
        taken[op]++;
    }
    assert_true(taken[IR_ADD_] && taken[IR_SLT_] && taken[IR_ASHR_] && taken[IR_SEXT_] && taken[IR_TRUNC_] && taken[IR_UREM_]);
}

static void fill(struct exec_machine *m, uint32_t block, uint64_t *seed) {
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t n = 1u << next(seed) % 4, origins[16] = {0};
        struct exec_value v = {.bits = next(seed)};
        if (next(seed) % 4 == 0) v.uninit = (uint16_t)next(seed);
        if (next(seed) % 6 == 0) v.unknown = (uint16_t)next(seed);
        bool pointer = next(seed) % 3 == 0;
        for (uint32_t k = 0; pointer && k < n; k++) origins[k] = next(seed) % 8 ? 1 : 2;
        exec_bytes_write(&m->memory, exec_block(&m->memory, block), next(seed) % (SIZE - n + 1), n, &v, pointer ? origins : NULL);
    }
}

static bool same_bytes(const struct exec_block *a, const struct exec_block *b) {
    if (memcmp(a->bytes, b->bytes, SIZE) != 0 || memcmp(a->state, b->state, SIZE) != 0) return false;
    for (uint32_t i = 0; i < SIZE; i++)
        if ((a->origin ? a->origin[i] : 0) != (b->origin ? b->origin[i] : 0)) return false;
    return true;
}

static void assert_same(const struct exec_value *a, const struct exec_value *b) {
    assert_true(a->bits == b->bits && a->block == b->block && a->uninit == b->uninit && a->unknown == b->unknown && a->flags == b->flags && a->node == b->node);
}

static void quick_accesses_do_what_the_others_do(void **state) {
    (void)state;
    struct ir_program p = {.pointer_bits = 64};
    struct exec_options o = {0};
    struct exec_stack stack = {0};
    uint64_t seed = 7;
    uint32_t loads = 0, stores = 0, left = 0;
    for (uint32_t round = 0; round < ROUNDS / 10; round++) {
        struct exec_machine m = {.program = &p, .options = &o, .stack = &stack};
        exec_memory_begin(&m.memory, 64, 1 << 20, 0);
        uint32_t a, b;
        uint64_t start = seed;
        enum exec_birth birth = next(&seed) % 2 ? EXEC_BIRTH_ZERO : EXEC_BIRTH_UNINIT;
        exec_block_new(&m.memory, EXEC_HEAP, SIZE, 8, birth, &a);
        exec_block_new(&m.memory, EXEC_HEAP, SIZE, 8, birth, &b);
        exec_block(&m.memory, b)->pattern = exec_block(&m.memory, a)->pattern;
        fill(&m, a, &seed);
        seed = start;
        next(&seed);
        fill(&m, b, &seed);
        uint32_t n = 1u << next(&seed) % 4;
        uint64_t at = next(&seed) % (SIZE + 4);
        // Values: the address of a, that of b, an index, something to store, and where to load to.
        struct exec_value values[5] = {exec_pointer(&m, a, 8), exec_pointer(&m, b, 8), exec_int((uint32_t)(at - 8)), {.bits = next(&seed)}, {0}};
        if (n < 8) values[3].bits &= ir_mask(8 * n);
        if (next(&seed) % 4 == 0) values[3].block = 1;
        struct exec_term index = {2, 32, 1};
        struct exec_instr i = {.bytes = (uint8_t)n, .mask = (uint64_t)ir_mask(8 * n), .type = IR_I(8 * n), .dst = 4, .args = {3}, .to = {.n_terms = 1, .terms = &index}};
        bool inside = at <= SIZE && n <= SIZE - at;
        struct exec_value expected, place = exec_pointer(&m, b, at);
        if (exec_quick_load(&m, values, &i)) {
            assert_true(inside && exec_load(&m, &place, IR_I(8 * n), &expected));
            assert_same(&values[4], &expected);
            loads++;
        } else {
            left++;
        }
        if (exec_quick_store(&m, values, &i)) {
            assert_true(inside && exec_store(&m, &place, IR_I(8 * n), &values[3]));
            stores++;
        }
        assert_true(same_bytes(exec_block(&m.memory, a), exec_block(&m.memory, b)));
        exec_memory_end(&m.memory);
    }
    assert_true(loads > 100 && stores > 100 && left > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_operators_do_what_the_others_do),
        cmocka_unit_test(quick_accesses_do_what_the_others_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
