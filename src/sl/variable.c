// SPDX-License-Identifier: MIT
// Variables that the library defines: what they hold when the program begins.
#include <assert.h>

#include "sl/context.h"
#include "sl/length.h"

static const char *const stream_names[] = {"stdin", "stdout", "stderr"};

static enum sl_library stream_of(const char *name) {
    uint32_t i = 0;
    while (strcmp(name, stream_names[i]) != 0) i++;
    return (enum sl_library)(SL_STDIN + i);
}

static uint32_t handle(struct sl *s, struct sl_draft *d, enum sl_library stream) {
    uint32_t o = sl_find_single(d, SL_LIBRARY, stream);
    if (!o) o = sl_add_object(d, (struct sl_object){.storage = SL_LIBRARY, .tag = stream, .rest = SL_REST_ANY, .more = SL_UNBOUNDED});
    return sl_address(d, o, s->bits, 0);
}

uint32_t sl_add_strings(struct sl *s, struct sl_draft *d, uint32_t n) {
    assert(n < d->values.n && d->values.at[n].kind == SL_INT && num_range_smin(d->values.at[n].range) >= 0);
    uint64_t word = s->bits / 8;
    int64_t most = (int64_t)(sl_largest_block(s->bits) / word) - 1;
    struct num_range *r = &d->values.at[n].range;
    *r = num_range_meet(*r, num_range_signed(r->bits, 0, most < INT32_MAX ? most : INT32_MAX));
    struct num_range size = num_range_signed(s->bits, (num_range_smin(*r) + 1) * (int64_t)word, (num_range_smax(*r) + 1) * (int64_t)word);
    struct sl_object o = {.storage = SL_LIBRARY, .tag = SL_WORLD, .rest = SL_REST_STRINGS};
    o.size = num_range_umin(size);
    o.more = num_range_umax(size) - o.size;
    o.count = sl_int(d, size);
    o.unit = n;
    o.scale = (uint32_t)word;
    o.plus = (int64_t)word;
    d->sized = true;
    return sl_address(d, sl_add_object(d, o), s->bits, 0);
}

// Functions that change the environment move it, too.
static bool is_environment_kept(const struct sl *s) {
    static const enum ir_lib_kind changes[] = {IR_LIB_K_SETENV, IR_LIB_K_UNSETENV, IR_LIB_K_PUTENV, IR_LIB_K_CLEARENV};
    bool changed = false;
    for (uint32_t i = 0; i < sizeof changes / sizeof *changes; i++) changed |= ir_lib_has(s->step.lib, s->step.program, changes[i]);
    return !changed;
}

// Nothing but getopt and the program changes those of getopt.
static uint32_t at_start(struct sl *s, struct sl_draft *d, const struct ir_lib_var *v, uint64_t size) {
    bool word = size == s->bits / 8, options = strncmp(v->name, "opt", 3) == 0;
    switch (v->kind) {
    case IR_LIB_V_HANDLE: return word ? handle(s, d, stream_of(v->name)) : 0;
    case IR_LIB_V_STRINGS: return word && is_environment_kept(s) ? sl_add_strings(s, d, sl_int(d, num_range_signed(32, 0, INT32_MAX))) : 0;
    case IR_LIB_V_STRING_OR_NULL: return word && options ? sl_const(d, s->bits, 0) : 0;
    case IR_LIB_V_NUMBER: return size == 4 && options ? sl_const(d, 32, (uint32_t)v->value) : 0;
    default: return 0;
    }
}

void sl_put_variable(struct sl *s, struct sl_draft *d, uint32_t object) {
    const struct ir_global *g = &s->step.program->globals.at[d->objects.at[object].tag];
    const struct ir_lib_var *v = ir_lib_var(s->step.lib, g->name);
    uint32_t value = v && !(g->flags & IR_UNSIZED) ? at_start(s, d, v, g->size) : 0;
    if (value) sl_put(d, object, 0, g->size, value);
}

bool sl_is_closed(const struct sl_draft *d, enum sl_library stream) {
    uint32_t o = sl_find_single(d, SL_LIBRARY, stream);
    return o && d->objects.at[o].life != SL_VALID;
}
