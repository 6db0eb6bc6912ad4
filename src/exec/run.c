// SPDX-License-Identifier: MIT
// The main loop: one instruction after the other.
#include "exec/run.h"

#include <assert.h>

#include "exec/limit.h"
#include "exec/open.h"
#include "exec/quick.h"
#include "exec/shadow.h"
#include "exec/trail.h"

enum { MAX_NESTING = 64 };

// Step by step, from base and offset on.
static uint32_t address_node(struct exec_machine *m, const struct exec_value *values, const struct exec_addr *a) {
    uint64_t mask = (uint64_t)ir_mask(m->program->pointer_bits);
    struct exec_value sum = *exec_operand(m, values, a->base), offset = exec_int((uint64_t)a->offset & mask);
    if (sum.unknown && !sum.node) return 0;
    for (uint32_t i = 0; i <= a->n_terms; i++) {
        const struct exec_term *t = i ? &a->terms[i - 1] : &(struct exec_term){.bits = m->program->pointer_bits, .scale = 1};
        const struct exec_value *v = i ? exec_operand(m, values, t->index) : &offset;
        uint64_t next = ((uint64_t)sum.bits + (uint64_t)ir_signed(v->bits, t->bits) * (uint64_t)t->scale) & mask;
        if (v->unknown && !v->node) return 0;
        if (v->bits || v->node) sum.node = exec_trail_plus(m, &sum, v, t->bits, t->scale, next);
        sum.unknown |= v->unknown;
        if (sum.unknown && !sum.node) return 0;
        sum.bits = next;
    }
    return sum.node;
}

// What is not plain about an index goes over to the sum.
static void add_shadow(struct exec_machine *m, const struct exec_value *v, const struct exec_term *t, struct exec_value *sum) {
    bool is_base = v->block && !sum->block && t->scale == 1 && t->bits == m->program->pointer_bits;
    uint16_t kinds = v->flags & EXEC_OPEN;
    if (v->block && !is_base) kinds |= EXEC_PLACED;
    if (!sum->block) sum->block = v->block;
    if (v->unknown) sum->unknown = UINT16_MAX, sum->why = v->why;
    if (kinds) exec_open_all(sum, (uint16_t)((sum->flags & EXEC_OPEN) | kinds));
}

static struct exec_value address(struct exec_machine *m, const struct exec_value *values, const struct exec_addr *a) {
    struct exec_value r = *exec_operand(m, values, a->base);
    uint64_t sum = (uint64_t)a->offset;
    bool null = r.bits == 0 && !r.block && !r.uninit, by_input = r.node != 0;
    for (uint32_t i = 0; i < a->n_terms; i++) {
        const struct exec_value *v = exec_operand(m, values, a->terms[i].index);
        sum += (uint64_t)ir_signed(v->bits, a->terms[i].bits) * (uint64_t)a->terms[i].scale;
        by_input |= v->node != 0;
        if (v->block | v->unknown | v->flags) null &= !v->block, add_shadow(m, v, &a->terms[i], &r);
    }
    if (r.flags & EXEC_OPEN) exec_open_all(&r, r.flags & EXEC_OPEN);
    if (null) r.flags |= EXEC_NULLISH;
    if (by_input) r.node = address_node(m, values, a);
    r.bits = ((uint64_t)r.bits + sum) & (uint64_t)ir_mask(m->program->pointer_bits);
    if (r.unknown) r.unknown = (uint16_t)((1u << m->program->pointer_bits / 8) - 1);
    return r;
}

static void ignore_branch(void *self, uint32_t func, uint32_t instr, uint32_t way) {
    (void)self, (void)func, (void)instr, (void)way;
}

static void ignore_compare(void *self, uint32_t func, uint32_t instr, uint32_t bits, uint64_t a, uint64_t b) {
    (void)self, (void)func, (void)instr, (void)bits, (void)a, (void)b;
}

static void ignore_equal(void *self, uint32_t func, uint32_t instr, uint64_t amount) {
    (void)self, (void)func, (void)instr, (void)amount;
}

const struct exec_observer exec_looks_away = {.branch = ignore_branch, .compare = ignore_compare, .equal = ignore_equal};

static void observe_test(const struct exec_machine *m, ir_type type, exec_word a, exec_word b) {
    const struct exec_observer *o = m->options->observer;
    if (ir_kind(type) == IR_INT && ir_bits(type) <= 64)
        o->compare(o->self, exec_top(m)->func, exec_top(m)->pc, ir_bits(type), (uint64_t)a, (uint64_t)b);
}

static uint32_t observe_branch(const struct exec_machine *m, uint32_t way) {
    const struct exec_observer *o = m->options->observer;
    if (o) o->branch(o->self, exec_top(m)->func, exec_top(m)->pc, way);
    return way;
}

static void observe_block(struct exec_machine *m) {
    const struct exec_observer *o = m->options->observer;
    if (o->block) o->block(o->self, m, exec_top(m)->func, exec_top(m)->pc);
}

static void choose_arguments(struct exec_machine *m, const struct exec_instr *i, const struct exec_value *const *args, ir_word128 *words) {
    for (uint32_t k = 0; k < i->n_args; k++) {
        if (args[k]->flags & EXEC_UNCHOSEN) exec_choose(m, i->args[k]);
        words[k] = args[k]->bits;
    }
}

// In the place of arguments that an exact record cannot follow: such that are known.
static void prepare(struct exec_machine *m, const struct exec_instr *i, const struct exec_value **args, struct exec_value *prepared) {
    bool unknown = false;
    for (uint32_t k = 0; k < i->n_args; k++) unknown |= args[k]->unknown != 0;
    if (!unknown) return;
    for (uint32_t k = 0; k < i->n_args; k++) prepared[k] = *args[k], args[k] = &prepared[k];
    exec_trail_prepare(m, (enum ir_pure)i->pure, i->type, i->arg_type, prepared);
}

static bool let(struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    const struct exec_value *args[3];
    ir_word128 words[3];
    bool plain = true;
    for (uint32_t k = 0; k < i->n_args; k++) {
        args[k] = exec_get(m, values, i->args[k]);
        words[k] = args[k]->bits;
        plain &= exec_is_plain(args[k]);
    }
    if (!plain) choose_arguments(m, i, args, words);
    struct exec_value prepared[3];
    if (!plain && exec_is_exact(m)) prepare(m, i, args, prepared);
    if (!plain && i->pure == IR_SELECT_ && !exec_use(m, args[0], "decides a branch")) return false;
    if (m->options->observer && ir_pures[i->pure].class == IR_CLASS_TEST) observe_test(m, i->arg_type, words[0], words[1]);
    struct exec_value out = {0};
    enum ir_eval status = ir_eval((enum ir_pure)i->pure, i->type, i->arg_type, words, &out.bits);
    if (status == IR_EVAL_TRAP) {
        exec_decide(m, args[1]);
        return exec_trap(m, words[1] == 0 ? "division by zero" : "division overflows");
    }
    if (!plain || status != IR_EVAL_OK) exec_shadow(m, (enum ir_pure)i->pure, i->type, i->arg_type, args, status, &out);
    values[i->dst] = out;
    return true;
}

// Do the easy ones, and tell of tests if somebody wants to know.
static inline bool quick_let(const struct exec_machine *m, struct exec_value *values, const struct exec_instr *i, bool observed) {
    if (!observed || ir_pures[i->pure].class != IR_CLASS_TEST) return exec_quick_let(m, values, i);
    exec_word a = exec_get(m, values, i->args[0])->bits, b = exec_get(m, values, i->args[1])->bits;
    if (!exec_quick_let(m, values, i)) return false;
    observe_test(m, i->arg_type, a, b);
    return true;
}

static bool size_of(struct exec_machine *m, const struct exec_value *v, uint64_t *n) {
    if (!exec_use(m, v, "is a size")) return false;
    *n = exec_decide(m, v);
    return true;
}

static bool do_copy(struct exec_machine *m, struct exec_value *values, const struct exec_instr *i, const struct exec_value *to,
                    const struct exec_value *from) {
    uint64_t n;
    if (!size_of(m, exec_operand(m, values, i->args[0]), &n)) return false;
    return i->source->flags & IR_APART ? exec_copy_apart(m, to, from, n) : exec_copy(m, to, from, n);
}

// A volatile object: what the program does not define may change by itself.  Where there may be one run only, that globals which it
// defines do not is an assumption; handlers of signals and threads have ended such a run before.
static bool do_moving(struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    bool load = i->source->op == IR_LOAD;
    struct exec_value to = address(m, values, &i->to), from = load ? to : address(m, values, &i->from);
    uint32_t block;
    uint64_t offset;
    if (m->options->alone && exec_resolve(m, &from, &block, &offset) && exec_block(&m->memory, block)->kind == EXEC_GLOBAL) {
        const struct ir_global *g = &m->program->globals.at[exec_block(&m->memory, block)->index];
        if (g->flags & IR_EXTERN) exec_assume(m, "what the volatile object '%s' holds", g->name);
        m->result->moving = g->name;
    }
    return load ? exec_load(m, &to, i->type, &values[i->dst]) : do_copy(m, values, i, &to, &from);
}

static bool do_memory(struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    struct exec_value to = address(m, values, &i->to);
    uint64_t n;
    switch (i->op) {
    case IR_LOAD: return exec_load(m, &to, i->type, &values[i->dst]);
    case IR_STORE: return exec_store(m, &to, i->type, exec_operand(m, values, i->args[0]));
    case IR_COPY: {
        struct exec_value from = address(m, values, &i->from);
        return do_copy(m, values, i, &to, &from);
    }
    case IR_FILL:
        return size_of(m, exec_operand(m, values, i->args[1]), &n) && exec_fill(m, &to, exec_operand(m, values, i->args[0]), n);
    default:
        assert(i->op == IR_HAVOC);
        return size_of(m, exec_operand(m, values, i->args[0]), &n) && exec_havoc(m, &to, n, i->source->text);
    }
}

// A promise that nobody asks about is none.
static bool do_promise(struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    if (!(m->options->rules >> IR_RULE_BROKEN_PROMISE & 1)) return true;
    if (exec_decide_truth(m, exec_operand(m, values, i->args[0]))) return true;
    return exec_fault(m, IR_RULE_BROKEN_PROMISE, 0, "%s", i->source->text);
}

static bool do_other(struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    switch (i->op) {
    case IR_ADDR: values[i->dst] = address(m, values, &i->to); return true;
    case IR_ANY: values[i->dst] = exec_any(m, i->type, i->source->text); return true;
    case IR_ENTER: return exec_enter(m, i->source->subject);
    case IR_LEAVE: exec_leave(m, i->source->subject); return true;
    case IR_ALLOCA: return exec_alloca(m, exec_operand(m, values, i->args[0]), &values[i->dst]);
    case IR_MARK: values[i->dst] = exec_int(m->stack->allocas.n); return true;
    case IR_RELEASE: exec_release(m, (uint64_t)exec_operand(m, values, i->args[0])->bits); return true;
    case IR_ASSUME: return exec_decide_truth(m, exec_operand(m, values, i->args[0])) ? true : exec_assume_failed(m);
    case IR_PROMISE: return do_promise(m, values, i);
    case EXEC_MOVING: return do_moving(m, values, i);
    default: assert(i->op == IR_UNMODELLED); return exec_give_up(m, "%s", i->source->text);
    }
}

static uint32_t select_case(const struct ir_instr *s, exec_word v) {
    uint32_t low = 0, high = s->n_cases;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (v > s->cases[mid].hi)
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->n_cases && s->cases[low].lo <= v ? s->cases[low].succ : 0;
}

static bool do_goto(struct exec_machine *m, const struct exec_value *target, uint32_t *pc) {
    const struct exec_frame *f = exec_top(m);
    uint32_t block;
    uint64_t offset;
    if (target->unknown) return exec_give_up(m, "jump to an unknown label: %s", exec_reason(m, target));
    if (target->uninit) return exec_fault(m, IR_RULE_UNINITIALISED_POINTER, 0, "jumps through an uninitialised pointer");
    exec_depend(m, target);
    if (exec_resolve(m, target, &block, &offset) && offset == 0 && exec_block(&m->memory, block)->kind == EXEC_LABEL) {
        const struct ir_label *l = &m->program->labels.at[exec_block(&m->memory, block)->index];
        *pc = f->code->func->blocks.at[l->block].first;
        return l->func == f->func || exec_give_up(m, "jump to a label of another function");
    }
    return exec_give_up(m, "jump to an address that is no label");
}

// The END instructions but RET: sets the frame's pc.
static bool do_end(struct exec_machine *m, struct exec_frame *f, const struct exec_value *values, const struct exec_instr *i) {
    const struct exec_value *v;
    switch (i->op) {
    case IR_JUMP: f->pc = i->succs[0]; return true;
    case IR_BRANCH:
        v = exec_operand(m, values, i->args[0]);
        if (!exec_is_plain(v) && !exec_use(m, v, "decides a branch")) return false;
        f->pc = i->succs[observe_branch(m, (exec_is_plain(v) ? v->bits != 0 : exec_decide_truth(m, v)) ? 0 : 1)];
        return true;
    case IR_SWITCH:
        v = exec_operand(m, values, i->args[0]);
        if (!exec_use(m, v, "decides a branch")) return false;
        if (v->unknown && !exec_trail_fork(m, EXEC_CASE, v)) exec_assume(m, "%s", exec_reason(m, v));
        exec_depend_number(m, v);
        if (v->node) exec_trail_decide(m, EXEC_CASE, v);
        if (m->options->observer) observe_test(m, i->type, v->bits, 0);
        f->pc = i->succs[observe_branch(m, select_case(i->source, v->bits))];
        return true;
    case IR_GOTO: return do_goto(m, exec_operand(m, values, i->args[0]), &f->pc);
    default: assert(i->op == IR_STOP); return exec_trap(m, i->source->text);
    }
}

// Runs instructions of the frame on top until another one is on top.
static bool run_frame(struct exec_machine *m) {
    struct exec_frame *f = exec_top(m);
    struct exec_value *values = exec_values(m);
    bool observed = m->options->observer && m->options->observer->compare != ignore_compare;
    for (;;) {
        if (m->steps >= m->pause_at && !exec_pause(m)) return false;
        const struct exec_instr *i = &f->code->instrs[f->pc];
        m->steps++;
        switch (i->op) {
        case IR_LET:
            if (!quick_let(m, values, i, observed) && !let(m, values, i)) return false;
            break;
        case IR_LOAD:
            if (!exec_quick_load(m, values, i) && !do_memory(m, values, i)) return false;
            break;
        case IR_STORE:
            if (!exec_quick_store(m, values, i) && !do_memory(m, values, i)) return false;
            break;
        case IR_COPY:
        case IR_FILL:
        case IR_HAVOC:
            if (!do_memory(m, values, i)) return false;
            break;
        case IR_JUMP:
        case IR_BRANCH:
        case IR_SWITCH:
        case IR_GOTO:
        case IR_STOP:
            if (!do_end(m, f, values, i)) return false;
            if (m->options->observer) observe_block(m);
            continue;
        case IR_CALL: return exec_do_call(m, i);
        case IR_RET: return exec_do_return(m, i);
        default:
            if (!do_other(m, values, i)) return false;
            break;
        }
        f->pc++;
    }
}

static bool loop_down_to(struct exec_machine *m, uint32_t floor) {
    while (m->stack->frames.n > floor) {
        if (m->options->observer) observe_block(m);
        if (!run_frame(m)) return false;
    }
    assert(m->stack->frames.n == floor && m->nesting);
    m->nesting--;
    return true;
}

bool exec_loop(struct exec_machine *m) {
    assert(m->stack->frames.n && exec_top(m)->outermost);
    if (m->nesting >= MAX_NESTING) return exec_give_up(m, "callbacks nested too deeply");
    m->nesting++;
    return loop_down_to(m, m->stack->frames.n - 1);
}

bool exec_loop_on(struct exec_machine *m) {
    assert(m->outcome == EXEC_RUNNING && m->nesting == 1 && m->stack->frames.n && m->stack->frames.at[0].outermost);
    return loop_down_to(m, 0);
}
