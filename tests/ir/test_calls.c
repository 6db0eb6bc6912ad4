// SPDX-License-Identifier: MIT
// Candidates of indirect calls, components, recursion and reachability: on a small program by hand, on random ones by definition.
#include "ir/calls.h"

#include "graph.h"

// ---- a small program -------------------------------------------------------------------------------------------------------------------

static uint32_t declare(struct ir_program *p, const char *name, const ir_type *params, uint32_t n, ir_type ret, uint32_t flags) {
    uint32_t f = ir_add_func(p, name);
    struct ir_build b;
    ir_build_begin(&b, p, f);
    for (uint32_t k = 0; k < n; k++) ir_build_param(&b, NULL, params[k], IR_NO_TYPE, 0);
    struct ir_func *func = &p->funcs.at[f];
    func->flags = flags;
    func->n_rets = ret != 0;
    func->rets = arena_copy(&p->arena, &ret, sizeof ret);
    if (!(flags & IR_EXTERN)) {
        ir_val zero = ret ? ir_const_int(p, ret, 0) : IR_NOTHING;
        ir_build_at(&b, ir_build_block(&b, "entry"));
        ir_build_ret(&b, &zero, func->n_rets);
    }
    if (!ir_build_end(&b)) fail_msg("%s", b.error);
    return f;
}

static ir_val function(uint32_t f) {
    return ir_val_of(IR_FUNC, f);
}

struct small {
    struct ir_program *p;
    uint32_t taken, other_type, pointer_sized, short_one, silent, variadic, hidden, library, caller, indirect_at;
};

// The caller takes the addresses of all but `hidden`, and calls an unknown pointer as `i32 (*)(i64, i32)`.
static void make_caller(struct small *s) {
    struct ir_program *p = s->p;
    const uint32_t stored[] = {s->other_type, s->pointer_sized, s->short_one, s->silent, s->variadic};
    struct ir_build b;
    s->caller = ir_add_func(p, "caller");
    ir_build_begin(&b, p, s->caller);
    uint32_t callee = ir_build_param(&b, "callee", ir_ptr(p), IR_NO_TYPE, 0);
    uint32_t result = ir_build_local(&b, "result", IR_I(32), IR_NO_TYPE, 0);
    struct ir_addr somewhere = {ir_val_of(IR_LOCAL, callee), 0, 0, NULL};
    ir_build_at(&b, ir_build_block(&b, "entry"));
    for (uint32_t k = 0; k < sizeof stored / sizeof *stored; k++) ir_build_store(&b, function(stored[k]), &somewhere, 0);
    ir_val args[] = {ir_const_int(p, IR_I(64), 1), ir_const_int(p, IR_I(32), 2)}, taken = function(s->taken);
    ir_build_call(&b, NULL, 0, function(s->library), &taken, 1, IR_NOTHING);
    ir_build_call(&b, NULL, 0, function(s->hidden), args, 2, IR_NOTHING);
    s->indirect_at = p->funcs.at[s->caller].instrs.n;
    ir_build_call(&b, &result, 1, ir_val_of(IR_LOCAL, callee), args, 2, IR_NOTHING);
    ir_build_ret(&b, NULL, 0);
    if (!ir_build_end(&b)) fail_msg("%s", b.error);
}

static struct small make_small(void) {
    struct small s = {.p = ir_program_new(64)};
    ir_type ptr = ir_ptr(s.p);
    s.taken = declare(s.p, "taken", (ir_type[]){IR_I(64), IR_I(32)}, 2, IR_I(32), 0);
    s.other_type = declare(s.p, "other_type", (ir_type[]){IR_I(32), IR_I(32)}, 2, IR_I(32), 0);
    s.pointer_sized = declare(s.p, "pointer_sized", (ir_type[]){ptr, IR_I(32)}, 2, IR_I(32), 0);
    s.short_one = declare(s.p, "short_one", (ir_type[]){IR_I(64)}, 1, IR_I(32), 0);
    s.silent = declare(s.p, "silent", (ir_type[]){IR_I(64), IR_I(32), ptr}, 3, 0, 0);
    s.variadic = declare(s.p, "variadic", (ir_type[]){IR_I(64), ptr}, 2, 0, IR_VARIADIC);
    s.hidden = declare(s.p, "hidden", (ir_type[]){IR_I(64), IR_I(32)}, 2, IR_I(32), 0);
    s.library = declare(s.p, "library", (ir_type[]){ptr}, 1, 0, IR_EXTERN);
    make_caller(&s);
    return s;
}

static void candidates_are_the_address_taken_functions_that_fit(void **state) {
    (void)state;
    struct small s = make_small();
    const uint32_t expected[] = {s.taken, s.pointer_sized, s.short_one, s.variadic};
    struct ir_calls c;
    uint32_t n;
    ir_calls_build(&c, s.p, NULL, NULL);
    const uint32_t *found = ir_call_targets(&c, s.caller, s.indirect_at, &n);
    assert_int_equal(n, 4);
    for (uint32_t k = 0; k < n; k++) assert_int_equal(found[k], expected[k]);
    found = ir_call_targets(&c, s.caller, s.indirect_at - 1, &n);
    assert_true(n == 1 && found[0] == s.hidden);
    assert_true(c.taken[s.silent] && !c.taken[s.hidden] && !c.taken[s.library] && !c.taken[s.caller]);
    assert_true(c.component[s.taken] < c.component[s.caller] && !c.recursive[s.caller]);
    ir_calls_free(&c);
    ir_program_free(s.p);
}

static bool never(const void *context, const struct ir_program *p, const struct ir_func *f) {
    (void)context;
    (void)p;
    assert_true(f->flags & IR_EXTERN);
    return false;
}

static void library_functions_call_back_unless_excluded(void **state) {
    (void)state;
    struct small s = make_small();
    struct ir_calls c;
    bool reached[16];
    ir_calls_build(&c, s.p, NULL, NULL);
    ir_calls_reach(&c, s.library, reached);
    assert_true(reached[s.library] && reached[s.taken] && reached[s.silent] && !reached[s.hidden] && !reached[s.caller]);
    ir_calls_free(&c);
    ir_calls_build(&c, s.p, never, NULL);
    ir_calls_reach(&c, s.library, reached);
    assert_true(reached[s.library] && !reached[s.taken]);
    ir_calls_free(&c);
    ir_program_free(s.p);
}

static void addresses_in_globals_count_and_constructors_run(void **state) {
    (void)state;
    struct small s = make_small();
    uint32_t g = ir_add_global(s.p, "table");
    struct ir_reloc reloc = {0, 8, function(s.hidden), 0};
    struct ir_global *global = &s.p->globals.at[g];
    global->size = 8;
    global->align = 8;
    global->n_relocs = 1;
    global->relocs = &reloc;
    vec_push(&s.p->ctors, (struct ir_hook){s.other_type, 65535});
    struct ir_calls c;
    bool reached[16];
    ir_calls_build(&c, s.p, never, NULL);
    assert_true(c.taken[s.hidden]);
    ir_calls_reach(&c, s.taken, reached);
    assert_true(reached[s.taken] && reached[s.other_type] && !reached[s.pointer_sized]);
    ir_calls_free(&c);
    ir_program_free(s.p);
}

// ---- random programs -------------------------------------------------------------------------------------------------------------------

enum { FUNCS = 9 };
struct random_calls {
    bool external[FUNCS], taken[FUNCS], edge[FUNCS][FUNCS];  // edge: closed below
};

// Function f has no parameters and no results: every call fits everything.
static void random_body(struct ir_program *p, uint32_t f, struct random_calls *r, bool *indirect, uint64_t *seed) {
    struct ir_build b;
    ir_build_begin(&b, p, f);
    if (!r->external[f]) {
        uint32_t x = ir_build_local(&b, "x", ir_ptr(p), IR_NO_TYPE, 0);
        ir_build_at(&b, ir_build_block(&b, "entry"));
        for (uint32_t k = graph_random(seed) % 3; k > 0; k--) {
            uint32_t g = graph_random(seed) % FUNCS, what = graph_random(seed) % 16;
            ir_val callee = what < 10 ? function(g) : ir_val_of(IR_LOCAL, x);
            if (what < 10)
                r->edge[f][g] = true;
            else if (what < 12)
                indirect[f] = true;
            if (what < 12)
                ir_build_call(&b, NULL, 0, callee, NULL, 0, IR_NOTHING);
            else if (what < 14)
                ir_build_let(&b, x, IR_COPY_, function(g), IR_NOTHING, IR_NOTHING), r->taken[g] = true;
        }
        ir_build_ret(&b, NULL, 0);
    }
    if (!ir_build_end(&b)) fail_msg("%s", b.error);
}

static struct ir_program *random_program(struct random_calls *r, uint64_t *seed) {
    struct ir_program *p = ir_program_new(64);
    bool indirect[FUNCS] = {0};
    *r = (struct random_calls){0};
    for (uint32_t f = 0; f < FUNCS; f++) {
        char name[8];
        snprintf(name, sizeof name, "f%u", f);
        ir_add_func(p, name);
        r->external[f] = graph_random(seed) % 8 == 0;
        p->funcs.at[f].flags = r->external[f] ? IR_EXTERN : 0;
    }
    for (uint32_t f = 0; f < FUNCS; f++) random_body(p, f, r, indirect, seed);
    for (uint32_t f = 0; f < FUNCS; f++)
        for (uint32_t g = 0; g < FUNCS; g++) r->edge[f][g] |= (indirect[f] || r->external[f]) && r->taken[g];
    return p;
}

// Warshall: edge[f][g] becomes "g can be called while f runs".
static void close_edges(struct random_calls *r) {
    for (uint32_t k = 0; k < FUNCS; k++)
        for (uint32_t f = 0; f < FUNCS; f++)
            for (uint32_t g = 0; g < FUNCS; g++) r->edge[f][g] |= r->edge[f][k] && r->edge[k][g];
}

static void check_against_closure(const struct ir_calls *c, const struct random_calls *r) {
    for (uint32_t f = 0; f < FUNCS; f++) {
        bool reached[FUNCS];
        ir_calls_reach(c, f, reached);
        assert_int_equal(c->recursive[f], r->edge[f][f]);
        for (uint32_t g = 0; g < FUNCS; g++) {
            assert_int_equal(reached[g], g == f || r->edge[f][g]);
            assert_int_equal(c->component[f] == c->component[g], f == g || (r->edge[f][g] && r->edge[g][f]));
            if (r->edge[f][g]) assert_true(c->component[g] <= c->component[f]);
        }
    }
    for (uint32_t k = 0, f = 0; k < c->n_components; k++)
        for (uint32_t m = c->member_first[k]; m < c->member_first[k + 1]; m++, f++) {
            assert_int_equal(c->component[c->members[m]], k);
            assert_true(m == c->member_first[k] || c->members[m - 1] < c->members[m]);
        }
    assert_int_equal(c->member_first[c->n_components], FUNCS);
}

static void random_programs_agree_with_transitive_closure(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 3000; round++) {
        struct random_calls r;
        struct ir_program *p = random_program(&r, &seed);
        struct ir_calls c;
        close_edges(&r);
        ir_calls_build(&c, p, NULL, NULL);
        check_against_closure(&c, &r);
        ir_calls_free(&c);
        ir_program_free(p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_the_address_taken_functions_that_fit),
        cmocka_unit_test(library_functions_call_back_unless_excluded),
        cmocka_unit_test(addresses_in_globals_count_and_constructors_run),
        cmocka_unit_test(random_programs_agree_with_transitive_closure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
