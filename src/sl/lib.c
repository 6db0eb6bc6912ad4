// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table; step/lib.c has those that end or fork paths.  What has no model is unknown by name.
#include "sl/lib.h"

// Of what descriptors do not say; the others are generic.
static sl_model_fn *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = sl_model_alloc,       [IR_LIB_K_REALLOC] = sl_model_realloc,
    [IR_LIB_K_ALLOCA] = sl_model_alloca,     [IR_LIB_K_GETLINE] = sl_model_getline,
    [IR_LIB_K_MEMALIGN] = sl_model_memalign, [IR_LIB_K_MEMDUP] = sl_model_memdup,
    [IR_LIB_K_STRDUP] = sl_model_strdup,     [IR_LIB_K_USABLE] = sl_model_usable,
    [IR_LIB_K_STRCPY] = sl_model_strcpy,     [IR_LIB_K_STRNCPY] = sl_model_strncpy,
    [IR_LIB_K_STRCAT] = sl_model_strcat,     [IR_LIB_K_CTYPE_TABLE] = sl_model_ctype_table,
    [IR_LIB_K_STRTOL] = sl_model_strtol,     [IR_LIB_K_STRTOUL] = sl_model_strtol,
    [IR_LIB_K_STRTOD] = sl_model_strtol,     [IR_LIB_K_ERRNO] = sl_model_errno,
    [IR_LIB_K_PRINTF] = sl_model_printf,     [IR_LIB_K_SCANF] = sl_model_scanf,
    [IR_LIB_K_GETOPT] = sl_model_getopt,
    [IR_LIB_K_EXEC] = sl_model_exec,         [IR_LIB_K_PATHNAME] = sl_model_pathname,
    [IR_LIB_K_DIRNAME] = sl_model_generic,   [IR_LIB_K_XPG_BASENAME] = sl_model_generic,
    [IR_LIB_K_TEMPLATE] = sl_model_generic,  [IR_LIB_K_SIGNAL] = sl_model_signal,
    [IR_LIB_K_SIGACTION] = sl_model_sigaction, [IR_LIB_K_PUTENV] = sl_model_putenv,
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

// A number of numbers, of which one is uninitialised: it is, too.
static bool is_of_nothing(struct sl_call *c) {
    bool nothing = false;
    if (!step_is_asked(c->run->step, IR_RULE_UNINITIALISED_VALUE) || !c->instr->n_dsts) return false;
    if (c->row->result.answer != IR_LIB_NUMBER && c->row->result.answer != IR_LIB_ANYTHING) return false;
    for (uint32_t k = 0; k < c->row->n_args; k++) {
        if (c->row->args[k].role != IR_LIB_VALUE) return false;
        nothing |= c->d->values.at[c->at[k].value].kind == SL_UNINIT;
    }
    return nothing;
}

static struct sl_call call_of(const struct step_call *x) {
    struct sl_call c = {.call = *x, .run = x->run, .d = x->d, .instr = x->instr, .row = x->row, .name = x->name};
    c.bits = sl_of(x->run)->bits;
    for (uint32_t k = 0; k < c.row->n_args; k++) c.at[k].value = x->arg[k].object;
    return c;
}

bool sl_op_length(struct step_call *call, uint32_t k, struct step_extent *out) {
    struct sl_call c = call_of(call);
    bool ends = sl_lib_text(&c, &c.at[k]);
    *out = c.at[k].text.length;
    return ends;
}

// The standard stream that the function uses without being given it, or SL_WORLD.
static enum sl_library implied_stream(const struct sl_call *c) {
    if (ir_lib_role(c->row, IR_LIB_HANDLE) >= 0) return SL_WORLD;
    switch ((enum ir_lib_kind)c->row->kind) {
    case IR_LIB_K_GETC:
    case IR_LIB_K_FGETS: return SL_STDIN;
    case IR_LIB_K_SCANF: return ir_lib_role(c->row, IR_LIB_STRING) >= 0 ? SL_WORLD : SL_STDIN;
    case IR_LIB_K_PUTC:
    case IR_LIB_K_PUTS: return SL_STDOUT;
    case IR_LIB_K_PERROR:
    case IR_LIB_K_GETOPT:
    case IR_LIB_K_DIE: return SL_STDERR;
    case IR_LIB_K_PRINTF:
        if (c->row->param == IR_LIB_P_STDERR) return SL_STDERR;
        return c->row->param == IR_LIB_P_STDOUT && !ir_lib_writes(c->row) ? SL_STDOUT : SL_WORLD;
    default: return SL_WORLD;
    }
}

bool sl_op_library(struct step_call *call) {
    struct sl_call c = call_of(call);
    enum sl_library stream = implied_stream(&c);
    if (stream != SL_WORLD && sl_is_closed(c.d, stream)) {
        step_give_up(c.run, "'%s' uses a standard stream that was closed", c.name);
        return false;
    }
    if (!use_printed(&c)) return false;
    if (is_of_nothing(&c)) {
        sl_lib_give(&c, sl_fresh(c.d, SL_UNINIT));
        return true;
    }
    if (models[c.row->kind] && !c.row->untried) return models[c.row->kind](&c);
    return ir_lib_is_described(c.row) ? sl_model_generic(&c) : sl_lib_refuse(&c);
}
