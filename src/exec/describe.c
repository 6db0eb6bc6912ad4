// SPDX-License-Identifier: MIT
#include "exec/describe.h"

#include "exec/run.h"

static const char *bytes_of(uint64_t n) { return n == 1 ? "byte" : "bytes"; }

static const char *slot_name(const struct exec_machine *m, const struct exec_block *b) {
    return b->born.func == UINT32_MAX ? "" : m->program->funcs.at[b->born.func].slots.at[b->index].name;
}

const char *exec_describe_block(struct exec_machine *m, uint32_t block) {
    const struct ir_program *p = m->program;
    const struct exec_block *b = exec_block(&m->memory, block);
    struct arena *a = &m->result->arena;
    unsigned long long n = b->size;
    if (block == m->limbo)
        return "a local variable";
    switch ((enum exec_kind)b->kind) {
    case EXEC_GLOBAL: return arena_printf(a, "'%s' (%llu %s)", p->globals.at[b->index].name, n, bytes_of(n));
    case EXEC_CODE: return arena_printf(a, "the function '%s'", p->funcs.at[b->index].name);
    case EXEC_LABEL: return "a label";
    case EXEC_SLOT: return arena_printf(a, "'%s' (%llu %s)", slot_name(m, b), n, bytes_of(n));
    case EXEC_ALLOCA: return arena_printf(a, "a stack block of %llu %s", n, bytes_of(n));
    case EXEC_HEAP: return arena_printf(a, "a heap block of %llu %s", n, bytes_of(n));
    case EXEC_RESOURCE: return "an object of the library";
    case EXEC_STATIC: return arena_printf(a, "static storage of the library (%llu %s)", n, bytes_of(n));
    case EXEC_NO_KIND: break;
    }
    return "no block";
}

const char *exec_describe_access(struct exec_machine *m, uint64_t n, enum exec_access access) {
    const char *verb = access == EXEC_READ ? "reads" : "writes", *who = "";
    if (m->calling != UINT32_MAX)
        who = arena_printf(&m->result->arena, "%s ", m->program->funcs.at[m->calling].name);
    return arena_printf(&m->result->arena, "%s%s %llu %s", who, verb, (unsigned long long)n, bytes_of(n));
}
