// SPDX-License-Identifier: MIT
// Liveness, deaths after instructions and on edges agree with a search over all paths, on random functions; and single rules on small ones.
#include "ir/live.h"

#include "graph.h"
#include "ir/operand.h"

enum { MAX_BLOCKS = 8, N_VARS = 6 };

// ---- the definition ------------------------------------------------------------------------------------------------------------------

static bool reads_local(const struct ir_instr *i, uint32_t x) {
    for (uint32_t k = 0; k < ir_n_operands(i); k++)
        if (ir_operand(i, k) == ir_val_of(IR_LOCAL, x)) return true;
    return false;
}

static bool ends_local(const struct ir_instr *i, uint32_t x) {
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (i->dsts[k] == x) return true;
    return (i->op == IR_ENTER || i->op == IR_LEAVE) && i->subject == ir_val_of(IR_LOCAL, x);
}

// Can x be read, from the point before instruction `at` of block b, before it is killed?  `seen` are blocks entered at their start.
static bool naive_live(const struct ir_func *f, uint32_t b, uint32_t at, uint32_t x, bool *seen) {
    for (; at < f->blocks.at[b].first + f->blocks.at[b].n; at++) {
        if (reads_local(&f->instrs.at[at], x)) return true;
        if (ends_local(&f->instrs.at[at], x)) return false;
    }
    const struct ir_instr *end = ir_end(f, b);
    for (uint32_t k = 0; k < end->n_succs; k++) {
        uint32_t s = end->succs[k];
        if (seen[s]) continue;
        seen[s] = true;
        if (naive_live(f, s, f->blocks.at[s].first, x, seen)) return true;
    }
    return false;
}

static bool live_before(const struct ir_func *f, uint32_t b, uint32_t at, uint32_t x) {
    bool seen[MAX_BLOCKS] = {0};
    return naive_live(f, b, at, x, seen);
}

// ---- random functions ----------------------------------------------------------------------------------------------------------------

static ir_val any_var(uint64_t *seed, uint32_t first) {
    return ir_val_of(IR_LOCAL, first + graph_random(seed) % N_VARS);
}

static void random_instr(struct ir_build *b, uint32_t first, uint64_t *seed) {
    ir_val x = any_var(seed, first), y = any_var(seed, first), z = any_var(seed, first);
    struct ir_term term = {z, 4};
    struct ir_addr address = {y, 1, 8, &term}, plain = {z, 0, 0, NULL};
    ir_val args[] = {y, z}, callee = ir_val_of(IR_LOCAL, first + N_VARS), block = ir_val_of(IR_LOCAL, first + N_VARS + 1);
    switch (graph_random(seed) % 9) {
    case 0: ir_build_let(b, ir_index(x), IR_COPY_, y, IR_NOTHING, IR_NOTHING); break;
    case 1: ir_build_let(b, ir_index(x), IR_ADD_, y, z, IR_NOTHING); break;
    case 2: ir_build_store(b, x, &address, 0); break;
    case 3: ir_build_load(b, ir_index(x), &address, 0); break;
    case 4: ir_build_enter(b, x); break;
    case 5: ir_build_leave(b, x); break;
    case 6: ir_build_call(b, (uint32_t[]){ir_index(x)}, 1, callee, args, 2, block); break;
    case 7: ir_build_copy(b, &address, &plain, x, 0); break;
    case 8: ir_build_load(b, ir_index(graph_random(seed) % 2 ? callee : block), &plain, 0); break;
    }
}

static struct ir_program *random_function(uint64_t *seed) {
    struct graph_node g[MAX_BLOCKS];
    uint32_t n = 1 + graph_random(seed) % MAX_BLOCKS;
    graph_fill(g, n, 3, seed);
    struct ir_program *p = ir_program_new(64);
    struct ir_build b;
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    uint32_t value = ir_build_param(&b, "value", IR_I(32), IR_NO_TYPE, 0), flag = ir_build_param(&b, "flag", IR_I1, IR_NO_TYPE, 0);
    uint32_t first = ir_build_local(&b, "x", IR_I(64), IR_NO_TYPE, IR_SCOPED);
    for (uint32_t i = 1; i < N_VARS; i++) ir_build_local(&b, "x", IR_I(64), IR_NO_TYPE, IR_SCOPED);
    ir_build_local(&b, "callee", ir_ptr(p), IR_NO_TYPE, 0);
    ir_build_local(&b, "block", ir_ptr(p), IR_NO_TYPE, 0);
    for (uint32_t i = 0; i < n; i++) ir_build_block(&b, NULL);
    for (uint32_t i = 0; i < n; i++) {
        ir_build_at(&b, i);
        for (uint32_t k = graph_random(seed) % 4; k > 0; k--) random_instr(&b, first, seed);
        graph_end_block(&b, ir_val_of(IR_LOCAL, value), ir_val_of(IR_LOCAL, flag), &g[i]);
    }
    if (!ir_build_end(&b)) fail_msg("%s", b.error);
    return p;
}

// ---- comparison ----------------------------------------------------------------------------------------------------------------------

static bool listed(const uint32_t *list, uint32_t n, uint32_t x) {
    for (uint32_t k = 0; k < n; k++)
        if (list[k] == x) return true;
    return false;
}

static void check_block(const struct ir_func *f, const struct ir_live *l, uint32_t b) {
    const struct ir_block *block = &f->blocks.at[b];
    uint32_t end = block->first + block->n, n;
    for (uint32_t x = 0; x < f->locals.n; x++) {
        assert_int_equal(ir_live_in(l, b, x), live_before(f, b, block->first, x));
        assert_int_equal(ir_live_out(l, b, x), live_before(f, b, end, x));
        for (uint32_t at = block->first; at < end; at++) {
            const struct ir_instr *i = &f->instrs.at[at];
            bool after = live_before(f, b, at + 1, x), writes = ends_local(i, x) && i->n_dsts;
            assert_int_equal(ir_live_after(l, b, at, x), after);
            const uint32_t *list = ir_live_deaths(l, at, &n);
            assert_int_equal(listed(list, n, x), (reads_local(i, x) || writes) && !after);
        }
    }
}

static void check_entry(const struct ir_func *f, const struct ir_cfg *c, const struct ir_live *l, uint32_t b) {
    uint32_t n;
    const uint32_t *list = ir_live_entry_deaths(l, b, &n);
    for (uint32_t k = 0; k + 1 < n; k++) assert_true(list[k] < list[k + 1]);
    for (uint32_t x = 0; x < f->locals.n; x++) {
        bool before = b == 0 && x < f->n_params;
        for (uint32_t k = c->pred_first[b]; k < c->pred_first[b + 1]; k++) before |= ir_live_out(l, c->preds[k], x);
        assert_int_equal(listed(list, n, x), before && !ir_live_in(l, b, x));
    }
}

static void check_walk(const struct ir_func *f, const struct ir_live *l, uint32_t b) {
    struct ir_live_walk w;
    ir_live_walk_begin(&w, l, b);
    uint32_t at = f->blocks.at[b].first + f->blocks.at[b].n;
    do {
        assert_int_equal(w.at, at);
        for (uint32_t x = 0; x < f->locals.n; x++) assert_int_equal(w.live[x], live_before(f, b, at, x));
        at--;
    } while (ir_live_walk_back(&w));
    assert_int_equal(at + 1, f->blocks.at[b].first);
    ir_live_walk_end(&w);
}

static void random_functions_agree_with_a_search_over_paths(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 1000; round++) {
        struct ir_program *p = random_function(&seed);
        const struct ir_func *f = &p->funcs.at[0];
        struct ir_cfg c;
        struct ir_live l;
        ir_cfg_build(&c, f);
        ir_live_build(&l, f, &c);
        for (uint32_t b = 0; b < f->blocks.n; b++) {
            check_block(f, &l, b);
            check_entry(f, &c, &l, b);
            check_walk(f, &l, b);
        }
        ir_live_free(&l);
        ir_cfg_free(&c);
        ir_program_free(p);
    }
}

// ---- single rules --------------------------------------------------------------------------------------------------------------------

// f(p, unused): x = p; leave x; enter x; y = x; return
static void leave_and_enter_end_a_value_and_unused_parameters_die_at_entry(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    struct ir_build b;
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    uint32_t a = ir_build_param(&b, "p", ir_ptr(p), IR_NO_TYPE, 0), unused = ir_build_param(&b, "unused", IR_I(32), IR_NO_TYPE, 0), n;
    uint32_t x = ir_build_local(&b, "x", ir_ptr(p), IR_NO_TYPE, IR_SCOPED), y = ir_build_local(&b, "y", ir_ptr(p), IR_NO_TYPE, 0);
    ir_build_at(&b, ir_build_block(&b, "entry"));
    ir_build_let(&b, x, IR_COPY_, ir_val_of(IR_LOCAL, a), IR_NOTHING, IR_NOTHING);
    ir_build_leave(&b, ir_val_of(IR_LOCAL, x));
    ir_build_enter(&b, ir_val_of(IR_LOCAL, x));
    ir_build_let(&b, y, IR_COPY_, ir_val_of(IR_LOCAL, x), IR_NOTHING, IR_NOTHING);
    ir_build_ret(&b, NULL, 0);
    assert_true(ir_build_end(&b));
    struct ir_cfg c;
    struct ir_live l;
    ir_cfg_build(&c, &p->funcs.at[0]);
    ir_live_build(&l, &p->funcs.at[0], &c);
    assert_int_equal(l.n_crossing, 1);
    const uint32_t *at_entry = ir_live_entry_deaths(&l, 0, &n);
    assert_true(n == 1 && at_entry[0] == unused);
    const uint32_t *first = ir_live_deaths(&l, 0, &n);
    assert_true(n == 2 && first[0] == a && first[1] == x);
    assert_true(!ir_live_after(&l, 0, 1, x) && ir_live_after(&l, 0, 2, x) && !ir_live_after(&l, 0, 3, x));
    const uint32_t *last = ir_live_deaths(&l, 3, &n);
    assert_true(n == 2 && last[0] == x && last[1] == y);
    ir_live_free(&l);
    ir_cfg_free(&c);
    ir_program_free(p);
}

// 10,000 temporaries of one block each in 3,000 blocks: only what crosses blocks costs bits.
static void temporaries_within_a_block_cost_no_bits(void **state) {
    (void)state;
    enum { BLOCKS = 3000, PER_BLOCK = 4 };
    struct ir_program *p = ir_program_new(64);
    struct ir_build b;
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    uint32_t x = ir_build_param(&b, "x", IR_I(32), IR_NO_TYPE, 0);
    for (uint32_t i = 0; i < BLOCKS; i++) ir_build_block(&b, NULL);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        ir_val v = ir_val_of(IR_LOCAL, x);
        ir_build_at(&b, i);
        for (int k = 0; k < PER_BLOCK; k++) v = ir_build_let_temp(&b, IR_I(32), IR_ADD_, v, v, IR_NOTHING);
        if (i + 1 < BLOCKS)
            ir_build_jump(&b, i + 1);
        else
            ir_build_ret(&b, NULL, 0);
    }
    assert_true(ir_build_end(&b));
    struct ir_cfg c;
    struct ir_live l;
    ir_cfg_build(&c, &p->funcs.at[0]);
    ir_live_build(&l, &p->funcs.at[0], &c);
    assert_int_equal(l.n_crossing, 1);
    assert_true(ir_live_in(&l, BLOCKS - 1, x) && !ir_live_out(&l, BLOCKS - 1, x));
    assert_true(l.arena.total < 1 << 20);
    ir_live_free(&l);
    ir_cfg_free(&c);
    ir_program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_functions_agree_with_a_search_over_paths),
        cmocka_unit_test(leave_and_enter_end_a_value_and_unused_parameters_die_at_entry),
        cmocka_unit_test(temporaries_within_a_block_cost_no_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
