// SPDX-License-Identifier: MIT
#include "exec/alone.h"

#include <assert.h>

#include "exec/open.h"
#include "exec/trail.h"

enum sure { WORLD, ALL, SIGN, TRUTH, EFFECT, NOTHING, TEXT, ROUNDED };
static const uint8_t sure[IR_N_LIB_KINDS] = {
#define ALONE(kind, what) [IR_LIB_K_##kind] = what,
#include "exec/alone.def"
};

// Exact, or rounded correctly as IEEE 754 demands.
static bool is_rounded(uint32_t function) {
    switch (function) {
    case IR_LIB_P_SQRT:
    case IR_LIB_P_FABS:
    case IR_LIB_P_FLOOR:
    case IR_LIB_P_CEIL:
    case IR_LIB_P_ROUND:
    case IR_LIB_P_TRUNC:
    case IR_LIB_P_RINT:
    case IR_LIB_P_FMOD:
    case IR_LIB_P_COPYSIGN:
    case IR_LIB_P_LDEXP:
    case IR_LIB_P_FREXP:
    case IR_LIB_P_MODF:
    case IR_LIB_P_ISNAN:
    case IR_LIB_P_FINITE: return true;
    default: return false;
    }
}

// A result that is not to be looked into: any that the row allows.
static bool gives_number(const struct exec_model *k) {
    ir_type t = exec_lib_result(k);
    return k->row->result.answer == IR_LIB_VOID || k->row->result.answer == IR_LIB_NUMBER || ir_kind(t) == IR_VOID;
}

static bool changes(const struct exec_model *k, uint32_t i) {
    return ir_lib_changes((enum ir_lib_role)k->row->args[i].role) && !(k->row->args[i].null && exec_lib_null(k, i));
}

// Does it change memory at all, or only by numbers that the row tells?
static bool leaves_memory(const struct exec_model *k, bool *fills) {
    *fills = false;
    for (uint32_t i = 0; i < k->row->n_args; i++) {
        enum ir_lib_role role = (enum ir_lib_role)k->row->args[i].role;
        if (role == IR_LIB_CALLBACK || role == IR_LIB_CLOSE || role == IR_LIB_RELEASE) return false;
        if (!changes(k, i)) continue;
        if (k->row->kind != IR_LIB_K_GENERIC || !exec_lib_fills(k, i)) return false;
        *fills = true;
    }
    return !k->row->variadic;
}

static bool forget_errno(const struct exec_model *k) {
    struct exec_value at = exec_pointer(k->m, k->lib->errno_cell.block, 0);
    return exec_havoc(k->m, &at, 4, "errno after a call that may set it");
}

// A handle, or null: the only other result that a record follows.
static bool gives_handle(const struct exec_model *k) {
    return exec_is_exact(k->m) && k->row->result.answer == IR_LIB_OPEN && k->row->kind == IR_LIB_K_GENERIC;
}

// It succeeds and fills memory with whatever there is outside, or fails and leaves it.
static bool fill(const struct exec_model *k) {
    bool may_fail = k->row->result.failure.given;
    if (may_fail && !exec_is_exact(k->m)) exec_assume(k->m, "whether '%s' fails", k->name);
    bool failed = may_fail && exec_draw_truth(k->m, "fails");
    exec_lib_give_input(k, failed ? EXEC_FAILS : EXEC_SUCCEEDS);
    if (failed) return exec_lib_spoil(k);
    for (uint32_t i = 0; i < k->row->n_args; i++)
        if (changes(k, i) && !exec_lib_fill(k, i)) return false;
    return true;
}

// Arguments are checked; nothing else happens but that there is a result, and numbers in memory.
static bool only_answer(struct exec_model *k) {
    bool handle = gives_handle(k), fills, leaves = leaves_memory(k, &fills);
    if ((!handle && !gives_number(k)) || (handle && fills) || !leaves) exec_assume(k->m, "what '%s' does", k->name), fills = false;
    if (!exec_lib_read_args(k)) return false;
    if (handle) return exec_lib_give_object(k) && forget_errno(k);
    if (fills) return fill(k) && forget_errno(k);
    exec_lib_give_input(k, EXEC_EITHER);
    return forget_errno(k);
}

// Does it print into memory, where nothing goes wrong?
static bool prints_to_memory(const struct exec_model *k) {
    return k->row->kind == IR_LIB_K_PRINTF && (exec_lib_nth(k, IR_LIB_FILL, 0) != EXEC_NO_ARG || exec_lib_nth(k, IR_LIB_FRESH, 0) != EXEC_NO_ARG);
}

// The others ask whether an argument is zero, or nothing.
static bool goes_by_numbers(const struct exec_model *k) {
    return k->row->kind != IR_LIB_K_ASSUME && k->row->kind != IR_LIB_K_ASSERT_CHECK && k->row->kind != IR_LIB_K_EXIT && k->row->kind != IR_LIB_K_HALT;
}

// Arguments that inputs decide are known from here on; who only prints them need not know.
static void fix_arguments(struct exec_model *k, enum sure what, struct exec_lib_call *fixed, struct exec_value **args) {
    bool looks = what == SIGN || what == TRUTH || what == ROUNDED || prints_to_memory(k) || (what == ALL && goes_by_numbers(k));
    bool unknown = false;
    for (uint32_t i = 0; i < k->call->n_args; i++) unknown |= k->call->args[i].unknown != 0;
    if (!exec_is_exact(k->m) || !looks || !unknown) return;
    *args = malloc(k->call->n_args * sizeof **args);
    if (!*args) base_out_of_memory();
    memcpy(*args, k->call->args, k->call->n_args * sizeof **args);
    for (uint32_t i = 0; i < k->call->n_args; i++) (void)exec_trail_fix(k->m, &(*args)[i]);
    *fixed = *k->call;
    fixed->args = *args;
    k->call = fixed;
}

static bool may_set_errno(const struct exec_model *k) {
    switch (k->row->kind) {
    case IR_LIB_K_ALLOC:
    case IR_LIB_K_REALLOC:
    case IR_LIB_K_MEMALIGN:
    case IR_LIB_K_MEMDUP:
    case IR_LIB_K_STRDUP:
    case IR_LIB_K_STRNDUP_PAD:
    case IR_LIB_K_PRINTF:
    case IR_LIB_K_PUTS:
    case IR_LIB_K_PUTC:
    case IR_LIB_K_FWRITE:
    case IR_LIB_K_WRITE:
    case IR_LIB_K_PERROR:
    case IR_LIB_K_ATEXIT:
    case IR_LIB_K_FCLOSE: return true;
    default: return false;
    }
}

static void weaken(const struct exec_model *k, enum sure what) {
    struct exec_value *r = k->call->n_results ? &k->call->results[0] : NULL;
    bool whole = what == ALL || (what == ROUNDED && is_rounded(k->row->param)) || prints_to_memory(k);
    assert(what != WORLD && what != NOTHING && what != TEXT);
    if (!r || whole) return;
    if (what == SIGN || what == TRUTH)
        exec_open_magnitude(k->m, r, what == SIGN);
    else
        exec_lib_give_unknown(k);
}

bool exec_alone_call(struct exec_model *k, exec_model_fn *model) {
    enum sure what = (enum sure)sure[k->row->kind];
    if (what == TEXT) what = exec_lib_nth(k, IR_LIB_STRING, 0) == EXEC_NO_ARG ? WORLD : ALL;
    assert(k->m->options->alone);
    if (what == NOTHING) return only_answer(k);
    if (what == WORLD) exec_assume(k->m, "what '%s' does", k->name);
    struct exec_lib_call fixed;
    struct exec_value *args = NULL;
    fix_arguments(k, what, &fixed, &args);
    bool on = model(k);
    free(args);
    if (!on) return false;
    if (what != WORLD) weaken(k, what);
    return !may_set_errno(k) || forget_errno(k);
}
