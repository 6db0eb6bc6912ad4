// SPDX-License-Identifier: MIT
#include "check/paths.h"

#include "solve/solve.h"

enum { OF_ONE_RUN = 50000, ENDS = 12, FIRST_SLOTS = 1024, SEEN_PENALTY = 2 };

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

void check_paths_begin(struct check_paths *w, const struct ir_program *p, const struct check_aim *aim, const struct check_cover *cover) {
    *w = (struct check_paths){.program = p, .aim = aim, .cover = cover, .n_slots = FIRST_SLOTS};
    w->line = zeros((size_t)cover->n_instrs + cover->n_edges, sizeof *w->line);
    w->known = zeros(w->n_slots, sizeof *w->known);
}

void check_paths_free(struct check_paths *w) {
    for (uint32_t i = 0; i < w->lines.n; i++) vec_free(&w->lines.at[i].ways);
    vec_free(&w->lines);
    free(w->known);
    free(w->line);
}

// ---- what is known -----------------------------------------------------------------------------------------------------------------

static uint64_t mixed(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static bool insert(uint64_t *slots, uint32_t n, uint64_t hash) {
    uint32_t i = (uint32_t)(hash >> 20) & (n - 1);
    for (; slots[i]; i = (i + 1) & (n - 1))
        if (slots[i] == hash) return false;
    slots[i] = hash;
    return true;
}

static void grow(struct check_paths *w) {
    uint64_t *larger = zeros((size_t)w->n_slots * 2, sizeof *larger);
    for (uint32_t i = 0; i < w->n_slots; i++)
        if (w->known[i]) insert(larger, w->n_slots * 2, w->known[i]);
    free(w->known);
    w->known = larger;
    w->n_slots *= 2;
}

static bool is_new(struct check_paths *w, uint64_t hash) {
    if (w->n_known * 2 >= w->n_slots) grow(w);
    bool new = insert(w->known, w->n_slots, hash ? hash : 1);
    w->n_known += new;
    return new;
}

// ---- places ------------------------------------------------------------------------------------------------------------------------

// The successor that a way leads to; false: the instruction has none.
static bool leads_to(const struct check_paths *w, const struct exec_record *r, const struct exec_decision *d, uint32_t way,
                     uint32_t *succ) {
    const struct ir_instr *i = &w->program->funcs.at[d->func].instrs.at[d->instr];
    if (d->kind == EXEC_CASE) *succ = way < i->n_cases ? i->cases[way].succ : 0;
    if (i->op == IR_BRANCH) *succ = r->nodes.at[d->node].value ? 1 : 0;
    return d->kind == EXEC_CASE || i->op == IR_BRANCH;
}

static struct check_line *line_of(struct check_paths *w, const struct exec_record *r, const struct exec_decision *d, uint32_t way) {
    const struct ir_func *f = &w->program->funcs.at[d->func];
    uint32_t succ = 0, here = w->cover->first[d->func] + d->instr, to = d->instr, edge = CHECK_NO_EDGE;
    if (leads_to(w, r, d, way, &succ)) {
        edge = w->cover->edge[here] + succ;
        to = f->blocks.at[f->instrs.at[d->instr].succs[succ]].first;
    }
    uint32_t *number = &w->line[edge == CHECK_NO_EDGE ? here : w->cover->n_instrs + edge];
    if (!*number) {
        vec_push(&w->lines, (struct check_line){.edge = edge, .distance = check_aim_from(w->aim, d->func, to)});
        *number = w->lines.n;
    }
    return &w->lines.at[*number - 1];
}

// ---- ways --------------------------------------------------------------------------------------------------------------------------

// How many decisions are looked at: large switches have many ways.
static uint32_t first_decisions(const struct check_paths *w, const struct exec_record *r) {
    uint32_t i = 0;
    for (uint32_t ways = 0; i < r->decisions.n && ways < OF_ONE_RUN; i++) ways += solve_ways(w->program, &r->decisions.at[i]);
    return i;
}

static void count_passes(struct check_paths *w, const struct exec_record *r, uint32_t decisions) {
    for (uint32_t i = 0; i < w->lines.n; i++) w->lines.at[i].passes = w->lines.at[i].seen = 0;
    for (uint32_t i = 0; i < decisions; i++)
        for (uint32_t way = 0, n = solve_ways(w->program, &r->decisions.at[i]); way < n; way++)
            line_of(w, r, &r->decisions.at[i], way)->passes++;
}

static void add_way(struct check_paths *w, const struct exec_record *r, struct check_way way, uint64_t path) {
    struct check_line *l = line_of(w, r, &r->decisions.at[way.decision], way.way);
    uint32_t number = l->seen++;
    bool at_end = number < ENDS || number + ENDS >= l->passes;
    if (at_end && is_new(w, mixed(path, way.way + 1))) vec_push(&l->ways, way);
}

void check_paths_add(struct check_paths *w, uint32_t run, const struct exec_record *r) {
    uint64_t path = 0;
    uint32_t decisions = first_decisions(w, r);
    count_passes(w, r, decisions);
    for (uint32_t i = 0; i < decisions; i++) {
        const struct exec_decision *d = &r->decisions.at[i];
        path = mixed(path, (uint64_t)d->func << 32 | d->instr);
        for (uint32_t way = 0, n = solve_ways(w->program, d); way < n; way++) add_way(w, r, (struct check_way){run, i, way}, path);
        if (d->kind == EXEC_TRUTH || d->kind == EXEC_CASE) path = mixed(path, r->nodes.at[d->node].value);
    }
}

static uint64_t rank(const struct check_paths *w, const struct check_line *l) {
    bool seen = l->edge != CHECK_NO_EDGE && w->cover->seen[l->edge];
    return (uint64_t)(l->asked + (seen ? SEEN_PENALTY : 0)) << 32 | l->distance;
}

bool check_paths_next(struct check_paths *w, struct check_way *out) {
    struct check_line *best = NULL;
    for (uint32_t i = 0; i < w->lines.n; i++) {
        struct check_line *l = &w->lines.at[i];
        if (l->oldest < l->ways.n && (!best || rank(w, l) < rank(w, best))) best = l;
    }
    if (!best) return false;
    *out = best->asked++ % 2 ? best->ways.at[best->oldest++] : vec_pop(&best->ways);
    return true;
}
