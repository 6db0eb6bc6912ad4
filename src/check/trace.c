// SPDX-License-Identifier: MIT
#include "check/trace.h"

#include "check/invariant.h"
#include "check/story.h"
#include "dom/silence.h"
#include "ir/lib.h"

enum { MOST_PLACES = 100000 };

struct tracer {
    struct check_result *r;
    struct check_finding *finding;
    struct fix *f;
    const struct fix_fault *fault;
    fix_trace trace;
    struct check_path path;  // the same, with the calls that are active: event i is trace.at[i]
};

// A call that is entered shows by where the next instruction is.
static void build_path(struct tracer *t) {
    const fix_trace *x = &t->trace;
    uint32_t depth = 1;
    for (uint32_t i = 0; i < x->n; i++) {
        check_path_add(&t->path, x->at[i].func, x->at[i].instr, depth);
        const struct ir_instr *instr = check_path_instr(&t->path, i);
        if (instr->op == IR_CALL && i + 1 < x->n && x->at[i + 1].instr == 0 && x->at[i + 1].instr != x->at[i].instr + 1) depth++;
        if (instr->op == IR_RET && depth > 1) depth--;
    }
}

// ---- what happened to the block --------------------------------------------------------------------------------------------------------

static bool same_loc(struct ir_loc a, struct ir_loc b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

// The last time that something was allocated there, or CHECK_NO_EVENT.
static uint32_t allocation_on(const struct check_path *path, struct ir_loc loc) {
    for (uint32_t i = path->events.n; i-- > 0;)
        if (check_path_instr(path, i)->op == IR_CALL && same_loc(check_path_instr(path, i)->loc, loc)) return i;
    return CHECK_NO_EVENT;
}

// The operand that a call frees, or IR_NOTHING.
static ir_val released_by(const struct tracer *t, const struct ir_instr *i) {
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return IR_NOTHING;
    struct ir_lib_use use = ir_lib_of(t->f->lib, t->f->program, &t->f->program->funcs.at[ir_index(i->args[0])]);
    int role = use.row ? ir_lib_role(use.row, IR_LIB_RELEASE) : -1;
    uint32_t at = role < 0 ? UINT32_MAX : ir_lib_actual(&use, (uint32_t)role) + 1;
    return at < i->n_args ? i->args[at] : IR_NOTHING;
}

// The pointer that the instruction of the fault uses.
static ir_val pointer_at(const struct tracer *t, const struct ir_instr *i) {
    return i->op == IR_LOAD || i->op == IR_STORE ? i->to->base : released_by(t, i);
}

// Where the block was freed: the last call that frees what the pointer of the fault is, if that can be seen; else the last that frees anything.
static void add_release(struct tracer *t, struct check_story *s) {
    uint32_t fault = t->path.events.n - 1, last = CHECK_NO_EVENT;
    ir_val v = pointer_at(t, check_path_instr(&t->path, fault));
    uint32_t source = v == IR_NOTHING ? CHECK_NO_EVENT : check_story_source(s, fault, v);
    for (uint32_t i = fault; i-- > 0;) {
        ir_val released = released_by(t, check_path_instr(&t->path, i));
        if (released == IR_NOTHING) continue;
        if (last == CHECK_NO_EVENT) last = i;
        if (source == CHECK_NO_EVENT || check_story_source(s, i, released) != source) continue;
        check_story_add(s, i, "it was freed here");
        t->finding->cause = check_path_key(&t->path, i);
        return;
    }
    if (last != CHECK_NO_EVENT) check_story_add(s, last, "it may have been freed here");
}

static void add_birth(struct tracer *t, struct check_story *s) {
    struct ir_loc loc = t->fault->allocation;
    uint32_t birth = loc.line ? allocation_on(&t->path, loc) : CHECK_NO_EVENT;
    if (birth != CHECK_NO_EVENT)
        check_story_cause(s, birth, "the block was allocated here");
    else if (loc.line)
        check_add_step(t->r, t->finding, check_place_of(t->r, t->f->program, NULL, loc), "the block was allocated here");
}

static void tell(struct tracer *t) {
    struct check_story story = {.r = t->r, .path = &t->path};
    enum ir_rule rule = t->fault->rule;
    uint32_t fault = t->path.events.n - 1;
    bool pointer = rule == IR_RULE_NULL_DEREFERENCE || rule == IR_RULE_UNINITIALISED_POINTER;
    ir_val v = pointer ? pointer_at(t, check_path_instr(&t->path, fault)) : IR_NOTHING;
    add_birth(t, &story);
    if (rule == IR_RULE_USE_AFTER_FREE || rule == IR_RULE_DOUBLE_FREE) add_release(t, &story);
    if (v != IR_NOTHING) check_story_origin(&story, fault, v);
    if (ir_rules[rule].property == IR_REACHABILITY) check_story_decision(&story, fault);
    check_story_tell(&story, t->finding, fault);
}

// ---- pictures ------------------------------------------------------------------------------------------------------------------------

// The states at the end of a piece of code; whether the fault was met there.
struct looker {
    const struct fix_fault *fault;
    VEC(dom_state) states;
    bool met;
};

static void take(void *self, dom_state s, uint32_t way) {
    (void)way;
    vec_push(&((struct looker *)self)->states, s);
}

static void meet(void *self, const struct dom_fault *f) {
    struct looker *w = self;
    w->met |= w->fault && f->rule == w->fault->rule && f->func == w->fault->func && f->instr == w->fault->instr;
}

static void run(const struct tracer *t, struct looker *w, dom_state s, struct dom_code code) {
    struct dom_sink sink = {w, take, meet, dom_ignore_unknown, dom_ignore_met};
    t->f->dom->core.run(t->f->d, s, &code, &sink);
}

// Of several states, the first that leads to the fault, or the first.
static uint32_t faulty(const struct tracer *t, const struct looker *w) {
    struct dom_code code = {t->fault->func, t->fault->instr, t->fault->instr + 1};
    for (uint32_t i = 0; i < w->states.n; i++) {
        struct looker next = {.fault = t->fault};
        run(t, &next, w->states.at[i], code);
        vec_free(&next.states);
        if (next.met) return i;
    }
    return 0;
}

static void draw(struct tracer *t, dom_state s, uint32_t of, struct view *before, struct check_picture *out) {
    struct view v = {0};
    t->f->dom->show->view(t->f->d, s, &v);
    if (of > 1) vec_push(&v.remarks, view_printf(&v, "one of %u states that are possible here", of));
    view_finish(&v, t->f->program);
    if (before->nodes.n) view_mark(before, &v);
    *out = check_picture_of(t->r, &v);
    view_free(before);
    *before = v;
}

// The state before instruction `end` of the code of an event's node, which is at most behind that of the event.
static void draw_at(struct tracer *t, uint32_t event, uint32_t end, struct view *before, struct check_picture *out) {
    const struct fix_step *x = &t->trace.at[event];
    if (x->node == FIX_NONE) return;
    const struct fix_node *n = &t->f->graph.nodes.at[x->node];
    const struct fix_point *p = &t->f->points[x->func]->at[n->point];
    dom_state state = fix_state(t->f, x->node);
    if (state == DOM_NONE) return;  // it was given up
    struct looker w = {0};
    if (end == p->code.first)
        vec_push(&w.states, state);
    else if (end <= p->code.end)
        run(t, &w, state, (struct dom_code){x->func, p->code.first, end});
    uint32_t at = event + 1 == t->trace.n && w.states.n > 1 ? faulty(t, &w) : 0;
    if (w.states.n) draw(t, w.states.at[at], w.states.n, before, out);
    vec_free(&w.states);
}

// The heap after an event: what was kept for the next one if a node begins there.
static void draw_after(struct tracer *t, uint32_t event, struct view *before, struct check_picture *out) {
    const struct fix_step *x = &t->trace.at[event], *next = x + 1;
    if (event + 1 < t->trace.n && next->node != x->node)
        draw_at(t, event + 1, next->instr, before, out);
    else
        draw_at(t, event, x->instr + 1, before, out);
}

static void draw_all(struct tracer *t) {
    struct view before = {0};
    uint32_t fault = t->trace.n - 1;
    for (uint32_t i = 0; i < t->finding->trace.n; i++) {
        struct check_step *s = &t->finding->trace.at[i];
        if (!s->context && s->told) draw_after(t, s->event, &before, &s->picture);
    }
    draw_at(t, fault, t->trace.at[fault].instr, &before, &t->finding->picture);
    view_free(&before);
}

void check_trace(struct check_result *r, struct check_finding *finding, struct fix *f, const struct fix_fault *fault) {
    struct tracer t = {.r = r, .finding = finding, .f = f, .fault = fault, .path = {.program = f->program}};
    struct fix_place place = {fault->func, fault->instr};
    fix_graph_trace(&f->graph, f->points, fault->node, fault->via, place, MOST_PLACES, &t.trace);
    build_path(&t);
    if (t.path.events.n) tell(&t);
    if (t.path.events.n && r->pictures && dom_has_view(f->dom)) draw_all(&t);
    check_path_free(&t.path);
    vec_free(&t.trace);
}
