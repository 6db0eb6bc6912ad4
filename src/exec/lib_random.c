// SPDX-License-Identifier: MIT
// The random numbers that POSIX determines to the bit: drand48 and its kind, X' = a X + c modulo 2^48.
#include <math.h>
#include <string.h>

#include "exec/lib.h"

#define FACTOR 0x5deece66du
#define BITS48 0xffffffffffffu
enum { ADDEND = 0xb, SEED_TAIL = 0x330e };

bool exec_model_srand48(struct exec_model *k) {
    uint64_t seed = exec_lib_number(k, 0) & UINT32_MAX;
    k->lib->random48 = (struct exec_random48){.x = seed << 16 | SEED_TAIL, .begun = true};
    return true;
}

// seed48, lcong48: the sequence is not followed from here on.
bool exec_model_reseed48(struct exec_model *k) {
    k->lib->random48 = (struct exec_random48){.other = true};
    return exec_model_generic(k);
}

static uint64_t next(uint64_t x) {
    return (x * FACTOR + ADDEND) & BITS48;
}

static bool gives_float(const struct exec_model *k) {
    return exec_lib_result(k) == IR_TYPE(IR_FLOAT, 64);
}

static bool give(const struct exec_model *k, uint64_t x) {
    double d = ldexp((double)x, -48);
    struct exec_value v = {0};
    memcpy(&v.bits, &d, sizeof d);
    if (gives_float(k))
        exec_lib_give(k, v);
    else
        exec_lib_give_number(k, k->row->result.lo.value < 0 ? (int32_t)(x >> 16) : (int64_t)(x >> 17));
    return true;
}

// Any number: nobody knows the sequence.
static bool draw(struct exec_model *k, uint32_t cell) {
    if (!gives_float(k)) return exec_model_generic(k);
    uint64_t x = exec_draw_number(k->m, IR_I(48), k->name);
    return (cell == EXEC_NO_ARG || exec_lib_put_drawn(k, exec_lib_arg(k, cell), 6)) && give(k, x);
}

static bool from_cell(const struct exec_model *k, const struct exec_value *at) {
    struct exec_value x;
    if (!exec_load(k->m, at, IR_I(48), &x)) return false;
    x = exec_int(next(exec_decide(k->m, &x)));
    return exec_store(k->m, at, IR_I(48), &x) && give(k, (uint64_t)x.bits);
}

// The library's own sequence starts anywhere if nobody seeded it; in a run that may be the only one, as in the GNU library, with 0.
bool exec_model_random48(struct exec_model *k) {
    struct exec_random48 *own = &k->lib->random48;
    uint32_t cell = exec_lib_nth(k, IR_LIB_UPDATE, 0);
    if (own->other) return draw(k, cell);
    if (cell != EXEC_NO_ARG) return from_cell(k, exec_lib_arg(k, cell));
    if (!own->begun && !k->m->options->alone) return draw(k, cell);
    k->m->result->unseeded |= !own->begun;
    own->begun = true;
    own->x = next(own->x);
    return give(k, own->x);
}
