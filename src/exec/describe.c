// SPDX-License-Identifier: MIT
#include "exec/describe.h"

#include "exec/run.h"
#include "ir/name.h"

#define NO_NAME "memory"  // what ir_name_addr calls an address that has no name

static const char *bytes_of(uint64_t n) {
    return n == 1 ? "byte" : "bytes";
}

static const char *keep(struct exec_machine *m, struct buf *b) {
    const char *s = arena_strdup(&m->result->arena, buf_text(b));
    buf_free(b);
    return s;
}

const char *exec_describe_variable(struct exec_machine *m, const struct ir_func *f, ir_val v) {
    struct buf b = {0};
    if (!ir_name_variable(m->program, f, v, &b)) ir_name_val(m->program, f, v, &b);
    return keep(m, &b);
}

const char *exec_describe_address(struct exec_machine *m, const struct ir_func *f, const struct ir_addr *a, uint64_t bytes) {
    struct buf b = {0};
    ir_name_addr(m->program, f, a, bytes, &b);
    return keep(m, &b);
}

static const char *slot_name(struct exec_machine *m, const struct exec_block *b) {
    if (b->born.func == UINT32_MAX) return "";
    return exec_describe_variable(m, &m->program->funcs.at[b->born.func], ir_val_of(IR_SLOT, b->index));
}

// Strings of argv, argv itself, and what belongs to library functions.
static const char *describe_static(struct exec_machine *m, uint32_t block) {
    unsigned long long n = exec_block(&m->memory, block)->size;
    struct arena *a = &m->result->arena;
    if (block == m->argv) return arena_printf(a, "argv (%llu %s)", n, bytes_of(n));
    for (uint32_t i = 0; i < m->arguments.n; i++)
        if (m->arguments.at[i].block == block) return arena_printf(a, "the string argv[%u] (%llu %s)", i, n, bytes_of(n));
    return arena_printf(a, "static storage of the library (%llu %s)", n, bytes_of(n));
}

const char *exec_describe_block(struct exec_machine *m, uint32_t block) {
    const struct ir_program *p = m->program;
    const struct exec_block *b = exec_block(&m->memory, block);
    struct arena *a = &m->result->arena;
    unsigned long long n = b->size;
    if (block == m->limbo) return "a local variable";
    switch ((enum exec_kind)b->kind) {
    case EXEC_GLOBAL:
        if (b->unsized) return arena_printf(a, "'%s'", p->globals.at[b->index].name);
        return arena_printf(a, "'%s' (%llu %s)", p->globals.at[b->index].name, n, bytes_of(n));
    case EXEC_CODE: return arena_printf(a, "the function '%s'", p->funcs.at[b->index].name);
    case EXEC_LABEL: return "a label";
    case EXEC_SLOT: return arena_printf(a, "'%s' (%llu %s)", slot_name(m, b), n, bytes_of(n));
    case EXEC_ALLOCA: return arena_printf(a, "a stack block of %llu %s", n, bytes_of(n));
    case EXEC_HEAP: return arena_printf(a, "a heap block of %llu %s", n, bytes_of(n));
    case EXEC_RESOURCE: return "an object of the library";
    case EXEC_STATIC: return describe_static(m, block);
    case EXEC_NO_KIND: break;
    }
    return "no block";
}

// The access that the instruction on top makes, if it makes one itself.
static const char *accessed(struct exec_machine *m, uint64_t n, enum exec_access access) {
    if (m->calling != UINT32_MAX || !m->stack->frames.n) return NULL;
    const struct ir_func *f = exec_top(m)->code->func;
    const struct ir_instr *i = &f->instrs.at[exec_top(m)->pc];
    const struct ir_addr *a = access == EXEC_READ && i->from ? i->from : i->to;
    const char *name = a ? exec_describe_address(m, f, a, n) : NO_NAME;
    return strcmp(name, NO_NAME) == 0 ? NULL : name;
}

const char *exec_describe_access(struct exec_machine *m, uint64_t n, enum exec_access access) {
    const char *verb = access == EXEC_READ ? "reads" : "writes", *name = accessed(m, n, access);
    struct arena *a = &m->result->arena;
    if (name) return arena_printf(a, "%s '%s' (%llu %s)", verb, name, (unsigned long long)n, bytes_of(n));
    if (m->calling == UINT32_MAX) return arena_printf(a, "%s %llu %s", verb, (unsigned long long)n, bytes_of(n));
    return arena_printf(a, "'%s' %s %llu %s", m->program->funcs.at[m->calling].name, verb, (unsigned long long)n, bytes_of(n));
}
