// SPDX-License-Identifier: MIT
#include "check/stack.h"

#include "check/able.h"
#include "ir/calls.h"

enum { LARGE = 1 << 20 };

static bool allocates(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_instr *i) {
    if (i->op == IR_ALLOCA) return true;
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    const struct ir_lib *row = ir_lib_of(library, p, &p->funcs.at[ir_index(i->args[0])]).row;
    return row && row->kind == IR_LIB_K_ALLOCA;
}

static bool takes_much(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_func *f) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < f->slots.n; i++) bytes += f->slots.at[i].size;
    for (uint32_t i = 0; i < f->instrs.n; i++)
        if (allocates(p, library, &f->instrs.at[i])) return true;
    return bytes >= LARGE;
}

void check_stack(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *library) {
    struct ir_calls calls = {0};
    bool found = false;
    if (r->verdict != CHECK_SAFE) return;
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    check_calls(&calls, p, library);
    ir_calls_reach(&calls, entry, reached);
    for (uint32_t i = 0; i < p->funcs.n && !found; i++) {
        const struct ir_func *f = &p->funcs.at[i];
        if (!reached[i] || f->flags & IR_EXTERN || !(calls.recursive[i] || takes_much(p, library, f))) continue;
        check_add_assumption(r, CHECK_ASSUME_STACK, f->name);
        found = true;
    }
    free(reached);
    ir_calls_free(&calls);
}
