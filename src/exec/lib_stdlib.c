// SPDX-License-Identifier: MIT
// Ends of the program, signals, and the verification functions.
#include "exec/lib.h"

// ---- ends ----------------------------------------------------------------------------------------------------------------------------

// In a run that may be the only one nothing goes by it.
static int32_t status_of(const struct exec_model *k) {
    if (k->m->options->alone) return (int32_t)exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0))->bits;
    return (int32_t)exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
}

bool exec_model_exit(struct exec_model *k) {
    return exec_exit(k->m, status_of(k), true);
}

bool exec_model_halt(struct exec_model *k) {
    return exec_exit(k->m, status_of(k), false);
}

bool exec_model_abort(struct exec_model *k) {
    return exec_abort(k->m);
}

bool exec_model_exec(struct exec_model *k) {
    if (!exec_lib_read_args(k)) return false;
    return exec_draw_number(k->m, IR_I1, "fails") ? exec_lib_give_chosen(k) : exec_exit(k->m, 0, false);
}

bool exec_model_atexit(struct exec_model *k) {
    uint32_t arg = exec_lib_nth(k, IR_LIB_KEEP, 0);
    struct exec_handler h = {.func = *exec_lib_arg(k, exec_lib_nth(k, IR_LIB_CALLBACK, 0)), .has_arg = arg != EXEC_NO_ARG};
    if (h.has_arg) h.arg = *exec_lib_arg(k, arg);
    exec_at_exit(k->m, h);
    exec_lib_give_number(k, 0);
    return true;
}

bool exec_model_error(struct exec_model *k) {
    return exec_fault(k->m, IR_RULE_ERROR_CALL, 0, "'%s' is called", k->name);
}

// The text of the assertion, if it can be read without a fault.
static void assertion_text(const struct exec_model *k, struct buf *out) {
    uint32_t i = exec_lib_nth(k, IR_LIB_STRING, 0), block;
    uint64_t offset;
    const struct exec_value *at = i == EXEC_NO_ARG ? NULL : exec_lib_arg(k, i);
    if (!at || at->unknown || at->uninit || !exec_resolve(k->m, at, &block, &offset)) return;
    const struct exec_block *b = exec_block(&k->m->memory, block);
    for (; b->bytes && offset < b->size && b->state[offset] == EXEC_KNOWN && b->bytes[offset]; offset++)
        buf_char(out, (char)b->bytes[offset]);
}

bool exec_model_assert_fail(struct exec_model *k) {
    struct buf text = {0};
    assertion_text(k, &text);
    bool on = text.n ? exec_fault(k->m, IR_RULE_ASSERTION_FAILURE, 0, "the assertion '%s' fails", buf_text(&text))
                     : exec_fault(k->m, IR_RULE_ASSERTION_FAILURE, 0, "an assertion fails");
    buf_free(&text);
    return on;
}

bool exec_model_assert_check(struct exec_model *k) {
    return exec_decide_truth(k->m, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0))) || exec_fault(k->m, IR_RULE_ASSERTION_FAILURE, 0, "an assertion fails");
}

bool exec_model_assume(struct exec_model *k) {
    return exec_decide_truth(k->m, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0))) || exec_assume_failed(k->m);
}

bool exec_model_nondet(struct exec_model *k) {
    for (uint32_t i = 0; i < k->call->n_results; i++) k->call->results[i] = exec_draw(k->m, k->call->result_types[i], k->name);
    return true;
}

bool exec_model_unmodelled(struct exec_model *k) {
    return exec_give_up(k->m, "'%s' is not modelled", k->name);
}

// ---- signals -------------------------------------------------------------------------------------------------------------------------

// 0 and 1 are the default action and none.  A run in which no signal arrives is possible: nothing is assumed.
static void note_handler(const struct exec_model *k, const struct exec_value *handler) {
    enum { CHILD_SIGNAL = 17 };
    k->lib->processes.signals |= exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0)) == CHILD_SIGNAL;
    bool given = exec_decide_truth(k->m, handler);
    k->lib->handles_signals |= given && (handler->block || exec_decide(k->m, handler) > 1);
}

bool exec_model_signal(struct exec_model *k) {
    note_handler(k, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_CALLBACK, 0)));
    exec_lib_give_unknown(k);
    return true;
}

bool exec_model_sigaction(struct exec_model *k) {
    uint32_t action = exec_lib_nth(k, IR_LIB_READ, 0);
    struct exec_value handler;
    if (!exec_lib_null(k, action)) {
        if (!exec_lib_load_pointer(k, exec_lib_arg(k, action), &handler)) return false;
        note_handler(k, &handler);
    }
    return exec_model_generic(k);
}

bool exec_model_raise(struct exec_model *k) {
    enum { ABORT_SIGNAL = 6 };
    if (exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0)) == ABORT_SIGNAL && !k->lib->handles_signals) return exec_abort(k->m);
    return exec_give_up(k->m, "'%s' is not modelled", k->name);
}
