// SPDX-License-Identifier: MIT
// Choices: values that come from the inputs.
#include <assert.h>

#include "exec/machine.h"
#include "exec/mix.h"
#include "exec/open.h"
#include "exec/trail.h"
#include "exec/ways.h"
#include "ir/eval.h"

static uint64_t next_random(struct exec_machine *m) {
    m->random += 0x9e3779b97f4a7c15u;
    uint64_t x = m->random;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// Half small numbers, an eighth boundaries, the rest anything.
static uint64_t random_word(struct exec_machine *m, uint32_t bits) {
    uint64_t r = next_random(m), style = r & 7, pick = r >> 3, top = 1ull << (bits - 1);
    if (style < 4) return style == 3 ? -(pick % 4) : pick % 9;
    if (style == 4) return pick % 4 == 0 ? top : pick % 4 == 1 ? top - 1 : pick % 4 == 2 ? ~0ull : 0;
    return next_random(m);
}

// The text, kept once in the result however often it is drawn for.
static const char *kept(struct exec_machine *m, const char *what) {
    uint32_t n = intern_add(&m->reasons, what);
    while (m->reason_text.n <= n) vec_push(&m->reason_text, (const char *)NULL);
    if (!m->reason_text.at[n]) m->reason_text.at[n] = arena_strdup(&m->result->arena, what);
    return m->reason_text.at[n];
}

static uint64_t choose(struct exec_machine *m, uint32_t bits, const char *what) {
    const struct exec_inputs *in = &m->options->inputs;
    uint32_t i = m->inputs.n;
    uint64_t w;
    assert(bits >= 1 && bits <= 64);
    if (!in->oracle || !in->oracle->choose(in->oracle->self, m, what, &w))
        w = i < in->n ? in->values[i] : in->seeded ? random_word(m, bits) : 0;
    w &= (uint64_t)ir_mask(bits);
    vec_push(&m->inputs, (struct exec_input){.value = w, .bits = bits, .what = kept(m, what), .loc = exec_here(m).loc});
    return w;
}

static struct exec_value by_input(struct exec_machine *m, struct exec_value v, ir_type type, const char *why) {
    uint32_t n = ir_bytes(type) > EXEC_WORD_BYTES ? EXEC_WORD_BYTES : ir_bytes(type);
    v.unknown = (uint16_t)((1u << n) - 1);
    v.why = exec_reason_number(m, why);
    return v;
}

static struct exec_value unknown(struct exec_machine *m, struct exec_value v, ir_type type, const char *why) {
    v.node = 0;
    return by_input(m, v, type, why);
}

static struct exec_value draw(struct exec_machine *m, ir_type type, const char *what) {
    uint32_t bits = ir_bits(type) > 128 ? 128 : ir_bits(type);
    exec_word low = bits ? choose(m, bits > 64 ? 64 : bits, what) : 0;
    exec_word high = bits > 64 ? choose(m, bits - 64, what) : 0;
    uint32_t node = bits && bits <= 64 ? exec_trail_input(m, m->inputs.n - 1, bits, (uint64_t)low) : 0;
    return (struct exec_value){.bits = high << 64 | low, .node = node};
}

struct exec_value exec_draw(struct exec_machine *m, ir_type type, const char *what) {
    struct exec_value v = draw(m, type, what);
    return m->options->alone ? unknown(m, v, type, what) : v;
}

uint64_t exec_draw_number(struct exec_machine *m, ir_type type, const char *what) {
    assert(ir_bits(type) <= 64);
    if (m->options->alone) exec_assume(m, "%s", what);
    return (uint64_t)draw(m, type, what).bits;
}

struct exec_value exec_draw_input(struct exec_machine *m, ir_type type, const char *what) {
    return exec_is_exact(m) ? by_input(m, draw(m, type, what), type, what) : exec_draw(m, type, what);
}

bool exec_draw_truth(struct exec_machine *m, const char *what) {
    if (!exec_is_exact(m)) return exec_draw_number(m, IR_I1, what) != 0;
    struct exec_value v = exec_draw_input(m, IR_I1, what);
    return exec_decide_truth(m, &v);
}

struct exec_value exec_draw_contents(struct exec_machine *m, ir_type type) {
    uint32_t before = m->inputs.n;
    struct exec_value v = draw(m, type, "uninitialised");  // its users know that it is RAW (open.h)
    for (uint32_t i = before; i < m->inputs.n; i++) m->inputs.at[i].kind = EXEC_CONTENTS;
    return v;
}

uint64_t exec_draw_below(struct exec_machine *m, uint64_t n, const char *what) {
    assert(n > 0);
    return exec_draw_number(m, IR_I(64), what) % n;
}

uint16_t exec_reason_number(struct exec_machine *m, const char *why) {
    uint32_t n = intern_add(&m->reasons, why);
    return n <= UINT16_MAX ? (uint16_t)n : UINT16_MAX;
}

const char *exec_reason(const struct exec_machine *m, const struct exec_value *v) {
    return v->why < m->reasons.text.n ? m->reasons.text.at[v->why] : "";
}

struct exec_value exec_any(struct exec_machine *m, ir_type type, const char *why) {
    return unknown(m, draw(m, type, why), type, why);
}

// The run goes by a value that is unknown, for all that is known of it.
static void depend_on(struct exec_machine *m, enum exec_decided kind, const struct exec_value *v) {
    if (!exec_trail_fork(m, kind, v)) exec_assume(m, "%s", exec_reason(m, v));
}

uint64_t exec_decide(struct exec_machine *m, const struct exec_value *v) {
    if (v->unknown) depend_on(m, EXEC_NUMBER, v);
    exec_depend_number(m, v);
    if (v->node) exec_trail_decide(m, EXEC_NUMBER, v);
    return (uint64_t)v->bits;
}

int32_t exec_decide_sign(struct exec_machine *m, const struct exec_value *v) {
    bool sure = exec_has_sign(m, v) || exec_trail_fork_sign(m, v);
    return sure ? (int32_t)v->bits : (int32_t)exec_decide(m, v);
}

bool exec_decide_truth(struct exec_machine *m, const struct exec_value *v) {
    if (v->unknown) depend_on(m, EXEC_TRUTH, v);
    if (v->node) exec_trail_decide(m, EXEC_TRUTH, v);
    return v->flags & EXEC_OPEN ? exec_way(m, v) : v->bits != 0;
}

bool exec_look(struct exec_machine *m, const struct exec_value *v) {
    if (!exec_use(m, v, "is a character of a string")) return false;
    if (v->unknown) depend_on(m, EXEC_NUMBER, v);
    exec_depend_number(m, v);
    if (v->node) exec_trail_decide(m, EXEC_TRUTH, v);
    return true;
}
