// SPDX-License-Identifier: MIT
#include "exec/start.h"

#include <assert.h>
#include <string.h>

#include "exec/decode.h"
#include "exec/mix.h"
#include "ir/eval.h"

enum { CODE_ALIGN = 16 };

// ---- symbols -----------------------------------------------------------------------------------------------------------------------------

static bool new_global(struct exec_machine *m, uint32_t index) {
    const struct ir_global *g = &m->program->globals.at[index];
    bool external = g->flags & IR_EXTERN;
    uint32_t block;
    if (!exec_new(m, EXEC_GLOBAL, g->size, g->align ? g->align : 1, external ? EXEC_BIRTH_UNKNOWN : EXEC_BIRTH_ZERO, &block)) return false;
    struct exec_block *b = exec_block(&m->memory, block);
    assert(block == m->first_global + index);
    b->index = index;
    b->readonly = g->flags & IR_READONLY && !external;
    b->unsized = g->flags & IR_UNSIZED;
    b->born = (struct exec_place){UINT32_MAX, g->loc};
    if (external) b->why = exec_reason_number(m, arena_printf(&m->result->arena, "contents of the extern variable '%s'", g->name));
    if (g->n_bytes) memcpy(b->bytes, g->bytes, g->n_bytes);
    return true;
}

static bool new_symbols(struct exec_machine *m) {
    const struct ir_program *p = m->program;
    uint32_t block;
    m->first_global = m->memory.blocks.n;
    for (uint32_t i = 0; i < p->globals.n; i++) {
        if (!new_global(m, i)) return false;
    }
    m->first_func = m->memory.blocks.n;
    if (!exec_block_new_code(&m->memory, p->funcs.n, CODE_ALIGN)) return exec_give_up(m, "the address space is used up");
    for (uint32_t i = 0; i < p->labels.n; i++) {
        if (!exec_new(m, EXEC_LABEL, 1, CODE_ALIGN, EXEC_BIRTH_ZERO, &block)) return false;
        exec_block(&m->memory, block)->index = i;
    }
    m->first_label = m->first_func + p->funcs.n;
    return true;
}

static bool is_optional(uint32_t flags) {
    return flags & IR_WEAK && flags & IR_EXTERN;
}

// A weak symbol that nobody defines: the inputs choose whether it exists after all, which the program itself does not say.
static struct exec_value symbol(struct exec_machine *m, uint32_t block, uint32_t flags, const char *name) {
    if (!is_optional(flags)) return exec_pointer(m, block, 0);
    const char *what = arena_printf(&m->result->arena, "weak symbol '%s' exists", name);
    if (exec_draw_number(m, IR_I1, what) == 0) return exec_int(0);
    exec_assume(m, "%s", what);
    return exec_pointer(m, block, 0);
}

static struct exec_value constant(const struct ir_const *c, uint64_t seed, uint32_t index) {
    struct exec_value v = {.bits = (exec_word)c->hi << 64 | c->lo};
    uint32_t bits = ir_bits(c->type) > 128 ? 128 : ir_bits(c->type);
    if (c->undef) {
        uint64_t pattern = exec_pattern(seed, ~(uint64_t)index);
        v.bits = ((exec_word)pattern << 64 | pattern) & ir_mask(bits);
        v.uninit = (uint16_t)((1u << (bits + 7) / 8) - 1);
        if (ir_kind(c->type) != IR_PTR) v.flags = EXEC_RAW;
    }
    return v;
}

// Place n of the pool.
static struct exec_value in_pool(struct exec_machine *m, uint32_t n) {
    const struct ir_program *p = m->program;
    if (n < p->consts.n) return constant(&p->consts.at[n], m->memory.seed, n);
    n -= p->consts.n;
    if (n < p->globals.n) return symbol(m, m->first_global + n, p->globals.at[n].flags, p->globals.at[n].name);
    n -= p->globals.n;
    if (n < p->funcs.n) return symbol(m, m->first_func + n, p->funcs.at[n].flags, p->funcs.at[n].name);
    return exec_pointer(m, m->first_label + n - p->funcs.n, 0);
}

static bool is_open(const struct ir_program *p, uint32_t n) {
    uint32_t g = n - p->consts.n, f = g - p->globals.n;
    if (n < p->consts.n) return p->consts.at[n].undef;
    return g < p->globals.n ? is_optional(p->globals.at[g].flags) : f < p->funcs.n && is_optional(p->funcs.at[f].flags);
}

// Most of it is the same in every run: what inputs or the seed decide is not.
static void fill_pool(struct exec_machine *m) {
    const struct ir_program *p = m->program;
    struct exec_codes *c = m->codes;
    uint32_t size = p->consts.n + p->globals.n + p->funcs.n + p->labels.n;
    if (c->pool) {
        m->pool = c->pool;
        c->pool = NULL;
        for (uint32_t i = 0; i < c->open.n; i++) m->pool[c->open.at[i]] = in_pool(m, c->open.at[i]);
        return;
    }
    m->pool = malloc(((size_t)size + 1) * sizeof *m->pool);
    if (!m->pool) base_out_of_memory();
    vec_clear(&c->open);
    for (uint32_t n = 0; n < size; n++) {
        m->pool[n] = in_pool(m, n);
        if (is_open(p, n)) vec_push(&c->open, n);
    }
}

static void relocate(struct exec_machine *m, uint32_t global) {
    const struct ir_global *g = &m->program->globals.at[global];
    struct exec_block *b = exec_block(&m->memory, m->first_global + global);
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        const struct ir_reloc *r = &g->relocs[i];
        uint32_t origins[EXEC_WORD_BYTES], n = r->size ? r->size : m->program->pointer_bits / 8;
        struct exec_value v = exec_plus(m, &m->pool[exec_pool_index(m->program, r->target)], (uint64_t)r->addend);
        exec_origins_of(m, &v, n, origins);
        exec_bytes_write(&m->memory, b, r->offset, n, &v, v.block ? origins : NULL);
    }
}

static bool new_limbo(struct exec_machine *m) {
    if (!exec_new(m, EXEC_STATIC, 0, 1, EXEC_BIRTH_ZERO, &m->limbo)) return false;
    exec_block_kill(&m->memory, m->limbo, EXEC_LEFT);
    exec_block(&m->memory, m->limbo)->died.func = UINT32_MAX;
    return true;
}

bool exec_start(struct exec_machine *m) {
    if (!new_limbo(m) || !new_symbols(m)) return false;
    fill_pool(m);
    for (uint32_t i = 0; i < m->program->globals.n; i++) relocate(m, i);
    exec_lib_begin(m);
    for (uint32_t i = 0; i < m->program->globals.n && m->outcome == EXEC_RUNNING; i++) {
        if (m->program->globals.at[i].flags & IR_EXTERN) exec_lib_var(m, i, m->first_global + i);
    }
    return m->outcome == EXEC_RUNNING;
}
