// SPDX-License-Identifier: MIT
#include "replay/facts.h"

#include "check/invariant.h"
#include "ir/name.h"

enum { MOST_STATES = 200 };

struct collector {
    struct replay_facts *out;
    const struct ir_program *p;
    struct report_sources sources;
};

// ---- one variable in all states --------------------------------------------------------------------------------------------------------

struct known {
    bool any;  // something else than what follows
    bool null, object, number;
    int64_t lo, hi;
};

// Is there an object for sure, so that the pointer is not null?
static bool leads_somewhere(const struct view *v, const struct view_value *x) {
    const struct view_node *n = &v->nodes.at[x->node];
    bool there = n->shape == VIEW_ONE || ((n->shape == VIEW_CHAIN || n->shape == VIEW_SOME) && n->least > 0);
    return there && !n->maybe && n->life == VIEW_LIVE;
}

static void add_value(struct known *k, const struct view *v, const struct view_value *x) {
    switch (x->kind) {
    case VIEW_NULL: k->null = true; return;
    case VIEW_POINTER:
        if (leads_somewhere(v, x))
            k->object = true;
        else
            k->any = true;
        return;
    case VIEW_NUMBER:
        if (!x->bounded) k->any = true;
        if (!k->number || x->lo < k->lo) k->lo = x->lo;
        if (!k->number || x->hi > k->hi) k->hi = x->hi;
        k->number = true;
        return;
    default: k->any = true; return;
    }
}

static const struct view_node *innermost(const struct view *v, const char *function) {
    const struct view_node *call = NULL;
    for (uint32_t i = 0; i < v->nodes.n && v->nodes.at[i].storage == VIEW_CALL; i++) call = &v->nodes.at[i];
    return call && call->name && strcmp(call->name, function) == 0 ? call : NULL;
}

static void add_state(struct known *k, const struct view *v, const char *function, const char *name) {
    const struct view_node *call = innermost(v, function);
    const struct view_field *field = NULL;
    for (uint32_t i = 0; call && i < call->n; i++) {
        const struct view_field *f = &v->fields.at[call->first + i];
        if (!f->name || strcmp(f->name, name) != 0) continue;
        if (field) k->any = true;  // two of this name
        field = f;
    }
    if (!field || !field->n) k->any = true;
    for (uint32_t i = 0; field && i < field->n; i++) add_value(k, v, &v->values.at[field->first + i]);
}

// ---- in C ----------------------------------------------------------------------------------------------------------------------------------

static void constant(struct buf *out, int64_t n) {
    if (n == INT64_MIN)
        buf_str(out, "(-9223372036854775807LL - 1)");
    else
        buf_printf(out, "%lld%s", (long long)n, n > INT32_MAX || n < -INT32_MAX ? "LL" : "");
}

static void add_bound(struct buf *out, const char *name, const char *relation, int64_t n) {
    buf_printf(out, "%s%s %s ", out->n ? " && " : "", name, relation);
    constant(out, n);
}

static void add_bounds(struct buf *out, const struct ir_ctype *t, const char *name, const struct known *k) {
    bool sign = t->kind == IR_C_INT;
    if ((t->kind != IR_C_INT && t->kind != IR_C_UINT) || !t->size || t->size > 8) return;
    uint32_t bits = (uint32_t)t->size * 8;
    int64_t least = !sign ? 0 : bits == 64 ? INT64_MIN : -(1ll << (bits - 1));
    int64_t most = bits == 64 ? INT64_MAX : sign ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    if (k->lo < least || k->hi > most) return;  // as bits, not as C sees it
    if (k->lo == k->hi) {
        add_bound(out, name, "==", k->lo);
        return;
    }
    if (k->lo > least) add_bound(out, name, ">=", k->lo);
    if (k->hi < most) add_bound(out, name, "<=", k->hi);
}

static void add_known(struct buf *out, const struct ir_ctype *t, const char *name, const struct known *k) {
    if (k->any) return;
    if (t->kind == IR_C_POINTER && !k->number && k->null != k->object)
        buf_printf(out, "%s%s %s 0", out->n ? " && " : "", name, k->null ? "==" : "!=");
    if (k->number && !k->null && !k->object) add_bounds(out, t, name, k);
}

static bool is_named_once(const struct collector *c, const struct ir_func *f, const char *name) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->locals.n + f->slots.n; i++) {
        struct buf other = {0};
        ir_val v = i < f->locals.n ? ir_val_of(IR_LOCAL, i) : ir_val_of(IR_SLOT, i - f->locals.n);
        n += ir_name_variable(c->p, f, v, &other) && strcmp(buf_text(&other), name) == 0;
        buf_free(&other);
    }
    return n == 1;
}

static void add_local(struct collector *c, const struct ir_func *f, uint32_t i, struct replay_spot spot, struct ir_loc loc,
                      const struct view *views, uint32_t n, struct buf *out) {
    const struct ir_local *l = &f->locals.at[i];
    struct buf name = {0};
    struct known k = {0};
    bool good = l->flags & IR_USER && l->ctype != IR_NO_TYPE && ir_name_variable(c->p, f, ir_val_of(IR_LOCAL, i), &name);
    good = good && is_named_once(c, f, buf_text(&name));
    if (good && i >= f->n_params)
        good = l->loc.line && l->loc.file == loc.file && replay_in_scope(&c->sources, c->p, l->loc, buf_text(&name), spot);
    for (uint32_t s = 0; s < n && good; s++) add_state(&k, &views[s], f->name, buf_text(&name));
    if (good) add_known(out, &c->p->ctypes.at[l->ctype], buf_text(&name), &k);
    buf_free(&name);
}

static void take_head(void *self, uint32_t func, struct ir_loc loc, const struct view *views, uint32_t n) {
    struct collector *c = self;
    const struct ir_func *f = &c->p->funcs.at[func];
    struct replay_spot spot = replay_loop_keyword(&c->sources, c->p, loc);
    struct buf text = {0};
    if (!spot.line) return;
    for (uint32_t i = 0; i < f->locals.n; i++) add_local(c, f, i, spot, loc, views, n, &text);
    struct arena *a = &c->out->arena;
    if (text.n)
        vec_push(&c->out->v, (struct replay_fact){arena_strdup(a, c->p->files.text.at[loc.file]), arena_strdup(a, f->name), spot,
                                                  arena_strdup(a, text.text)});
    buf_free(&text);
}

static bool same_spot(const struct replay_fact *x, const struct replay_fact *y) {
    return strcmp(x->file, y->file) == 0 && x->spot.line == y->spot.line && x->spot.column == y->spot.column;
}

// Two loops that seem to begin at one spot (a macro): neither is sure.
static void drop_doubles(struct replay_facts *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->v.n; i++)
        for (uint32_t k = 0; k < out->v.n; k++)
            if (k != i && same_spot(&out->v.at[i], &out->v.at[k])) out->v.at[i].expression = NULL;
    for (uint32_t i = 0; i < out->v.n; i++)
        if (out->v.at[i].expression) out->v.at[kept++] = out->v.at[i];
    out->v.n = kept;
}

void replay_facts_add(struct replay_facts *out, struct fix *f) {
    if (f->stopped || f->account.unknowns.n || f->account.faults.n) return;
    struct collector c = {.out = out, .p = f->program};
    check_each_head(f, MOST_STATES, take_head, &c);
    drop_doubles(out);
    report_sources_free(&c.sources);
}

void replay_facts_free(struct replay_facts *out) {
    vec_free(&out->v);
    arena_free(&out->arena);
}
