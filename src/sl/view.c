// SPDX-License-Identifier: MIT
// States as pictures.  Frame i is node i, object o the node behind the frames.
#include "sl/context.h"
#include "sl/trend.h"
#include "sl/show.h"
#include "sl/uses.h"

struct viewer {
    struct sl *s;
    const struct sl_draft *d;
    struct view *v;
    uint32_t *places;  // by value: where it is, in fields, variables and facts
    uint32_t *owner;   // by object: the segment to whose nodes it belongs, 0: none
    uint8_t *reached;  // by object
};

static uint32_t node_of(const struct viewer *w, uint32_t object) {
    return w->d->frames.n + object - 1;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

// As signed numbers, unless that would turn them round.
static void set_bounds(struct view_value *to, struct num_range r) {
    if (r.bits > 64 && num_range_is_const(r, NULL) && !r.hi && r.lo <= INT64_MAX) {
        to->bounded = true;
        to->lo = to->hi = (int64_t)r.lo;
    }
    if (r.kind != NUM_ARC || r.bits > 64) return;
    int64_t lo = (int64_t)num_signed(r.bits, r.lo), hi = (int64_t)num_signed(r.bits, r.hi);
    bool round = lo > hi;
    if (round && (r.lo > r.hi || r.hi > INT64_MAX)) return;
    to->bounded = true;
    to->lo = round ? (int64_t)r.lo : r.bits == 1 ? (int64_t)r.lo : lo;
    to->hi = round ? (int64_t)r.hi : r.bits == 1 ? (int64_t)r.hi : hi;
}

static const char *say_functions(struct viewer *w, const sl_func_set *set) {
    struct buf text = {0};
    for (uint32_t i = 0; i < set->n; i++) buf_printf(&text, "%s%s", i ? " or " : "", w->s->step.program->funcs.at[set->at[i]].name);
    const char *kept = arena_strdup(&w->v->arena, buf_text(&text));
    buf_free(&text);
    return kept;
}

static void add_value(struct viewer *w, uint32_t number) {
    static const enum view_kind kinds[] = {[SL_INT] = VIEW_NUMBER,  [SL_ADDR] = VIEW_POINTER, [SL_UNINIT] = VIEW_UNINITIALISED,
                                           [SL_ANY] = VIEW_UNKNOWN, [SL_FUNCS] = VIEW_WORDS,  [SL_NONE] = VIEW_UNKNOWN,
                                           [SL_CHARS] = VIEW_UNKNOWN};
    static const enum view_end ends[] = {[SL_FIRST] = VIEW_FIRST, [SL_LAST] = VIEW_LAST, [SL_EACH] = VIEW_EACH, [SL_CHILD] = VIEW_CHILD,
                                         [SL_AFTER] = VIEW_AFTER};
    assert(number < w->d->values.n);
    const struct sl_value *x = &w->d->values.at[number];
    const char *words = x->kind == SL_FUNCS ? say_functions(w, &w->s->func_sets.at[x->range.lo]) : NULL;
    struct view_value *to = view_add_value(w->v, kinds[x->kind]);
    to->words = words;
    if (x->kind == SL_INT || x->kind == SL_ADDR) set_bounds(to, x->range);
    if (x->kind == SL_ADDR) to->node = node_of(w, x->object);
    to->end = ends[x->end];
    bool exact = (x->kind == SL_INT || x->kind == SL_ADDR) && num_range_is_const(x->range, NULL);
    if (!exact && x->kind != SL_UNINIT && w->places[number] > 1) to->same = number;
}

static void count_places(struct viewer *w) {
    SL_EACH_USE(u, w->d, SL_HOLDERS) w->places[sl_used(&u)]++;
}

// ---- calls -------------------------------------------------------------------------------------------------------------------------

static void add_results(struct viewer *w) {
    for (uint32_t i = 0; i < w->d->results.n; i++) {
        if (!w->d->results.at[i]) continue;
        view_add_field(w->v, 0, 0)->name = "return value";
        add_value(w, w->d->results.at[i]);
    }
}

// What the callers hold; the first is not a pointer of theirs.
static void add_ghosts(struct viewer *w, uint32_t n) {
    view_add_node(w->v, VIEW_CALL)->name = "callers";
    for (uint32_t i = 1; i < n; i++) {
        view_add_field(w->v, 0, 0)->name = "hold";
        add_value(w, w->d->regs.at[i]);
    }
}

static void add_frame(struct viewer *w, uint32_t i) {
    const struct sl_frame *frame = &w->d->frames.at[i];
    if (frame->func == SL_GHOSTS) {
        add_ghosts(w, w->d->frames.at[i + 1].first_reg);
        return;
    }
    const struct ir_func *f = &w->s->step.program->funcs.at[frame->func];
    view_add_node(w->v, VIEW_CALL)->name = f->name;
    for (uint32_t k = 0; k < f->locals.n; k++) {
        uint32_t v = w->d->regs.at[frame->first_reg + k];
        if (v && view_add_local(w->v, w->s->step.program, f, k)) add_value(w, v);
    }
    if (i + 1 == w->d->frames.n) add_results(w);
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static void set_name(struct viewer *w, const struct sl_object *x) {
    const struct ir_program *p = w->s->step.program;
    if (x->storage == SL_STACK && x->tag != UINT32_MAX) view_name_node(w->v, p, &p->funcs.at[x->func], ir_val_of(IR_SLOT, x->tag));
    if (x->storage == SL_GLOBAL) view_name_node(w->v, p, NULL, ir_val_of(IR_GLOBAL, x->tag));
    if (x->storage == SL_CODE) view_name_node(w->v, p, NULL, ir_val_of(IR_FUNC, x->tag));
    if (x->storage == SL_LABEL) vec_last(&w->v->nodes).name = "a label";
}

static void set_shape(const struct sl_object *x, struct view_node *n) {
    static const enum view_shape shapes[] = {
#define SL_SHAPE(kind, module, links, least, rank, role, view, text) VIEW_##view,
#include "sl/shape.def"
    };
    n->shape = shapes[x->shape.kind];
    n->least = n->shape == VIEW_ONE ? 1 : x->shape.least;
}

static void add_fields(struct viewer *w, uint32_t o) {
    static const char *const names[] = {"(one other link)", "(places)", "(one place)", "(index)", "(second)", "(one kind)"};  // by enum sl_role
    const struct sl_object *x = &w->d->objects.at[o];
    for (uint32_t i = sl_first_field(w->d, o); sl_has(w->d, i, o); i++) {
        const struct sl_field *f = &w->d->fields.at[i];
        struct view_field *to = view_add_field(w->v, f->offset, f->size);
        int end = sl_link_end(x, f->offset);
        to->link = end == 0;
        to->back = end == 1;
        add_value(w, f->value);
    }
    for (uint32_t i = sl_first_link(w->d, o); sl_has_link(w->d, i, o); i++) {
        const struct sl_link *l = &w->d->links.at[i];
        if (l->role > SL_VARIANTS || (l->role == SL_HOLE && sl_is_null(w->d, l->value))) continue;
        struct view_field *to = view_add_field(w->v, x->size + i, w->s->bits / 8);
        to->name = names[l->role];
        to->link = l->role == SL_HOLE;
        add_value(w, l->value);
    }
}

static void add_object(struct viewer *w, uint32_t o) {
    static const enum view_storage storages[] = {VIEW_HEAP, VIEW_STACK, VIEW_GLOBAL, VIEW_CODE, VIEW_CODE, VIEW_LIBRARY, VIEW_LIBRARY};
    static const enum view_life lives[] = {VIEW_LIVE, VIEW_FREED, VIEW_OUT_OF_SCOPE};
    static const enum view_kind rests[] = {VIEW_UNINITIALISED, VIEW_NULL, VIEW_UNKNOWN, VIEW_UNKNOWN};
    const struct sl_object *x = &w->d->objects.at[o];
    struct view_node *n = view_add_node(w->v, storages[x->storage]);
    bool heap = x->storage == SL_HEAP, block = x->storage == SL_STACK && x->tag == UINT32_MAX;
    n->life = heap && x->life == SL_VALID && !x->level && !w->reached[o] ? VIEW_LEAKED : lives[x->life];
    n->sized = x->more != SL_UNBOUNDED || x->size;
    n->exact = !x->more;
    n->size = x->size;
    n->filled = true;
    n->rest = rests[x->rest];
    n->owner = w->owner[o] ? node_of(w, w->owner[o]) + 1 : 0;
    if ((heap && !x->foreign) || block) n->func = x->func, n->instr = x->instr;
    set_shape(x, n);
    set_name(w, x);
    add_fields(w, o);
}

// ---- facts -------------------------------------------------------------------------------------------------------------------------

static const char *say(struct viewer *w, uint32_t v) {
    num_word x;
    return sl_is_const(w->d, v, &x) ? view_printf(w->v, "%lld", (long long)x) : view_printf(w->v, "x%u", v);
}

static void add_facts(struct viewer *w) {
    for (uint32_t i = 0; i < w->d->apart.n; i++)
        vec_push(&w->v->remarks, view_printf(w->v, "%s != %s", say(w, w->d->apart.at[i].a), say(w, w->d->apart.at[i].b)));
    for (uint32_t i = 0; i < w->d->relations.n; i++) {
        const struct sl_relation *r = &w->d->relations.at[i];
        vec_push(&w->v->remarks, view_printf(w->v, "%s - %s <= %lld", say(w, r->a.id), say(w, r->b.id), (long long)r->most));
    }
    for (uint32_t i = 0; i < w->d->trends.n; i++) {
        uint32_t how = w->d->trends.at[i].how;
        const char *strictly = how & SL_STRICTLY ? " strictly" : "", *plain = how & SL_WITHOUT_SIGN ? ", without sign" : "";
        vec_push(&w->v->remarks, view_printf(w->v, "%s %s%s%s", say(w, w->d->trends.at[i].value), how & SL_FALLS ? "falls" : "rises", strictly, plain));
    }
    for (uint32_t o = 1; o < w->d->objects.n; o++) {
        const struct sl_object *x = &w->d->objects.at[o];
        if (!x->count) continue;
        const char *times = x->unit ? view_printf(w->v, "%u * ", x->scale) : "";
        const char *plus = x->unit && x->plus ? view_printf(w->v, " %+lld", (long long)x->plus) : "";
        const char *number = say(w, x->unit ? x->unit : x->count);
        vec_push(&w->v->remarks, view_printf(w->v, "the size of o%u is %s%s%s", o, times, number, plus));
    }
}

void sl_view(void *self, dom_state state, struct view *out) {
    struct sl_draft d;
    struct viewer w = {self, &d, out, NULL, NULL, NULL};
    sl_unseal(&w.s->store, state, &d);
    w.places = calloc(d.values.n, sizeof *w.places);
    w.owner = calloc(d.objects.n, sizeof *w.owner);
    w.reached = calloc(d.objects.n, 1);
    if (!w.places || !w.owner || !w.reached) base_out_of_memory();
    count_places(&w);
    sl_reach(&d, w.reached);
    sl_is_nested(&d, w.owner);
    for (uint32_t i = 0; i < d.frames.n; i++) add_frame(&w, i);
    for (uint32_t o = 1; o < d.objects.n; o++) add_object(&w, o);
    add_facts(&w);
    free(w.places);
    free(w.owner);
    free(w.reached);
    sl_draft_free(&d);
}
