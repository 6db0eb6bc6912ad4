// SPDX-License-Identifier: MIT
#include "check/inspect.h"

#include "base/buf.h"
#include "ir/calls.h"

#define BIT(rule) ((ir_rule_set)1 << IR_RULE_##rule)
static const ir_rule_set ACCESS =
    BIT(NULL_DEREFERENCE) | BIT(USE_AFTER_FREE) | BIT(USE_OUT_OF_SCOPE) | BIT(OUT_OF_BOUNDS) | BIT(UNINITIALISED_POINTER);
static const ir_rule_set FREE = BIT(INVALID_FREE) | BIT(DOUBLE_FREE);
static const ir_rule_set LOSS = BIT(MEMORY_LEAK) | BIT(MEMORY_CLEANUP);
static const ir_rule_set EVERYTHING = ((ir_rule_set)1 << IR_N_RULES) - 1;

struct inspection {
    struct check_result *r;
    const struct ir_program *p;
    const struct check_inspect_options *o;
    uint64_t accesses, calls;  // able to break a rule
};

// ---- library calls -----------------------------------------------------------------------------------------------------------------

static bool gives_block(const struct ir_lib *row) {
    return row->result.answer == IR_LIB_NEW || row->result.answer == IR_LIB_RESIZED || ir_lib_role(row, IR_LIB_FRESH) >= 0 ||
           row->kind == IR_LIB_K_GETLINE;
}

// Roles of parameters through which memory is touched.
static bool touches(const struct ir_lib *row) {
    for (uint32_t i = 0; i < row->n_args; i++)
        if (row->args[i].role != IR_LIB_VALUE && row->args[i].role != IR_LIB_KEEP) return true;
    return false;
}

static bool frees(const struct ir_lib *row) {
    return ir_lib_role(row, IR_LIB_RELEASE) >= 0 || row->kind == IR_LIB_K_FREE || row->kind == IR_LIB_K_REALLOC ||
           row->kind == IR_LIB_K_GETLINE;
}

static ir_rule_set row_rules(const struct ir_lib *row) {
    if (row->kind == IR_LIB_K_ERROR) return BIT(ERROR_CALL);
    if (row->kind == IR_LIB_K_ASSERT_FAIL || row->kind == IR_LIB_K_ASSERT_CHECK) return BIT(ASSERTION_FAILURE);
    ir_rule_set rules = touches(row) ? ACCESS : 0;
    if (frees(row)) rules |= FREE;
    if (gives_block(row)) rules |= LOSS;
    return rules;
}

static bool may_call_back(const void *context, const struct ir_program *p, const struct ir_func *f) {
    const struct ir_lib *row = ir_lib_of(context, p, f).row;
    return !row || ir_lib_role(row, IR_LIB_CALLBACK) >= 0;
}

// ---- instructions ------------------------------------------------------------------------------------------------------------------

static void unknown_at(struct inspection *s, const struct ir_instr *i, const char *format, const char *name) {
    struct buf text = {0};
    buf_printf(&text, format, name);
    if (i->loc.line) buf_printf(&text, " at %s:%u", s->p->files.text.at[i->loc.file], i->loc.line);
    check_unknown(s->r, "%s", buf_text(&text));
    buf_free(&text);
}

static ir_rule_set library_call(struct inspection *s, const struct ir_instr *i, const struct ir_func *callee) {
    struct ir_lib_use use = ir_lib_of(s->o->library, s->p, callee);
    if (!use.row && !(callee->flags & IR_EXTERN)) return 0;
    if (!use.row || !ir_lib_fits(&use, i->n_args - 1)) {
        unknown_at(s, i, "function '%s' has neither body nor model, called", callee->name);
        check_add_assumption(s->r, CHECK_ASSUME_UNKNOWN_FUNCTION, callee->name);
        return EVERYTHING;
    }
    if (use.row->kind == IR_LIB_K_UNMODELLED) {
        unknown_at(s, i, "%s is not modelled, called", callee->name);
        return EVERYTHING;
    }
    if (gives_block(use.row) && !s->o->malloc_may_fail) check_add_assumption(s->r, CHECK_ASSUME_ALLOCATION_SUCCEEDS, "");
    return row_rules(use.row);
}

// The rules that an instruction is able to break.
static ir_rule_set instr_rules(struct inspection *s, const struct ir_instr *i) {
    if (ir_ops[i->op].group == IR_GROUP_MEMORY || i->op == IR_GOTO) return ACCESS;
    if (i->op == IR_UNMODELLED) {
        unknown_at(s, i, "%s is not modelled, reached", i->text);
        return EVERYTHING;
    }
    if (i->op != IR_CALL) return 0;
    return ir_tag(i->args[0]) == IR_FUNC ? library_call(s, i, &s->p->funcs.at[ir_index(i->args[0])]) : EVERYTHING;
}

static void inspect_func(struct inspection *s, const struct ir_func *f) {
    uint64_t *count = s->r->counters;
    count[CHECK_REACHABLE]++;
    count[CHECK_INSTRUCTIONS] += f->instrs.n;
    for (uint32_t k = 0; k < f->instrs.n; k++) {
        const struct ir_instr *i = &f->instrs.at[k];
        bool able = (instr_rules(s, i) & s->o->rules) != 0, access = ir_ops[i->op].group == IR_GROUP_MEMORY;
        count[CHECK_ACCESSES] += access;
        s->accesses += able && access;
        s->calls += able && !access;
    }
}

static void count_words(struct buf *out, uint64_t n, const char *one, const char *many) {
    buf_printf(out, "%llu %s", (unsigned long long)n, n == 1 ? one : many);
}

static void conclude(struct inspection *s) {
    s->r->counters[CHECK_UNPROVED] = s->accesses + s->calls;
    if (s->accesses + s->calls) {
        struct buf text = {0};
        if (s->accesses) count_words(&text, s->accesses, "memory access", "memory accesses");
        if (s->accesses && s->calls) buf_str(&text, " and ");
        if (s->calls) count_words(&text, s->calls, "call", "calls");
        check_unknown(s->r, "no heap domain yet: %s unproved", buf_text(&text));
        buf_free(&text);
    }
    if (!(s->o->rules & ACCESS) && s->r->counters[CHECK_ACCESSES]) check_add_assumption(s->r, CHECK_ASSUME_FAULTS_END_PATHS, "");
}

void check_inspect(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_inspect_options *o) {
    struct inspection s = {.r = r, .p = p, .o = o};
    struct ir_calls calls = {0};
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    ir_calls_build(&calls, p, may_call_back, o->library);
    ir_calls_reach(&calls, entry, reached);
    if (strcmp(p->funcs.at[entry].name, "main") == 0 && p->funcs.at[entry].n_params)
        check_add_assumption(r, CHECK_ASSUME_MAIN_ARGUMENTS, "");
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (p->funcs.at[i].flags & IR_EXTERN) continue;
        r->counters[CHECK_FUNCTIONS]++;
        if (reached[i]) inspect_func(&s, &p->funcs.at[i]);
    }
    conclude(&s);
    free(reached);
    ir_calls_free(&calls);
}
