// SPDX-License-Identifier: MIT
// Local heaps: what a call hands over, what the caller keeps, and both put together again.
#include "sl/local.h"
#include "sl/table.h"
#include "sl/relate.h"
#include "sl/term.h"
#include "sl/uses.h"

// An object that arguments and passed blocks alone point to is *bare*: of its pointers those are passed that the callee seems to read.
struct way {  // an address at which a bare object was met in memory; of the end of a list whose nodes are others: its list
    uint32_t object, value, list;
};
struct pass {
    struct sl *sl;
    const struct sl_draft *draft;
    struct sl_local *l;
    VEC(uint32_t) objects;  // passed, in the order in which they were met; again those of which more may be read now
    bool *bare;             // by object, if there may be such
    VEC(struct way) ways;
    uint32_t n_values;
};

// ---- what is passed ----------------------------------------------------------------------------------------------------------------

static const struct ir_touches *touches_of(const struct sl *s) {
    return &ir_whole_of(s->step.program)->touches;
}

static void pass_object(struct pass *p, uint32_t o, bool bare) {
    assert(o < p->draft->objects.n);
    if (!o) return;
    bool met = p->l->object_rank[o], again = met && p->bare && p->bare[o] && !bare;
    if (p->bare) p->bare[o] = bare && (!met || p->bare[o]);
    if (!met || again) vec_push(&p->objects, o);
    if (!met) p->l->object_rank[o] = p->objects.n;
    if (!met && p->draft->objects.at[o].storage == SL_PLACES) pass_object(p, sl_array_of(p->draft, o), false);
}

static void rank_value(struct pass *p, uint32_t v) {
    assert(v && v < p->draft->values.n);
    if (!p->l->value_rank[v]) p->l->value_rank[v] = ++p->n_values;
}

static void pass_value(struct pass *p, uint32_t v, bool bare) {
    if (!v) return;
    rank_value(p, v);
    if (p->draft->values.at[v].kind == SL_ADDR) pass_object(p, p->draft->values.at[v].object, bare);
}

static bool is_block(const struct sl_object *o) {
    return o->storage == SL_HEAP && o->life == SL_VALID && !sl_is_segment(o) && !o->level;
}

static void add_way(struct pass *p, struct way w) {
    for (uint32_t i = 0; i < p->ways.n; i++) {
        const struct way *x = &p->ways.at[i];
        if (x->object == w.object && (!x->list || x->list == w.list) && sl_same(p->draft, x->value, w.value)) return;
    }
    vec_push(&p->ways, w);
    bool met = p->l->object_rank[w.object];
    pass_object(p, w.object, true);
    if (met && p->bare[w.object]) vec_push(&p->objects, w.object);
}

// A pointer in a passed object: of a block, only what is read through such a pointer matters; nothing is if it is not itself read.
// `end`: it leads out of the segment that it is in.
static void pass_pointer(struct pass *p, uint32_t object, uint32_t v, bool end, bool read) {
    const struct sl_value *x = &p->draft->values.at[v];
    const struct sl_object *from = &p->draft->objects.at[object], *to = &p->draft->objects.at[x->object];
    if (!p->bare || x->kind != SL_ADDR || !is_block(to)) {
        pass_value(p, v, false);
        return;
    }
    rank_value(p, v);
    if (read)
        add_way(p, (struct way){x->object, v, end && from->size != to->size ? object : 0});
    else
        pass_object(p, x->object, true);
}

struct named {
    uint32_t tag, object;
};

static int by_tag(const void *a, const void *b) {
    const struct named *x = a, *y = b;
    return x->tag < y->tag ? -1 : x->tag > y->tag;
}

// Globals by ascending number, as sealing meets them.
static void pass_globals(struct pass *p, struct sl *s, uint32_t callee) {
    VEC(struct named) globals = {0};
    for (uint32_t o = 1; o < p->draft->objects.n; o++) {
        const struct sl_object *x = &p->draft->objects.at[o];
        if (x->storage == SL_GLOBAL && (!s->options.localise || ir_touches(touches_of(s), callee, x->tag)))
            vec_push(&globals, (struct named){x->tag, o});
    }
    if (globals.n) qsort(globals.at, globals.n, sizeof *globals.at, by_tag);
    for (uint32_t i = 0; i < globals.n; i++) pass_object(p, globals.at[i].object, false);
    vec_free(&globals);
}

// Something that is no pointer.
static bool is_data(const struct sl *s, const struct sl_draft *d, const struct sl_field *x) {
    return d->values.at[x->value].kind != SL_ADDR && !(x->size == s->bits / 8 && sl_is_null(d, x->value));
}

// Is there a link so far from where the links of a list lead to?  A head that is no node has nothing else in common with nodes.
static bool is_link_from(const struct sl_object *list, int64_t offset) {
    for (int end = 0; sl_is_list(list) && end < (int)sl_n_links(&list->shape); end++)
        for (int to = 0; to <= end; to++)
            if (offset == (int64_t)sl_link_at(&list->shape, end) - sl_link_to(&list->shape, to)) return true;
    return false;
}

// Does the callee seem to read the field?
static bool is_read(const struct pass *p, const struct sl_field *x) {
    const struct sl_draft *d = p->draft;
    struct sl_frame f = vec_last(&d->frames);
    bool any = is_data(p->sl, d, x);
    int64_t offset;
    for (uint32_t k = 0; k < p->sl->step.program->funcs.at[f.func].n_params; k++) {
        uint32_t v = d->regs.at[f.first_reg + k];
        if (!v || d->values.at[v].kind != SL_ADDR || d->values.at[v].object != x->object) continue;
        bool known = sl_offset(d, v, &offset);
        if (!known || ir_reads_has(ir_reads_of(&p->sl->reads, f.func, k), (int64_t)x->offset - offset, x->size, any)) return true;
    }
    for (uint32_t i = 0; i < p->ways.n; i++) {
        const struct way *w = &p->ways.at[i];
        if (w->object != x->object) continue;
        if (!sl_offset(d, w->value, &offset)) return true;
        bool may = !w->list || is_link_from(&d->objects.at[w->list], (int64_t)x->offset - offset);
        if (may && ir_reads_has(&p->sl->reads.found[f.func], (int64_t)x->offset - offset, x->size, any)) return true;
    }
    return false;
}

// Is it a node of a structure of which the state has more?  Their numbers are forgotten anyway where states are coarse, and where they are told to be
// the callers', nodes cannot be folded.
static bool is_of_many(const struct pass *p, const struct sl_object *o) {
    bool many = false;
    for (uint32_t i = 1; p->sl->options.coarse && !many && i < p->draft->objects.n; i++) {
        const struct sl_object *x = &p->draft->objects.at[i];
        many = sl_is_tree(&x->shape) && x->func == o->func && x->instr == o->instr && x->size == o->size;
    }
    return many;
}

static bool may_be_cut(const struct pass *p, const struct sl_field *x) {
    const struct sl_draft *d = p->draft;
    uint8_t kind = d->values.at[x->value].kind;
    const struct sl_object *o = &d->objects.at[x->object];
    bool plain = p->bare && p->bare[x->object] && !sl_is_segment(o), number = (kind == SL_INT || kind == SL_ANY) && !o->count;
    return plain && (kind == SL_ADDR || number) && !is_read(p, x) && !(number && is_of_many(p, o));
}

// Does the callee seem to read the field of a list's nodes, through links or a parameter?
static bool is_read_in_list(const struct pass *p, const struct sl_field *x) {
    const struct sl_object *o = &p->draft->objects.at[x->object];
    const struct ir_reads_set *found = &p->sl->reads.found[vec_last(&p->draft->frames).func];
    if (!sl_is_list(o)) return true;
    for (int end = 0; end < (int)sl_n_links(&o->shape); end++)
        if (ir_reads_has(found, (int64_t)x->offset - sl_link_to(&o->shape, end), x->size, true)) return true;
    return is_read(p, x);
}

static void pass_fields(struct pass *p, uint32_t o) {
    const struct sl_draft *d = p->draft;
    if (d->objects.at[o].life != SL_VALID) return;
    SL_EACH_USE_OF(u, d, o, SL_NUMBERS) pass_value(p, sl_used(&u), false);
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        const struct sl_field *f = &d->fields.at[i];
        if (!may_be_cut(p, f)) pass_pointer(p, o, f->value, sl_is_link(&d->objects.at[o], f->offset), !p->bare || is_read_in_list(p, f));
    }
    for (uint32_t i = sl_first_link(d, o); sl_has_link(d, i, o); i++)
        pass_pointer(p, o, d->links.at[i].value, d->links.at[i].role == SL_HOLE, true);
}

// Pointers that lead out of what is passed; with them numbers, and pointers to the block itself, that are not read: the callee need not tell.
static void cut_object(struct pass *p, uint32_t o) {
    const struct sl_draft *d = p->draft;
    for (uint32_t i = sl_first_field(d, o); d->objects.at[o].life == SL_VALID && sl_has(d, i, o); i++) {
        const struct sl_value *x = &d->values.at[d->fields.at[i].value];
        bool inside = x->kind != SL_ADDR || x->object == o;
        if (inside ? may_be_cut(p, &d->fields.at[i]) : !p->l->object_rank[x->object])
            vec_push(&p->l->cuts, (struct sl_cut){i, d->fields.at[i].value});
    }
}

static void cut(struct pass *p) {
    for (uint32_t i = 0; i < p->objects.n; i++)
        if (p->l->object_rank[p->objects.at[i]] == i + 1) cut_object(p, p->objects.at[i]);
}

static void pass_everything(struct pass *p) {
    SL_EACH_USE(u, p->draft, SL_ROOTS) pass_value(p, sl_used(&u), false);
    SL_EACH_USE(u, p->draft, SL_PLACED) pass_object(p, sl_used(&u), false);
}

// Numbers of the callers to which those of the passed part lie in a way that is known: how all nodes of a list lie to one is told by each state anew.  Not of
// functions that call themselves: there would be more of them with each call.
static void pass_related(struct pass *p, uint32_t callee) {
    const struct sl_draft *d = p->draft;
    uint32_t n = p->sl->options.values && !touches_of(p->sl)->recursive[callee] ? d->relations.n : 0;
    VEC(uint32_t) related = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = d->relations.at[i].a.id, b = d->relations.at[i].b.id, other = p->l->value_rank[a] ? b : a;
        bool one = !p->l->value_rank[a] != !p->l->value_rank[b];
        if (one && d->values.at[other].kind == SL_INT && !d->values.at[other].level && !sl_is_const(d, other, NULL)) vec_push(&related, other);
    }
    for (uint32_t i = 0; i < related.n; i++) rank_value(p, related.at[i]);
    vec_free(&related);
}

static void pass(struct sl *s, const struct sl_draft *d, uint32_t callee, struct sl_local *l) {
    struct pass p = {.sl = s, .draft = d, .l = l};
    struct sl_frame f = vec_last(&d->frames);
    if (s->options.narrow) p.bare = pool_take_zeroed(d->pool, d->objects.n, sizeof *p.bare);
    for (uint32_t i = f.first_reg; i < d->regs.n; i++) pass_value(&p, d->regs.at[i], true);
    for (uint32_t i = f.first_slot; i < d->slots.n; i++) pass_object(&p, d->slots.at[i], false);
    if (!s->options.localise) pass_everything(&p);
    pass_globals(&p, s, callee);
    for (uint32_t i = 0; i < p.objects.n; i++) pass_fields(&p, p.objects.at[i]);
    if (p.bare) cut(&p);
    pass_related(&p, callee);
    pool_give(d->pool, p.bare, d->objects.n * sizeof *p.bare);
    vec_free(&p.ways);
    vec_free(&p.objects);
}

// ---- cutpoints ---------------------------------------------------------------------------------------------------------------------

static bool is_code(const struct sl_object *o) {
    return o->storage == SL_CODE || o->storage == SL_LABEL;
}

// Must the caller's value v follow what happens to the passed part?  Values that are not known at all are alike.
static bool follows(const struct sl *s, const struct sl_local *l, const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    if (x->kind == SL_ADDR) return l->object_rank[x->object] && !is_code(&d->objects.at[x->object]);
    bool number = x->kind == SL_INT && !num_range_is_const(x->range, NULL) && !s->options.coarse;
    return (x->kind == SL_ANY || number) && l->value_rank[v];
}

// The size of what the caller or its callers keep is such a number, whatever else is forgotten.
static bool is_passed_size(const struct sl_local *l, const struct sl_draft *d, uint32_t v) {
    return l->value_rank[v] && d->values.at[v].kind == SL_INT && !sl_is_const(d, v, NULL);
}

static bool is_cut(const struct sl_local *l, uint32_t v) {
    for (uint32_t i = 0; i < l->cuts.n; i++)
        if (l->cuts.at[i].value == v) return true;
    return false;
}

static void hold(struct sl_local *l, uint32_t v, bool follow) {
    assert(v < l->n_values);
    if (!v || l->ghost_of[v] || !follow) return;
    l->ghost_of[v] = SL_FORGOTTEN;  // for now
    vec_push(&l->ghosts, v);
}

static void hold_object(struct sl_local *l, struct sl_draft *d, uint32_t o, unsigned bits) {
    assert(o < d->objects.n);
    if (!o || !l->object_rank[o] || l->object_ghost[o]) return;
    vec_push(&l->ghosts, l->object_ghost[o] = sl_address(d, o, bits, 0));
}

// Numbers of the passed part that lie to others in a way that is known: what is known stays so.  What nodes have for themselves nobody else holds.
static void hold_related(const struct sl *s, const struct sl_draft *d, struct sl_local *l) {
    for (uint32_t i = 0; i < d->relations.n && !s->options.coarse; i++) {
        uint32_t a = d->relations.at[i].a.id, b = d->relations.at[i].b.id;
        if (sl_is_in_nodes(d, d->relations.at[i].a, d->relations.at[i].b)) continue;
        if (!l->value_rank[b]) hold(l, a, is_passed_size(l, d, a));
        if (!l->value_rank[a]) hold(l, b, is_passed_size(l, d, b));
    }
    for (uint32_t i = 0; i < d->terms.n && !s->options.coarse; i++) {
        const struct sl_term *t = &d->terms.at[i];
        const uint32_t of[] = {t->value, t->a, t->b};
        bool apart = t->kind != SL_LOADED && (!l->value_rank[t->value] || !l->value_rank[t->a] || (t->b && !l->value_rank[t->b]));
        for (int k = 0; apart && k < 3; k++) hold(l, of[k], is_passed_size(l, d, of[k]));
    }
}

// What the caller and its callers hold.
static void find_held(struct sl *s, struct sl_draft *d, struct sl_local *l) {
    struct sl_frame f = vec_last(&d->frames);
    uint32_t ghosts = d->frames.at[0].func == SL_GHOSTS ? d->frames.at[1].first_reg : 0;
    for (uint32_t i = 0; i < f.first_reg; i++) hold(l, d->regs.at[i], follows(s, l, d, d->regs.at[i]));
    for (uint32_t i = 0; i < ghosts; i++) hold(l, d->regs.at[i], is_passed_size(l, d, d->regs.at[i]));
    SL_EACH_USE(u, d, SL_FIELDS)
        if (!l->object_rank[sl_user(&u)] && sl_use_counts(&u)) hold(l, sl_used(&u), follows(s, l, d, sl_used(&u)));
    SL_EACH_USE(u, d, SL_NUMBERS)
        if (sl_use_counts(&u) && (!l->object_rank[sl_user(&u)] || is_cut(l, sl_used(&u))))
            hold(l, sl_used(&u), is_passed_size(l, d, sl_used(&u)));
    for (uint32_t i = 0; i < l->cuts.n; i++) hold(l, l->cuts.at[i].value, follows(s, l, d, l->cuts.at[i].value));
    hold_related(s, d, l);
    for (uint32_t i = 0; i < f.first_slot; i++) hold_object(l, d, d->slots.at[i], s->bits);
    for (uint32_t i = 0; i < d->blocks.n; i++) hold_object(l, d, d->blocks.at[i].object, s->bits);
}

struct key {
    uint32_t value, rank, end;
    uint64_t lo, hi;
};

// The order depends on the passed part alone, so that equal local heaps get equal names.
static struct key key_of(const struct sl_local *l, const struct sl_draft *d, uint32_t v) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    if (x->kind != SL_ADDR) return (struct key){.value = v, .rank = l->value_rank[v], .end = UINT32_MAX};
    return (struct key){v, l->object_rank[x->object], x->end, x->range.lo, x->range.hi};
}

static int by_key(const void *a, const void *b) {
    const struct key *x = a, *y = b;
    if (x->end != y->end) return x->end < y->end ? -1 : 1;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
    if (x->hi != y->hi) return x->hi < y->hi ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

static bool is_argument(const struct sl_draft *d, uint32_t v) {
    for (uint32_t i = vec_last(&d->frames).first_reg; i < d->regs.n; i++)
        if (d->regs.at[i] && sl_same(d, d->regs.at[i], v)) return true;
    return false;
}

// A pointer into the passed heap, other than an argument, which may be forgotten beyond the limit.
static bool is_cutpoint(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return x->kind == SL_ADDR && d->objects.at[x->object].storage == SL_HEAP && !is_argument(d, v);
}

static void name_ghosts(struct sl *s, struct sl_draft *d, struct sl_local *l) {
    VEC(struct key) keys = {0};
    uint32_t cutpoints = 0;
    bool limited = s->options.localise && touches_of(s)->recursive[vec_last(&d->frames).func];
    for (uint32_t i = 0; i < l->ghosts.n; i++) vec_push(&keys, key_of(l, d, l->ghosts.at[i]));
    if (keys.n) qsort(keys.at, keys.n, sizeof *keys.at, by_key);
    vec_clear(&l->ghosts);
    for (uint32_t i = 0; i < keys.n; i++) {
        uint32_t v = keys.at[i].value;
        bool again = l->ghosts.n && sl_same(d, vec_last(&l->ghosts), v);
        bool forget = limited && !again && is_cutpoint(d, v) && cutpoints++ >= s->options.cutpoints;
        if (forget) d->objects.at[d->values.at[v].object].escaped = 1;
        if (!again && !forget) vec_push(&l->ghosts, v);
        if (v < l->n_values)
            l->ghost_of[v] = forget ? SL_FORGOTTEN : l->ghosts.n;
        else
            l->object_ghost[d->values.at[v].object] = l->ghosts.n;
    }
    vec_free(&keys);
}

static bool is_used_after(const struct ir_live *live, uint32_t block, uint32_t call, uint32_t local) {
    const struct ir_instr *i = &live->func->instrs.at[call];
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (i->dsts[k] == local) return false;
    return ir_live_after(live, block, call, local);
}

// Variables of the caller that will not be read again do not follow a recursive call: they would be more with each of its calls; nor any, if states are
// coarse: what they lead to would be told apart.  No block is lost by that, for the callee reaches what is passed.
static void forget_unused(struct sl *s, struct sl_draft *d, const struct dom_code *code, const struct sl_local *l) {
    struct sl_frame caller = d->frames.at[d->frames.n - 2];
    const struct ir_live *live = &step_facts(&s->step, code->func)->live;
    uint32_t block = ir_block_of(live->func, code->end - 1);
    for (uint32_t i = 0; i < live->func->locals.n; i++) {
        uint32_t *reg = &d->regs.at[caller.first_reg + i];
        if (*reg && follows(s, l, d, *reg) && !is_used_after(live, block, code->end - 1, i)) *reg = 0;
    }
}

void sl_local_facts(struct sl *s) {
    if (s->options.narrow && !s->reads.params) ir_reads_build(&s->reads, s->step.program, s->step.lib);
}

void sl_local_begin(struct sl *s, struct sl_draft *d, const struct dom_code *code, struct sl_local *l) {
    assert(d->frames.n && vec_last(&d->frames).func < s->step.program->funcs.n && code->end);
    sl_local_facts(s);
    *l = (struct sl_local){.n_values = d->values.n, .n_objects = d->objects.n, .pool = d->pool};
    l->value_rank = pool_take_zeroed(d->pool, l->n_values + l->n_objects, 2 * sizeof *l->value_rank);
    l->ghost_of = l->value_rank + l->n_values;
    l->object_rank = l->ghost_of + l->n_values;
    l->object_ghost = l->object_rank + l->n_objects;
    pass(s, d, vec_last(&d->frames).func, l);
    if (s->options.localise && (s->options.coarse || touches_of(s)->recursive[vec_last(&d->frames).func])) forget_unused(s, d, code, l);
    sl_tell_products(d);
    find_held(s, d, l);
    name_ghosts(s, d, l);
}

void sl_local_end(struct sl_local *l) {
    pool_give(l->pool, l->value_rank, (l->n_values + l->n_objects) * 2 * sizeof *l->value_rank);
    vec_free(&l->ghosts);
    vec_free(&l->cuts);
}

// ---- the local state -----------------------------------------------------------------------------------------------------------------

static bool holds_blocks(const struct sl_draft *d, const struct sl_local *l) {
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (!l->object_rank[o] && d->objects.at[o].storage == SL_HEAP && d->objects.at[o].life == SL_VALID) return true;
    return false;
}

bool sl_outer_blocks(const struct sl_draft *d) {
    num_word x;
    bool known = d->frames.n && d->frames.at[0].func == SL_GHOSTS;
    return known && !(sl_is_const(d, d->regs.at[0], &x) && x == 0);
}

// Everything but the callee's frame goes; sealing drops what is no longer met.
void sl_take_local(struct sl *s, struct sl_draft *d, const struct sl_local *l) {
    assert(d->frames.n && vec_last(&d->frames).func != SL_GHOSTS);
    struct sl_frame f = vec_last(&d->frames);
    VEC(uint32_t) regs = {0};
    sl_forget_all_loads(d);
    bool outer = step_is_asked(&s->step, IR_RULE_MEMORY_CLEANUP) && (sl_outer_blocks(d) || holds_blocks(d, l));
    vec_push(&regs, sl_const(d, 8, outer));
    for (uint32_t i = 0; i < l->ghosts.n; i++) vec_push(&regs, l->ghosts.at[i]);
    for (uint32_t i = 0; i < l->cuts.n; i++) vec_push(&regs, d->fields.at[l->cuts.at[i].field].value = sl_fresh(d, SL_ANY));
    vec_clear(&d->frames);
    vec_push(&d->frames, (struct sl_frame){SL_GHOSTS, 0, 0});
    vec_push(&d->frames, (struct sl_frame){f.func, regs.n, 0});
    for (uint32_t i = f.first_reg; i < d->regs.n; i++) vec_push(&regs, d->regs.at[i]);
    vec_free(&d->regs);
    d->regs.at = regs.at;
    d->regs.n = regs.n;
    d->regs.cap = regs.cap;
    for (uint32_t i = f.first_slot; i < d->slots.n; i++) d->slots.at[i - f.first_slot] = d->slots.at[i];
    d->slots.n -= f.first_slot;
    vec_clear(&d->blocks);
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (!l->object_rank[o]) d->objects.at[o].dirty = 0;
}

// ---- together again ------------------------------------------------------------------------------------------------------------------

struct reunion {
    struct sl_draft *d;  // the caller's part, before the call; then the whole
    const struct sl_local *l;
    struct sl_draft *e;              // the callee's part, after the call
    uint32_t *value_of, *object_of;  // by number in e: in d
    uint32_t *forgotten;  // by value of d: what stands for it, each for itself, since two of them may differ; made when first needed
    uint32_t n_objects;   // of the caller's
};

// What was passed is no longer the caller's: nothing will refer to it.
static void drop_passed(struct sl_draft *d, const struct sl_local *l) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->fields.n; i++)
        if (!l->object_rank[d->fields.at[i].object] || is_code(&d->objects.at[d->fields.at[i].object])) d->fields.at[n++] = d->fields.at[i];
    d->fields.n = n;
    sl_index_fields(d);
    n = 0;
    for (uint32_t i = 0; i < d->links.n; i++)
        if (!l->object_rank[d->links.at[i].object]) d->links.at[n++] = d->links.at[i];
    d->links.n = n;
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (l->object_rank[o] && !is_code(&d->objects.at[o])) d->objects.at[o] = (struct sl_object){.storage = SL_STACK, .life = SL_DEAD};
}

static bool is_single(const struct sl_object *o) {
    return is_code(o) || o->storage == SL_GLOBAL || (o->storage == SL_LIBRARY && o->tag == SL_ERRNO);
}

// Where everything of e will be; its values are there then.  False: both have a global of their own.
static bool number_all(struct reunion *r) {
    uint32_t next = r->n_objects;
    for (uint32_t i = 1; i < r->e->objects.n; i++) {
        const struct sl_object *x = &r->e->objects.at[i];
        uint32_t o = is_single(x) ? sl_find_single(r->d, x->storage, x->tag) : 0;
        if (o && x->storage == SL_GLOBAL) return false;
        r->object_of[i] = o ? o : next++;
    }
    for (uint32_t i = 1; i < r->e->values.n; i++) {
        r->value_of[i] = r->d->values.n;
        vec_push(&r->d->values, r->e->values.at[i]);
        vec_last(&r->d->values).object = r->object_of[r->e->values.at[i].object];
    }
    return true;
}

// What the caller's value is after the call.
static uint32_t after(struct reunion *r, uint32_t v) {
    assert(v < r->d->values.n);
    uint32_t ghost = v < r->l->n_values ? r->l->ghost_of[v] : 0;
    if (!ghost) return v;
    if (ghost != SL_FORGOTTEN) return r->value_of[r->e->regs.at[ghost]];
    if (!r->forgotten[v]) r->forgotten[v] = sl_fresh(r->d, SL_ANY);
    return r->forgotten[v];
}

// What leads out of the passed part leads to the caller's part again.  False: the callee found out something about it.
static bool bring_cuts(struct reunion *r) {
    assert(r->e->frames.at[1].first_reg == 1 + r->l->ghosts.n + r->l->cuts.n);
    for (uint32_t i = 0; i < r->l->cuts.n; i++) {
        uint32_t v = r->e->regs.at[1 + r->l->ghosts.n + i];
        if (r->e->values.at[v].kind != SL_ANY && r->d->values.at[r->l->cuts.at[i].value].kind == SL_ADDR) return false;
        if (r->e->values.at[v].kind != SL_ANY) continue;  // a number: what the callee knows of it holds as well
        for (uint32_t k = 0; k < i; k++)
            if (r->e->regs.at[1 + r->l->ghosts.n + k] == v && !sl_same(r->d, r->l->cuts.at[k].value, r->l->cuts.at[i].value)) return false;
        r->value_of[v] = after(r, r->l->cuts.at[i].value);
    }
    return true;
}

static bool object_after(const struct reunion *r, uint32_t *o) {
    int64_t offset;
    if (!r->l->object_ghost[*o]) return true;
    uint32_t v = r->e->regs.at[r->l->object_ghost[*o]], now = r->e->values.at[v].object;
    *o = r->object_of[now];
    return sl_offset(r->e, v, &offset) && !offset && !sl_is_segment(&r->e->objects.at[now]);
}

// A number that only the callee had: what was known about it is not about anything that is left.
static bool is_gone(const struct reunion *r, uint32_t v) {
    return r->l->value_rank[v] && !r->l->ghost_of[v] && !sl_is_const(r->d, v, NULL);
}

static void drop_facts(struct reunion *r) {
    struct sl_draft *d = r->d;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->apart.n; i++)
        if (!is_gone(r, d->apart.at[i].a) && !is_gone(r, d->apart.at[i].b)) d->apart.at[n++] = d->apart.at[i];
    d->apart.n = n;
    n = 0;
    for (uint32_t i = 0; i < d->relations.n; i++)
        if (!is_gone(r, d->relations.at[i].a.id) && !is_gone(r, d->relations.at[i].b.id)) d->relations.at[n++] = d->relations.at[i];
    d->relations.n = n;
    n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind != SL_LOADED && !is_gone(r, t->value) && !is_gone(r, t->a) && !is_gone(r, t->b)) d->terms.at[n++] = *t;
    }
    d->terms.n = n;
    n = 0;
    for (uint32_t i = 0; i < d->trends.n; i++)
        if (!is_gone(r, d->trends.at[i].value)) d->trends.at[n++] = d->trends.at[i];
    d->trends.n = n;
}

static bool may_be_told(const struct sl_draft *d, uint32_t v) {
    return !v || sl_is_number(d, v);
}

// What is told of numbers that are anything now, since there was no room for them, or the callee's paths were joined.
static void drop_untold(struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->relations.n; i++)
        if (may_be_told(d, d->relations.at[i].a.id) && may_be_told(d, d->relations.at[i].b.id)) d->relations.at[n++] = d->relations.at[i];
    d->relations.n = n;
    n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (may_be_told(d, t->value) && may_be_told(d, t->a) && may_be_told(d, t->b)) d->terms.at[n++] = *t;
    }
    d->terms.n = n;
}

// Of a library's object: the callee may have changed what it knows as another string of argv, or called the function that lent it.
static void follow_library(struct sl_object *o) {
    if (o->storage != SL_LIBRARY) return;
    if (o->tag == SL_STRING) o->ends = o->first = 0;
    if (o->tag == SL_LENT) o->life = SL_FREED;
}

// All that the caller has kept.
static bool follow(struct reunion *r) {
    bool good = true;
    drop_facts(r);
    SL_EACH_USE(u, r->d, SL_HOLDERS) *sl_use_at(&u) = after(r, sl_used(&u));
    drop_untold(r->d);
    SL_EACH_USE(u, r->d, SL_PLACED) good &= object_after(r, sl_use_at(&u));
    for (uint32_t o = 1; o < r->n_objects; o++) follow_library(&r->d->objects.at[o]);
    return good;
}

static void bring_objects(struct reunion *r) {
    struct sl_draft *d = r->d;
    const struct sl_draft *e = r->e;
    for (uint32_t i = 1; i < e->objects.n; i++)
        if (r->object_of[i] >= r->n_objects) sl_add_object(d, e->objects.at[i]);
    for (uint32_t i = 0; i < e->fields.n; i++) {
        struct sl_field f = e->fields.at[i];
        f.object = r->object_of[f.object];
        if (f.object >= r->n_objects) vec_push(&d->fields, f);
    }
    sl_index_fields(d);
    for (uint32_t i = 0; i < e->links.n; i++) {
        struct sl_link l = e->links.at[i];
        l.object = r->object_of[l.object];
        if (l.object >= r->n_objects) vec_push(&d->links, l);
    }
}

// All that the callee leaves.
static void bring(struct reunion *r) {
    struct sl_draft *d = r->d, *e = r->e;
    struct sl_frame callee = vec_last(&d->frames);
    SL_EACH_USE(u, e, SL_HOLDERS) *sl_use_at(&u) = r->value_of[sl_used(&u)];
    SL_EACH_USE(u, e, SL_PLACED) *sl_use_at(&u) = r->object_of[sl_used(&u)];
    bring_objects(r);
    d->sized |= e->sized;
    for (uint32_t i = 0; i < e->apart.n; i++) vec_push(&d->apart, e->apart.at[i]);
    for (uint32_t i = 0; i < e->relations.n; i++) vec_push(&d->relations, e->relations.at[i]);
    for (uint32_t i = 0; i < e->trends.n; i++) vec_push(&d->trends, e->trends.at[i]);
    for (uint32_t i = 0; i < e->terms.n; i++)
        if (e->terms.at[i].kind != SL_LOADED) vec_push(&d->terms, e->terms.at[i]);
    for (uint32_t i = callee.first_reg; i < d->regs.n; i++) d->regs.at[i] = e->regs.at[e->frames.at[1].first_reg + i - callee.first_reg];
    for (uint32_t i = callee.first_slot; i < d->slots.n; i++) d->slots.at[i] = e->slots.at[i - callee.first_slot];
    for (uint32_t i = 0; i < e->blocks.n; i++) vec_push(&d->blocks, (struct sl_block){d->frames.n - 1, e->blocks.at[i].object});
    for (uint32_t i = 0; i < e->results.n; i++) vec_push(&d->results, e->results.at[i]);
}

bool sl_put_together(struct sl_draft *d, const struct sl_local *l, struct sl_draft *e) {
    size_t room = (size_t)e->values.n + e->objects.n + l->n_values;
    struct reunion r = {.d = d, .l = l, .e = e, .value_of = pool_take_zeroed(d->pool, room, sizeof *r.value_of), .n_objects = d->objects.n};
    r.object_of = r.value_of + e->values.n;
    r.forgotten = r.object_of + e->objects.n;
    assert(e->frames.n == 2 && e->frames.at[0].func == SL_GHOSTS && e->frames.at[1].func == vec_last(&d->frames).func);
    assert(e->regs.n >= 1 + l->ghosts.n + l->cuts.n);
    drop_passed(d, l);
    bool good = number_all(&r) && bring_cuts(&r) && follow(&r);
    if (good) bring(&r);
    assert(!good || d->begins.n == d->objects.n);
    pool_give(d->pool, r.value_of, room * sizeof *r.value_of);
    return good;
}
