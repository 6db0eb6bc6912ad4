// SPDX-License-Identifier: MIT
#include "check/invariant.h"

#include <stdlib.h>

#include "dom/silence.h"

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

// The states before the line: the kept one, or what becomes of it on the way there.
static void look_at(struct looker *w, const struct fix_node *n, const struct dom_code *code) {
    uint32_t at = first_at(w, code);
    if (at == code->end) return;
    if (!w->states.n) w->func = code->func;
    if (at == code->first)
        take(w, n->state, 0);
    else
        w->f->dom->core.run(w->f->d, n->state, &(struct dom_code){code->func, code->first, at}, &w->sink);
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
    w.sink = (struct dom_sink){&w, take, dom_ignore_fault, dom_ignore_unknown, dom_ignore_met};
    *out = (struct check_invariant){.found = has_code(&w)};
    look(&w);
    out->loop = w.states.n > 0;
    w.heads = false;
    if (!w.states.n) look(&w);
    out->function = w.states.n ? f->program->funcs.at[w.func].name : "";
    out->n = w.states.n < CHECK_MOST_PICTURES ? w.states.n : CHECK_MOST_PICTURES;
    out->left_off = w.states.n - out->n;
    for (uint32_t i = 0; i < out->n; i++) {
        f->dom->show->view(f->d, w.states.at[i], &out->at[i]);
        view_finish(&out->at[i], f->program);
    }
    vec_free(&w.states);
}

void check_invariant_free(struct check_invariant *v) {
    for (uint32_t i = 0; i < v->n; i++) view_free(&v->at[i]);
}

struct check_picture check_picture_of(struct check_result *r, const struct view *v) {
    struct buf dot = {0}, text = {0};
    view_dot(v, 1, NULL, &dot);
    view_text(v, &text);
    struct check_picture picture = {arena_strdup(&r->arena, buf_text(&dot)), arena_strdup(&r->arena, buf_text(&text))};
    buf_free(&dot);
    buf_free(&text);
    return picture;
}

// ---- all loops -----------------------------------------------------------------------------------------------------------------------

typedef VEC(struct ir_loc) loc_list;

static int by_place(const void *a, const void *b) {
    const struct ir_loc *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static bool has_line(const loc_list *all, struct ir_loc loc) {
    for (uint32_t i = 0; i < all->n; i++)
        if (by_place(&all->at[i], &loc) == 0) return true;
    return false;
}

// The lines that the heads of loops begin with, as far as the analysis came there.
static void find_heads(const struct fix *f, loc_list *all) {
    for (uint32_t func = 0; func < f->program->funcs.n; func++) {
        const struct fix_points *points = f->points[func];
        for (uint32_t i = 0; points && i < points->n; i++) {
            const struct fix_point *p = &points->at[i];
            struct ir_loc loc = f->program->funcs.at[func].instrs.at[p->code.first].loc;
            if (p->place == SET_HEAD && loc.line && !has_line(all, loc)) vec_push(all, loc);
        }
    }
}

static void add_loop(struct check_result *r, struct fix *f, struct ir_loc loc) {
    struct check_invariant v;
    check_invariant(f, f->program->files.text.at[loc.file], loc.line, &v);
    if (v.loop && v.n) {
        struct check_loop *loop = vec_add(&r->loops);
        loop->place = check_place_of(r, f->program, NULL, loc);
        loop->place.function = arena_strdup(&r->arena, v.function);
        loop->left_off = v.left_off;
        for (uint32_t i = 0; i < v.n; i++) vec_push(&loop->states, check_picture_of(r, &v.at[i]));
    }
    check_invariant_free(&v);
}

void check_add_loops(struct check_result *r, struct fix *f) {
    loc_list heads = {0};
    if (!dom_has_view(f->dom)) return;
    r->partial = f->stopped || f->account.unknowns.n;
    find_heads(f, &heads);
    if (heads.n) qsort(heads.at, heads.n, sizeof *heads.at, by_place);
    for (uint32_t i = 0; i < heads.n && r->loops.n < CHECK_MOST_LOOPS; i++) add_loop(r, f, heads.at[i]);
    vec_free(&heads);
}

// ---- heads, one by one ---------------------------------------------------------------------------------------------------------------

static void look_at_head(struct fix *f, uint32_t func, uint32_t point, uint32_t most, check_head *hand_over, void *self) {
    VEC(struct view) views = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->graph.nodes.n; i++) {
        const struct fix_node *node = &f->graph.nodes.at[i];
        if (node->gone || node->point != point || f->graph.runs.at[node->run].func != func || n++ >= most) continue;
        struct view *v = vec_add(&views);
        f->dom->show->view(f->d, node->state, v);
        view_finish(v, f->program);
    }
    uint32_t first = f->points[func]->at[point].code.first;
    if (n && n <= most) hand_over(self, func, f->program->funcs.at[func].instrs.at[first].loc, views.at, n);
    for (uint32_t i = 0; i < views.n; i++) view_free(&views.at[i]);
    vec_free(&views);
}

void check_each_head(struct fix *f, uint32_t most, check_head *hand_over, void *self) {
    for (uint32_t func = 0; dom_has_view(f->dom) && func < f->program->funcs.n; func++)
        for (uint32_t i = 0; f->points[func] && i < f->points[func]->n; i++)
            if (f->points[func]->at[i].place == SET_HEAD) look_at_head(f, func, i, most, hand_over, self);
}
