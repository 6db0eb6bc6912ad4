// SPDX-License-Identifier: MIT
#include "check/able.h"

#include "ir/cfg.h"
#include "ir/live.h"
#include "ir/standin.h"

static const ir_rule_set FREE = CHECK_RULE(INVALID_FREE) | CHECK_RULE(DOUBLE_FREE);
static const ir_rule_set LOSS = CHECK_RULE(MEMORY_LEAK) | CHECK_RULE(LEAK_AT_EXIT) | CHECK_RULE(MEMORY_CLEANUP);
static const ir_rule_set EVERYTHING = ((ir_rule_set)1 << IR_N_RULES) - 1;

bool check_gives_block(const struct ir_lib *row) {
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

// Does it copy from one argument to another, which must be apart?
static bool copies(const struct ir_lib *row) {
    switch (row->kind) {
    case IR_LIB_K_MEMCPY: return row->param != IR_LIB_P_OVERLAP;
    case IR_LIB_K_MEMCCPY:
    case IR_LIB_K_STRCPY:
    case IR_LIB_K_STRNCPY:
    case IR_LIB_K_STRCAT:
    case IR_LIB_K_STRLCPY:
    case IR_LIB_K_STRLCAT: return true;
    case IR_LIB_K_PRINTF: return ir_lib_role(row, IR_LIB_FILL) >= 0;
    default: return false;
    }
}

static ir_rule_set row_rules(const struct ir_lib *row) {
    if (row->kind == IR_LIB_K_ERROR) return CHECK_RULE(ERROR_CALL);
    if (row->kind == IR_LIB_K_ASSERT_FAIL || row->kind == IR_LIB_K_ASSERT_CHECK) return CHECK_RULE(ASSERTION_FAILURE);
    ir_rule_set rules = touches(row) ? CHECK_ACCESS_RULES | CHECK_RULE(UNINITIALISED_VALUE) : 0;
    if (copies(row)) rules |= CHECK_RULE(OVERLAPPING_COPY);
    if (frees(row)) rules |= FREE;
    if (check_gives_block(row)) rules |= LOSS;
    return rules;
}

ir_rule_set check_able(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_instr *i) {
    if (i->flags & IR_APART) return CHECK_ACCESS_RULES | CHECK_RULE(OVERLAPPING_COPY);
    if (ir_ops[i->op].group == IR_GROUP_MEMORY || i->op == IR_GOTO) return CHECK_ACCESS_RULES | CHECK_RULE(UNINITIALISED_VALUE);
    if (i->op == IR_UNMODELLED) return EVERYTHING;
    if (i->op == IR_PROMISE) return ir_is_zero(p, i->args[0]) ? EVERYTHING : CHECK_RULE(BROKEN_PROMISE);  // never kept: control is lost
    if (i->op != IR_CALL) return 0;
    if (ir_tag(i->args[0]) != IR_FUNC) return EVERYTHING;
    const struct ir_func *callee = &p->funcs.at[ir_index(i->args[0])];
    struct ir_lib_use use = ir_lib_of(library, p, callee);
    if (!use.row && !(callee->flags & IR_EXTERN)) return 0;
    if (!use.row || !ir_lib_fits(&use, i->n_args - 1) || ir_lib_is_opaque(use.row)) return EVERYTHING;
    return row_rules(use.row);
}

static bool may_call_back(const void *context, const struct ir_program *p, const struct ir_func *f) {
    const struct ir_lib *row = ir_lib_of(context, p, f).row;
    return !row || ir_lib_role(row, IR_LIB_CALLBACK) >= 0;
}

void check_calls(struct ir_calls *calls, const struct ir_program *p, const struct ir_lib_table *library) {
    ir_calls_build(calls, p, may_call_back, library);
}

// ---- assumptions and counters ------------------------------------------------------------------------------------------------------

static bool allocates(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_instr *i) {
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    struct ir_lib_use use = ir_lib_of(library, p, &p->funcs.at[ir_index(i->args[0])]);
    return use.row && ir_lib_fits(&use, i->n_args - 1) && !ir_lib_is_opaque(use.row) && check_gives_block(use.row);
}

static void assume_model(struct check_result *r, const struct ir_program *p, enum check_assumption_kind what, const char *name,
                         struct ir_loc loc) {
    const char *file = loc.line ? p->files.text.at[loc.file] : "a model";
    check_add_assumption(r, what, arena_printf(&r->arena, "'%s' at %s:%u", name, file, loc.line));
}

void check_environment(struct check_result *r, const struct ir_program *p, const bool *reached, const struct ir_lib_table *library) {
    for (uint32_t k = 0; k < p->unseen.n; k++) check_add_assumption(r, CHECK_ASSUME_UNSEEN, p->unseen.at[k]);
    for (uint32_t k = 0; k < p->funcs.n; k++) {
        const struct ir_lib *row = !reached || reached[k] ? ir_lib_of(library, p, &p->funcs.at[k]).row : NULL;
        if (row && row->friendly) check_add_assumption(r, CHECK_ASSUME_ENVIRONMENT, "");
        if (p->funcs.at[k].flags & IR_SUPPLIED && (!reached || reached[k]))
            assume_model(r, p, p->funcs.at[k].flags & IR_AGREED ? CHECK_ASSUME_CONTRACT : CHECK_ASSUME_MODEL, p->funcs.at[k].name, p->funcs.at[k].loc);
    }
    for (uint32_t k = 0; k < p->globals.n; k++)
        if (p->globals.at[k].flags & IR_SUPPLIED)
            assume_model(r, p, CHECK_ASSUME_MODEL_VARIABLE, p->globals.at[k].name, p->globals.at[k].loc);
}

void check_survey(struct check_result *r, const struct ir_program *p, uint32_t entry, const bool *reached,
                  const struct ir_lib_table *library, ir_rule_set rules, bool malloc_may_fail) {
    const struct ir_func *main = &p->funcs.at[entry];
    bool blocks = false, faults = false;
    if (strcmp(main->name, "main") == 0 && main->n_params) check_add_assumption(r, CHECK_ASSUME_MAIN_ARGUMENTS, "");
    check_environment(r, p, reached, library);
    for (uint32_t k = 0; k < p->funcs.n; k++) {
        const struct ir_func *f = &p->funcs.at[k];
        if (f->flags & IR_EXTERN || ir_is_standin(p, k)) continue;
        r->counters[CHECK_FUNCTIONS]++;
        if (!reached[k]) continue;
        r->counters[CHECK_REACHABLE]++;
        r->counters[CHECK_INSTRUCTIONS] += f->instrs.n;
        for (uint32_t i = 0; i < f->instrs.n; i++) {
            r->counters[CHECK_ACCESSES] += ir_ops[f->instrs.at[i].op].group == IR_GROUP_MEMORY;
            faults |= check_able(p, library, &f->instrs.at[i]) & (CHECK_ACCESS_RULES | FREE);
            blocks |= allocates(p, library, &f->instrs.at[i]);
        }
    }
    if (blocks && !malloc_may_fail) check_add_assumption(r, CHECK_ASSUME_ALLOCATION_SUCCEEDS, "");
    if (!(rules & CHECK_ACCESS_RULES) && faults) check_add_assumption(r, CHECK_ASSUME_FAULTS_END_PATHS, "");
}

// ---- values that were never given ----------------------------------------------------------------------------------------------------------

// A variable that is live where its storage is born; UINT32_MAX: none.
static uint32_t unset_local(const struct ir_func *f) {
    struct ir_cfg cfg = {0};
    struct ir_live live = {0};
    uint32_t found = UINT32_MAX;
    ir_cfg_build(&cfg, f);
    ir_live_build(&live, f, &cfg);
    for (uint32_t k = f->n_params; k < f->locals.n && found == UINT32_MAX; k++)
        if (ir_kind(f->locals.at[k].type) != IR_PTR && ir_live_in(&live, 0, k)) found = k;
    for (uint32_t b = 0; b < f->blocks.n && found == UINT32_MAX; b++) {
        const struct ir_block *block = &f->blocks.at[b];
        for (uint32_t i = block->first; i < block->first + block->n && found == UINT32_MAX; i++) {
            const struct ir_instr *x = &f->instrs.at[i];
            bool born = x->op == IR_ENTER && ir_tag(x->subject) == IR_LOCAL && ir_kind(f->locals.at[ir_index(x->subject)].type) != IR_PTR;
            if (born && ir_live_after(&live, b, i, ir_index(x->subject))) found = ir_index(x->subject);
        }
    }
    ir_live_free(&live);
    ir_cfg_free(&cfg);
    return found;
}

static void name_unset(struct check_result *r, const struct ir_func *f) {
    uint32_t k = unset_local(f);
    if (k == UINT32_MAX) return;
    const char *name = f->locals.at[k].name;
    check_unknown(r, "'%s' of '%s' may be read before it is written, and whether that matters is not followed",
                  name ? name : "a temporary", f->name);
}

// What the instruction tells about memory: some is born uninitialised; a number is read from it.
struct reading {
    bool born, read;
};

static void look_at(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_func *f, const struct ir_instr *i,
                    struct reading *s) {
    bool number = i->op == IR_LOAD && ir_kind(f->locals.at[i->dsts[0]].type) != IR_PTR;
    s->born |= i->op == IR_ALLOCA || allocates(p, library, i);
    s->read |= number;
}

void check_survey_values(struct check_result *r, const struct ir_program *p, const bool *reached, const struct ir_lib_table *library,
                         ir_rule_set rules, bool values) {
    struct reading s = {0};
    if (!(rules & CHECK_RULE(UNINITIALISED_VALUE))) return;
    for (uint32_t k = 0; k < p->funcs.n; k++) {
        const struct ir_func *f = &p->funcs.at[k];
        if (!reached[k] || f->flags & IR_EXTERN) continue;
        if (!values) name_unset(r, f);
        s.born |= f->slots.n > 0;
        for (uint32_t i = 0; i < f->instrs.n; i++) look_at(p, library, f, &f->instrs.at[i], &s);
    }
    if (!values && s.born && s.read) check_add_assumption(r, CHECK_ASSUME_INITIALISED_MEMORY, "");
}
