// SPDX-License-Identifier: MIT
#include "exec/jump.h"

#include <assert.h>

#include "exec/between.h"
#include "exec/lib.h"
#include "exec/open.h"
#include "exec/run.h"
#include "exec/shadow.h"

// ---- notes ---------------------------------------------------------------------------------------------------------

static void *allocate(uint64_t n, size_t each) {
    void *p = calloc(n ? n : 1, each);
    if (!p) base_out_of_memory();
    return p;
}

static uint64_t bytes_of(const struct exec_note *n) {
    uint64_t sum = n->n_values * sizeof *n->values + n->n_slots * sizeof *n->slots;
    for (uint32_t i = 0; i < n->n_slots; i++) sum += n->slots[i].size * (2u + (n->slots[i].origin ? 4 : 0) + (n->slots[i].nodes ? 4 : 0));
    return sum;
}

static void drop(struct exec_machine *m) {
    struct exec_note n = vec_pop(&m->stack->notes);
    m->memory.bytes -= bytes_of(&n);
    for (uint32_t i = 0; i < n.n_slots; i++) {
        free(n.slots[i].bytes);
        free(n.slots[i].origin);
        free(n.slots[i].nodes);
    }
    free(n.slots);
    free(n.values);
}

static bool is_live(const struct exec_machine *m, const struct exec_note *n) {
    const struct exec_block *b = exec_block(&m->memory, n->mark);
    return b->life == EXEC_LIVE && b->serial == n->serial;
}

static uint32_t *keep_words(const uint32_t *words, uint64_t n) {
    if (!words) return NULL;
    uint32_t *kept = allocate(n, sizeof *kept);
    return memcpy(kept, words, n * sizeof *kept);
}

static struct exec_kept keep_slot(const struct exec_machine *m, uint32_t block) {
    const struct exec_block *b = exec_block(&m->memory, block);
    if (b->life != EXEC_LIVE) return (struct exec_kept){0};
    struct exec_kept k = {.serial = b->serial, .size = b->size, .bytes = allocate(2, b->size ? b->size : 1)};
    k.state = k.bytes + b->size;
    memcpy(k.bytes, b->bytes, b->size);
    memcpy(k.state, b->state, b->size);
    k.origin = keep_words(b->origin, b->size);
    k.nodes = keep_words(b->nodes, b->size);
    return k;
}

static void add_note(struct exec_machine *m, uint32_t mark) {
    struct exec_stack *s = m->stack;
    const struct exec_frame *f = exec_top(m);
    const struct ir_func *func = f->code->func;
    while (s->notes.n && !is_live(m, &s->notes.at[s->notes.n - 1])) drop(m);
    struct exec_note n = {.mark = mark,
                          .serial = exec_block(&m->memory, mark)->serial,
                          .frame = s->frames.n - 1,
                          .pc = f->pc,
                          .allocas = s->allocas.n,
                          .n_values = f->code->n_values,
                          .n_slots = func->slots.n};
    n.values = allocate(n.n_values, sizeof *n.values);
    if (n.n_values) memcpy(n.values, exec_values(m), n.n_values * sizeof *n.values);
    n.slots = allocate(n.n_slots, sizeof *n.slots);
    for (uint32_t i = 0; i < n.n_slots; i++) n.slots[i] = keep_slot(m, n.values[func->locals.n + i].block);
    vec_push(&s->notes, n);
    m->memory.bytes += bytes_of(&n);
    exec_block(&m->memory, mark)->index = s->notes.n;
}

// A buffer that is filled in a call through a pointer, or by another library function, cannot be returned to.
static bool is_called_here(const struct exec_machine *m) {
    const struct exec_frame *f = exec_top(m);
    const struct ir_instr *i = &f->code->func->instrs.at[f->pc];
    return i->op == IR_CALL && ir_tag(i->args[0]) == IR_FUNC && ir_index(i->args[0]) == m->calling;
}

bool exec_model_setjmp(struct exec_model *k) {
    struct exec_machine *m = k->m;
    uint32_t parameter = exec_lib_nth(k, IR_LIB_WRITE, 0);
    const struct exec_value *buffer = exec_lib_arg(k, parameter);
    struct exec_value none = exec_int(0), mark;
    uint64_t n;
    if (!m->stack->frames.n || !is_called_here(m)) return exec_give_up(m, "'%s' is called through a pointer", k->name);
    if (!exec_lib_limit(k, parameter, &n) || !exec_havoc(m, buffer, n, "what a jump buffer holds")) return false;
    if (!exec_alloca(m, &none, &mark) || !exec_store(m, buffer, ir_ptr(m->program), &mark)) return false;
    add_note(m, mark.block);
    exec_lib_give_number(k, 0);
    return true;
}

// ---- where a buffer leads to -----------------------------------------------------------------------------------------

static bool is_mark(const struct exec_block *b) {
    return b->kind == EXEC_ALLOCA && b->index;
}

static bool no_mark(const struct exec_model *k, const struct exec_value *to) {
    struct exec_machine *m = k->m;
    enum ir_rule rule = to->bits || to->block ? IR_RULE_OUT_OF_BOUNDS : IR_RULE_NULL_DEREFERENCE;
    if (to->uninit) rule = IR_RULE_UNINITIALISED_POINTER;
    if (to->unknown) return exec_give_up(m, "'%s' with a buffer of unknown contents: %s", k->name, exec_reason(m, to));
    return exec_fault(m, rule, 0, "'%s' is given a buffer that setjmp did not fill, or that was overwritten", k->name);
}

// Are the functions that are left all those of the program's own calls?
static bool leaves_library(const struct exec_machine *m, uint32_t frame) {
    for (uint32_t i = frame + 1; i < m->stack->frames.n; i++)
        if (m->stack->frames.at[i].outermost) return true;
    return false;
}

bool exec_model_longjmp(struct exec_model *k) {
    struct exec_machine *m = k->m;
    const struct exec_value *value = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    struct exec_value to;
    uint32_t block;
    uint64_t offset;
    if (!exec_load(m, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_READ, 0)), ir_ptr(m->program), &to)) return false;
    if (to.uninit | to.unknown || !exec_resolve(m, &to, &block, &offset)) return no_mark(k, &to);
    exec_depend(m, &to);
    if (to.block != block || offset || !is_mark(exec_block(&m->memory, block))) return no_mark(k, &to);
    const struct exec_block *b = exec_block(&m->memory, block);
    if (b->life != EXEC_LIVE)
        return exec_fault(m, IR_RULE_USE_OUT_OF_SCOPE, block, "'%s' returns to '%s', which has ended, or into a scope that was left",
                          k->name, m->program->funcs.at[b->born.func].name);
    const struct exec_note *n = &m->stack->notes.at[b->index - 1];
    assert(n->mark == block && n->serial == b->serial);
    if (leaves_library(m, n->frame)) return exec_give_up(m, "'%s' leaves a library function that called back", k->name);
    m->stack->landing = b->index;
    m->stack->landed = exec_decide_truth(m, value) ? *value : exec_int(1);
    return true;
}

// ---- landing ---------------------------------------------------------------------------------------------------------

struct landing {
    const struct exec_note *note;
    const struct exec_code *code;
    struct exec_between written, loose;  // written: only in a run that may be the only one
    bool alone;
};

static bool is_same(const struct exec_value *a, const struct exec_value *b) {
    return a->bits == b->bits && a->block == b->block && a->uninit == b->uninit && a->unknown == b->unknown;
}

// It has any value; what it pointed to is not lost.
static void spoil_local(struct exec_value *v, const struct exec_value *birth) {
    v->uninit = birth->uninit;
    v->flags = (uint16_t)(birth->flags & ~EXEC_UNCHOSEN);
    v->node = 0;
    if (!v->unknown) v->why = 0;
}

// Temporaries are as they were.
static void restore_locals(struct exec_machine *m, const struct landing *l) {
    const struct ir_func *func = l->code->func;
    struct exec_value *values = exec_values(m);
    for (uint32_t i = 0; i < func->locals.n; i++) {
        bool variable = func->locals.at[i].flags & IR_USER;
        bool changed = !is_same(&values[i], &l->note->values[i]) || (l->alone && l->written.locals[i]);
        if (!variable)
            values[i] = l->note->values[i];
        else if (changed)
            spoil_local(&values[i], &l->code->birth[i]);
    }
}

static bool differ(const uint32_t *now, const uint32_t *then, uint64_t i) {
    return (now ? now[i] : 0) != (then ? then[i] : 0);
}

// What was unknown and is drawn now was only looked at.
static bool is_changed(const struct exec_block *b, const struct exec_kept *k, uint64_t i) {
    if (k->state[i] == EXEC_UNDRAWN && b->state[i] == EXEC_DRAWN) return false;
    return b->bytes[i] != k->bytes[i] || b->state[i] != k->state[i] || differ(b->origin, k->origin, i);
}

static void spoil_byte(struct exec_block *b, uint64_t i) {
    b->state[i] = EXEC_UNINIT;
    if (b->nodes) b->nodes[i] = 0;
    if (b->open) b->open[i] = 0;
}

static void restore_bytes(struct exec_machine *m, const struct landing *l, uint32_t slot, uint32_t block) {
    struct exec_block *b = exec_block(&m->memory, block);
    const struct exec_kept *k = &l->note->slots[slot];
    for (uint64_t i = 0; i < b->size; i++) {
        bool changed = is_changed(b, k, i) || (l->alone && (l->written.slots[slot][i] || differ(b->nodes, k->nodes, i)));
        if (changed && !l->loose.slots[slot][i]) spoil_byte(b, i);
    }
}

// A slot whose scope was left, or left and entered again, is new; one whose scope is entered behind setjmp is left.
static bool restore_slots(struct exec_machine *m, const struct landing *l) {
    const struct ir_func *func = l->code->func;
    for (uint32_t i = 0; i < func->slots.n; i++) {
        uint32_t block = exec_values(m)[func->locals.n + i].block;
        uint64_t then = l->note->slots[i].serial;
        const struct exec_block *b = exec_block(&m->memory, block);
        if (then && b->life == EXEC_LIVE && b->serial == then)
            restore_bytes(m, l, i, block);
        else if (then && !exec_enter(m, ir_val_of(IR_SLOT, i)))
            return false;
        else if (!then)
            exec_leave(m, ir_val_of(IR_SLOT, i));
    }
    return true;
}

// No later call of setjmp at the same place of the same frame.
static bool is_latest(const struct exec_machine *m, const struct exec_note *n) {
    const struct exec_stack *s = m->stack;
    for (const struct exec_note *later = n + 1; later < s->notes.at + s->notes.n; later++)
        if (later->frame == n->frame && later->pc == n->pc) return false;
    return true;
}

static bool land(struct exec_machine *m, struct landing *l, struct arena *a) {
    const struct exec_note *n = l->note;
    struct exec_stack *s = m->stack;
    const struct exec_frame *f = &s->frames.at[n->frame];
    l->code = f->code;
    exec_between_volatile(l->code, a, &l->loose);
    if (l->alone) exec_between_writes(m->program, l->code, is_latest(m, n) ? n->pc : UINT32_MAX, f->pc, a, &l->written);
    while (s->frames.n > n->frame + 1) exec_pop(m);
    exec_release(m, n->allocas);
    restore_locals(m, l);
    if (!restore_slots(m, l)) return false;
    struct exec_frame *top = exec_top(m);
    const struct ir_instr *call = &l->code->func->instrs.at[n->pc];
    for (uint32_t k = 0; k < call->n_dsts; k++)
        exec_values(m)[call->dsts[k]] = exec_convert(m, &s->landed, IR_I(32), l->code->func->locals.at[call->dsts[k]].type);
    top->pc = n->pc + 1;
    return true;
}

bool exec_land(struct exec_machine *m) {
    assert(m->stack->landing && m->stack->landing <= m->stack->notes.n);
    struct landing l = {.note = &m->stack->notes.at[m->stack->landing - 1], .alone = m->options->alone};
    struct arena a = {0};
    m->stack->landing = 0;
    bool on = land(m, &l, &a);
    arena_free(&a);
    return on;
}

void exec_jump_end(struct exec_machine *m) {
    while (m->stack->notes.n) drop(m);
    vec_free(&m->stack->notes);
}
