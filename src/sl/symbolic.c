// SPDX-License-Identifier: MIT
// Arrays of a constant size whose size is told like one that is not constant (sl:symbolic): what is known of numbers of elements, positions and what is
// left of an array is kept as relations to a number, the symbol, of which only is known that it may be the constant C or C + 1.  In truth it is C, so what is
// said of the symbol can be said of C, and where the program computes or compares with C, or its neighbours, the symbol is meant.
#include <assert.h>

#include "sl/length.h"
#include "sl/sl.h"

enum {
    LEAST = 4,             // elements: of fewer each is followed
    LEAST_BLOCK = 10,      // bytes of a heap block that is no structure: smaller ones are mostly numbers
    MOST_SIZE = 1 << 24,   // bytes
};
static const int64_t offsets[] = {0, -1, 1};  // from a symbol, of constants that are told by it

// What the C type says that the elements of an object are large, if it is an array.
static uint64_t element_size(const struct ir_program *p, uint32_t ctype) {
    if (ctype == IR_NO_TYPE || p->ctypes.at[ctype].kind != IR_C_ARRAY) return 0;
    uint32_t target = p->ctypes.at[ctype].target;
    return target == IR_NO_TYPE ? 0 : p->ctypes.at[target].size;
}

static bool is_size_of_structure(const struct ir_program *p, uint64_t size) {
    for (uint32_t i = 0; i < p->ctypes.n; i++)
        if (p->ctypes.at[i].kind == IR_C_STRUCT && p->ctypes.at[i].size == size) return true;
    return false;
}

// The place where the block was made, if all blocks made there until now were of one size.
static const struct sl_site *site_of(const struct sl *s, uint32_t func, uint32_t instr) {
    for (uint32_t i = 0; i < s->sites.n; i++)
        if (s->sites.at[i].func == func && s->sites.at[i].instr == instr) return &s->sites.at[i];
    return NULL;
}

void sl_see_block(struct sl *s, struct sl_draft *d, uint32_t object) {
    const struct sl_object *o = &d->objects.at[object];
    const struct sl_site *known = site_of(s, o->func, o->instr);
    struct sl_site now = {o->func, o->instr, o->more ? 0 : o->size};
    if (!s->options.symbolic) return;
    if (known && known->size != now.size) s->sites.at[known - s->sites.at].size = 0;
    if (!known && is_size_of_structure(s->step.program, now.size)) now.size = 0;
    if (!known) vec_push(&s->sites, now);
    sl_make_symbolic(s, d, object);
}

// In truth, if the program says so, and what an element of it is large; false: it does not.
static bool constant_size(const struct sl *s, const struct sl_object *o, uint64_t *size, uint64_t *element) {
    const struct ir_program *p = s->step.program;
    if (o->storage == SL_STACK && o->tag != UINT32_MAX) {
        const struct ir_slot *x = &p->funcs.at[o->func].slots.at[o->tag];
        *size = x->size;
        *element = element_size(p, x->ctype);
        return *element;
    }
    const struct sl_site *site = o->storage == SL_HEAP ? site_of(s, o->func, o->instr) : NULL;
    *element = 1;
    *size = site ? site->size : 0;
    if (site) return *size >= LEAST_BLOCK;
    if (o->storage != SL_GLOBAL || p->globals.at[o->tag].flags & (IR_EXTERN | IR_UNSIZED)) return false;
    *size = p->globals.at[o->tag].size;
    *element = p->globals.at[o->tag].n_relocs ? 0 : element_size(p, p->globals.at[o->tag].ctype);
    return *element;
}

// The symbol of the constant, or 0.
static uint32_t symbol_of(const struct sl *s, const struct sl_draft *d, uint64_t constant) {
    for (uint32_t i = 1; i < d->objects.n; i++) {
        const struct sl_object *o = &d->objects.at[i];
        uint64_t size, element;
        uint32_t unit = o->unit ? o->unit : o->count;
        if (!unit || o->level || sl_is_segment(o) || !constant_size(s, o, &size, &element)) continue;
        uint64_t scale = o->unit ? o->scale : 1;
        struct num_range symbolic = num_range_unsigned(s->bits, constant, constant + 1);
        if (scale * constant + (uint64_t)(o->unit ? o->plus : 0) == size && num_range_same(d->values.at[unit].range, symbolic)) return unit;
    }
    return 0;
}

void sl_make_symbolic(struct sl *s, struct sl_draft *d, uint32_t object) {
    uint64_t size, element;
    struct sl_object *o = &d->objects.at[object];
    if (!s->options.symbolic || (o->count && !sl_is_known(d, o->count)) || o->more || !constant_size(s, o, &size, &element)) return;
    uint64_t n = size / element;
    if (size % element || size > MOST_SIZE || n < LEAST) return;
    uint32_t symbol = symbol_of(s, d, n), count = 0;
    if (!symbol) symbol = sl_int(d, num_range_unsigned(s->bits, n, n + 1));
    count = symbol;
    if (element > 1) {
        count = sl_int(d, num_range_unsigned(s->bits, size, size + element));
        sl_made_from(d, count, symbol, (uint32_t)element, 0);
    }
    o = &d->objects.at[object];
    o->more = element;
    o->count = count;
    o->unit = element > 1 ? symbol : 0;
    o->scale = element > 1 ? (uint32_t)element : 0;
    o->plus = 0;
    d->sized = true;
}

uint32_t sl_as_symbol(const struct sl *s, struct sl_draft *d, uint32_t v) {
    num_word c;
    const struct sl_value *x = &d->values.at[v];
    if (!s->options.symbolic || x->kind != SL_INT || x->range.bits < 32 || x->range.bits > s->bits || !sl_is_const(d, v, &c)) return v;
    unsigned bits = x->range.bits;
    if (c < LEAST - 1 || c > MOST_SIZE) return v;
    for (uint32_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        uint32_t symbol = symbol_of(s, d, (uint64_t)c - (uint64_t)offsets[i]);
        if (!symbol) continue;
        uint32_t told = sl_shifted(d, symbol, offsets[i]);
        return bits == s->bits ? told : sl_cut(d, told, bits);
    }
    return v;
}
