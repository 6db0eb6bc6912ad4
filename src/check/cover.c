// SPDX-License-Identifier: MIT
#include "check/cover.h"

enum { MAX_CASES = 32 };

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

static void on_branch(void *self, uint32_t func, uint32_t instr, uint32_t way) {
    struct check_cover *c = self;
    uint32_t e = c->edge[c->first[func] + instr] + way;
    if (c->hits[e]++ == 0) vec_push(&c->touched, e);
}

static void add_compared(struct check_cover *c, uint32_t bits, uint64_t a, uint64_t b) {
    if (c->compared.n >= CHECK_MAX_COMPARED) return;
    uint64_t h = (a * 0x9e3779b97f4a7c15u ^ b) * 0xff51afd7ed558ccdu;
    for (uint32_t i = (uint32_t)(h >> 40) + bits;; i++) {
        uint16_t *slot = &c->slots[i % CHECK_COMPARED_SLOTS];
        const struct check_compared *old = *slot ? &c->compared.at[*slot - 1] : NULL;
        if (old && old->a == a && old->b == b && old->bits == bits) return;
        if (old) continue;
        vec_push(&c->compared, (struct check_compared){a, b, bits});
        *slot = (uint16_t)c->compared.n;
        return;
    }
}

static void on_compare(void *self, uint32_t func, uint32_t instr, uint32_t bits, uint64_t a, uint64_t b) {
    struct check_cover *c = self;
    const struct ir_instr *i = &c->program->funcs.at[func].instrs.at[instr];
    if (i->op != IR_SWITCH) {
        add_compared(c, bits, a, b);
        return;
    }
    for (uint32_t k = 0; k < i->n_cases && k < MAX_CASES; k++) {
        add_compared(c, bits, a, i->cases[k].lo);
        if (i->cases[k].hi != i->cases[k].lo) add_compared(c, bits, a, i->cases[k].hi);
    }
}

static void on_equal(void *self, uint32_t func, uint32_t instr, uint64_t amount) {
    struct check_cover *c = self;
    uint32_t *most = &c->equal[c->first[func] + instr];
    if (amount <= *most) return;
    *most = (uint32_t)amount;
    c->nearer = true;
}

static void on_word(void *self, const struct exec_machine *m, uint32_t argument, uint64_t from, const char *text) {
    check_words_add(&((struct check_cover *)self)->words, m, argument, from, text);
}

void check_cover_begin(struct check_cover *c, const struct ir_program *p) {
    uint32_t instrs = 0, edges = 0;
    *c = (struct check_cover){.program = p, .first = zeros(p->funcs.n, sizeof *c->first)};
    for (uint32_t f = 0; f < p->funcs.n; f++) {
        c->first[f] = instrs;
        instrs += p->funcs.at[f].instrs.n;
    }
    c->edge = zeros(instrs, sizeof *c->edge);
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t k = 0; k < p->funcs.at[f].instrs.n; k++) {
            c->edge[c->first[f] + k] = edges;
            edges += p->funcs.at[f].instrs.at[k].n_succs;
        }
    c->n_instrs = instrs;
    c->n_edges = edges;
    c->equal = zeros(instrs, sizeof *c->equal);
    c->hits = zeros(edges, sizeof *c->hits);
    c->seen = zeros(edges, sizeof *c->seen);
    c->often = zeros((size_t)edges * CHECK_CLASSES, sizeof *c->often);
    c->observer = (struct exec_observer){.self = c, .branch = on_branch, .compare = on_compare, .equal = on_equal, .word = on_word};
}

void check_cover_free(struct check_cover *c) {
    free(c->first);
    free(c->edge);
    free(c->equal);
    free(c->hits);
    free(c->seen);
    free(c->often);
    vec_free(&c->touched);
    vec_free(&c->compared);
    check_words_free(&c->words);
}

void check_cover_clear(struct check_cover *c) {
    for (uint32_t i = 0; i < c->touched.n; i++) c->hits[c->touched.at[i]] = 0;
    vec_clear(&c->touched);
    vec_clear(&c->compared);
    c->nearer = false;
    memset(c->slots, 0, sizeof c->slots);
}

static uint32_t class_of(uint32_t hits) {
    static const uint32_t most[CHECK_CLASSES - 1] = {1, 2, 3, 7, 15, 31, 127};
    uint32_t i = 0;
    while (i < CHECK_CLASSES - 1 && hits > most[i]) i++;
    return i;
}

bool check_cover_new(const struct check_cover *c) {
    bool new = c->nearer;
    for (uint32_t i = 0; i < c->touched.n && !new; i++) {
        uint32_t e = c->touched.at[i];
        new = !(c->seen[e] >> class_of(c->hits[e]) & 1);
    }
    return new;
}

bool check_cover_add(struct check_cover *c) {
    bool new = c->nearer;
    c->further = false;
    for (uint32_t i = 0; i < c->touched.n; i++) {
        uint32_t e = c->touched.at[i], class = class_of(c->hits[e]);
        c->often[e * CHECK_CLASSES + class]++;
        if (c->seen[e] >> class & 1) continue;
        c->further |= !c->seen[e];
        c->seen[e] |= (uint8_t)(1u << class);
        c->mark = e * CHECK_CLASSES + class;
        new = true;
    }
    return new;
}
