// SPDX-License-Identifier: MIT
#include "check/inspect.h"

#include "base/buf.h"
#include "check/able.h"
#include "ir/standin.h"

struct inspection {
    struct check_result *r;
    const struct ir_program *p;
    const struct check_inspect_options *o;
    uint64_t accesses, calls;  // able to break a rule
};

// ---- what is not modelled ----------------------------------------------------------------------------------------------------------

static void unknown_at(struct inspection *s, const struct ir_instr *i, const char *format, const char *name) {
    struct buf text = {0};
    buf_printf(&text, format, name);
    if (i->loc.line) buf_printf(&text, " at %s:%u", s->p->files.text.at[i->loc.file], i->loc.line);
    check_unknown(s->r, "%s", buf_text(&text));
    buf_free(&text);
}

static void name_call(struct inspection *s, const struct ir_instr *i, const struct ir_func *callee) {
    struct ir_lib_use use = ir_lib_of(s->o->library, s->p, callee);
    if (!use.row && !(callee->flags & IR_EXTERN)) return;
    if (!use.row || !ir_lib_fits(&use, i->n_args - 1)) {
        unknown_at(s, i, "function '%s' has neither body nor model, called", callee->name);
        check_add_assumption(s->r, CHECK_ASSUME_UNKNOWN_FUNCTION, callee->name);
    } else if (ir_lib_is_opaque(use.row)) {
        unknown_at(s, i, "%s is not modelled, called", callee->name);
    }
}

static void name_unknown(struct inspection *s, const struct ir_instr *i) {
    if (i->op == IR_UNMODELLED) unknown_at(s, i, "%s is not modelled, reached", i->text);
    if (i->op == IR_CALL && ir_tag(i->args[0]) == IR_FUNC) name_call(s, i, &s->p->funcs.at[ir_index(i->args[0])]);
}

// ---- the verdict -------------------------------------------------------------------------------------------------------------------

static void inspect_func(struct inspection *s, const struct ir_func *f) {
    for (uint32_t k = 0; k < f->instrs.n; k++) {
        const struct ir_instr *i = &f->instrs.at[k];
        bool able = (check_able(s->p, s->o->library, i) & s->o->rules) != 0, access = ir_ops[i->op].group == IR_GROUP_MEMORY;
        name_unknown(s, i);
        s->accesses += able && access;
        s->calls += able && !access;
    }
}

static void count_words(struct buf *out, uint64_t n, const char *one, const char *many) {
    buf_printf(out, "%llu %s", (unsigned long long)n, n == 1 ? one : many);
}

static void conclude(struct inspection *s) {
    s->r->counters[CHECK_OPEN] = s->accesses + s->calls;
    if (!s->accesses && !s->calls) return;
    struct buf text = {0};
    if (s->accesses) count_words(&text, s->accesses, "memory access", "memory accesses");
    if (s->accesses && s->calls) buf_str(&text, " and ");
    if (s->calls) count_words(&text, s->calls, "call", "calls");
    check_unknown(s->r, "without heap domain: %s unproved", buf_text(&text));
    buf_free(&text);
}

void check_inspect(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_inspect_options *o) {
    struct inspection s = {.r = r, .p = p, .o = o};
    struct ir_calls calls = {0};
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    check_calls(&calls, p, o->library);
    ir_calls_reach(&calls, entry, reached);
    check_survey(r, p, entry, reached, o->library, o->rules, o->malloc_may_fail);
    check_survey_values(r, p, reached, o->library, o->rules, false);
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (reached[i] && !(p->funcs.at[i].flags & IR_EXTERN)) inspect_func(&s, &p->funcs.at[i]);
    conclude(&s);
    for (uint32_t i = 0; i < p->funcs.n && r->verdict == CHECK_SAFE; i++)
        if (!reached[i] && !(p->funcs.at[i].flags & IR_EXTERN) && !ir_is_standin(p, i)) check_add_not_entered(r, p->funcs.at[i].name);
    check_set_strategy(r, CHECK_BY_INSPECTION, NULL, 0);
    free(reached);
    ir_calls_free(&calls);
}
