// SPDX-License-Identifier: MIT
// Frames come and go; storage of locals, slots and alloca blocks with them.
#include <assert.h>

#include "exec/fault.h"
#include "exec/limits.h"
#include "exec/open.h"
#include "exec/run.h"
#include "exec/shadow.h"
#include "exec/watch.h"

enum { STACK_BYTES = 8 << 20, ALLOCA_ALIGN = 16 };

static bool too_deep(struct exec_machine *m) {
    return exec_give_up(m, "the stack is too deep for the interpreter");
}

static bool stack_block(struct exec_machine *m, enum exec_kind kind, uint64_t address, uint64_t size, uint64_t align, uint32_t *block) {
    switch (exec_block_new_at(&m->memory, kind, address, size, align, EXEC_BIRTH_UNINIT, block)) {
    case EXEC_NO_ADDRESS: return too_deep(m);
    case EXEC_NO_BYTES: return exec_out_of(m, "memory limit of the interpreter");
    case EXEC_ROOM_OK: break;
    }
    exec_block(&m->memory, *block)->born = exec_here(m);
    return true;
}

static void kill(struct exec_machine *m, uint32_t block) {
    if (exec_block(&m->memory, block)->life != EXEC_LIVE) return;
    exec_block_kill(&m->memory, block, EXEC_LEFT);
    exec_block(&m->memory, block)->died = exec_here(m);
}

static bool enter_slot(struct exec_machine *m, uint32_t slot) {
    const struct exec_frame *f = exec_top(m);
    struct exec_value *v = &exec_values(m)[f->code->func->locals.n + slot];
    const struct ir_slot *s = &f->code->func->slots.at[slot];
    uint32_t block;
    kill(m, v->block);
    if (!stack_block(m, EXEC_SLOT, f->base + f->code->slot_offset[slot], s->size, s->align ? s->align : 1, &block)) return false;
    exec_block(&m->memory, block)->index = slot;
    v->block = block;
    return true;
}

bool exec_enter(struct exec_machine *m, ir_val subject) {
    if (ir_tag(subject) == IR_SLOT) return enter_slot(m, ir_index(subject));
    exec_values(m)[ir_index(subject)] = exec_top(m)->code->birth[ir_index(subject)];
    return true;
}

void exec_leave(struct exec_machine *m, ir_val subject) {
    const struct exec_frame *f = exec_top(m);
    if (m->stack->frames.n == 1) exec_watch_end(m);
    if (ir_tag(subject) == IR_SLOT)
        kill(m, exec_values(m)[f->code->func->locals.n + ir_index(subject)].block);
    else
        exec_values(m)[ir_index(subject)] = f->code->birth[ir_index(subject)];
}

void exec_choose(struct exec_machine *m, int32_t operand) {
    const struct exec_frame *f = exec_top(m);
    assert(operand >= 0 && (uint32_t)operand < f->code->func->locals.n);
    struct exec_value *v = &exec_values(m)[operand];
    struct exec_value drawn = exec_draw_contents(m, f->code->func->locals.at[operand].type);
    drawn.uninit = v->uninit;
    drawn.flags = EXEC_RAW;
    *v = drawn;
}

static bool push_frame(struct exec_machine *m, uint32_t func, const struct exec_code *c, bool outermost) {
    struct exec_stack *s = m->stack;
    uint32_t limit = m->options->max_frames ? m->options->max_frames : (uint32_t)exec_limits[EXEC_LIMIT_FRAMES].value;
    uint64_t used = (s->frames.n ? exec_top(m)->stack_bytes : 0) + c->slot_bytes;
    uint64_t base = (m->memory.next_stack + c->frame_align - 1) & -c->frame_align;
    bool values_fit = (uint64_t)s->values.n + c->n_values <= m->memory.max_bytes / 2 / sizeof *s->values.at;
    if (s->frames.n >= limit || used > STACK_BYTES || base > m->memory.end_stack || c->frame_size > m->memory.end_stack - base ||
        !values_fit)
        return too_deep(m);
    vec_push(&s->frames, (struct exec_frame){.code = c,
                                             .func = func,
                                             .values = s->values.n,
                                             .allocas = s->allocas.n,
                                             .base = base,
                                             .stack_bytes = used,
                                             .outermost = outermost});
    m->memory.next_stack = base + c->frame_size;
    vec_reserve(&s->values, (size_t)s->values.n + c->n_values);
    s->values.n += c->n_values;
    return true;
}

static bool fill_frame(struct exec_machine *m) {
    const struct exec_frame *f = exec_top(m);
    const struct ir_func *func = f->code->func;
    struct exec_value *values = exec_values(m);
    if (func->locals.n) memcpy(values, f->code->birth, func->locals.n * sizeof *values);
    for (uint32_t i = 0; i < func->slots.n; i++)
        values[func->locals.n + i] = (struct exec_value){.bits = f->base + f->code->slot_offset[i], .block = m->limbo};
    for (uint32_t i = 0; i < func->slots.n; i++) {
        if (!(func->slots.at[i].flags & IR_SCOPED) && !enter_slot(m, i)) return false;
    }
    return true;
}

static struct exec_code *code_of(struct exec_machine *m, uint32_t func) {
    struct exec_code **code = &m->codes->code[func];
    if (!*code) {
        *code = exec_decode(m->program, func, m->memory.seed);
        (*code)->library = exec_lib_takes(m, func);
    }
    if ((*code)->seed != m->memory.seed) exec_code_seed(*code, func, m->memory.seed);
    return *code;
}

bool exec_has_body(struct exec_machine *m, uint32_t func) {
    return !(m->program->funcs.at[func].flags & IR_EXTERN) && !code_of(m, func)->library;
}

bool exec_push(struct exec_machine *m, uint32_t func, const struct exec_value *args, const ir_type *types, uint32_t n_args,
               const struct exec_value *varargs, bool outermost) {
    const struct exec_code *c = code_of(m, func);
    const struct ir_func *f = c->func;
    bool variadic = f->flags & IR_VARIADIC;
    uint32_t named = f->n_params - (variadic && f->n_params ? 1 : 0);
    if (n_args < named) return exec_give_up(m, "call of '%s' with too few arguments", f->name);
    if (!push_frame(m, func, c, outermost) || !fill_frame(m)) return false;
    struct exec_value *values = exec_values(m);
    for (uint32_t i = 0; i < named; i++) values[i] = exec_convert(m, &args[i], types[i], f->locals.at[i].type);
    if (named < f->n_params)
        values[named] = varargs ? *varargs : exec_any(m, ir_ptr(m->program), "variadic arguments of a call without a prototype");
    return true;
}

void exec_pop(struct exec_machine *m) {
    struct exec_stack *s = m->stack;
    assert(s->frames.n);
    const struct exec_frame *f = exec_top(m);
    const struct ir_func *func = f->code->func;
    exec_release(m, f->allocas);
    for (uint32_t i = 0; i < func->slots.n; i++) kill(m, exec_values(m)[func->locals.n + i].block);
    m->memory.next_stack = f->base;
    assert(s->allocas.n == f->allocas && s->values.n == f->values + f->code->n_values);
    s->values.n = f->values;
    s->frames.n--;
}

bool exec_alloca(struct exec_machine *m, const struct exec_value *n, struct exec_value *out) {
    struct exec_frame *f = exec_top(m);
    if (!exec_use(m, n, "is a size")) return false;
    uint64_t size = exec_decide(m, n), base = (m->memory.next_stack + ALLOCA_ALIGN - 1) & ~(uint64_t)(ALLOCA_ALIGN - 1);
    uint32_t block;
    if (size > STACK_BYTES || f->stack_bytes + size > STACK_BYTES || size + EXEC_GAP > m->memory.end_stack - base) return too_deep(m);
    if (!stack_block(m, EXEC_ALLOCA, base, size, ALLOCA_ALIGN, &block)) return false;
    f->stack_bytes += size;
    m->memory.next_stack = base + size + EXEC_GAP;
    vec_push(&m->stack->allocas, block);
    *out = exec_pointer(m, block, 0);
    return true;
}

void exec_release(struct exec_machine *m, uint64_t mark) {
    struct exec_stack *s = m->stack;
    struct exec_frame *f = exec_top(m);
    uint32_t keep = mark < f->allocas ? f->allocas : mark < s->allocas.n ? (uint32_t)mark : s->allocas.n;
    while (s->allocas.n > keep) {
        uint32_t block = vec_pop(&s->allocas);
        const struct exec_block *b = exec_block(&m->memory, block);
        f->stack_bytes -= b->size;
        m->memory.next_stack = b->address;
        kill(m, block);
    }
}
