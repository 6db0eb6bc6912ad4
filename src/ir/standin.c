// SPDX-License-Identifier: MIT
#include "ir/standin.h"

#include <assert.h>

#include "ir/build.h"
#include "ir/operand.h"

enum { DEEPEST = 4 };  // functions that call functions that do the same

const char *const ir_role_words[IR_N_ROLES] = {[IR_ALLOCATOR] = "allocator", [IR_REALLOCATOR] = "reallocator", [IR_DEALLOCATOR] = "deallocator"};
static const char *const library_names[IR_N_ROLES] = {[IR_ALLOCATOR] = "malloc", [IR_REALLOCATOR] = "realloc", [IR_DEALLOCATOR] = "free"};
static const char *const names[IR_N_ROLES] = {[IR_ALLOCATOR] = "heapproof.allocator", [IR_REALLOCATOR] = "heapproof.reallocator", [IR_DEALLOCATOR] = "heapproof.deallocator"};

uint32_t ir_standin(const struct ir_program *p, enum ir_role role) {
    ir_val found = role < IR_N_ROLES ? ir_find(p, names[role]) : IR_NOTHING;
    return found == IR_NOTHING ? UINT32_MAX : ir_index(found);
}

bool ir_is_standin(const struct ir_program *p, uint32_t func) {
    for (int role = 0; role < IR_N_ROLES; role++)
        if (func != UINT32_MAX && func == ir_standin(p, role)) return true;
    return false;
}

// ---- what a function does ------------------------------------------------------------------------------------------------------------------

struct body {
    const struct ir_program *p;
    const struct ir_func *f;
    enum ir_role role;
    const struct ir_instr *call;  // the only one
    bool null;                    // it returns null
    bool plain;
};

// The n-th parameter: it is not assigned to.
static bool is_param(const struct body *b, ir_val v, uint32_t n) {
    return n < b->f->n_params && v == ir_val_of(IR_LOCAL, n);
}

static bool is_assigned(const struct ir_func *f, uint32_t local) {
    for (uint32_t i = 0; i < f->instrs.n; i++)
        for (uint32_t k = 0; k < f->instrs.at[i].n_dsts; k++)
            if (f->instrs.at[i].dsts[k] == local) return true;
    return false;
}

static bool is_null(const struct ir_program *p, ir_val v) {
    return ir_tag(v) == IR_CONST && ir_kind(ir_const_of(p, v)->type) == IR_PTR && !ir_const_of(p, v)->lo;
}

static enum ir_role role_of(const struct ir_program *p, uint32_t func, int depth);

static void look_at(struct body *b, const struct ir_instr *x, int depth) {
    bool direct = x->op == IR_CALL && ir_tag(x->args[0]) == IR_FUNC;
    if (x->op == IR_CALL) {
        enum ir_role role = direct && !b->call ? role_of(b->p, ir_index(x->args[0]), depth - 1) : IR_N_ROLES;
        b->plain &= role != IR_N_ROLES && x->n_args - 1 == b->f->n_params;
        b->role = role;
        b->call = x;
        for (uint32_t k = 1; k < x->n_args && b->plain; k++) b->plain = is_param(b, x->args[k], k - 1);
    } else if (x->op == IR_RET) {
        bool result = x->n_args && b->call && b->call->n_dsts == 1 && x->args[0] == ir_val_of(IR_LOCAL, b->call->dsts[0]);
        b->null = x->n_args && is_null(b->p, x->args[0]);
        b->plain &= !x->n_args || result || (b->null && !b->call);
    } else {
        b->plain = false;
    }
}

// By its type: what one that always fails stands for.
static enum ir_role role_of_type(const struct ir_program *p, const struct ir_func *f) {
    bool gives = f->n_rets == 1 && ir_kind(f->rets[0]) == IR_PTR;
    ir_type first = f->n_params ? f->locals.at[0].type : 0, second = f->n_params > 1 ? f->locals.at[1].type : 0;
    if (gives && f->n_params == 1 && first == ir_word(p)) return IR_ALLOCATOR;
    if (gives && f->n_params == 2 && ir_kind(first) == IR_PTR && second == ir_word(p)) return IR_REALLOCATOR;
    return !f->n_rets && f->n_params == 1 && ir_kind(first) == IR_PTR ? IR_DEALLOCATOR : IR_N_ROLES;
}

static enum ir_role role_of(const struct ir_program *p, uint32_t func, int depth) {
    const struct ir_func *f = &p->funcs.at[func];
    enum ir_role type = role_of_type(p, f);
    if (type == IR_N_ROLES || f->flags & IR_VARIADIC || !depth) return IR_N_ROLES;
    if (func == ir_standin(p, type)) return type;
    if (f->flags & IR_EXTERN) return strcmp(f->name, library_names[type]) == 0 ? type : IR_N_ROLES;
    struct body b = {.p = p, .f = f, .role = type, .plain = f->blocks.n == 1};
    for (uint32_t k = 0; k < f->n_params; k++) b.plain &= !is_assigned(f, k);
    for (uint32_t i = 0; i < f->instrs.n && b.plain; i++) look_at(&b, &f->instrs.at[i], depth);
    return b.plain && b.role == type && (b.call || b.null) ? type : IR_N_ROLES;
}

enum ir_role ir_role_of(const struct ir_program *p, uint32_t func) {
    return role_of(p, func, DEEPEST);
}

// ---- those that stand for all --------------------------------------------------------------------------------------------------------------

static void add_standin(struct ir_program *p, enum ir_role role) {
    ir_type ptr = ir_ptr(p), types[2] = {role == IR_ALLOCATOR ? ir_word(p) : ptr, ir_word(p)}, gives = role == IR_DEALLOCATOR ? 0 : ptr;
    uint32_t n = role == IR_REALLOCATOR ? 2 : 1, result = 0;
    ir_val callee = ir_build_declared(p, library_names[role], gives, types, n), choice = ir_build_declared(p, "__VERIFIER_nondet_int", IR_I(32), NULL, 0);
    uint32_t func = ir_index(ir_build_declared(p, names[role], gives, types, n));
    struct ir_build b;
    p->funcs.at[func].flags = IR_INTERNAL;
    ir_build_begin(&b, p, func);
    ir_build_at(&b, ir_build_block(&b, "entry"));
    if (gives) {
        uint32_t works = ir_build_block(&b, "works"), fails = ir_build_block(&b, "fails"), drawn = ir_build_local(&b, NULL, IR_I(32), IR_NO_TYPE, 0);
        ir_val null = ir_const_int(p, ptr, 0);
        ir_build_call(&b, &drawn, 1, choice, NULL, 0, IR_NOTHING);
        ir_build_branch(&b, ir_build_let_temp(&b, IR_I1, IR_NE_, ir_val_of(IR_LOCAL, drawn), ir_const_int(p, IR_I(32), 0), IR_NOTHING), works, fails);
        ir_build_at(&b, fails);
        ir_build_ret(&b, &null, 1);
        ir_build_at(&b, works);
        result = ir_build_local(&b, NULL, ptr, IR_NO_TYPE, 0);
    }
    ir_val args[2] = {ir_val_of(IR_LOCAL, 0), ir_val_of(IR_LOCAL, 1)}, given = ir_val_of(IR_LOCAL, result);
    ir_build_call(&b, &result, gives != 0, callee, args, n, IR_NOTHING);
    ir_build_ret(&b, &given, gives != 0);
    bool good = ir_build_end(&b);
    assert(good);
    (void)good;
}

static void want(const struct ir_program *p, ir_val v, bool *wanted) {
    enum ir_role role = ir_tag(v) == IR_FUNC ? ir_role_of(p, ir_index(v)) : IR_N_ROLES;
    if (role != IR_N_ROLES) wanted[role] = true;
}

void ir_add_standins(struct ir_program *p) {
    bool wanted[IR_N_ROLES] = {false};
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t r = 0; r < p->globals.at[g].n_relocs; r++) want(p, p->globals.at[g].relocs[r].target, wanted);
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].instrs.n; i++) {
            const struct ir_instr *x = &p->funcs.at[f].instrs.at[i];
            for (uint32_t k = x->op == IR_CALL; k < ir_n_operands(x); k++) want(p, ir_operand(x, k), wanted);
        }
    for (int role = 0; role < IR_N_ROLES; role++) {
        for (uint32_t i = 0; i < p->contracts.n; i++) wanted[role] |= strstr(p->contracts.at[i].text, ir_role_words[role]) != NULL;
        if (wanted[role] && ir_standin(p, role) == UINT32_MAX) add_standin(p, role);
    }
}
