// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table; step/lib.c has those that end or fork paths.  What has no model is unknown by name.
#include "sl/lib.h"

static bool nondet(struct sl_call *c) {
    sl_lib_give_unknown(c);
    return true;
}

// Of what descriptors do not say; the others are generic.
static sl_model_fn *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = sl_model_alloc,       [IR_LIB_K_REALLOC] = sl_model_realloc,
    [IR_LIB_K_FREE] = sl_model_free,         [IR_LIB_K_ALLOCA] = sl_model_alloca,
    [IR_LIB_K_MEMALIGN] = sl_model_memalign, [IR_LIB_K_MEMDUP] = sl_model_memdup,
    [IR_LIB_K_STRDUP] = sl_model_strdup,     [IR_LIB_K_MEMCPY] = sl_model_memcpy,
    [IR_LIB_K_MEMSET] = sl_model_memset,     [IR_LIB_K_BZERO] = sl_model_memset,
    [IR_LIB_K_STRCPY] = sl_model_strcpy,     [IR_LIB_K_STRNCPY] = sl_model_strncpy,
    [IR_LIB_K_STRCAT] = sl_model_strcat,     [IR_LIB_K_CTYPE_TABLE] = sl_model_ctype_table,
    [IR_LIB_K_STRTOL] = sl_model_strtol,     [IR_LIB_K_STRTOUL] = sl_model_strtol,
    [IR_LIB_K_STRTOD] = sl_model_strtol,     [IR_LIB_K_ERRNO] = sl_model_errno,
    [IR_LIB_K_PRINTF] = sl_model_printf,     [IR_LIB_K_SCANF] = sl_model_scanf,
    [IR_LIB_K_NONDET] = nondet,
};

// Numbers that are put out: all that a format goes with, a character.
static bool use_printed(struct sl_call *c) {
    bool prints = c->row->kind == IR_LIB_K_PRINTF || c->row->kind == IR_LIB_K_DIE || c->row->kind == IR_LIB_K_PUTC;
    for (uint32_t k = 1; prints && k < c->instr->n_args; k++) {
        uint32_t v = sl_eval(c->run, c->d, c->instr->args[k]);
        if (!v) return false;
        if (ir_kind(ir_type_of(c->run->step->program, c->run->func, c->instr->args[k])) != IR_PTR) sl_use(c->run, c->d, v, "be printed");
    }
    return true;
}

bool sl_op_library(struct step_run *r, void *d, const struct ir_instr *i, const struct ir_lib_use *use, const char *name) {
    struct sl_call c = {.run = r, .d = d, .instr = i, .row = use->row, .use = *use, .name = name, .bits = sl_of(r)->bits};
    uint8_t kind = c.row->kind;
    for (uint32_t k = 0; k < c.row->n_args; k++)
        if (!(c.at[k].value = sl_eval(r, d, i->args[1 + ir_lib_actual(use, k)]))) return false;
    if (!use_printed(&c)) return false;
    if (models[kind] && !c.row->untried) return models[kind](&c);
    return ir_lib_is_described(c.row) ? sl_model_generic(&c) : sl_lib_refuse(&c);
}
