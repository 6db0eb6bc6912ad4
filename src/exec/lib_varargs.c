// SPDX-License-Identifier: MIT
// Variadic arguments as a library function consumes them: those of the call, or those behind a va_list of the x86 ABIs.
#include "exec/lib.h"
#include "exec/shadow.h"

// AMD64: a structure { u32 gp_offset, u32 fp_offset, overflow, saved }.  i386: a pointer to the words.
enum { GP_END = 48, FP_END = 176, OVERFLOW_AT = 8, SAVED_AT = 16 };

static bool load_at(const struct exec_model *k, const struct exec_value *at, uint64_t offset, ir_type type, struct exec_value *out) {
    struct exec_value place = exec_plus(k->m, at, offset);
    return exec_load(k->m, &place, type, out);
}

static bool begin_list(const struct exec_model *k, const struct exec_value *list, struct exec_varargs *a) {
    ir_type ptr = ir_ptr(k->m->program);
    struct exec_value gp, fp, saved;
    a->list = true;
    if (k->m->program->pointer_bits == 32) {
        a->overflow = *list;
        return true;
    }
    if (!load_at(k, list, 0, IR_I(32), &gp) || !load_at(k, list, 4, IR_I(32), &fp) || !load_at(k, list, OVERFLOW_AT, ptr, &a->overflow) ||
        !load_at(k, list, SAVED_AT, ptr, &saved))
        return false;
    uint64_t words = exec_decide(k->m, &gp), floats = exec_decide(k->m, &fp);
    a->words = exec_plus(k->m, &saved, words);
    a->floats = exec_plus(k->m, &saved, floats);
    a->word_left = words < GP_END ? (uint32_t)(GP_END - words) : 0;
    a->float_left = floats < FP_END ? (uint32_t)(FP_END - floats) : 0;
    return true;
}

bool exec_varargs_begin(const struct exec_model *k, struct exec_varargs *a) {
    uint32_t list = exec_lib_nth(k, IR_LIB_VA_LIST, 0);
    *a = (struct exec_varargs){.next = k->row->n_args + (uint32_t)__builtin_popcount(k->use.drop)};
    return list == EXEC_NO_ARG || begin_list(k, exec_lib_arg(k, list), a);
}

static bool next_saved(const struct exec_model *k, struct exec_value *at, uint32_t *left, uint32_t step, ir_type type,
                       struct exec_value *out) {
    if (!exec_load(k->m, at, type, out)) return false;
    *at = exec_plus(k->m, at, step);
    *left -= step;
    return true;
}

static bool next_listed(const struct exec_model *k, struct exec_varargs *a, ir_type type, struct exec_value *out) {
    uint32_t word = k->m->program->pointer_bits / 8, bytes = ir_bytes(type);
    bool wide = ir_kind(type) == IR_FLOAT && ir_bits(type) > 64;
    if (ir_kind(type) == IR_FLOAT && !wide && a->float_left) return next_saved(k, &a->floats, &a->float_left, 16, type, out);
    if (ir_kind(type) != IR_FLOAT && a->word_left) return next_saved(k, &a->words, &a->word_left, 8, type, out);
    if (wide && word == 8) a->overflow = exec_plus(k->m, &a->overflow, -(uint64_t)a->overflow.bits & 15);
    if (!exec_load(k->m, &a->overflow, type, out)) return false;
    uint32_t size = wide ? (word == 8 ? 16 : 12) : bytes;
    a->overflow = exec_plus(k->m, &a->overflow, (size + word - 1) / word * word);
    return true;
}

bool exec_varargs_next(const struct exec_model *k, struct exec_varargs *a, ir_type type, struct exec_value *out) {
    if (a->list) return next_listed(k, a, type, out);
    if (a->next >= k->call->n_args) return exec_give_up(k->m, "'%s' reads more arguments than it is given", k->name);
    const struct exec_value *v = &k->call->args[a->next];
    ir_type passed = k->call->types[a->next++];
    if ((ir_kind(passed) == IR_FLOAT) != (ir_kind(type) == IR_FLOAT))
        *out = exec_any(k->m, type, "an argument of another type than its format says");
    else
        *out = exec_convert(k->m, v, passed, type);
    return true;
}
