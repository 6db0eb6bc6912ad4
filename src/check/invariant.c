// SPDX-License-Identifier: MIT
#include "check/invariant.h"

struct looker {
    struct fix *f;
    const char *file;
    uint32_t line;
    bool heads;             // only heads of loops are looked at
    VEC(dom_state) states;  // no two equal
    uint32_t func;          // of the first
    struct dom_sink sink;
};

static bool names(const char *path, const char *file) {
    size_t n = strlen(path), k = strlen(file);
    return k <= n && strcmp(path + n - k, file) == 0 && (k == n || path[n - k - 1] == '/');
}

static bool is_at(const struct looker *w, const struct ir_instr *i) {
    return i->loc.line == w->line && names(w->f->program->files.text.at[i->loc.file], w->file);
}

// The first instruction of the code that is in the line, or code->end.
static uint32_t first_at(const struct looker *w, const struct dom_code *code) {
    const struct ir_func *f = &w->f->program->funcs.at[code->func];
    uint32_t i = code->first;
    while (i < code->end && !is_at(w, &f->instrs.at[i])) i++;
    return i;
}

static void take(void *self, dom_state s, uint32_t way) {
    struct looker *w = self;
    (void)way;
    for (uint32_t i = 0; i < w->states.n; i++)
        if (w->states.at[i] == s) return;
    vec_push(&w->states, s);
}

static void ignore_fault(void *self, const struct dom_fault *f) {
    (void)self, (void)f;
}

static void ignore_unknown(void *self, uint32_t func, uint32_t instr, const char *reason) {
    (void)self, (void)func, (void)instr, (void)reason;
}

static void ignore_proved(void *self, uint32_t func, uint32_t instr) {
    (void)self, (void)func, (void)instr;
}

// The states before the line: the kept one, or what becomes of it on the way there.
static void look_at(struct looker *w, const struct fix_node *n, const struct dom_code *code) {
    uint32_t at = first_at(w, code);
    if (at == code->end) return;
    if (!w->states.n) w->func = code->func;
    if (at == code->first)
        take(w, n->state, 0);
    else
        w->f->dom->run(w->f->d, n->state, &(struct dom_code){code->func, code->first, at}, &w->sink);
}

static void look(struct looker *w) {
    const struct fix_graph *g = &w->f->graph;
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        const struct fix_node *n = &g->nodes.at[i];
        uint32_t func = g->runs.at[n->run].func;
        const struct fix_points *points = w->f->points[func];
        if (n->gone || n->point >= points->n) continue;
        const struct fix_point *p = &points->at[n->point];
        bool head = p->place == SET_HEAD && first_at(w, &p->code) == p->code.first;
        if (!w->heads || head) look_at(w, n, &p->code);
    }
}

static bool has_code(const struct looker *w) {
    const struct ir_program *p = w->f->program;
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].instrs.n; i++)
            if (is_at(w, &p->funcs.at[f].instrs.at[i])) return true;
    return false;
}

void check_invariant(struct fix *f, const char *file, uint32_t line, struct check_invariant *out) {
    struct looker w = {.f = f, .file = file, .line = line, .heads = true};
    w.sink = (struct dom_sink){&w, take, ignore_fault, ignore_unknown, ignore_proved};
    *out = (struct check_invariant){.found = has_code(&w)};
    look(&w);
    out->loop = w.states.n > 0;
    w.heads = false;
    if (!w.states.n) look(&w);
    out->function = w.states.n ? f->program->funcs.at[w.func].name : "";
    out->n = w.states.n < CHECK_MOST_PICTURES ? w.states.n : CHECK_MOST_PICTURES;
    out->left_off = w.states.n - out->n;
    for (uint32_t i = 0; i < out->n; i++) {
        f->dom->view(f->d, w.states.at[i], &out->at[i]);
        view_finish(&out->at[i], f->program);
    }
    vec_free(&w.states);
}

void check_invariant_free(struct check_invariant *v) {
    for (uint32_t i = 0; i < v->n; i++) view_free(&v->at[i]);
}
