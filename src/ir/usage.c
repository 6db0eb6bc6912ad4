// SPDX-License-Identifier: MIT
#include "ir/usage.h"

#include "ir/whole.h"

static bool has_body(const struct ir_program *p, uint32_t func) {
    return !(p->funcs.at[func].flags & IR_EXTERN);
}

static void find_asked(struct ir_usage *u, const bool *reached) {
    const struct ir_program *p = u->program;
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (reached[i] && has_body(p, i)) {
            ir_asks_places(p, &p->funcs.at[i], &u->asked);
            ir_asks_containers(p, &p->funcs.at[i], &u->containers);
            ir_asks_tagged(p, &p->funcs.at[i], &u->tagged);
        }
    u->n_tagged = u->tagged.n;
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (has_body(p, i)) ir_asks_turned(p, &p->funcs.at[i], &u->turned);
    for (uint32_t i = 0; i < p->funcs.n; i++)  // what others see them as parts of
        if (!reached[i] && has_body(p, i)) {
            ir_asks_containers(p, &p->funcs.at[i], &u->containers);
            if (u->n_tagged) ir_asks_tagged(p, &p->funcs.at[i], &u->tagged);
        }
}

// What callees divide by is known first.
static void find_divisors(struct ir_usage *u, const bool *reached) {
    const struct ir_program *p = u->program;
    uint64_t *divides = calloc(p->funcs.n, sizeof *divides);
    if (!divides) base_out_of_memory();
    for (bool grown = true; grown;) {
        grown = false;
        u->divisors.n = 0;
        for (uint32_t i = 0; i < p->funcs.n; i++) grown |= reached[i] && has_body(p, i) && ir_asks_divisors(p, &p->funcs.at[i], divides, &u->divisors);
    }
    u->divides = divides[u->entry];
    free(divides);
}

void ir_usage_begin(struct ir_usage *u, const struct ir_program *p, uint32_t entry) {
    const struct ir_func *f = &p->funcs.at[entry];
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    *u = (struct ir_usage){.program = p, .entry = entry, .reached = reached, .asks_param = calloc(f->n_params + 1, 1)};
    u->as_param = malloc((f->n_params + 1) * sizeof *u->as_param);
    if (!reached || !u->asks_param || !u->as_param) base_out_of_memory();
    for (uint32_t k = 0; k < f->n_params; k++) u->as_param[k] = ir_asks_param_type(p, f, k);
    for (uint32_t k = 0; k < f->n_params; k++) u->asks_param[k] = ir_kind(f->locals.at[k].type) == IR_PTR && ir_asks_param(p, f, k);
    ir_calls_reach(&ir_whole_of(p)->calls, entry, reached);
    find_asked(u, reached);
    find_divisors(u, reached);
    ir_find_stored(p, &u->stored);
}

void ir_usage_end(struct ir_usage *u) {
    free(u->asks_param);
    free(u->reached);
    free(u->as_param);
    vec_free(&u->asked);
    vec_free(&u->turned);
    vec_free(&u->containers);
    vec_free(&u->stored);
    vec_free(&u->tagged);
    vec_free(&u->divisors);
}
