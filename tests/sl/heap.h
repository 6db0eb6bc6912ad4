// SPDX-License-Identifier: MIT
// Heaps for the tests of src/sl: one frame of a few registers, and nodes, segments, addresses and links; from their text, or built by hand.
#ifndef HP_TESTS_SL_HEAP_H
#define HP_TESTS_SL_HEAP_H
// clang-format off
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "ir/text.h"
#include "sl/sl.h"
#include "sl/walk.h"

enum { BITS = 64, WORD = 8, REGS = 6 };

// A domain whose program is one function f of REGS locals, a to f, of which nothing is known.
struct heap {
    struct sl sl;
    struct sl_facts facts;
    struct sl_precision precision;
    uint8_t none[REGS];
};

static inline void heap_open(struct heap *h) {
    static const char program[] = "hir 1\npointer 64\nfunc @f() {\n  var %a: i64\n  var %b: i64\n  var %c: i64\n  var %d: i64\n  var %e: i64\n"
                                  "  var %f: i64\nentry:\n  ret\n}\n";
    struct buf error = {0};
    *h = (struct heap){0};
    h->sl.step.program = ir_parse("f", program, sizeof program - 1, &error);
    if (error.n) print_error("%s\n", buf_text(&error));
    assert_non_null(h->sl.step.program);
    h->facts.is = h->none;
    h->sl.facts = &h->facts;
    h->sl.step.main = UINT32_MAX;
    h->sl.bits = BITS;
    h->precision = (struct sl_precision){.least_chain = 4, .possibly_empty = true};
}

static inline void heap_close(struct heap *h) {
    dom_memo_free(&h->sl.made);
    dom_memo_free(&h->sl.charged);
    vec_free(&h->sl.trees);
    vec_free(&h->sl.lists);
    vec_free(&h->sl.asked);
    vec_free(&h->sl.tags);
    vec_free(&h->sl.precisions);
    dom_store_free(&h->sl.store);
    sl_func_sets_free(&h->sl);
    ir_program_free((struct ir_program *)h->sl.step.program);
}

static inline void begin(struct sl_draft *d) {
    sl_draft_init(d);
    vec_push(&d->frames, (struct sl_frame){0});
    for (int i = 0; i < REGS; i++) vec_push(&d->regs, 0);
}

// ---- objects: nodes of four words, of which none has a value yet

static inline uint32_t node(struct sl_draft *d) {
    return sl_add_object(d, (struct sl_object){.storage = SL_HEAP, .size = 4 * WORD});
}

static inline uint32_t own_node(struct sl_draft *d, uint8_t level) {  // that each node of a segment has
    uint32_t o = node(d);
    d->objects.at[o].level = level;
    return o;
}

static inline uint32_t singly(struct sl_draft *d, uint8_t least) {  // linked at 0
    uint32_t o = node(d);
    d->objects.at[o].shape.kind = SL_SINGLY;
    d->objects.at[o].shape.least = least;
    return o;
}

static inline uint32_t doubly(struct sl_draft *d, uint8_t least) {  // linked at 0 and back at WORD
    uint32_t o = singly(d, least);
    d->objects.at[o].shape.kind = SL_DOUBLY;
    d->objects.at[o].shape.list.back = WORD;
    return o;
}

static inline uint32_t option(struct sl_draft *d, uint8_t level) {
    uint32_t o = own_node(d, level);
    d->objects.at[o].shape.kind = SL_OPTION;
    return o;
}

// ---- values

static inline uint32_t address(struct sl_draft *d, uint32_t object, enum sl_end end, int64_t offset) {
    uint32_t v = sl_address(d, object, BITS, offset);
    d->values.at[v].end = (uint8_t)end;
    d->values.at[v].level = (uint8_t)(d->objects.at[object].level + (end >= SL_EACH));
    return v;
}

static inline uint32_t to(struct sl_draft *d, uint32_t object) {
    return address(d, object, SL_FIRST, 0);
}

static inline uint32_t to_last(struct sl_draft *d, uint32_t object) {
    return address(d, object, SL_LAST, 0);
}

static inline uint32_t null(struct sl_draft *d) {
    return sl_const(d, BITS, 0);
}

static inline uint32_t number(struct sl_draft *d, uint64_t lo, uint64_t hi) {
    return sl_int(d, num_range_arc(BITS, lo, hi));
}

// ---- places

static inline void set(struct sl_draft *d, uint32_t object, uint64_t offset, uint32_t value) {
    sl_put(d, object, offset, WORD, value);
}

static inline uint32_t at(const struct sl_draft *d, uint32_t object, uint64_t offset) {
    uint32_t i = sl_field_at(d, object, offset, WORD);
    assert_int_not_equal(i, UINT32_MAX);
    return d->fields.at[i].value;
}

static inline const struct sl_value *in_field(const struct sl_draft *d, uint32_t object, uint64_t offset) {
    return &d->values.at[at(d, object, offset)];
}
static inline const struct sl_value *second_in(const struct sl_draft *d, uint32_t pairs) {
    return &d->values.at[sl_linked(d, pairs, SL_SECONDS, 0)];
}

static inline const struct sl_value *in_reg(const struct sl_draft *d, uint32_t reg) {
    assert_int_not_equal(d->regs.at[reg], 0);
    return &d->values.at[d->regs.at[reg]];
}

// The object that the address leads to, which is at this end and offset.
static inline uint32_t leads(const struct sl_value *v, enum sl_end end, int64_t offset) {
    assert_int_equal(v->kind, SL_ADDR);
    assert_int_equal(v->end, end);
    assert_true(num_range_same(v->range, num_range_const(BITS, (uint64_t)offset)));
    return v->object;
}

// ---- whole states

static inline dom_state seal(struct heap *h, const struct sl_draft *d) {
    struct buf why = {0};
    dom_state s = sl_seal(&h->sl.store, d);
    bool good = !sl_domain.core.valid || sl_domain.core.valid(&h->sl, s, &why);
    if (!good) print_error("%s", buf_text(&why));
    buf_free(&why);
    assert_true(good);
    return s;
}

// The state that a text says.
static inline dom_state state_of(struct heap *h, const char *text) {
    struct buf error = {0};
    dom_state s = sl_parse(&h->sl, text, strlen(text), &error);
    if (!s) print_error("%s\n%s", buf_text(&error), text);
    buf_free(&error);
    assert_int_not_equal(s, DOM_NONE);
    return s;
}

// d, which held nothing, gets what the text says; o1 is object 1, if the text counts as a sealed state does.
static inline void read_heap(struct heap *h, struct sl_draft *d, const char *text) {
    sl_unseal(&h->sl.store, state_of(h, text), d);
}

// The draft is the state that the text says.
static inline void check_heap(struct heap *h, const struct sl_draft *d, const char *text) {
    dom_state is = seal(h, d), should = state_of(h, text);
    struct buf shown = {0};
    if (is != should) {
        sl_print(&h->sl, is, &shown);
        print_error("is:\n%sshould be:\n%s", buf_text(&shown), text);
    }
    buf_free(&shown);
    assert_int_equal(is, should);
}

// What is folded in the one state is the other.
static inline void heap_folds(struct heap *h, const char *before, const char *after) {
    struct sl_draft d;
    read_heap(h, &d, before);
    sl_fold(&h->sl, &d, &h->precision);
    check_heap(h, &d, after);
    sl_draft_free(&d);
}

static inline dom_state heap_join(struct heap *h, const char *a, const char *b, bool widen) {
    uint32_t p = sl_precision_number(&h->sl, &h->precision);
    return sl_state_join(&h->sl, state_of(h, a), state_of(h, b), widen, p);
}

// An object of the draft, a segment, is opened in this way; then the draft, which is given up, is that state.
static inline void heap_opens(struct heap *h, struct sl_draft *d, uint32_t segment, bool last, uint32_t way, const char *after) {
    sl_unfold(d, segment, last, way, BITS);
    assert_false(d->lost);
    check_heap(h, d, after);
    sl_draft_free(d);
}

// Objects in the state, as sealed: those of this shape.
static inline uint32_t count(struct heap *h, const struct sl_draft *d, enum sl_shape_kind shape) {
    struct sl_draft clean;
    uint32_t n = 0;
    sl_unseal(&h->sl.store, seal(h, d), &clean);
    for (uint32_t i = 1; i < clean.objects.n; i++) n += clean.objects.at[i].shape.kind == shape;
    sl_draft_free(&clean);
    return n;
}
#endif
