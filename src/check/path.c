// SPDX-License-Identifier: MIT
#include "check/path.h"

void check_path_free(struct check_path *path) {
    vec_free(&path->events);
    vec_free(&path->frames);
    vec_free(&path->stack);
    vec_free(&path->births);
}

static void push(struct check_path *path, uint32_t func) {
    bool inner = path->stack.n > 0;
    struct check_frame f = {func, inner ? vec_last(&path->stack) : UINT32_MAX, inner ? path->events.n - 1 : CHECK_NO_EVENT};
    vec_push(&path->frames, f);
    vec_push(&path->stack, path->frames.n - 1);
}

struct check_event *check_path_add(struct check_path *path, uint32_t func, uint32_t instr, uint32_t depth) {
    while (path->stack.n > depth) (void)vec_pop(&path->stack);
    if (path->stack.n == depth && depth && path->frames.at[vec_last(&path->stack)].func != func) (void)vec_pop(&path->stack);
    while (path->stack.n < depth) push(path, func);
    struct check_event *e = vec_add(&path->events);
    *e = (struct check_event){.func = func, .instr = instr, .frame = vec_last(&path->stack)};
    return e;
}

const struct ir_instr *check_path_instr(const struct check_path *path, uint32_t event) {
    const struct check_event *e = &path->events.at[event];
    return &path->program->funcs.at[e->func].instrs.at[e->instr];
}

uint64_t check_path_key(const struct check_path *path, uint32_t event) {
    uint64_t key = 1;
    for (uint32_t e = event; e != CHECK_NO_EVENT; e = path->frames.at[path->events.at[e].frame].call)
        key = (key ^ ((uint64_t)path->events.at[e].func << 32 | path->events.at[e].instr)) * 0x9e3779b97f4a7c15u;
    return key ? key : 1;
}

uint32_t check_path_next(const struct check_path *path, uint32_t event) {
    for (uint32_t i = event + 1; i < path->events.n; i++)
        if (path->events.at[i].frame == path->events.at[event].frame) return i;
    return CHECK_NO_EVENT;
}

uint32_t *check_path_active(const struct check_path *path, uint32_t event) {
    uint32_t *at = malloc((path->frames.n + 1) * sizeof *at);
    if (!at) base_out_of_memory();
    memset(at, 0xff, (path->frames.n + 1) * sizeof *at);
    for (uint32_t e = event; e != CHECK_NO_EVENT; e = path->frames.at[path->events.at[e].frame].call)
        at[path->events.at[e].frame] = path->events.at[e].instr;
    return at;
}

static bool gives(const struct ir_instr *i, uint32_t local) {
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (i->dsts[k] == local) return true;
    return i->op == IR_ENTER && i->subject == ir_val_of(IR_LOCAL, local);
}

uint32_t check_path_definition(const struct check_path *path, uint32_t event, uint32_t local) {
    uint32_t frame = path->events.at[event].frame, call = path->frames.at[frame].call, start = call == CHECK_NO_EVENT ? 0 : call + 1;
    for (uint32_t i = event; i-- > start;)
        if (path->events.at[i].frame == frame && gives(check_path_instr(path, i), local)) return i;
    return CHECK_NO_EVENT;
}

uint32_t check_path_stored(const struct check_path *path, uint32_t load) {
    const struct check_event *x = &path->events.at[load];
    for (uint32_t i = load; x->size && i-- > 0;) {
        const struct check_event *e = &path->events.at[i];
        if (check_path_instr(path, i)->op == IR_STORE && e->size && e->address == x->address && e->size == x->size) return i;
    }
    return CHECK_NO_EVENT;
}

uint32_t check_path_return(const struct check_path *path, uint32_t call) {
    uint32_t next = check_path_next(path, call), last = next == CHECK_NO_EVENT ? path->events.n - 1 : next - 1;
    bool entered = last > call && check_path_instr(path, last)->op == IR_RET;
    return entered && path->frames.at[path->events.at[last].frame].call == call ? last : CHECK_NO_EVENT;
}
