// SPDX-License-Identifier: MIT
#include "check/agreed.h"

static bool is_shown(struct ir_agreed *a, const struct ir_clause *c, const struct check_case *proved) {
    bool shown = ir_clause_is_allowance(c);
    for (uint32_t i = 0; i < proved->ensures.n && !shown; i++) shown = ir_clause_covers(&a->by, &a->stated, c, proved->ensures.at[i]);
    return shown;
}

// ---- what is freed -----------------------------------------------------------------------------------------------------------------------

static const char *path_of(struct ir_agreed *a, const struct ir_form *f) {
    return ir_required_path(&a->stated.arena, &a->by, f->args[0]);
}

static const struct ir_form *find_form(struct ir_agreed *a, const struct ir_clause *c, const struct ir_form *like) {
    for (uint32_t i = 0; i < c->forms.n && like->n_args; i++)
        if (c->forms.at[i].n_args && strcmp(path_of(a, &c->forms.at[i]), path_of(a, like)) == 0) return &c->forms.at[i];
    return NULL;
}

static bool has_kind(const struct ir_clause *c, enum ir_form_kind kind) {
    for (uint32_t i = 0; i < c->forms.n; i++)
        if (c->forms.at[i].kind == kind) return true;
    return false;
}

// Is everything that callers hand over freed, and nothing handed back?
static bool leaves_nothing(struct ir_agreed *a, const struct ir_clause *told) {
    const struct ir_func *f = &a->by.program->funcs.at[a->by.func];
    bool nothing = !f->n_rets || ir_kind(f->rets[0]) != IR_PTR;
    for (uint32_t k = 0; k < f->n_params && nothing; k++) {
        if (ir_kind(f->locals.at[k].type) != IR_PTR) continue;
        const struct ir_form param = {.kind = IR_FORM_FREED, .n_args = 1, .args = {f->locals.at[k].name}}, *freed = f->locals.at[k].name ? find_form(a, told, &param) : NULL;
        nothing = freed && freed->kind == IR_FORM_FREED;
    }
    return nothing;
}

bool check_names_globals(const struct ir_agreed *a, uint32_t number, const struct ir_lib_table *lib) {
    struct ir_inputs in;
    const struct ir_program *p = a->by.program;
    bool any = false;
    if (!ir_inputs_begin(&in, p, a->by.func, lib, (struct ir_input_options){.required = &a->required[number]})) return true;
    for (uint32_t g = 0; g < p->globals.n && !any; g++) any = ir_input_is_global(&in, g);
    ir_inputs_end(&in);
    return any;
}

// What is told to be freed is stated, and what is stated to be freed for sure is told so.
static bool frees_as_stated(struct ir_agreed *a, const struct ir_clause *stated, const struct ir_clause *told, bool owned) {
    bool fits = !has_kind(told, IR_FORM_ANYTHING);
    if (has_kind(stated, IR_FORM_ANYTHING)) return true;
    for (uint32_t i = 0; i < told->forms.n && fits; i++) {
        const struct ir_form *x = &told->forms.at[i], *y = find_form(a, stated, x);
        fits = !x->n_args || (y && (y->kind == IR_FORM_PERHAPS || y->perhaps || x->kind == IR_FORM_FREED));
    }
    for (uint32_t i = 0; i < stated->forms.n && fits; i++) {
        const struct ir_form *x = &stated->forms.at[i], *y = find_form(a, told, x);
        bool sure = x->kind == IR_FORM_FREED || (x->kind == IR_FORM_SHAPE && !x->perhaps);
        fits = !sure || (x->kind == IR_FORM_SHAPE ? owned && leaves_nothing(a, told) : y && y->kind == IR_FORM_FREED);
    }
    return fits;
}

// Without a clause nothing is freed.
static bool is_freed(struct ir_agreed *a, const struct ir_clause *stated, const struct check_case *proved, bool owned) {
    static const struct ir_form nothing = {.kind = IR_FORM_NOTHING};
    const struct ir_clause silent = {.kind = IR_FREES, .text = "nothing", .forms = {(struct ir_form *)&nothing, 1, 1}};
    struct ir_stated told;
    struct buf error = {0};
    uint32_t line = 1;
    bool read = ir_stated_read(&told, arena_printf(&a->stated.arena, "frees %s;", proved->frees), &line, &error);
    bool fits = read && frees_as_stated(a, stated ? stated : &silent, &told.cases.at[0].clauses.at[0], owned);
    if (read) ir_stated_free(&told);
    buf_free(&error);
    return fits;
}

const struct ir_clause *check_not_shown(struct ir_agreed *a, uint32_t number, const struct check_case *proved, bool owned) {
    static const struct ir_clause silent = {.kind = IR_FREES, .text = "nothing"};
    const struct ir_stated_case *c = &a->stated.cases.at[number];
    const struct ir_clause *frees = NULL;
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        const struct ir_clause *x = &c->clauses.at[i];
        if (x->kind == IR_ENSURES && !is_shown(a, x, proved)) return x;
        if (x->kind == IR_FREES) frees = x;
    }
    return is_freed(a, frees, proved, owned) ? NULL : frees ? frees : &silent;
}
