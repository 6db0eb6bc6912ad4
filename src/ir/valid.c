// SPDX-License-Identifier: MIT
#include "ir/valid.h"

#include <stdarg.h>

#include "ir/flow.h"
#include "ir/form.h"
#include "ir/text.h"
#include "ir/words.h"

enum { MOST = 20 };

struct check {
    const struct ir_program *p;
    const struct ir_func *f;       // being checked, or NULL
    const struct ir_block *block;  // likewise
    struct buf *why;
    uint32_t n;       // violations so far
    uint32_t *stamp;  // by block of f: the switch that last had it as successor, + 1
};

// ---- violations ----------------------------------------------------------------------------------------------------------------------

static void where(struct check *c) {
    if (!c->f) return;
    buf_printf(c->why, "function %s: ", c->f->name ? c->f->name : "?");
    if (c->block) buf_printf(c->why, "block %s: ", c->block->name ? c->block->name : "?");
}

__attribute__((format(printf, 2, 3))) static void violation(struct check *c, const char *format, ...) {
    if (c->n++ >= MOST || !c->why) return;
    size_t from = c->why->n;
    va_list ap;
    va_start(ap, format);
    where(c);
    buf_vprintf(c->why, format, ap);
    va_end(ap);
    ir_word_one_line(c->why, from);
    buf_char(c->why, '\n');
}

static void instr_violation(struct check *c, const struct ir_instr *i, const char *reason) {
    if (c->n++ >= MOST || !c->why) return;
    size_t from = c->why->n;
    where(c);
    if (!ir_form_instr(c->p, c->f, i))
        ir_print_instr(c->p, c->f, i, c->why);
    else
        buf_str(c->why, i->op < IR_N_OPS ? ir_ops[i->op].text : "instruction");
    buf_printf(c->why, ": %s", reason);
    ir_word_one_line(c->why, from);
    buf_char(c->why, '\n');
}

// ---- parts that several things have --------------------------------------------------------------------------------------------------

static void check_loc(struct check *c, const char *what, struct ir_loc loc) {
    if (loc.line && loc.file >= c->p->files.text.n) violation(c, "%s: no such file", what);
}

static void check_ctype(struct check *c, const char *what, uint32_t ctype) {
    if (ctype != IR_NO_TYPE && ctype >= c->p->ctypes.n) violation(c, "%s: no such C type", what);
}

static void check_align(struct check *c, const char *what, uint32_t align) {
    if (align == 0 || align & (align - 1)) violation(c, "%s: alignment %u is no power of two", what, align);
}

static void check_flags(struct check *c, const char *what, uint32_t flags, uint32_t allowed) {
    if (flags & ~allowed) violation(c, "%s: a flag that it cannot have", what);
}

// ---- the program's tables ------------------------------------------------------------------------------------------------------------

static bool const_fits(const struct ir_const *k) {
    uint32_t bits = ir_bits(k->type);
    if (k->undef || bits > 128) return k->lo == 0 && k->hi == 0;
    uint64_t lo = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t hi = bits >= 128 ? UINT64_MAX : bits <= 64 ? 0 : (UINT64_C(1) << (bits - 64)) - 1;
    return (k->lo & ~lo) == 0 && (k->hi & ~hi) == 0;
}

static void check_consts(struct check *c) {
    for (uint32_t i = 0; i < c->p->consts.n; i++) {
        const struct ir_const *k = &c->p->consts.at[i];
        const char *e = ir_form_type(c->p, k->type);
        if (!e && !const_fits(k)) e = "bits above the width";
        if (e) violation(c, "constant %u: %s", i, e);
    }
}

static void check_labels(struct check *c) {
    for (uint32_t i = 0; i < c->p->labels.n; i++) {
        const struct ir_label *l = &c->p->labels.at[i];
        if (l->func >= c->p->funcs.n || l->block >= c->p->funcs.at[l->func].blocks.n)
            violation(c, "label %u: no such block", i);
        else if (l->block == 0)
            violation(c, "label %u: the entry block has no address", i);
    }
}

static void check_ctypes(struct check *c) {
    for (uint32_t i = 0; i < c->p->ctypes.n; i++) {
        const struct ir_ctype *t = &c->p->ctypes.at[i];
        bool targets = t->kind == IR_C_POINTER || t->kind == IR_C_ARRAY || t->kind == IR_C_FUNCTION;
        bool members = t->kind == IR_C_STRUCT || t->kind == IR_C_UNION || t->kind == IR_C_FUNCTION;
        if (t->kind > IR_C_FUNCTION || !t->name) violation(c, "type %u: no such kind, or no name", i);
        check_ctype(c, "target of a type", t->target);
        if (!targets && t->target != IR_NO_TYPE) violation(c, "type %u: a target where none belongs", i);
        if (t->kind != IR_C_ARRAY && t->count) violation(c, "type %u: a count where none belongs", i);
        if (t->n_fields && (!members || !t->fields)) {
            violation(c, "type %u: members where none belong", i);
            continue;
        }
        for (uint32_t m = 0; m < t->n_fields; m++) {
            check_ctype(c, "member of a type", t->fields[m].ctype);
            if (!t->fields[m].name) violation(c, "type %u: a member's name is NULL", i);
        }
    }
}

static void check_relocs(struct check *c, const struct ir_global *g) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        const struct ir_reloc *r = &g->relocs[i];
        enum ir_tag tag = ir_tag(r->target);
        const char *e = ir_form_val(c->p, NULL, r->target);
        if (!e && tag != IR_GLOBAL && tag != IR_FUNC && tag != IR_LABEL) e = "an initial address is a global, function or label";
        if (e) violation(c, "global %s: %s", g->name, e);
        if (r->size < 1 || r->size > 8) violation(c, "global %s: an address has 1 to 8 bytes", g->name);
        if (r->offset > g->size || r->size > g->size - r->offset) violation(c, "global %s: an address lies outside", g->name);
        if (i && r->offset < end) violation(c, "global %s: addresses are not ascending and disjoint", g->name);
        end = r->offset + r->size;
    }
}

static void check_global(struct check *c, const struct ir_global *g) {
    check_flags(c, g->name, g->flags, IR_INTERNAL | IR_WEAK | IR_EXTERN | IR_READONLY | IR_THREAD | IR_UNSIZED | IR_SUPPLIED);
    check_align(c, g->name, g->align);
    check_ctype(c, g->name, g->ctype);
    check_loc(c, g->name, g->loc);
    if (g->flags & IR_EXTERN && (g->n_bytes || g->n_relocs)) violation(c, "global %s: contents without definition", g->name);
    if (g->flags & IR_UNSIZED && !(g->flags & IR_EXTERN)) violation(c, "global %s: a definition has a size", g->name);
    if (g->flags & IR_UNSIZED && g->size) violation(c, "global %s: unsized, and has a size", g->name);
    if (g->n_bytes > g->size || (g->n_bytes && !g->bytes)) violation(c, "global %s: more contents than its size", g->name);
    if (g->n_relocs && !g->relocs)
        violation(c, "global %s: an array is missing", g->name);
    else
        check_relocs(c, g);
}

static void check_hooks(struct check *c, const char *what, const struct ir_hook *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (at[i].func >= c->p->funcs.n) violation(c, "%s %u: no such function", what, i);
}

// ---- functions -----------------------------------------------------------------------------------------------------------------------

static void check_name(struct check *c, struct intern *taken, const char *what, const char *name) {
    uint32_t before = taken->text.n;
    if (!name)
        violation(c, "a %s has no name", what);
    else if (intern_add(taken, name) < before)
        violation(c, "two %ss are called %s", what, name);
}

static void check_locals(struct check *c) {
    struct intern taken = {0};
    for (uint32_t i = 0; i < c->f->locals.n; i++) {
        const struct ir_local *l = &c->f->locals.at[i];
        const char *name = l->name ? l->name : "a temporary";
        const char *e = ir_form_type(c->p, l->type);
        if (e) violation(c, "%s: %s", name, e);
        if (!(l->flags & IR_TEMP)) check_name(c, &taken, "local", l->name);
        if (l->flags & IR_TEMP && l->name) violation(c, "%s: a temporary has no name", name);
        if (l->flags & IR_SCOPED && (l->flags & IR_TEMP || i < c->f->n_params)) violation(c, "%s: has no scope of its own", name);
        check_flags(c, name, l->flags, IR_TEMP | IR_SCOPED | IR_USER);
        check_ctype(c, name, l->ctype);
        check_loc(c, name, l->loc);
    }
    intern_free(&taken);
}

static void check_slots(struct check *c) {
    struct intern taken = {0};
    for (uint32_t i = 0; i < c->f->slots.n; i++) {
        const struct ir_slot *s = &c->f->slots.at[i];
        const char *name = s->name ? s->name : "a slot";
        check_name(c, &taken, "slot", s->name);
        check_align(c, name, s->align);
        check_flags(c, name, s->flags, IR_SCOPED | IR_USER);
        check_ctype(c, name, s->ctype);
        check_loc(c, name, s->loc);
    }
    intern_free(&taken);
}

static void check_signature(struct check *c) {
    const struct ir_func *f = c->f;
    check_flags(c, "flags", f->flags, IR_INTERNAL | IR_WEAK | IR_EXTERN | IR_VARIADIC | IR_NORETURN | IR_OPEN_ORDER | IR_MODEL | IR_SUPPLIED | IR_AGREED);
    check_ctype(c, "signature", f->ctype);
    check_loc(c, "signature", f->loc);
    if (f->n_params > f->locals.n) violation(c, "more parameters than locals");
    if (f->n_rets && !f->rets) violation(c, "an array is missing");
    for (uint32_t r = 0; f->rets && r < f->n_rets; r++) {
        const char *e = ir_form_type(c->p, f->rets[r]);
        if (e) violation(c, "result %u: %s", r, e);
    }
    if (f->flags & IR_EXTERN && !(f->flags & IR_MODEL) && (f->blocks.n || f->instrs.n || f->slots.n || f->locals.n != f->n_params))
        violation(c, "a declaration has a body");
    if ((!(f->flags & IR_EXTERN) || f->flags & IR_MODEL) && !f->blocks.n) violation(c, "no blocks");
    if (f->flags & IR_VARIADIC && !(f->flags & IR_EXTERN)) {
        bool fits = f->n_params && f->n_params <= f->locals.n && ir_kind(f->locals.at[f->n_params - 1].type) == IR_PTR;
        if (!fits) violation(c, "the last parameter of a variadic function is a pointer to the variadic arguments");
    }
}

// The builder's normal form: neighbours merged, successors distinct and in the order of the cases.
static void check_switch(struct check *c, uint32_t number, const struct ir_instr *i) {
    uint32_t next = 1;
    for (uint32_t k = 0; k < i->n_cases; k++) {
        const struct ir_case *at = &i->cases[k];
        if (at->succ > next) instr_violation(c, i, "successors are not in the order of the cases");
        if (at->succ == next) next++;
        if (k && at[-1].succ == at->succ && at[-1].hi + 1 == at->lo) instr_violation(c, i, "neighbouring cases are not merged");
    }
    if (next != i->n_succs) instr_violation(c, i, "a successor without a case");
    for (uint32_t s = 0; s < i->n_succs; s++) {
        if (c->stamp[i->succs[s]] == number + 1) instr_violation(c, i, "two successors are one block");
        c->stamp[i->succs[s]] = number + 1;
    }
}

// True if the instruction itself is well formed.
static bool check_instr(struct check *c, uint32_t number, bool last) {
    const struct ir_instr *i = &c->f->instrs.at[number];
    const char *e = ir_form_instr(c->p, c->f, i);
    if (e) {
        instr_violation(c, i, e);
        return false;
    }
    bool end = ir_ops[i->op].group == IR_GROUP_END;
    if (last && !end) instr_violation(c, i, "the last instruction of a block does not end it");
    if (!last && end) instr_violation(c, i, "a block goes on after its end");
    for (uint32_t s = 0; s < i->n_succs; s++)
        if (i->succs[s] == 0) instr_violation(c, i, "a jump to the entry block");
    if (i->op == IR_SWITCH) check_switch(c, number, i);
    return true;
}

static bool check_block(struct check *c, const struct ir_block *block) {
    bool ok = true;
    if (block->n == 0) violation(c, "no instructions");
    for (uint32_t i = 0; i < block->n; i++) ok = check_instr(c, block->first + i, i + 1 == block->n) && ok;
    return ok && block->n;
}

// True if blocks partition the instructions and each instruction is well formed, so that control can be followed.
static bool check_blocks(struct check *c) {
    const struct ir_func *f = c->f;
    struct intern taken = {0};
    uint32_t next = 0;
    bool ok = true;
    for (uint32_t b = 0; b < f->blocks.n && ok; b++) {
        const struct ir_block *block = &f->blocks.at[b];
        check_name(c, &taken, "block", block->name);
        if (block->name && !*block->name) violation(c, "a block's name is empty");
        ok = block->first == next && block->n <= f->instrs.n - next;
        next += ok ? block->n : 0;
    }
    intern_free(&taken);
    if (!ok || next != f->instrs.n) {
        violation(c, "blocks do not partition the instructions");
        return false;
    }
    c->stamp = calloc((size_t)f->blocks.n + 1, sizeof *c->stamp);
    if (!c->stamp) base_out_of_memory();
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        c->block = &f->blocks.at[b];
        ok = check_block(c, c->block) && ok;
    }
    c->block = NULL;
    free(c->stamp);
    return ok;
}

static void check_flow(struct check *c) {
    uint32_t at;
    const char *e = ir_flow(c->f, &at);
    if (!e) return;
    uint32_t b = 0;
    while (b + 1 < c->f->blocks.n && c->f->blocks.at[b + 1].first <= at) b++;
    c->block = &c->f->blocks.at[b];
    instr_violation(c, &c->f->instrs.at[at], e);
    c->block = NULL;
}

static void check_func(struct check *c, const struct ir_func *f) {
    c->f = f;
    uint32_t before = c->n;
    check_signature(c);
    check_locals(c);
    check_slots(c);
    if (c->n == before && check_blocks(c) && c->n == before) check_flow(c);
    c->f = NULL;
}

bool ir_valid(const struct ir_program *p, struct buf *why) {
    struct check c = {.p = p, .why = why};
    if (p->pointer_bits != 32 && p->pointer_bits != 64) violation(&c, "pointers of %u bits", p->pointer_bits);
    if (!ir_tables_valid(p)) violation(&c, "the tables of constants, labels and names do not agree with their arrays");
    check_consts(&c);
    check_ctypes(&c);
    if (c.n) return false;
    check_labels(&c);
    check_hooks(&c, "constructor", p->ctors.at, p->ctors.n);
    check_hooks(&c, "destructor", p->dtors.at, p->dtors.n);
    for (uint32_t i = 0; i < p->globals.n; i++) check_global(&c, &p->globals.at[i]);
    for (uint32_t i = 0; i < p->funcs.n; i++) check_func(&c, &p->funcs.at[i]);
    return c.n == 0;
}
