// SPDX-License-Identifier: MIT
// The symbolic-heap domain behind the interface of dom.h.
#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "sl/sl.h"

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct sl *s = calloc(1, sizeof *s);
    if (!s) base_out_of_memory();
    s->program = p;
    s->options = *o;
    s->bits = p->pointer_bits;
    if (!o->lib) s->own_lib = ir_lib_new();
    s->lib = o->lib ? o->lib : s->own_lib;
    s->facts = calloc(p->funcs.n + 1, sizeof *s->facts);
    if (!s->facts) base_out_of_memory();
    return s;
}

static void close_domain(void *self) {
    struct sl *s = self;
    for (uint32_t i = 0; i < s->program->funcs.n; i++) {
        if (!s->facts[i].made) continue;
        ir_live_free(&s->facts[i].live);
        ir_cfg_free(&s->facts[i].cfg);
        free(s->facts[i].flag);
        free(s->facts[i].status);
    }
    free(s->facts);
    if (s->own_lib) ir_lib_free(s->own_lib);
    dom_store_free(&s->store);
    free(s);
}

// A variable that is only ever given constants: its value is kept apart, not joined.
static void find_flags(struct sl_facts *f, const struct ir_func *func) {
    f->flag = calloc(func->locals.n + 1, 1);
    if (!f->flag) base_out_of_memory();
    for (uint32_t i = func->n_params; i < func->locals.n; i++)
        f->flag[i] = ir_kind(func->locals.at[i].type) == IR_INT && !(func->locals.at[i].flags & IR_TEMP);
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool constant = x->op == IR_LET && x->pure == IR_COPY_ && ir_tag(x->args[0]) == IR_CONST;
        for (uint32_t k = 0; k < x->n_dsts && !constant; k++) f->flag[x->dsts[k]] = 0;
    }
}

static void find_status(struct sl_facts *f, const struct ir_func *func) {
    f->status = calloc(func->locals.n + 1, 1);
    if (!f->status) base_out_of_memory();
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        for (uint32_t k = 0; x->op == IR_RET && k < x->n_args; k++)
            if (ir_tag(x->args[k]) == IR_LOCAL) f->status[ir_index(x->args[k])] = 1;
        for (uint32_t k = 0; x->op == IR_CALL && k < x->n_dsts; k++) f->status[x->dsts[k]] = 1;
    }
}

const struct sl_facts *sl_facts(struct sl *s, uint32_t func) {
    struct sl_facts *f = &s->facts[func];
    if (!f->made) {
        f->made = true;
        ir_cfg_build(&f->cfg, &s->program->funcs.at[func]);
        ir_live_build(&f->live, &s->program->funcs.at[func], &f->cfg);
        find_flags(f, &s->program->funcs.at[func]);
        find_status(f, &s->program->funcs.at[func]);
    }
    return f;
}

// ---- lattice -----------------------------------------------------------------------------------------------------------------------

// Gives each draft an object for every global that the other has changed.
static void level_globals(struct sl *s, struct sl_draft *a, const struct sl_draft *b) {
    struct sl_run r = sl_run_begin(s, 0, NULL);
    for (uint32_t i = 1; i < b->objects.n; i++)
        if (b->objects.at[i].storage == SL_GLOBAL && b->objects.at[i].dirty) sl_global_object(&r, a, b->objects.at[i].tag);
}

static dom_state join_states(struct sl *s, dom_state x, dom_state y, bool widen) {
    struct sl_draft a, b, out;
    dom_state result = DOM_NONE;
    if (x == y) return x;
    sl_unseal(&s->store, x, &a);
    sl_unseal(&s->store, y, &b);
    level_globals(s, &a, &b);
    level_globals(s, &b, &a);
    if (sl_join(s, &a, &b, widen, &out)) {
        result = sl_seal(&s->store, &out);
        sl_draft_free(&out);
    }
    sl_draft_free(&a);
    sl_draft_free(&b);
    return result;
}

static dom_state join(void *self, dom_state a, dom_state b) {
    return join_states(self, a, b, false);
}

static dom_state widen(void *self, dom_state a, dom_state b) {
    return join_states(self, a, b, true);
}

static bool leq(void *self, dom_state a, dom_state b) {
    return join_states(self, b, a, false) == b;
}

static dom_state abstract(void *self, dom_state x, const struct dom_precision *p) {
    struct sl *s = self;
    struct sl_draft d;
    static const struct dom_precision usual = {0};
    sl_unseal(&s->store, x, &d);
    sl_fold(&d, p ? p : &usual, s->bits, s->options.possibly_empty);
    dom_state result = sl_seal(&s->store, &d);
    sl_draft_free(&d);
    return result;
}

static uint64_t group(void *self, dom_state x) {
    struct sl *s = self;
    struct sl_draft d;
    VEC(uint64_t) key = {0};
    sl_unseal(&s->store, x, &d);
    for (uint32_t i = 0; i < d.frames.n; i++) {
        const struct sl_facts *f = sl_facts(s, d.frames.at[i].func);
        uint32_t end = i + 1 < d.frames.n ? d.frames.at[i + 1].first_reg : d.regs.n;
        vec_push(&key, d.frames.at[i].func);
        for (uint32_t k = d.frames.at[i].first_reg; k < end; k++) {
            num_word flag = 0;
            bool is_flag = f->flag[k - d.frames.at[i].first_reg] && sl_is_const(&d, d.regs.at[k], &flag);
            vec_push(&key, d.regs.at[k] ? 1 + (is_flag ? 2 + ((uint64_t)flag << 2) : 0) : 0);
        }
    }
    uint64_t hash = XXH3_64bits(key.at, key.n * sizeof *key.at);
    vec_free(&key);
    sl_draft_free(&d);
    return hash;
}

// ---- show --------------------------------------------------------------------------------------------------------------------------

static void print_value(const struct sl_draft *d, uint32_t v, struct buf *out) {
    const struct sl_value *x = &d->values.at[v];
    num_word k;
    if (!v)
        buf_str(out, "-");
    else if (sl_is_const(d, v, &k))
        buf_printf(out, "%lld", (long long)num_range_smin(x->range));
    else if (x->kind == SL_INT && (x->range.bits > 64 || num_range_is_full(x->range)))
        buf_printf(out, "v%u:i%u", v, x->range.bits);
    else if (x->kind == SL_INT)
        buf_printf(out, "v%u:[%lld,%lld]", v, (long long)x->range.lo, (long long)x->range.hi);
    else if (x->kind == SL_ADDR)
        buf_printf(out, "&o%u%+lld", x->object, (long long)num_range_smin(x->range));
    else
        buf_printf(out, "v%u:%s", v, x->kind == SL_UNINIT ? "uninit" : "any");
    if (v && x->level) buf_str(out, "'");
}

static void print_object(struct sl *s, const struct sl_draft *d, uint32_t o, struct buf *out) {
    static const char *const storage[] = {"heap", "stack", "global", "code", "label", "library"}, *const life[] = {"", " freed", " dead"};
    static const char *const rest[] = {"uninit", "zero", "any"};
    const struct sl_object *x = &d->objects.at[o];
    buf_printf(out, "o%u: %s%s size %llu rest %s", o, storage[x->storage], life[x->life], (unsigned long long)x->size, rest[x->rest]);
    if (x->more) buf_printf(out, " at most %llu", (unsigned long long)(x->size + x->more));
    if (x->text) buf_printf(out, x->text == SL_TEXT ? " text" : " text from %u", x->text - 1);
    if (x->storage == SL_GLOBAL) buf_printf(out, " @%s", s->program->globals.at[x->tag].name);
    if (x->segment) buf_printf(out, " segment %u+ next %d head %d", x->least, x->next, x->head);
    if (x->escaped) buf_str(out, " escaped");
    buf_str(out, " {");
    for (uint32_t i = sl_first_field(d, o); i < d->fields.n && d->fields.at[i].object == o; i++) {
        buf_printf(out, " %llu/%llu:", (unsigned long long)d->fields.at[i].offset, (unsigned long long)d->fields.at[i].size);
        print_value(d, d->fields.at[i].value, out);
    }
    buf_str(out, " }\n");
}

static void print(void *self, dom_state state, struct buf *out) {
    struct sl *s = self;
    struct sl_draft d;
    sl_unseal(&s->store, state, &d);
    for (uint32_t i = 0; i < d.frames.n; i++) {
        const struct ir_func *f = &s->program->funcs.at[d.frames.at[i].func];
        buf_printf(out, "frame %s:", f->name);
        for (uint32_t k = 0; k < f->locals.n; k++) {
            uint32_t v = d.regs.at[d.frames.at[i].first_reg + k];
            if (!v) continue;
            buf_printf(out, " %s=", f->locals.at[k].name ? f->locals.at[k].name : "%");
            print_value(&d, v, out);
        }
        buf_char(out, '\n');
    }
    for (uint32_t o = 1; o < d.objects.n; o++) print_object(s, &d, o, out);
    for (uint32_t i = 0; i < d.apart.n; i++) {
        print_value(&d, d.apart.at[i].a, out);
        buf_str(out, " != ");
        print_value(&d, d.apart.at[i].b, out);
        buf_char(out, '\n');
    }
    sl_draft_free(&d);
}

static bool complain(struct buf *why, const char *text) {
    buf_printf(why, "%s\n", text);
    return false;
}

static bool valid(void *self, dom_state state, struct buf *why) {
    struct sl *s = self;
    struct sl_draft d;
    bool good = true;
    sl_unseal(&s->store, state, &d);
    for (uint32_t i = 0; i < d.fields.n; i++) {
        const struct sl_field *f = &d.fields.at[i];
        if (!f->value || f->value >= d.values.n || !f->size) good = complain(why, "a field without value or size");
        bool next = i + 1 < d.fields.n && d.fields.at[i + 1].object == f->object;
        if (next && d.fields.at[i + 1].offset < f->offset + f->size) good = complain(why, "two fields overlap");
    }
    for (uint32_t i = 1; i < d.values.n; i++)
        if (d.values.at[i].kind == SL_ADDR && (!d.values.at[i].object || d.values.at[i].object >= d.objects.n))
            good = complain(why, "an address without object");
    for (uint32_t i = 1; i < d.objects.n; i++) {
        const struct sl_object *o = &d.objects.at[i];
        if (o->segment && o->life == SL_VALID && sl_field_at(&d, i, (uint64_t)o->next, s->bits / 8) == UINT32_MAX)
            good = complain(why, "a segment without link");
    }
    for (uint32_t i = 0; i < d.regs.n; i++)
        if (d.values.at[d.regs.at[i]].level) good = complain(why, "a variable holds what a node has for itself");
    sl_draft_free(&d);
    return good;
}

static uint64_t size(void *self) {
    return ((struct sl *)self)->store.blocks.n;
}

const struct dom sl_domain = {
    .name = "sl",
    .open = open_domain,
    .close = close_domain,
    .initial = sl_initial,
    .run = sl_execute,
    .leq = leq,
    .join = join,
    .widen = widen,
    .abstract = abstract,
    .group = group,
    .outside = true,
    .targets = sl_targets,
    .enter = sl_enter,
    .leave = sl_leave,
    .finish = sl_finish,
    .print = print,
    .valid = valid,
    .size = size,
};
