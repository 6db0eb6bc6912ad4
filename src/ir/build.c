// SPDX-License-Identifier: MIT
#include "ir/build.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "ir/form.h"

static struct ir_func *func(struct ir_build *b) {
    return &b->program->funcs.at[b->func];
}

__attribute__((format(printf, 2, 3))) static void refuse(struct ir_build *b, const char *format, ...) {
    if (b->error[0]) return;
    va_list ap;
    va_start(ap, format);
    vsnprintf(b->error, sizeof b->error, format, ap);
    va_end(ap);
}

// ---- names ---------------------------------------------------------------------------------------------------------------------------

static uint32_t take(struct ir_build_names *names, const char *name) {
    uint32_t n = intern_add(&names->taken, name);
    if (n == names->suffix.n) vec_push(&names->suffix, 2);
    return n;
}

// The wanted name, or the first of its suffixed forms that is free; owned by the program.
static const char *unique(struct ir_build *b, struct ir_build_names *names, const char *wanted) {
    struct arena *arena = &b->program->arena;
    uint32_t n = intern_find(&names->taken, wanted);
    const char *name = arena_strdup(arena, wanted);
    while (n != INTERN_NONE && intern_find(&names->taken, name) != INTERN_NONE)
        name = arena_printf(arena, "%s.%u", wanted, names->suffix.at[n]++);
    take(names, name);
    return name;
}

static void free_names(struct ir_build_names *names) {
    intern_free(&names->taken);
    vec_free(&names->suffix);
}

// ---- declarations --------------------------------------------------------------------------------------------------------------------

void ir_build_begin(struct ir_build *b, struct ir_program *p, uint32_t number) {
    *b = (struct ir_build){.program = p, .func = number, .block = UINT32_MAX};
    assert(number < p->funcs.n);
    struct ir_func *f = func(b);
    if (f->blocks.n || f->instrs.n) refuse(b, "function %s already has a body", f->name);
    for (uint32_t i = 0; i < f->locals.n; i++) {
        vec_push(&b->defined, i < f->n_params);
        if (f->locals.at[i].name) take(&b->local_names, f->locals.at[i].name);
    }
    for (uint32_t i = 0; i < f->slots.n; i++) take(&b->slot_names, f->slots.at[i].name);
}

uint32_t ir_build_local(struct ir_build *b, const char *name, ir_type type, uint32_t ctype, uint32_t flags) {
    struct ir_func *f = func(b);
    const char *e = ir_form_type(b->program, type);
    if (e) refuse(b, "local %s: %s", name ? name : "without name", e);
    if (!name) flags |= IR_TEMP;
    if (name && flags & IR_TEMP) refuse(b, "local %s: a temporary has no name", name);
    if (flags & IR_TEMP && flags & IR_SCOPED) refuse(b, "a temporary has no scope");
    struct ir_local *l = vec_add(&f->locals);
    l->name = name ? unique(b, &b->local_names, name) : NULL;
    l->type = type;
    l->ctype = ctype;
    l->flags = flags;
    if (name && b->loc.line) l->loc = b->loc;
    vec_push(&b->defined, false);
    return f->locals.n - 1;
}

uint32_t ir_build_param(struct ir_build *b, const char *name, ir_type type, uint32_t ctype, uint32_t flags) {
    struct ir_func *f = func(b);
    if (f->n_params != f->locals.n) refuse(b, "parameters come before other locals");
    uint32_t l = ir_build_local(b, name, type, ctype, flags);
    b->defined.at[l] = true;
    f->n_params++;
    return l;
}

uint32_t ir_build_slot(struct ir_build *b, const char *name, uint64_t size, uint32_t align, uint32_t ctype, uint32_t flags) {
    struct ir_func *f = func(b);
    if (flags & IR_TEMP) refuse(b, "a slot is no temporary");
    if (align == 0 || align & (align - 1)) refuse(b, "slot %s: alignment %u is no power of two", name ? name : "slot", align);
    struct ir_slot *s = vec_add(&f->slots);
    s->name = unique(b, &b->slot_names, name ? name : "slot");
    s->size = size;
    s->align = align;
    s->ctype = ctype;
    s->flags = flags;
    if (b->loc.line) s->loc = b->loc;
    return f->slots.n - 1;
}

ir_val ir_build_declared(struct ir_program *p, const char *name, ir_type result, const ir_type *params, uint32_t n) {
    static const char *const names[] = {"p1", "p2", "p3", "p4"};
    ir_val found = ir_find(p, name);
    if (found != IR_NOTHING) return found;
    assert(n <= sizeof names / sizeof *names);
    uint32_t func = ir_add_func(p, name);
    struct ir_func *f = &p->funcs.at[func];
    f->flags = IR_EXTERN;
    f->n_rets = result != 0;
    f->rets = ARENA_ARRAY(&p->arena, ir_type, 1);
    f->rets[0] = result;
    f->n_params = n;
    for (uint32_t k = 0; k < n; k++) vec_push(&f->locals, (struct ir_local){.name = names[k], .type = params[k], .ctype = IR_NO_TYPE});
    return ir_val_of(IR_FUNC, func);
}

uint32_t ir_build_block(struct ir_build *b, const char *name) {
    struct ir_func *f = func(b);
    if (f->flags & IR_EXTERN) refuse(b, "function %s is declared without a body", f->name);
    vec_push(&f->blocks, (struct ir_block){.name = unique(b, &b->block_names, name && *name ? name : "b")});
    vec_push(&b->begun, false);
    return f->blocks.n - 1;
}

void ir_build_at(struct ir_build *b, uint32_t block) {
    struct ir_func *f = func(b);
    if (block >= f->blocks.n) {
        refuse(b, "no such block");
        return;
    }
    if (b->block != UINT32_MAX) refuse(b, "block %s has no end", f->blocks.at[b->block].name);
    if (b->begun.at[block]) refuse(b, "block %s is begun twice", f->blocks.at[block].name);
    if (b->error[0]) return;
    b->begun.at[block] = true;
    f->blocks.at[block].first = f->instrs.n;
    vec_push(&b->order, block);
    b->block = block;
}

bool ir_build_open(const struct ir_build *b) {
    return b->block != UINT32_MAX;
}

// ---- instructions --------------------------------------------------------------------------------------------------------------------

static void refuse_instr(struct ir_build *b, const struct ir_instr *i, const char *why) {
    const char *op = i->op == IR_LET && i->pure < IR_N_PURE ? ir_pures[i->pure].text : ir_ops[i->op].text;
    refuse(b, "block %s: %s: %s", func(b)->blocks.at[b->block].name, op, why);
}

// Checks an instruction whose arrays are still the caller's.
static bool accept(struct ir_build *b, const struct ir_instr *i) {
    if (b->error[0]) return false;
    struct ir_func *f = func(b);
    if (b->block == UINT32_MAX) {
        refuse(b, "%s stands outside a block", ir_ops[i->op].text);
        return false;
    }
    const char *e = ir_form_instr(b->program, f, i);
    if (e) refuse_instr(b, i, e);
    for (uint32_t d = 0; !e && d < i->n_dsts; d++) {
        uint32_t l = i->dsts[d];
        if (f->locals.at[l].flags & IR_TEMP && b->defined.at[l]) refuse_instr(b, i, "the temporary is assigned twice");
        b->defined.at[l] = true;
    }
    return !b->error[0];
}

#define OWN(array, n) ((n) ? arena_copy(arena, (array), (size_t)(n) * sizeof *(array)) : NULL)

static struct ir_addr *own_addr(struct arena *arena, const struct ir_addr *a) {
    if (!a) return NULL;
    struct ir_addr *c = OWN(a, 1);
    c->terms = OWN(a->terms, a->n_terms);
    return c;
}

static void emit(struct ir_build *b, struct ir_instr i) {
    if (b->loc.line) i.loc = b->loc;
    if (!accept(b, &i)) return;
    struct arena *arena = &b->program->arena;
    struct ir_func *f = func(b);
    i.dsts = OWN(i.dsts, i.n_dsts);
    i.args = OWN(i.args, i.n_args);
    i.succs = OWN(i.succs, i.n_succs);
    i.cases = OWN(i.cases, i.n_cases);
    i.to = own_addr(arena, i.to);
    i.from = own_addr(arena, i.from);
    if (i.text) i.text = arena_strdup(arena, i.text);
    vec_push(&f->instrs, i);
    f->blocks.at[b->block].n++;
    if (ir_ops[i.op].group == IR_GROUP_END) b->block = UINT32_MAX;
}

void ir_build_instr(struct ir_build *b, const struct ir_instr *i) {
    emit(b, *i);
}

// An address without the terms that add nothing.
struct trimmed {
    struct ir_addr addr;
    VEC(struct ir_term) terms;
};

static struct ir_addr *trim(struct trimmed *t, const struct ir_addr *a) {
    *t = (struct trimmed){.addr = *a};
    for (uint32_t i = 0; i < a->n_terms; i++)
        if (a->terms[i].scale) vec_push(&t->terms, a->terms[i]);
    t->addr.n_terms = t->terms.n;
    t->addr.terms = t->terms.at;
    return &t->addr;
}

static void emit_at(struct ir_build *b, struct ir_instr i, const struct ir_addr *to, const struct ir_addr *from) {
    struct trimmed t, u;
    i.to = trim(&t, to);
    if (from) i.from = trim(&u, from);
    emit(b, i);
    vec_free(&t.terms);
    if (from) vec_free(&u.terms);
}

void ir_build_let(struct ir_build *b, uint32_t dst, enum ir_pure pure, ir_val a, ir_val c, ir_val d) {
    ir_val args[3] = {a, c, d};
    uint32_t n = 3;
    while (n && args[n - 1] == IR_NOTHING) n--;
    emit(b, (struct ir_instr){.op = IR_LET, .pure = (uint8_t)pure, .n_dsts = 1, .dsts = &dst, .n_args = n, .args = args});
}

ir_val ir_build_let_temp(struct ir_build *b, ir_type type, enum ir_pure pure, ir_val a, ir_val c, ir_val d) {
    uint32_t dst = ir_build_local(b, NULL, type, IR_NO_TYPE, 0);
    ir_build_let(b, dst, pure, a, c, d);
    return ir_val_of(IR_LOCAL, dst);
}

void ir_build_addr(struct ir_build *b, uint32_t dst, const struct ir_addr *a) {
    emit_at(b, (struct ir_instr){.op = IR_ADDR, .n_dsts = 1, .dsts = &dst}, a, NULL);
}

void ir_build_any(struct ir_build *b, uint32_t dst, const char *why) {
    emit(b, (struct ir_instr){.op = IR_ANY, .n_dsts = 1, .dsts = &dst, .text = why ? why : ""});
}

void ir_build_load(struct ir_build *b, uint32_t dst, const struct ir_addr *a, uint8_t flags) {
    emit_at(b, (struct ir_instr){.op = IR_LOAD, .flags = flags, .n_dsts = 1, .dsts = &dst}, a, NULL);
}

void ir_build_store(struct ir_build *b, ir_val v, const struct ir_addr *a, uint8_t flags) {
    emit_at(b, (struct ir_instr){.op = IR_STORE, .flags = flags, .n_args = 1, .args = &v}, a, NULL);
}

void ir_build_copy(struct ir_build *b, const struct ir_addr *to, const struct ir_addr *from, ir_val n, uint8_t flags) {
    emit_at(b, (struct ir_instr){.op = IR_COPY, .flags = flags, .n_args = 1, .args = &n}, to, from);
}

void ir_build_fill(struct ir_build *b, const struct ir_addr *to, ir_val byte, ir_val n, uint8_t flags) {
    ir_val args[2] = {byte, n};
    emit_at(b, (struct ir_instr){.op = IR_FILL, .flags = flags, .n_args = 2, .args = args}, to, NULL);
}

void ir_build_havoc(struct ir_build *b, const struct ir_addr *to, ir_val n, const char *why) {
    emit_at(b, (struct ir_instr){.op = IR_HAVOC, .n_args = 1, .args = &n, .text = why ? why : ""}, to, NULL);
}

void ir_build_enter(struct ir_build *b, ir_val local_or_slot) {
    emit(b, (struct ir_instr){.op = IR_ENTER, .subject = local_or_slot});
}

void ir_build_leave(struct ir_build *b, ir_val local_or_slot) {
    emit(b, (struct ir_instr){.op = IR_LEAVE, .subject = local_or_slot});
}

void ir_build_alloca(struct ir_build *b, uint32_t dst, ir_val n) {
    emit(b, (struct ir_instr){.op = IR_ALLOCA, .n_dsts = 1, .dsts = &dst, .n_args = 1, .args = &n});
}

void ir_build_mark(struct ir_build *b, uint32_t dst) {
    emit(b, (struct ir_instr){.op = IR_MARK, .n_dsts = 1, .dsts = &dst});
}

void ir_build_release(struct ir_build *b, ir_val mark) {
    emit(b, (struct ir_instr){.op = IR_RELEASE, .n_args = 1, .args = &mark});
}

void ir_build_call(struct ir_build *b, const uint32_t *dsts, uint32_t n_dsts, ir_val callee, const ir_val *args, uint32_t n_args,
                   ir_val varargs) {
    if (n_dsts > UINT8_MAX) refuse(b, "a call has more than %d results", UINT8_MAX);
    VEC(ir_val) all = {0};
    vec_push(&all, callee);
    for (uint32_t i = 0; i < n_args; i++) vec_push(&all, args[i]);
    struct ir_instr i = {
        .op = IR_CALL, .n_dsts = (uint8_t)n_dsts, .dsts = (uint32_t *)dsts, .n_args = all.n, .args = all.at, .subject = varargs};
    emit(b, i);
    vec_free(&all);
}

void ir_build_assume(struct ir_build *b, ir_val condition) {
    emit(b, (struct ir_instr){.op = IR_ASSUME, .n_args = 1, .args = &condition});
}

void ir_build_promise(struct ir_build *b, ir_val condition, const char *what) {
    emit(b, (struct ir_instr){.op = IR_PROMISE, .n_args = 1, .args = &condition, .text = what ? what : ""});
}

void ir_build_unmodelled(struct ir_build *b, const char *name) {
    emit(b, (struct ir_instr){.op = IR_UNMODELLED, .text = name ? name : ""});
}

void ir_build_jump(struct ir_build *b, uint32_t block) {
    emit(b, (struct ir_instr){.op = IR_JUMP, .n_succs = 1, .succs = &block});
}

void ir_build_branch(struct ir_build *b, ir_val condition, uint32_t yes, uint32_t no) {
    uint32_t succs[2] = {yes, no};
    emit(b, (struct ir_instr){.op = IR_BRANCH, .n_args = 1, .args = &condition, .n_succs = 2, .succs = succs});
}

void ir_build_goto(struct ir_build *b, ir_val label, const uint32_t *succs, uint32_t n_succs) {
    emit(b, (struct ir_instr){.op = IR_GOTO, .n_args = 1, .args = &label, .n_succs = n_succs, .succs = (uint32_t *)succs});
}

void ir_build_ret(struct ir_build *b, const ir_val *values, uint32_t n) {
    emit(b, (struct ir_instr){.op = IR_RET, .n_args = n, .args = (ir_val *)values});
}

void ir_build_stop(struct ir_build *b, const char *why) {
    emit(b, (struct ir_instr){.op = IR_STOP, .text = why ? why : ""});
}

// ---- switch --------------------------------------------------------------------------------------------------------------------------

struct succ {
    uint32_t block, old;
};

static int by_block(const void *x, const void *y) {
    const struct succ *a = x, *b = y;
    if (a->block != b->block) return a->block < b->block ? -1 : 1;
    return a->old < b->old ? -1 : 1;
}

static int by_value(const void *x, const void *y) {
    const struct ir_case *a = x, *b = y;
    return a->lo < b->lo ? -1 : a->lo > b->lo;
}

// By old successor: the first old successor that is the same block.
static uint32_t *same_blocks(const uint32_t *succs, uint32_t n) {
    struct succ *sorted = calloc(n, sizeof *sorted);
    uint32_t *first = calloc(n, sizeof *first);
    if (!sorted || !first) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++) sorted[i] = (struct succ){.block = succs[i], .old = i};
    qsort(sorted, n, sizeof *sorted, by_block);
    for (uint32_t i = 0; i < n; i++) {
        bool again = i && sorted[i].block == sorted[i - 1].block;
        first[sorted[i].old] = again ? first[sorted[i - 1].old] : sorted[i].old;
    }
    free(sorted);
    return first;
}

// Numbers a case's successor, known by its first old number, in the order of the cases.
static uint32_t number_succ(uint32_t *number, struct ir_instr *i, const uint32_t *succs, uint32_t old) {
    if (number[old] == UINT32_MAX) {
        number[old] = i->n_succs;
        i->succs[i->n_succs++] = succs[old];
    }
    return number[old];
}

static void add_case(struct ir_instr *i, uint64_t lo, uint64_t hi, uint32_t succ) {
    struct ir_case *last = i->n_cases ? &i->cases[i->n_cases - 1] : NULL;
    if (last && last->succ == succ && last->hi != UINT64_MAX && last->hi + 1 == lo && lo <= hi)
        last->hi = hi;
    else
        i->cases[i->n_cases++] = (struct ir_case){lo, hi, succ};
}

void ir_build_switch(struct ir_build *b, ir_val v, const uint32_t *succs, uint32_t n_succs, const struct ir_case *cases, uint32_t n_cases) {
    for (uint32_t c = 0; c < n_cases; c++)
        if (cases[c].succ >= n_succs) refuse(b, "switch: a case has no such successor");
    if (n_succs == 0) refuse(b, "switch: no default");
    if (b->error[0] || n_succs == 0) return;
    VEC(struct ir_case) sorted = {0};
    for (uint32_t c = 0; c < n_cases; c++) vec_push(&sorted, cases[c]);
    if (n_cases) qsort(sorted.at, n_cases, sizeof *sorted.at, by_value);
    uint32_t *first = same_blocks(succs, n_succs);
    uint32_t *number = malloc(n_succs * sizeof *number), *targets = malloc(n_succs * sizeof *targets);
    struct ir_case *merged = malloc((n_cases + 1) * sizeof *merged);
    if (!number || !targets || !merged) base_out_of_memory();
    memset(number, 0xff, n_succs * sizeof *number);
    struct ir_instr i = {.op = IR_SWITCH, .n_args = 1, .args = &v, .succs = targets, .cases = merged};
    number_succ(number, &i, succs, 0);
    for (uint32_t c = 0; c < n_cases; c++)
        add_case(&i, sorted.at[c].lo, sorted.at[c].hi, number_succ(number, &i, succs, first[sorted.at[c].succ]));
    emit(b, i);
    vec_free(&sorted);
    free(first);
    free(number);
    free(targets);
    free(merged);
}

// ---- the end -------------------------------------------------------------------------------------------------------------------------

static void check_body(struct ir_build *b) {
    struct ir_func *f = func(b);
    if (b->block != UINT32_MAX) refuse(b, "block %s has no end", f->blocks.at[b->block].name);
    if (!f->blocks.n && !(f->flags & IR_EXTERN)) refuse(b, "function %s has no blocks", f->name);
    for (uint32_t i = 0; i < f->blocks.n; i++)
        if (!b->begun.at[i]) refuse(b, "block %s is never filled", f->blocks.at[i].name);
    for (uint32_t i = 0; i < f->instrs.n; i++)
        for (uint32_t s = 0; s < f->instrs.at[i].n_succs; s++)
            if (f->instrs.at[i].succs[s] == b->order.at[0]) refuse(b, "a jump to the entry block %s", f->blocks.at[b->order.at[0]].name);
}

static bool in_order(const struct ir_build *b) {
    for (uint32_t i = 0; i < b->order.n; i++)
        if (b->order.at[i] != i) return false;
    return true;
}

static void rename_labels(struct ir_program *p, uint32_t number, const uint32_t *to, uint32_t n) {
    bool any = false;
    for (uint32_t i = 0; i < p->labels.n; i++) {
        struct ir_label *l = &p->labels.at[i];
        if (l->func != number || l->block >= n) continue;
        l->block = to[l->block];
        any = true;
    }
    if (any) ir_rehash_labels(p);
}

static void reorder(struct ir_build *b) {
    struct ir_func *f = func(b);
    uint32_t n = f->blocks.n, *to = malloc(n * sizeof *to);
    struct ir_block *blocks = malloc(n * sizeof *blocks);
    if (!to || !blocks) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++) {
        to[b->order.at[i]] = i;
        blocks[i] = f->blocks.at[b->order.at[i]];
    }
    memcpy(f->blocks.at, blocks, n * sizeof *blocks);
    for (uint32_t i = 0; i < f->instrs.n; i++)
        for (uint32_t s = 0; s < f->instrs.at[i].n_succs; s++) f->instrs.at[i].succs[s] = to[f->instrs.at[i].succs[s]];
    rename_labels(b->program, b->func, to, n);
    free(blocks);
    free(to);
}

bool ir_build_end(struct ir_build *b) {
    check_body(b);
    if (!b->error[0] && !in_order(b)) reorder(b);
    vec_free(&b->order);
    vec_free(&b->begun);
    vec_free(&b->defined);
    free_names(&b->local_names);
    free_names(&b->slot_names);
    free_names(&b->block_names);
    b->block = UINT32_MAX;
    return !b->error[0];
}
