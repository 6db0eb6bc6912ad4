// SPDX-License-Identifier: MIT
#include "ir/ir.h"

#include <assert.h>

#include "ir/whole.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

const struct ir_op_info ir_ops[IR_N_OPS] = {
#define OP(name, text, group, operands) {text, IR_GROUP_##group, operands},
#include "ir/ops.def"
};

const struct ir_pure_info ir_pures[IR_N_PURE] = {
#define PURE(name, text, arity, class) {text, arity, IR_CLASS_##class},
#include "ir/pure.def"
};

// ---- life ----------------------------------------------------------------------------------------------------------------------------

struct ir_program *ir_program_new(uint32_t pointer_bits) {
    assert(pointer_bits == 32 || pointer_bits == 64);
    struct ir_program *p = calloc(1, sizeof *p);
    if (!p) base_out_of_memory();
    p->pointer_bits = pointer_bits;
    return p;
}

static void free_func(struct ir_func *f) {
    vec_free(&f->locals);
    vec_free(&f->slots);
    vec_free(&f->blocks);
    vec_free(&f->instrs);
}

void ir_program_free(struct ir_program *p) {
    if (!p) return;
    ir_program_free(p->reversed);
    ir_whole_free(p->whole);
    for (uint32_t i = 0; i < p->funcs.n; i++) free_func(&p->funcs.at[i]);
    vec_free(&p->consts);
    vec_free(&p->labels);
    vec_free(&p->ctypes);
    vec_free(&p->globals);
    vec_free(&p->funcs);
    vec_free(&p->ctors);
    vec_free(&p->dtors);
    vec_free(&p->symbols);
    intern_free(&p->files);
    vec_free(&p->read);
    vec_free(&p->unseen);
    vec_free(&p->contracts);
    intern_free(&p->names);
    free(p->const_slot);
    free(p->label_slot);
    arena_free(&p->arena);
    free(p);
}

// ---- constants: open addressing, index + 1, 0 when empty -----------------------------------------------------------------------------

static bool same_const(const struct ir_const *a, const struct ir_const *b) {
    return a->type == b->type && a->undef == b->undef && a->lo == b->lo && a->hi == b->hi;
}

static uint32_t probe_const(const struct ir_program *p, const struct ir_const *c) {
    uint64_t key[3] = {(uint64_t)c->type << 1 | c->undef, c->lo, c->hi};
    uint32_t mask = p->n_const_slots - 1;
    uint32_t i = (uint32_t)XXH3_64bits(key, sizeof key) & mask;
    while (p->const_slot[i] && !same_const(&p->consts.at[p->const_slot[i] - 1], c)) i = (i + 1) & mask;
    return i;
}

static uint32_t *bigger_table(uint32_t *old, uint32_t *n) {
    free(old);
    *n = *n ? *n * 2 : 64;
    uint32_t *table = calloc(*n, sizeof *table);
    if (!table) base_out_of_memory();
    return table;
}

static ir_val add_const(struct ir_program *p, const struct ir_const *c) {
    if (p->consts.n * 2 >= p->n_const_slots) {
        p->const_slot = bigger_table(p->const_slot, &p->n_const_slots);
        for (uint32_t i = 0; i < p->consts.n; i++) p->const_slot[probe_const(p, &p->consts.at[i])] = i + 1;
    }
    uint32_t at = probe_const(p, c);
    if (!p->const_slot[at]) {
        assert(p->consts.n < 1u << 28);
        vec_push(&p->consts, *c);
        p->const_slot[at] = p->consts.n;
    }
    return ir_val_of(IR_CONST, p->const_slot[at] - 1);
}

ir_val ir_const_wide(struct ir_program *p, ir_type type, uint64_t lo, uint64_t hi) {
    uint32_t bits = ir_bits(type);
    assert(bits <= 128 || (lo == 0 && hi == 0));
    if (bits < 64) lo &= (UINT64_C(1) << bits) - 1;
    if (bits <= 64) hi = 0;
    if (bits > 64 && bits < 128) hi &= (UINT64_C(1) << (bits - 64)) - 1;
    return add_const(p, &(struct ir_const){.type = type, .lo = lo, .hi = hi});
}

ir_val ir_const_int(struct ir_program *p, ir_type type, uint64_t value) {
    return ir_const_wide(p, type, value, 0);
}

ir_val ir_const_undef(struct ir_program *p, ir_type type) {
    return add_const(p, &(struct ir_const){.type = type, .undef = true});
}

const struct ir_const *ir_const_of(const struct ir_program *p, ir_val v) {
    return ir_tag(v) == IR_CONST ? &p->consts.at[ir_index(v)] : NULL;
}

bool ir_is_zero(const struct ir_program *p, ir_val v) {
    const struct ir_const *c = ir_const_of(p, v);
    return c && !c->undef && c->lo == 0 && c->hi == 0;
}

// ---- labels --------------------------------------------------------------------------------------------------------------------------

static uint32_t probe_label(const struct ir_program *p, const struct ir_label *l) {
    uint32_t key[2] = {l->func, l->block};
    uint32_t mask = p->n_label_slots - 1;
    uint32_t i = (uint32_t)XXH3_64bits(key, sizeof key) & mask;
    for (; p->label_slot[i]; i = (i + 1) & mask) {
        const struct ir_label *have = &p->labels.at[p->label_slot[i] - 1];
        if (have->func == l->func && have->block == l->block) break;
    }
    return i;
}

static void fill_labels(struct ir_program *p) {
    for (uint32_t i = 0; i < p->labels.n; i++) p->label_slot[probe_label(p, &p->labels.at[i])] = i + 1;
}

ir_val ir_label(struct ir_program *p, uint32_t func, uint32_t block) {
    if (p->labels.n * 2 >= p->n_label_slots) {
        p->label_slot = bigger_table(p->label_slot, &p->n_label_slots);
        fill_labels(p);
    }
    struct ir_label l = {func, block};
    uint32_t at = probe_label(p, &l);
    if (!p->label_slot[at]) {
        vec_push(&p->labels, l);
        p->label_slot[at] = p->labels.n;
    }
    return ir_val_of(IR_LABEL, p->label_slot[at] - 1);
}

void ir_rehash_labels(struct ir_program *p) {
    if (!p->n_label_slots) return;
    memset(p->label_slot, 0, p->n_label_slots * sizeof *p->label_slot);
    fill_labels(p);
}

// ---- symbols -------------------------------------------------------------------------------------------------------------------------

static const char *add_symbol(struct ir_program *p, const char *name, ir_val operand) {
    uint32_t number = intern_add(&p->names, name);
    assert(number == p->symbols.n && "a symbol's name is given once");
    vec_push(&p->symbols, operand);
    return p->names.text.at[number];
}

uint32_t ir_add_global(struct ir_program *p, const char *name) {
    uint32_t i = p->globals.n;
    const char *own = add_symbol(p, name, ir_val_of(IR_GLOBAL, i));
    struct ir_global *g = vec_add(&p->globals);
    g->name = own;
    g->ctype = IR_NO_TYPE;
    return i;
}

uint32_t ir_add_func(struct ir_program *p, const char *name) {
    uint32_t i = p->funcs.n;
    const char *own = add_symbol(p, name, ir_val_of(IR_FUNC, i));
    struct ir_func *f = vec_add(&p->funcs);
    f->name = own;
    f->ctype = IR_NO_TYPE;
    return i;
}

ir_val ir_find(const struct ir_program *p, const char *name) {
    uint32_t number = intern_find(&p->names, name);
    return number == INTERN_NONE ? IR_NOTHING : p->symbols.at[number];
}

uint32_t ir_add_ctype(struct ir_program *p) {
    struct ir_ctype *c = vec_add(&p->ctypes);
    c->name = "";
    c->target = IR_NO_TYPE;
    return p->ctypes.n - 1;
}

static bool is_symbol(const struct ir_program *p, const char *name, ir_val operand) {
    return name && ir_find(p, name) == operand;
}

bool ir_tables_valid(const struct ir_program *p) {
    if (p->names.text.n != p->symbols.n || p->symbols.n != p->globals.n + p->funcs.n) return false;
    for (uint32_t i = 0; i < p->consts.n; i++)
        if (!p->n_const_slots || p->const_slot[probe_const(p, &p->consts.at[i])] != i + 1) return false;
    for (uint32_t i = 0; i < p->labels.n; i++)
        if (!p->n_label_slots || p->label_slot[probe_label(p, &p->labels.at[i])] != i + 1) return false;
    for (uint32_t i = 0; i < p->globals.n; i++)
        if (!is_symbol(p, p->globals.at[i].name, ir_val_of(IR_GLOBAL, i))) return false;
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (!is_symbol(p, p->funcs.at[i].name, ir_val_of(IR_FUNC, i))) return false;
    return true;
}

// ---- types ---------------------------------------------------------------------------------------------------------------------------

ir_type ir_type_of(const struct ir_program *p, const struct ir_func *f, ir_val v) {
    switch (ir_tag(v)) {
    case IR_NONE: return IR_TYPE(IR_VOID, 0);
    case IR_LOCAL: assert(f && ir_index(v) < f->locals.n); return f->locals.at[ir_index(v)].type;
    case IR_CONST: assert(ir_index(v) < p->consts.n); return p->consts.at[ir_index(v)].type;
    default: return ir_ptr(p);
    }
}

bool ir_is_optional(const struct ir_program *p, ir_val v) {
    uint32_t flags = ir_tag(v) == IR_GLOBAL ? p->globals.at[ir_index(v)].flags : ir_tag(v) == IR_FUNC ? p->funcs.at[ir_index(v)].flags : 0;
    return flags & IR_WEAK && flags & IR_EXTERN;
}
