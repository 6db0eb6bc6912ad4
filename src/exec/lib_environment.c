// SPDX-License-Identifier: MIT
// errno, the environment's variables, and the options of the command line.
#include "exec/lib.h"

bool exec_model_errno(struct exec_model *k) {
    exec_lib_give(k, exec_pointer(k->m, k->lib->errno_cell.block, 0));
    return true;
}

bool exec_model_strerror(struct exec_model *k) {
    struct exec_value text;
    if (!exec_lib_static_text(k, strerror((int)exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0))), &text)) return false;
    exec_lib_give(k, text);
    return true;
}

// ---- variables -----------------------------------------------------------------------------------------------------------------------

// The cell of a variable, which holds what getenv gives.  *fresh: nobody asked for it yet.
static bool variable(const struct exec_model *k, const char *name, struct exec_value *cell, bool *fresh) {
    uint32_t i = intern_find(&k->lib->variables, name);
    *fresh = i == INTERN_NONE;
    if (*fresh) {
        i = intern_add(&k->lib->variables, name);
        vec_push(&k->lib->values, (struct exec_stored){0});
    }
    return exec_lib_stored(k, &k->lib->values.at[i], k->m->program->pointer_bits / 8, cell);
}

static bool named_variable(const struct exec_model *k, const struct exec_value *at, struct exec_value *cell, bool *fresh) {
    struct buf name = {0};
    bool on = exec_lib_text(k, at, EXEC_NO_LIMIT, &name) && variable(k, buf_text(&name), cell, fresh);
    buf_free(&name);
    return on;
}

static const struct exec_value *string_arg(const struct exec_model *k, uint32_t nth) {
    return exec_lib_arg(k, exec_lib_nth(k, IR_LIB_STRING, nth));
}

static bool new_string(const struct exec_model *k, uint64_t n, struct exec_value *out) {
    struct exec_stored fresh = {0};
    return exec_lib_stored(k, &fresh, n + 1, out);
}

// A variable that was never asked for or set is chosen by the world, once for all.
static bool choose_variable(const struct exec_model *k, const struct exec_value *cell, bool fresh) {
    struct exec_value text;
    if (!fresh || k->lib->environment_cleared || exec_draw_number(k->m, IR_I1, "is set") == 0) return true;
    uint64_t n = exec_lib_choose_length(k, EXEC_NO_LIMIT);
    return new_string(k, n, &text) && exec_lib_put_string(k, &text, 1, n, (struct exec_letters){0}) && exec_lib_store_pointer(k, cell, &text);
}

bool exec_model_getenv(struct exec_model *k) {
    struct exec_value cell, value;
    bool fresh;
    if (!named_variable(k, string_arg(k, 0), &cell, &fresh) || !choose_variable(k, &cell, fresh) ||
        !exec_lib_load_pointer(k, &cell, &value))
        return false;
    exec_lib_give(k, value);
    return true;
}

bool exec_model_setenv(struct exec_model *k) {
    struct exec_value cell, old, text;
    bool fresh;
    uint64_t n;
    if (!named_variable(k, string_arg(k, 0), &cell, &fresh) || !choose_variable(k, &cell, fresh) ||
        !exec_lib_load_pointer(k, &cell, &old) || !exec_lib_length(k, string_arg(k, 1), 1, EXEC_NO_LIMIT, &n))
        return false;
    exec_lib_give_number(k, 0);
    if (old.bits != 0 && exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0)) == 0) return true;
    return new_string(k, n, &text) && exec_copy(k->m, &text, string_arg(k, 1), n + 1) && exec_lib_store_pointer(k, &cell, &text);
}

bool exec_model_unsetenv(struct exec_model *k) {
    struct exec_value cell, null = exec_int(0);
    bool fresh;
    exec_lib_give_number(k, 0);
    return named_variable(k, string_arg(k, 0), &cell, &fresh) && exec_lib_store_pointer(k, &cell, &null);
}

bool exec_model_putenv(struct exec_model *k) {
    const struct exec_value *at = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_KEEP, 0));
    struct buf text = {0};
    struct exec_value cell, value = exec_int(0);
    bool fresh, on = exec_lib_text(k, at, EXEC_NO_LIMIT, &text);
    char *equals = on && text.n ? strchr(text.text, '=') : NULL;
    if (equals) {
        value = exec_plus(k->m, at, (uint64_t)(equals - text.text) + 1);
        *equals = '\0';
    }
    on = on && variable(k, buf_text(&text), &cell, &fresh) && exec_lib_store_pointer(k, &cell, &value);
    exec_lib_give_number(k, 0);
    buf_free(&text);
    return on;
}

bool exec_model_clearenv(struct exec_model *k) {
    struct exec_value null = exec_int(0);
    k->lib->environment_cleared = true;
    for (uint32_t i = 0; i < k->lib->values.n; i++) {
        struct exec_value cell = exec_pointer(k->m, k->lib->values.at[i].block, 0);
        if (!exec_lib_store_pointer(k, &cell, &null)) return false;
    }
    exec_lib_give_number(k, 0);
    return true;
}
