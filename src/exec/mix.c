// SPDX-License-Identifier: MIT
#include "exec/mix.h"

#include <assert.h>

void exec_origins_of(const struct exec_machine *m, const struct exec_value *v, uint32_t n, uint32_t *origins) {
    assert(n <= EXEC_WORD_BYTES);
    const struct exec_mix *x = v->block & EXEC_MIX ? exec_table_at(&m->mixes, v->block & ~EXEC_MIX) : NULL;
    for (uint32_t i = 0; i < n; i++) origins[i] = x ? x->origin[i] : v->block;
}

uint32_t exec_block_of_origins(struct exec_machine *m, const uint32_t *origins, uint32_t n) {
    struct exec_mix x = {{0}};
    uint32_t one = 0;
    bool several = n > m->program->pointer_bits / 8;
    assert(n <= EXEC_WORD_BYTES);
    for (uint32_t i = 0; i < n; i++) {
        x.origin[i] = origins[i];
        several |= one && origins[i] && origins[i] != one;
        one = one ? one : origins[i];
    }
    return one && several ? EXEC_MIX | exec_table_add(&m->mixes, &x, sizeof x, EXEC_MIX) : one;
}
