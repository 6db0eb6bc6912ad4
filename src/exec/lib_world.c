// SPDX-License-Identifier: MIT
// What the world outside the program decides, and the static objects in which the library hands it over.
#include <assert.h>

#include "exec/lib.h"
#include "exec/trail.h"
#include "ir/eval.h"

int64_t exec_lib_choose(const struct exec_model *k, int64_t lo, int64_t hi, const char *what) {
    if (lo >= hi) return lo;
    uint64_t range = (uint64_t)hi - (uint64_t)lo + 1;
    int64_t v = (int64_t)exec_draw_number(k->m, IR_I(64), what);
    if (v >= lo && v <= hi) return v;
    uint64_t away = v < lo ? (uint64_t)lo - (uint64_t)v - 1 : (uint64_t)v - (uint64_t)hi - 1;
    return (int64_t)((uint64_t)lo + (range ? away % range : away));
}

uint64_t exec_lib_choose_length(const struct exec_model *k, uint64_t limit) {
    uint64_t n = exec_draw_number(k->m, IR_I(16), "length");
    return limit == 0 ? 0 : n % limit;
}

bool exec_lib_computed(const struct exec_model *k) {
    return k->row && (k->row->kind == IR_LIB_K_COMPUTED || k->row->kind == IR_LIB_K_LOCALTIME || k->row->kind == IR_LIB_K_STRFTIME);
}

struct exec_value exec_lib_mark(const struct exec_model *k, struct exec_value v, ir_type type) {
    if (exec_lib_computed(k)) {
        v.unknown = (uint16_t)((1u << ir_bytes(type)) - 1);
        v.why = exec_reason_number(k->m, k->why);
    }
    return v;
}

bool exec_lib_put_drawn(const struct exec_model *k, const struct exec_value *to, uint64_t n) {
    uint32_t block;
    uint64_t offset;
    if (exec_lib_computed(k)) return exec_havoc(k->m, to, n, k->why);
    if (!exec_check(k->m, to, n, EXEC_WRITE, &block, &offset)) return false;
    for (uint64_t i = 0; i < n; i += 8) {
        uint32_t part = n - i < 8 ? (uint32_t)(n - i) : 8;
        struct exec_value at = exec_plus(k->m, to, i), v = exec_draw(k->m, IR_I(8 * part), k->name);
        if (!exec_store(k->m, &at, IR_I(8 * part), &v)) return false;
    }
    return true;
}

// n bytes at `at`, each eight of them an input.
static bool put_inputs(const struct exec_model *k, const struct exec_value *to, uint64_t n) {
    for (uint64_t i = 0; i < n; i += 8) {
        uint32_t part = n - i < 8 ? (uint32_t)(n - i) : 8;
        struct exec_value at = exec_plus(k->m, to, i), v = exec_draw_input(k->m, IR_I(8 * part), k->name);
        if (!exec_store(k->m, &at, IR_I(8 * part), &v)) return false;
    }
    return true;
}

bool exec_lib_put_inputs(const struct exec_model *k, const struct exec_value *to, uint64_t n, const struct ir_lib_layout *l) {
    bool narrow = k->m->program->pointer_bits == 32;
    if (!exec_is_exact(k->m)) return exec_havoc(k->m, to, n, k->name);
    if (!put_inputs(k, to, n)) return false;
    for (uint32_t i = 0; l && i < l->n_fields; i++) {
        const struct ir_lib_field *f = &l->fields[i];
        uint32_t bits = 8 * f->size[narrow];
        assert(f->kind == IR_LIB_F_RANGE);
        struct exec_value at = exec_plus(k->m, to, f->offset[narrow]), v = exec_draw_input(k->m, IR_I(bits), k->name);
        exec_trail_bound(k->m, &v, bits, (uint64_t)f->lo & (uint64_t)ir_mask(bits), (uint64_t)f->hi - (uint64_t)f->lo);
        if (!exec_store(k->m, &at, IR_I(bits), &v)) return false;
    }
    return true;
}

uint8_t exec_other_letter(const bool *letters) {
    uint8_t c = letters && letters['\n'] ? '\n' : 'a';
    while (letters && !letters[c] && ++c != 'a') {}
    return c;
}

bool exec_lib_put_string(const struct exec_model *k, const struct exec_value *to, uint32_t unit, uint64_t n, struct exec_letters l) {
    uint32_t block;
    uint64_t offset;
    if (!exec_check(k->m, to, (n + 1) * unit, EXEC_WRITE, &block, &offset)) return false;
    for (uint64_t i = 0; i <= n; i++) {
        struct exec_value at = exec_plus(k->m, to, i * unit), v = exec_int(0);
        if (i < n) {
            const bool *letters = i ? l.others : l.first;
            v = exec_draw(k->m, IR_I(8), k->name);
            bool final = l.last && i + 1 == n;
            v.node = exec_trail_letter(k->m, &v, unit, final ? l.last : 0);
            if (unit > 1) v.bits &= 127;
            uint64_t said = final && v.bits < ' ' ? (uint8_t)l.last : v.bits ? (uint64_t)v.bits : 'a';  // by the node
            if (final && v.bits < ' ' && v.bits != '\n') v.bits = (uint8_t)l.last;
            if (!v.bits || (letters && !letters[v.bits & 255] && !(final && v.bits == '\n'))) v.bits = exec_other_letter(letters);
            if (v.bits != said) v.node = 0;
        }
        v = exec_lib_mark(k, v, IR_I(8 * unit));
        if (!exec_store(k->m, &at, IR_I(8 * unit), &v)) return false;
    }
    return true;
}

bool exec_lib_stored(const struct exec_model *k, struct exec_stored *s, uint64_t n, struct exec_value *out) {
    if (s->block && s->size == n) {
        *out = exec_pointer(k->m, s->block, 0);
        exec_block(&k->m->memory, s->block)->readonly = false;
        return true;
    }
    if (!exec_static(k->m, n, EXEC_BIRTH_ZERO, out)) return false;
    *s = (struct exec_stored){out->block, n};
    return true;
}

static bool string_storage(const struct exec_model *k, uint64_t n, struct exec_value *out) {
    struct exec_stored fresh = {0};
    return exec_lib_stored(k, k->call ? &k->lib->statics[k->call->func] : &fresh, n, out);
}

bool exec_lib_static_text(const struct exec_model *k, const char *text, struct exec_value *out) {
    uint64_t n = strlen(text) + 1;
    return string_storage(k, n, out) && exec_put(k->m, out, text, n);
}

bool exec_lib_static_string(const struct exec_model *k, struct exec_value *out) {
    uint64_t n = exec_lib_choose_length(k, EXEC_NO_LIMIT);
    if (!string_storage(k, n + 1, out)) return false;
    exec_block(&k->m->memory, out->block)->unsized = exec_lib_computed(k);
    return exec_lib_put_string(k, out, 1, n, (struct exec_letters){0});
}

bool exec_lib_put_strings(const struct exec_model *k, const struct exec_value *to, uint32_t n, bool end) {
    uint32_t word = k->m->program->pointer_bits / 8;
    struct exec_value s = exec_int(0), at;
    struct exec_model outside = *k;
    outside.call = NULL;  // each string has storage of its own
    for (uint32_t i = 0; i < n; i++) {
        at = exec_plus(k->m, to, (uint64_t)i * word);
        if (!exec_lib_static_string(&outside, &s) || !exec_lib_store_pointer(k, &at, &s)) return false;
    }
    at = exec_plus(k->m, to, (uint64_t)n * word);
    s = exec_int(0);
    return !end || exec_lib_store_pointer(k, &at, &s);
}

static bool put_vector(const struct exec_model *k, const struct exec_value *at) {
    uint32_t n = (uint32_t)exec_lib_choose(k, 0, 3, "number of strings");
    struct exec_stored fresh = {0};
    struct exec_value vector;
    return exec_lib_stored(k, &fresh, (uint64_t)(n + 1) * k->m->program->pointer_bits / 8, &vector) &&
           exec_lib_put_strings(k, &vector, n, true) && exec_lib_store_pointer(k, at, &vector);
}

// Addresses that are not drawn: each has a block of its own.
static bool put_blocks(const struct exec_model *k, const struct exec_value *at, uint64_t size) {
    uint32_t n = (uint32_t)exec_lib_choose(k, 0, 3, "number of addresses"), word = k->m->program->pointer_bits / 8;
    struct exec_stored fresh = {0};
    struct exec_value vector, block, place;
    if (!exec_lib_stored(k, &fresh, (uint64_t)(n + 1) * word, &vector)) return false;
    for (uint32_t i = 0; i < n; i++) {
        place = exec_plus(k->m, &vector, (uint64_t)i * word);
        fresh = (struct exec_stored){0};
        if (!exec_lib_stored(k, &fresh, size, &block) || !exec_lib_put_drawn(k, &block, size) || !exec_lib_store_pointer(k, &place, &block))
            return false;
        exec_block(&k->m->memory, block.block)->unsized = exec_lib_computed(k);
    }
    return exec_lib_store_pointer(k, at, &vector);
}

static bool put_field(const struct exec_model *k, const struct exec_value *at, const struct ir_lib_field *f) {
    uint32_t size = f->size[k->m->program->pointer_bits == 32];
    struct exec_stored fresh = {0};
    struct exec_value v;
    switch ((enum ir_lib_field_kind)f->kind) {
    case IR_LIB_F_STRING: return exec_lib_put_strings(k, at, 1, false);
    case IR_LIB_F_STRINGS: return put_vector(k, at);
    case IR_LIB_F_INLINE: return exec_lib_put_string(k, at, 1, exec_lib_choose_length(k, size), (struct exec_letters){0});
    case IR_LIB_F_RANGE:
        v = exec_int((uint64_t)exec_lib_choose(k, f->lo, f->hi, k->name) & (~0ull >> (64 - 8 * size)));
        v = exec_lib_mark(k, v, IR_I(8 * size));
        return exec_store(k->m, at, IR_I(8 * size), &v);
    case IR_LIB_F_BLOCK:
        return exec_lib_stored(k, &fresh, size, &v) && exec_lib_put_drawn(k, &v, size) && exec_lib_store_pointer(k, at, &v);
    case IR_LIB_F_BLOCKS: return put_blocks(k, at, size);
    }
    return true;
}

bool exec_lib_put_layout(const struct exec_model *k, const struct exec_value *to, const struct ir_lib_layout *l) {
    bool narrow = k->m->program->pointer_bits == 32;
    for (uint32_t i = 0; i < l->n_fields; i++) {
        struct exec_value at = exec_plus(k->m, to, l->fields[i].offset[narrow]);
        if (!put_field(k, &at, &l->fields[i])) return false;
    }
    return true;
}
