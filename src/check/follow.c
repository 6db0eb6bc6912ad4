// SPDX-License-Identifier: MIT
#include "check/follow.h"

#include "check/draw.h"
#include "check/exact.h"
#include "check/invariant.h"
#include "check/story.h"
#include "exec/run.h"
#include "ir/eval.h"
#include "ir/name.h"

enum { MOST_EVENTS = 1 << 20 };

struct follower {
    struct check_path path;
    uint64_t serial;        // of the block concerned, 0: none
    uint32_t block;         // its number, once it is born
    uint64_t start, size;   // its address and bytes
    uint32_t fault;         // event
    uint32_t birth, death;  // events, or CHECK_NO_EVENT
    enum exec_kind kind;    // of the block
    uint32_t slot, func;    // SLOT: which
    ir_val suspect;         // the operand of the fault's instruction that is to blame, or IR_NOTHING
    uint32_t holder;        // the last store of a pointer to the block that still holds it at the fault, or CHECK_NO_EVENT
};

// ---- looking on --------------------------------------------------------------------------------------------------------------------

static void find_block(struct follower *w, const struct exec_machine *m) {
    for (uint32_t i = 1; i < m->memory.blocks.n && !w->block; i++) {
        const struct exec_block *b = exec_block(&m->memory, i);
        if (b->serial != w->serial) continue;
        w->block = i;
        w->kind = (enum exec_kind)b->kind;
        w->slot = b->index;
        w->func = b->born.func;
        w->start = b->address;
        w->size = b->size;
    }
}

// What the instruction before did to the block.
static void look_at_block(struct follower *w, const struct exec_machine *m) {
    uint32_t last = w->path.events.n ? w->path.events.n - 1 : CHECK_NO_EVENT;
    if (!w->serial || m->memory.serial < w->serial) return;
    if (!w->block) {
        find_block(w, m);
        w->birth = last;
        if (!w->block) w->serial = 0;
    }
    if (!w->block || w->death != CHECK_NO_EVENT) return;
    const struct exec_block *b = exec_block(&m->memory, w->block);
    if (b->serial == w->serial && b->life != EXEC_LIVE) w->death = last;
}

static uint64_t address_of(const struct exec_machine *m, const struct exec_addr *a) {
    const struct exec_value *values = exec_values(m);
    uint64_t sum = (uint64_t)exec_get(m, values, a->base)->bits + (uint64_t)a->offset;
    for (uint32_t i = 0; i < a->n_terms; i++)
        sum += (uint64_t)ir_signed(exec_get(m, values, a->terms[i].index)->bits, a->terms[i].bits) * (uint64_t)a->terms[i].scale;
    return sum & (uint64_t)ir_mask(m->program->pointer_bits);
}

static uint32_t serial_of(const struct exec_machine *m, const struct exec_value *v) {
    return !v->block || v->block & EXEC_MIX ? 0 : (uint32_t)exec_block(&m->memory, v->block)->serial;
}

// One that points to the block concerned or, if there is none, to nothing.
static bool is_to_blame(const struct follower *w, const struct exec_machine *m, const struct exec_value *v) {
    return w->serial ? serial_of(m, v) == w->serial : v->uninit || (!v->bits && !v->block);
}

// Of a call, the argument that is to blame; of an access, the base of its address.
static ir_val find_suspect(const struct follower *w, const struct exec_machine *m, const struct exec_instr *i) {
    const struct ir_instr *s = i->source;
    const struct exec_value *values = exec_values(m);
    if (i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_FILL) return s->to->base;
    if (i->op == IR_COPY) return is_to_blame(w, m, exec_get(m, values, i->from.base)) ? s->from->base : s->to->base;
    for (uint32_t k = 0; i->op == IR_CALL && k < s->n_args; k++)
        if (ir_kind(i->call_types[k]) == IR_PTR && is_to_blame(w, m, exec_get(m, values, i->call_args[k]))) return s->args[k];
    return IR_NOTHING;
}

static bool is_overwritten(const struct check_path *path, uint32_t store, uint32_t end) {
    for (uint32_t i = store + 1; i < end; i++)
        if (path->events.at[i].size && path->events.at[i].address == path->events.at[store].address &&
            check_path_instr(path, i)->op == IR_STORE)
            return true;
    return false;
}

static uint32_t find_holder(const struct follower *w, const struct exec_machine *m) {
    enum { MOST_STORES = 100 };
    uint32_t looked = 0, end = w->path.events.n - 1;
    for (uint32_t i = end; i-- > 0 && w->serial && looked < MOST_STORES;) {
        const struct check_event *e = &w->path.events.at[i];
        if (e->value != w->serial || !e->block) continue;
        const struct exec_block *b = exec_block(&m->memory, exec_block_at(&m->memory, e->address));
        looked++;
        if (b->life == EXEC_LIVE && b->serial == e->block && !is_overwritten(&w->path, i, end)) return i;
    }
    return CHECK_NO_EVENT;
}

static void note_births(struct follower *w, const struct exec_machine *m) {
    uint32_t last = w->path.events.n ? w->path.events.n - 1 : CHECK_NO_EVENT;
    while (w->path.births.n <= m->memory.serial) vec_push(&w->path.births, last);
}

// The number that the instruction before gave, if the run is still, or again, where it was given.
static void note_result(struct follower *w, const struct exec_machine *m) {
    if (!w->path.events.n) return;
    struct check_event *e = &vec_last(&w->path.events);
    const struct ir_instr *i = check_path_instr(&w->path, w->path.events.n - 1);
    const struct exec_frame *f = exec_top(m);
    if (i->n_dsts != 1 || f->func != e->func || m->stack->frames.n != w->path.stack.n) return;
    const struct exec_value *v = exec_get(m, exec_values(m), f->code->instrs[e->instr].dst);
    e->result = (uint64_t)v->bits;
    e->known = !v->block && !v->uninit && !v->unknown;
}

static void step(void *self, struct exec_machine *m) {
    struct follower *w = self;
    if (w->path.events.n > w->fault + 1) return;
    const struct exec_frame *f = exec_top(m);
    const struct exec_instr *i = &f->code->instrs[f->pc];
    note_result(w, m);
    look_at_block(w, m);
    note_births(w, m);
    struct check_event *e = check_path_add(&w->path, f->func, f->pc, m->stack->frames.n);
    if (i->op == IR_LOAD || i->op == IR_STORE) {
        e->address = address_of(m, &i->to);
        e->size = ir_bytes(i->type);
        e->block = serial_of(m, exec_get(m, exec_values(m), i->to.base));
        if (i->op == IR_STORE) e->value = serial_of(m, exec_get(m, exec_values(m), i->args[0]));
    }
    if (w->path.events.n - 1 != w->fault) return;
    w->suspect = find_suspect(w, m, i);
    w->holder = find_holder(w, m);
}

// A run that was made before, made again up to a step, with somebody who looks on.
struct rerun {
    const struct ir_program *p;
    uint32_t entry;
    const struct exec_options *o;
    const struct exec_result *run;
};

static void run_again(const struct rerun *x, void *self, void (*look)(void *self, struct exec_machine *m), uint64_t steps) {
    const struct exec_result *run = x->run;
    VEC(uint64_t) list = {0};
    for (uint32_t i = 0; i < run->n_inputs; i++) vec_push(&list, run->inputs[i].value);
    struct exec_observer observer = exec_looks_away;
    observer.self = self;
    observer.step = look;
    struct exec_options again = *x->o;
    again.inputs.values = list.at;
    again.inputs.n = list.n;
    again.output[0] = again.output[1] = NULL;
    again.echo[0] = again.echo[1] = NULL;
    again.rules &= ~((ir_rule_set)1 << IR_RULE_MEMORY_LEAK | (ir_rule_set)1 << IR_RULE_LEAK_AT_EXIT);  // only the course of the run is wanted
    again.observer = &observer;
    again.record = NULL;
    again.max_steps = steps;
    struct exec_result result;
    exec_run(x->p, x->entry, &again, &result);
    exec_result_free(&result);
    vec_free(&list);
}

// ---- telling -----------------------------------------------------------------------------------------------------------------------

static const char *name_slot(struct check_story *s, const struct follower *w) {
    const struct ir_program *p = w->path.program;
    struct buf name = {0};
    bool named = w->func < p->funcs.n && ir_name_variable(p, &p->funcs.at[w->func], ir_val_of(IR_SLOT, w->slot), &name);
    const char *text = named ? arena_printf(&s->r->arena, "'%s'", buf_text(&name)) : "the object";
    buf_free(&name);
    return text;
}

static void add_life(struct check_story *s, const struct follower *w) {
    const char *began = "the block was allocated here", *ended = "it was freed here";
    if (w->kind == EXEC_SLOT) {
        began = arena_printf(&s->r->arena, "%s begins to exist here", name_slot(s, w));
        ended = "its scope ended here";
    } else if (w->kind == EXEC_ALLOCA) {
        ended = "its scope ended here";
    } else if (w->kind != EXEC_HEAP && w->kind != EXEC_RESOURCE) {
        return;
    }
    if (w->birth != CHECK_NO_EVENT && w->birth < w->fault) check_story_cause(s, w->birth, began);
    if (w->death != CHECK_NO_EVENT && w->death < w->fault) check_story_add(s, w->death, ended);
}

// ---- pictures ------------------------------------------------------------------------------------------------------------------------

struct painter {
    struct check_result *r;
    struct check_finding *f;
    uint64_t fault, at;  // steps
    struct view before;
};

static struct check_picture paint_one(struct painter *w, struct exec_machine *m) {
    struct view v = {0};
    check_draw(m, &v);
    if (w->before.nodes.n) view_mark(&w->before, &v);
    struct check_picture picture = check_picture_of(w->r, &v);
    view_free(&w->before);
    w->before = v;
    return picture;
}

// The heap after every step of the trace, and at the fault: before it happens, or of a loss after it, if the run goes on.
static void paint(void *self, struct exec_machine *m) {
    struct painter *w = self;
    uint64_t at = w->at++;
    for (uint32_t i = 0; i < w->f->trace.n; i++) {
        struct check_step *s = &w->f->trace.at[i];
        if (!s->context && (uint64_t)s->event + 1 == at) s->picture = paint_one(w, m);
    }
    bool lost = w->f->rule == IR_RULE_MEMORY_LEAK && at == w->fault + 1;
    if (at == w->fault || lost) w->f->picture = paint_one(w, m);
}

static void paint_all(struct check_result *r, struct check_finding *f, const struct rerun *again, uint32_t fault) {
    struct painter w = {.r = r, .f = f, .fault = fault};
    run_again(again, &w, paint, (uint64_t)fault + 2);
    view_free(&w.before);
}

static bool blames_pointer(enum ir_rule rule) {
    return rule == IR_RULE_NULL_DEREFERENCE || rule == IR_RULE_UNINITIALISED_POINTER || rule == IR_RULE_INVALID_FREE ||
           rule == IR_RULE_USE_AFTER_FREE || rule == IR_RULE_DOUBLE_FREE || rule == IR_RULE_USE_OUT_OF_SCOPE;
}

// Why there: of a bad pointer where it came from, of a lost block who had it, of an error what was decided.
static void add_reasons(struct check_story *s, const struct follower *w, enum ir_rule rule) {
    if (blames_pointer(rule) && w->suspect != IR_NOTHING && w->serial)
        check_story_route(s, w->fault, w->suspect);
    else if (blames_pointer(rule) && w->suspect != IR_NOTHING)
        check_story_origin(s, w->fault, w->suspect);
    if (rule == IR_RULE_MEMORY_LEAK && w->holder != CHECK_NO_EVENT) check_story_holder(s, w->holder);
    if (ir_rules[rule].property == IR_REACHABILITY) check_story_decision(s, w->fault);
}

// ---- sizes that wrap around ------------------------------------------------------------------------------------------------------------

static const char *decimal(struct arena *a, __int128 x) {
    char digits[48], *at = digits + sizeof digits - 1;
    __int128 rest = x < 0 ? -x : x;
    *at = 0;
    do *--at = (char)('0' + (int)(rest % 10));
    while (rest /= 10);
    if (x < 0) *--at = '-';
    return x >= CHECK_HUGE ? "more" : arena_strdup(a, at);
}

static const char *say_overflow(struct check_story *s, const struct check_exact *x) {
    const struct ir_instr *i = check_path_instr(s->path, x->overflow);
    struct arena *a = &s->r->arena;
    static const char *const signs[IR_N_PURE] = {[IR_ADD_] = "+", [IR_SUB_] = "-", [IR_MUL_] = "*", [IR_SHL_] = "<<"};
    unsigned long long left = s->path->events.at[x->overflow].result;
    const char *first = decimal(a, x->args[0]);
    if (i->pure == IR_TRUNC_) return arena_printf(a, "the size of the block overflows here: %s becomes %llu", first, left);
    if (!signs[i->pure]) return "the size of the block overflows here";
    return arena_printf(a, "the size of the block overflows here: %s %s %s becomes %llu", first, signs[i->pure], decimal(a, x->args[1]), left);
}

// Is the access inside of what the block was to be?  Of a call only that there is such a block can be said.
static bool fits(const struct follower *w, __int128 size) {
    const struct check_event *e = &w->path.events.at[w->fault];
    return !e->size || (e->address >= w->start && (__int128)(e->address - w->start) + e->size <= size);
}

// An access past the end of a block that is smaller than it was meant to be: all of them have one cause.
static void add_overflow(struct check_story *s, const struct follower *w, const struct exec_options *o, struct check_finding *f) {
    struct check_exact x;
    if (f->rule != IR_RULE_OUT_OF_BOUNDS || !(o->rules >> IR_RULE_SIZE_OVERFLOW & 1) || !o->lib || w->birth == CHECK_NO_EVENT) return;
    if (w->birth >= w->fault || (w->kind != EXEC_HEAP && w->kind != EXEC_ALLOCA)) return;
    if (!check_exact_size(s->path, o->lib, w->birth, &x) || x.overflow == CHECK_NO_EVENT || x.value <= w->size || !fits(w, x.value)) return;
    const struct check_event *e = &s->path->events.at[x.overflow];
    const struct ir_func *func = &s->path->program->funcs.at[e->func];
    check_story_cause(s, x.overflow, say_overflow(s, &x));
    check_add_root(s->r, f, IR_RULE_SIZE_OVERFLOW, check_place_of(s->r, s->path->program, func, func->instrs.at[e->instr].loc));
    f->cause = check_path_key(s->path, x.overflow);
}

bool check_follow(struct check_result *r, struct check_finding *f, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                  const struct exec_result *run, uint32_t number) {
    const struct exec_fault *fault = &run->faults[number];
    uint64_t at = fault->rule == IR_RULE_MEMORY_LEAK || !fault->step ? fault->step : fault->step - 1;
    if (at >= MOST_EVENTS || fault->place.func == UINT32_MAX) return false;
    struct follower w = {.path = {.program = p},
                         .serial = fault->serial,
                         .fault = (uint32_t)at,
                         .birth = CHECK_NO_EVENT,
                         .death = CHECK_NO_EVENT,
                         .holder = CHECK_NO_EVENT};
    struct rerun again = {p, entry, o, run};
    run_again(&again, &w, step, (uint64_t)w.fault + 2);
    bool complete = w.path.events.n > w.fault || (w.path.events.n && fault->rule == IR_RULE_MEMORY_CLEANUP);
    if (complete) {
        if (w.fault >= w.path.events.n) w.fault = w.path.events.n - 1;
        struct check_story s = {.r = r, .path = &w.path};
        add_life(&s, &w);
        if (w.death != CHECK_NO_EVENT && w.death < w.fault) f->cause = check_path_key(&w.path, w.death);
        add_reasons(&s, &w, fault->rule);
        add_overflow(&s, &w, o, f);
        check_story_tell(&s, f, w.fault);
        if (r->pictures) paint_all(r, f, &again, w.fault);
    }
    check_path_free(&w.path);
    return complete;
}
