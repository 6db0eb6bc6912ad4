// SPDX-License-Identifier: MIT
// What reaches out to the system: programs that take the place of this one, paths, signals, the environment.
#include "sl/length.h"
#include "sl/lib.h"
#include "sl/term.h"

// ---- other programs ----------------------------------------------------------------------------------------------------------------

// An array of strings up to a null: what the world gave, or one whose places all are known.
static bool is_vector(struct sl_call *c, uint32_t v) {
    struct sl_place p;
    struct sl_text text;
    uint64_t word = c->bits / 8;
    if (!sl_lib_reach(c, v, (struct step_extent){.lo = word, .hi = word}, false, &p)) return false;
    const struct sl_object *o = &c->d->objects.at[p.object];
    if (o->rest == SL_REST_STRINGS && !sl_has_fields(c->d, p.object, (uint64_t)p.lo, o->size + o->more)) return sl_is_aligned(c->d, v, (uint32_t)word) || sl_lib_refuse(c);
    for (uint64_t at = (uint64_t)p.lo; p.lo == p.hi; at += word) {
        uint32_t i = sl_field_at(c->d, p.object, at, word);
        if (i != UINT32_MAX && sl_is_null(c->d, c->d->fields.at[i].value)) return true;
        if (i == UINT32_MAX && c->d->objects.at[p.object].rest == SL_REST_ZERO && at + word <= c->d->objects.at[p.object].size && !sl_has_fields(c->d, p.object, at, word))
            return true;
        if (i == UINT32_MAX) break;
        if (!sl_lib_string_at(c, c->d->fields.at[i].value, 1, SL_UNBOUNDED, &text)) return false;
    }
    return sl_lib_refuse(c);
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

// ---- requests ----------------------------------------------------------------------------------------------------------------------

// Those whose data Linux has in one size, on every machine; of fcntl with words of 64 bits.
uint64_t sl_lib_request(struct sl_call *c) {
    static const struct request {
        const char *function;
        uint32_t number, bytes;
        bool wide;  // of 64 bits only
    } known[] = {
        {"ioctl", 0x5401, 36, false}, {"ioctl", 0x5402, 36, false}, {"ioctl", 0x5403, 36, false}, {"ioctl", 0x5404, 36, false},  // TCGETS, TCSETS and its kind
        {"ioctl", 0x5413, 8, false}, {"ioctl", 0x5414, 8, false},                                                              // TIOCGWINSZ, TIOCSWINSZ
        {"ioctl", 0x541b, 4, false}, {"ioctl", 0x5421, 4, false},                                                              // FIONREAD, FIONBIO
        {"fcntl", 5, 32, true}, {"fcntl", 6, 32, true}, {"fcntl", 7, 32, true},                                                // F_GETLK, F_SETLK, F_SETLKW
    };
    const struct sl_operand *o = sl_lib_nth(c, IR_LIB_VALUE, 1);
    num_word number;
    if (!o || !sl_is_const(c->d, o->value, &number)) return 0;
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(c->name, known[i].function) == 0 && number == known[i].number && (c->bits == 64 || !known[i].wide)) return known[i].bytes;
    return 0;
}

// ---- signals -----------------------------------------------------------------------------------------------------------------------

// A handler that is a function: that no signal calls it is an assumption.
static bool handles(struct sl_call *c, uint32_t handler) {
    const struct sl_value *x = &c->d->values.at[handler];
    if (x->kind == SL_INT && num_range_is_const(x->range, NULL)) return true;  // the default action, none, or no handler
    if (x->kind == SL_UNINIT || !c->run->step->options.counters_fit) return sl_lib_refuse(c);
    sl_note(sl_of(c->run), SL_NOTED_SIGNALS, true);
    return true;
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
