// SPDX-License-Identifier: MIT
// What is wrong and what is not followed, told to the sink.
#include <assert.h>
#include <stdarg.h>

#include "ir/ending.h"
#include "ir/name.h"
#include "step/step.h"

static const ir_rule_set access_rules = 1u << IR_RULE_NULL_DEREFERENCE | 1u << IR_RULE_USE_AFTER_FREE | 1u << IR_RULE_USE_OUT_OF_SCOPE |
                                        1u << IR_RULE_OUT_OF_BOUNDS | 1u << IR_RULE_UNINITIALISED_POINTER;
static const ir_rule_set free_rules = 1u << IR_RULE_INVALID_FREE | 1u << IR_RULE_DOUBLE_FREE;

// A loss that nobody asked about is none, an error call or assertion ends the program, and a fault of memory leaves open what comes then
// unless some rule of access was asked for.
bool step_is_asked(const struct step *s, enum ir_rule rule) {
    assert(rule < IR_N_RULES);
    bool memory = (access_rules | free_rules) >> rule & 1;
    return s->options.rules >> rule & 1 || (memory && s->options.rules & access_rules);
}

void step_fault(struct step_run *r, enum ir_rule rule, enum step_after after, const struct ir_loc *allocation, const char *format, ...) {
    assert(rule < IR_N_RULES && format && r->at <= r->func->instrs.n);
    if (!step_is_asked(r->step, rule)) {
        bool memory = (access_rules | free_rules) >> rule & 1;
        if (memory) step_give_up(r, "%s is possible and was not asked about", ir_rules[rule].text);
        return;
    }
    struct dom_fault f = {.rule = rule, .func = r->func_index, .instr = r->at, .always = after == STEP_ALWAYS, .cut = after == STEP_CUT};
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    if (allocation) f.allocation = *allocation;
    f.message = buf_text(&text);
    r->out->fault(r->out->self, &f);
    buf_free(&text);
}

static const struct {
    enum ir_rule rule[2];  // of an access, of a free
    const char *text[2];
} wrong[] = {
#define WRONG(name, rule, text, free_rule, free_text) {{IR_RULE_##rule, IR_RULE_##free_rule}, {text, free_text}},
#include "step/wrong.def"
};

// What is accessed by the present instruction: n bytes at a, or what it says.
static void name_access(const struct step_run *r, const struct ir_addr *a, uint64_t n, struct buf *out) {
    const struct ir_instr *i = &r->func->instrs.at[r->at];
    const struct ir_program *p = r->step->program;
    bool plain = !a && (i->op == IR_LOAD || i->op == IR_STORE);
    if (plain) n = ir_bytes(i->op == IR_LOAD ? step_local_type(r, i->dsts[0]) : ir_type_of(p, r->func, i->args[0]));
    if (a || plain) {
        buf_char(out, '\'');
        ir_name_addr(p, r->func, plain ? i->to : a, n, out);
        buf_char(out, '\'');
        return;
    }
    buf_str(out, "memory");
    if (i->op == IR_CALL && r->called) buf_printf(out, " in the call of '%s'", r->called);
}

void step_bad_access(struct step_run *r, enum step_wrong what, enum step_after after, const struct ir_loc *allocation,
                     const struct ir_addr *a, uint64_t n) {
    struct buf name = {0};
    name_access(r, a, n, &name);
    step_fault(r, wrong[what].rule[0], after, allocation, "%s may be accessed %s", buf_text(&name), wrong[what].text[0]);
    buf_free(&name);
}

void step_bad_free(struct step_run *r, enum step_wrong what, enum step_after after, const struct ir_loc *allocation) {
    step_fault(r, wrong[what].rule[1], after, allocation, "'%s' may be given %s", r->called, wrong[what].text[1]);
}

void step_wrong(struct step_run *r, enum step_wrong what, bool frees, bool cut, const struct ir_loc *allocation) {
    assert(what < sizeof wrong / sizeof *wrong);
    if (frees)
        step_bad_free(r, what, cut ? STEP_CUT : STEP_GOES_ON, allocation);
    else
        step_bad_access(r, what, cut ? STEP_CUT : STEP_GOES_ON, allocation, NULL, 0);
}

void step_give_up_access(struct step_run *r, const struct ir_addr *a, uint64_t n, const char *how) {
    struct buf name = {0};
    name_access(r, a, n, &name);
    step_give_up(r, "access of %s %s", buf_text(&name), how);
    buf_free(&name);
}

void step_give_up(struct step_run *r, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    assert(r->at <= r->func->instrs.n);
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    r->out->unknown(r->out->self, r->func_index, r->at, buf_text(&text));
    buf_free(&text);
}

// ---- losses ------------------------------------------------------------------------------------------------------------------------

bool step_minds_loss(const struct step *s) {
    return s->options.rules & (1u << IR_RULE_MEMORY_LEAK | 1u << IR_RULE_LEAK_AT_EXIT | 1u << IR_RULE_MEMORY_CLEANUP);
}

static bool at_exit(const struct step_run *r) {
    return r->func_index == r->step->main && ir_returns(r->func, r->at, NULL, NULL);
}

bool step_loss_is_end(const struct step_run *r) {
    return r->step->options.rules >> IR_RULE_LEAK_AT_EXIT & 1 && at_exit(r);
}

void step_lose(struct step_run *r, ir_rule_set rules, const struct ir_loc *allocation) {
    static const char *const words[IR_N_RULES] = {
        [IR_RULE_MEMORY_LEAK] = "the last pointer to a heap block may be lost",
        [IR_RULE_LEAK_AT_EXIT] = "only variables of 'main' may hold a heap block when it returns",
        [IR_RULE_MEMORY_CLEANUP] = "a heap block may be lost before the program ends, so that it is never freed",
    };
    for (uint32_t i = 0; i < IR_N_RULES; i++)
        if (rules >> i & 1) step_fault(r, (enum ir_rule)i, STEP_GOES_ON, allocation, "%s", words[i]);
}

void step_lost(struct step_run *r, const struct ir_loc *allocation) {
    step_lose(r, ir_loss_rules(r->step->options.rules, at_exit(r)), allocation);
}
