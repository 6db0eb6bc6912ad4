// SPDX-License-Identifier: MIT
// The paths of a run: they fork, meet faults and are given up.
#include <assert.h>

#include <stdarg.h>

#include "sl/sl.h"

struct sl_run sl_run_begin(struct sl *s, uint32_t func, struct dom_sink *out) {
    assert(func < s->program->funcs.n);
    return (struct sl_run){.sl = s, .func = &s->program->funcs.at[func], .func_index = func, .out = out};
}

void sl_drop(struct sl_draft *d) {
    sl_draft_free(d);
    free(d);
}

void sl_run_end(struct sl_run *r) {
    for (uint32_t i = 0; i < r->waiting.n; i++) sl_drop(r->waiting.at[i].draft);
    vec_free(&r->waiting);
}

struct sl_draft *sl_fork(struct sl_run *r, const struct sl_draft *d, uint32_t at) {
    assert(at <= r->func->instrs.n);
    struct sl_draft *copy = malloc(sizeof *copy);
    if (!copy) base_out_of_memory();
    sl_draft_copy(copy, d);
    vec_push(&r->waiting, (struct sl_waiting){copy, at});
    return copy;
}

// A fault of memory that nobody asked about: the program may go on after it in any way, so what comes then is not known.
static bool is_of_memory(enum ir_rule rule) {
    const ir_rule_set memory = 1u << IR_RULE_NULL_DEREFERENCE | 1u << IR_RULE_USE_AFTER_FREE | 1u << IR_RULE_USE_OUT_OF_SCOPE |
                               1u << IR_RULE_OUT_OF_BOUNDS | 1u << IR_RULE_UNINITIALISED_POINTER | 1u << IR_RULE_INVALID_FREE |
                               1u << IR_RULE_DOUBLE_FREE;
    return memory >> rule & 1;
}

void sl_fault(struct sl_run *r, const struct sl_draft *d, enum ir_rule rule, enum sl_after after, uint32_t object, const char *format, ...) {
    assert(object < d->objects.n);
    struct buf text = {0};
    if (!sl_is_asked(r->sl, rule)) {
        if (is_of_memory(rule)) sl_give_up(r, "%s is possible and was not asked about", ir_rules[rule].text);
        return;
    }
    struct dom_fault f = {.rule = rule, .func = r->func_index, .instr = r->at, .always = after == SL_ALWAYS, .cut = after == SL_CUT};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    const struct sl_object *o = object ? &d->objects.at[object] : NULL;
    if (o && o->storage == SL_HEAP && !o->foreign) f.allocation = r->sl->program->funcs.at[o->func].instrs.at[o->instr].loc;
    f.message = buf_text(&text);
    r->out->fault(r->out->self, &f);
    buf_free(&text);
}

void sl_use(struct sl_run *r, const struct sl_draft *d, uint32_t v, const char *how) {
    assert(v < d->values.n);
    if (d->values.at[v].kind != SL_UNINIT || !sl_is_asked(r->sl, IR_RULE_UNINITIALISED_VALUE)) return;
    sl_fault(r, d, IR_RULE_UNINITIALISED_VALUE, SL_GOES_ON, 0, "an uninitialised value may %s", how);
}

void sl_give_up(struct sl_run *r, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    r->out->unknown(r->out->self, r->func_index, r->at, buf_text(&text));
    buf_free(&text);
}
