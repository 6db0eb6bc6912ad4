// SPDX-License-Identifier: MIT
// What reaches out to the system: programs that take the place of this one, paths, signals, the environment.
#include "sl/lib.h"
#include "sl/length.h"

static bool is_gone(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return x->kind == SL_UNINIT || (x->kind == SL_ADDR && d->objects.at[x->object].life != SL_VALID);
}

// ---- other programs ----------------------------------------------------------------------------------------------------------------

// An array of strings: of what it is known to hold, nothing is gone.
static bool is_vector(struct sl_call *c, uint32_t v) {
    struct sl_place p;
    uint64_t word = c->bits / 8;
    if (!sl_lib_reach(c, v, (struct step_extent){.lo = word, .hi = word}, false, &p)) return false;
    for (uint32_t i = sl_field_from(c->d, p.object, (uint64_t)p.lo); sl_has(c->d, i, p.object); i++) {
        if (sl_is_null(c->d, c->d->fields.at[i].value)) return true;
        if (is_gone(c->d, c->d->fields.at[i].value)) return sl_lib_refuse(c);
    }
    return true;
}

// Strings up to a null, and perhaps an array of others behind it.
static bool are_strings(struct sl_call *c) {
    uint32_t n = c->instr->n_args, k = 1 + c->row->n_args + (uint32_t)__builtin_popcount(c->call.use.drop);
    bool end = !c->row->variadic || sl_is_null(c->d, sl_lib_nth(c, IR_LIB_STRING, 1)->value);
    struct sl_text text;
    for (; k < n; k++) {
        uint32_t v = sl_eval(c->run, c->d, c->instr->args[k]);
        if (!v || (end && !is_vector(c, v))) return false;
        end |= sl_is_null(c->d, v);
        if (!end && !sl_lib_string_at(c, v, 1, SL_UNBOUNDED, &text)) return false;
    }
    return end || sl_lib_refuse(c);
}

bool sl_model_exec(struct sl_call *c) {
    for (uint32_t k = 0; k < c->row->n_args; k++) {
        const struct ir_lib_arg *a = &c->row->args[k];
        bool none = a->null && sl_is_null(c->d, c->at[k].value);
        if (!none && a->role == IR_LIB_STRING && !sl_lib_text(c, &c->at[k])) return false;
        if (!none && a->role == IR_LIB_KEEP && !is_vector(c, c->at[k].value)) return false;
    }
    if (!are_strings(c)) return false;
    struct sl_call other = sl_lib_fork(c);
    sl_lib_give_number(&other, num_range_signed(32, -1, -1));
    sl_check_cleanup(c->run, c->d);
    return false;
}

// ---- paths -------------------------------------------------------------------------------------------------------------------------

bool sl_model_pathname(struct sl_call *c) {
    uint32_t object;
    if (!sl_is_null(c->d, sl_lib_of(c, IR_LIB_FILL)->value)) return sl_model_generic(c);
    if (!sl_lib_touch(c) || !sl_lib_new_text(c, sl_largest_block(c->bits) - 1, &object)) return false;
    sl_lib_give_address(c, object);
    return true;
}

// ---- signals -----------------------------------------------------------------------------------------------------------------------

// A handler that is a function: that no signal calls it is an assumption.
static bool handles(struct sl_call *c, uint32_t handler) {
    const struct sl_value *x = &c->d->values.at[handler];
    if (x->kind == SL_INT && num_range_is_const(x->range, NULL)) return true;  // the default action, none, or no handler
    if (x->kind == SL_UNINIT || !c->run->step->options.counters_fit) return sl_lib_refuse(c);
    return sl_of(c->run)->signals = true;
}

bool sl_model_signal(struct sl_call *c) {
    if (!handles(c, sl_lib_of(c, IR_LIB_CALLBACK)->value)) return false;
    sl_lib_give_unknown(c);
    return true;
}

bool sl_model_sigaction(struct sl_call *c) {
    struct sl_operand *action = sl_lib_of(c, IR_LIB_READ);
    if (sl_is_null(c->d, action->value)) return sl_model_generic(c);
    if (!sl_lib_touch(c)) return false;
    if (action->place.lo != action->place.hi) return sl_lib_refuse(c);
    uint32_t v = sl_get(c->d, action->place.object, (uint64_t)action->place.lo, ir_ptr(c->run->step->program), c->bits);
    return handles(c, v) && sl_model_generic(c);
}

// ---- the environment ---------------------------------------------------------------------------------------------------------------

// The string is part of it from then on: what lasts, and nobody changes.
bool sl_model_putenv(struct sl_call *c) {
    struct sl_text text;
    if (!sl_lib_string_at(c, sl_lib_of(c, IR_LIB_KEEP)->value, 1, SL_UNBOUNDED, &text)) return false;
    const struct sl_object *o = &c->d->objects.at[text.place.object];
    bool constant = o->storage == SL_GLOBAL && c->run->step->program->globals.at[o->tag].flags & IR_READONLY;
    bool of_argv = !c->run->step->options.inputs && o->storage == SL_LIBRARY && (o->tag == SL_WORLD || o->tag == SL_STRING);
    if (!constant && !of_argv) return sl_lib_refuse(c);
    sl_lib_give_number(c, num_range_signed(32, -1, 0));
    return true;
}
