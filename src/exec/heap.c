// SPDX-License-Identifier: MIT
// Birth and death of heap blocks, resources, and static storage of the library.
#include <assert.h>

#include "exec/describe.h"
#include "exec/fault.h"
#include "exec/machine.h"
#include "exec/open.h"
#include "exec/trail.h"

bool exec_new(struct exec_machine *m, enum exec_kind kind, uint64_t size, uint64_t align, enum exec_birth birth, uint32_t *block) {
    switch (exec_block_new(&m->memory, kind, size, align, birth, block)) {
    case EXEC_NO_ADDRESS: return exec_give_up(m, "the address space is used up");
    case EXEC_NO_BYTES: return exec_out_of(m, "memory limit of the interpreter");
    case EXEC_ROOM_OK: break;
    }
    exec_block(&m->memory, *block)->born = exec_here(m);
    return true;
}

static bool grows_too_large(const struct exec_machine *m, uint64_t n) {
    return n >> (m->program->pointer_bits - 1) != 0;
}

bool exec_malloc(struct exec_machine *m, uint64_t n, uint64_t align, enum exec_birth birth, struct exec_value *out) {
    *out = exec_int(0);
    uint32_t block;
    if (!n && m->options->alone && exec_draw_truth(m, "an allocation of no bytes gives null")) return true;
    if (grows_too_large(m, n) || (m->options->malloc_may_fail && exec_draw_truth(m, "allocation fails"))) return true;
    if (!exec_new(m, EXEC_HEAP, n, align, birth, &block)) return false;
    *out = exec_pointer(m, block, 0);
    return true;
}

bool exec_resource(struct exec_machine *m, uint64_t n, uint32_t kind_of, struct exec_value *out) {
    uint32_t block;
    if (!exec_new(m, EXEC_RESOURCE, n, 16, EXEC_BIRTH_UNKNOWN, &block)) return false;
    exec_block(&m->memory, block)->index = kind_of;
    *out = exec_pointer(m, block, 0);
    return true;
}

bool exec_static(struct exec_machine *m, uint64_t n, enum exec_birth birth, struct exec_value *out) {
    uint32_t block;
    if (!exec_new(m, EXEC_STATIC, n, 16, birth, &block)) return false;
    *out = exec_pointer(m, block, 0);
    return true;
}

static bool bad_free(struct exec_machine *m, uint32_t block, uint64_t offset, const char *what) {
    const struct exec_block *b = exec_block(&m->memory, block);
    const char *name = exec_describe_block(m, block);
    if (b->life == EXEC_FREED && offset == 0)
        return exec_fault(m, IR_RULE_DOUBLE_FREE, block, "'%s' is given %s, which was freed before", what, name);
    if (b->life == EXEC_LEFT) return exec_fault(m, IR_RULE_INVALID_FREE, block, "'%s' is given %s, whose scope has ended", what, name);
    if (offset)
        return exec_fault(m, IR_RULE_INVALID_FREE, block, "'%s' is given a pointer to offset %llu of %s", what, (unsigned long long)offset,
                          name);
    return exec_fault(m, IR_RULE_INVALID_FREE, block, "'%s' is given %s, which is not of the heap", what, name);
}

bool exec_free(struct exec_machine *m, const struct exec_value *at, enum exec_kind kind, const char *what) {
    uint32_t block;
    uint64_t offset;
    assert(kind == EXEC_HEAP || kind == EXEC_RESOURCE || kind == EXEC_STATIC);
    struct exec_value fixed = *at;
    if (at->unknown && exec_trail_fix(m, &fixed)) at = &fixed;
    if (at->unknown) return exec_give_up(m, "'%s' of an unknown pointer: %s", what, exec_reason(m, at));
    if (at->uninit) return exec_fault(m, IR_RULE_INVALID_FREE, 0, "'%s' is given an uninitialised pointer", what);
    exec_depend(m, at);
    if (at->bits == 0) return true;
    if (!exec_resolve(m, at, &block, &offset))
        return exec_fault(m, IR_RULE_INVALID_FREE, 0, "'%s' is given the address 0x%llx, where there is no object", what,
                          (unsigned long long)at->bits);
    struct exec_block *b = exec_block(&m->memory, block);
    if (at->block != block) exec_depend_place(m);
    if (b->kind != kind || b->life != EXEC_LIVE || offset) return bad_free(m, block, offset, what);
    if (b->serial < m->frozen) exec_alone_changes(m);
    exec_block_kill(&m->memory, block, EXEC_FREED);
    b->died = exec_here(m);
    return true;
}
