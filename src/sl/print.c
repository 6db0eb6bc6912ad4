// SPDX-License-Identifier: MIT
// States as text, one line an item.  Values have their numbers in the sealed state; a number is as wide as the place that holds it unless it says so.
#include <ctype.h>
#include <inttypes.h>

#include "sl/context.h"
#include "sl/show.h"
#include "sl/text.h"

const char *const sl_storage_words[] = {"heap", "stack", "global", "code", "label", "library", "places"};
const char *const sl_life_words[] = {"", "freed", "dead"};
const char *const sl_rest_words[] = {"uninit", "zero", "any", "strings"};
const char *const sl_library_words[] = {"world", "shared", "errno", "handle", "string", "directory", "locale", "lent"};
const char *const sl_role_words[] = {"hole", "run", "single", "index", "second"};
const char *const sl_end_words[] = {"", ".last", ".each", ".child"};

struct printer {
    struct sl *s;
    const struct sl_draft *d;
    struct buf *out;
};

static bool is_bare(const char *name) {
    if (!*name || isdigit((unsigned char)*name)) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != '.') return false;
    return true;
}

static void print_name(struct printer *p, const char *name) {
    if (is_bare(name))
        buf_str(p->out, name);
    else
        buf_quoted(p->out, name, strlen(name));
}

// Of a local or slot, which may have no name but always has a number.
static void print_variable(struct printer *p, const char *name, uint32_t number) {
    if (name)
        print_name(p, name);
    else
        buf_printf(p->out, "%%%u", number);
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static void print_const(struct printer *p, struct num_range r) {
    if (r.bits > 64)
        buf_printf(p->out, "0x%llx%016llx", (unsigned long long)r.hi, (unsigned long long)r.lo);
    else if (r.bits == 1)
        buf_printf(p->out, "%u", (unsigned)r.lo);
    else
        buf_printf(p->out, "%lld", (long long)num_range_smin(r));
}

// [lo,hi], as signed numbers unless that would turn them round.
static void print_arc(struct printer *p, struct num_range r) {
    int64_t lo = num_signed(r.bits, r.lo), hi = num_signed(r.bits, r.hi);
    if (lo <= hi)
        buf_printf(p->out, "[%lld,%lld]", (long long)lo, (long long)hi);
    else
        buf_printf(p->out, "[%llu,%llu]", (unsigned long long)r.lo, (unsigned long long)r.hi);
}

static void print_width(struct printer *p, struct num_range r, uint64_t bits) {
    if (r.bits != bits) buf_printf(p->out, ":i%u", r.bits);
}

static void print_number(struct printer *p, uint32_t v, uint64_t bits) {
    struct num_range r = p->d->values.at[v].range;
    if (num_range_is_const(r, NULL)) {
        print_const(p, r);
        print_width(p, r, bits);
        return;
    }
    buf_printf(p->out, "v%u:", v);
    if (num_range_is_full(r) || r.bits != bits) buf_printf(p->out, "i%u", r.bits);
    if (!num_range_is_full(r)) print_arc(p, r);
}

static void print_address(struct printer *p, uint32_t v) {
    const struct sl_value *x = &p->d->values.at[v];
    bool one = num_range_is_const(x->range, NULL);
    if (!one) buf_printf(p->out, "v%u:", v);
    buf_printf(p->out, "&o%u%s", x->object, sl_end_words[x->end]);
    if (one)
        buf_printf(p->out, "%+lld", (long long)num_range_smin(x->range));
    else if (num_range_is_full(x->range))
        buf_str(p->out, "+any");
    else
        buf_char(p->out, '+'), print_arc(p, x->range);
    print_width(p, x->range, p->s->bits);
}

static void print_functions(struct printer *p, uint32_t v) {
    const sl_func_set *set = &p->s->func_sets.at[p->d->values.at[v].range.lo];
    buf_printf(p->out, "v%u:", v);
    for (uint32_t i = 0; i < set->n; i++) {
        buf_str(p->out, i ? "|@" : "@");
        print_name(p, p->s->step.program->funcs.at[set->at[i]].name);
    }
}

// In a place of so many bits.
static void print_value(struct printer *p, uint32_t v, uint64_t bits) {
    const struct sl_value *x = &p->d->values.at[v];
    switch ((enum sl_kind)x->kind) {
    case SL_NONE: buf_char(p->out, '-'); break;
    case SL_INT: print_number(p, v, bits); break;
    case SL_ADDR: print_address(p, v); break;
    case SL_UNINIT: buf_printf(p->out, "v%u:uninit", v); break;
    case SL_ANY: buf_printf(p->out, "v%u:any", v); break;
    case SL_FUNCS: print_functions(p, v); break;
    }
    for (unsigned i = 0; i < x->level; i++) buf_char(p->out, '\'');
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static void print_label(struct printer *p, uint32_t label) {
    const struct ir_func *f = &p->s->step.program->funcs.at[p->s->step.program->labels.at[label].func];
    buf_str(p->out, " @");
    print_name(p, f->name);
    buf_char(p->out, ':');
    print_name(p, f->blocks.at[p->s->step.program->labels.at[label].block].name);
}

static void print_slot(struct printer *p, const struct sl_object *x) {
    const struct ir_func *f = &p->s->step.program->funcs.at[x->func];
    if (x->tag == UINT32_MAX) return;
    buf_char(p->out, ' ');
    print_name(p, f->name);
    buf_char(p->out, '$');
    print_variable(p, f->slots.at[x->tag].name, x->tag);
}

// What it is, if it has a name.
static void print_tag(struct printer *p, const struct sl_object *x) {
    switch ((enum sl_storage)x->storage) {
    case SL_HEAP: break;
    case SL_STACK: print_slot(p, x); break;
    case SL_GLOBAL:
        buf_str(p->out, " @");
        print_name(p, p->s->step.program->globals.at[x->tag].name);
        if (!x->dirty) buf_str(p->out, " unchanged");
        break;
    case SL_CODE:
        buf_str(p->out, " @");
        print_name(p, p->s->step.program->funcs.at[x->tag].name);
        break;
    case SL_LABEL: print_label(p, x->tag); break;
    case SL_PLACES: buf_printf(p->out, " of %u at %u", x->shape.place.count, x->shape.place.base); break;
    case SL_LIBRARY: buf_printf(p->out, " %s", sl_library_words[x->tag]); break;
    }
}

static void print_birth(struct printer *p, const struct sl_object *x) {
    bool slot = x->storage == SL_STACK && x->tag != UINT32_MAX, block = x->storage == SL_HEAP || x->storage == SL_STACK;
    if (slot || (!block && !x->func && !x->instr)) return;
    buf_str(p->out, " from ");
    print_name(p, p->s->step.program->funcs.at[x->func].name);
    buf_printf(p->out, "#%u", x->instr);
}

static void print_size(struct printer *p, const struct sl_object *x) {
    buf_printf(p->out, " size %llu", (unsigned long long)x->size);
    if (x->more == SL_UNBOUNDED)
        buf_str(p->out, " or more");
    else if (x->more)
        buf_printf(p->out, " to %" PRIu64, x->size + x->more);
}

static void print_count(struct printer *p, const struct sl_object *x) {
    if (!x->count) return;
    buf_str(p->out, " count ");
    print_value(p, x->count, p->s->bits);
    if (x->unit) {
        buf_printf(p->out, " unit %u*", x->scale);
        print_value(p, x->unit, p->s->bits);
        buf_printf(p->out, " plus %lld", (long long)x->plus);
    }
    if (!x->part[0]) return;
    buf_str(p->out, " parts ");
    print_value(p, x->part[0], p->s->bits);
    buf_char(p->out, ' ');
    print_value(p, x->part[1], p->s->bits);
    buf_printf(p->out, " plus %lld", (long long)x->over);
}

static void print_end(struct printer *p, const struct sl_object *x) {
    if (!x->ends) return;
    buf_str(p->out, x->first ? " length " : " ends ");
    print_value(p, x->ends, p->s->bits);
}

static void print_shape(struct printer *p, const struct sl_shape *s) {
    const char *at = sl_shapes[s->kind].text;
    uint32_t n = 0;
    if (*at) buf_char(p->out, ' ');
    for (; *at; at++) {
        if (*at == '#')
            buf_printf(p->out, "%u+", s->least);
        else if (*at == '@')
            buf_printf(p->out, "%d", (int32_t)s->words[n++]);
        else
            buf_char(p->out, *at);
    }
}

static void print_link(struct printer *p, const struct sl_link *l) {
    buf_printf(p->out, " %s", sl_role_words[l->role]);
    if (l->role == SL_RUNS || l->role == SL_SINGLES) buf_printf(p->out, "%u", l->index);
    buf_char(p->out, ':');
    print_value(p, l->value, p->s->bits);
}

static void print_object(struct printer *p, uint32_t o) {
    const struct sl_object *x = &p->d->objects.at[o];
    buf_printf(p->out, "o%u: %s", o, sl_storage_words[x->storage]);
    print_tag(p, x);
    if (x->life) buf_printf(p->out, " %s", sl_life_words[x->life]);
    print_size(p, x);
    print_count(p, x);
    buf_printf(p->out, " rest %s", sl_rest_words[x->rest]);
    if (x->text == SL_TEXT) buf_str(p->out, " text");
    if (x->text && x->text != SL_TEXT) buf_printf(p->out, " text to %u", x->text - 1);
    if (x->wide == SL_TEXT) buf_str(p->out, " wide");
    if (x->wide && x->wide != SL_TEXT) buf_printf(p->out, " wide to %u", x->wide - 1);
    print_end(p, x);
    print_shape(p, &x->shape);
    if (x->level) buf_printf(p->out, " level %u", x->level);
    if (x->escaped) buf_str(p->out, " escaped");
    if (x->foreign) buf_str(p->out, " foreign");
    print_birth(p, x);
    buf_str(p->out, " {");
    for (uint32_t i = sl_first_field(p->d, o); sl_has(p->d, i, o); i++) {
        const struct sl_field *f = &p->d->fields.at[i];
        buf_printf(p->out, " %llu/%llu:", (unsigned long long)f->offset, (unsigned long long)f->size);
        print_value(p, f->value, f->size * 8);
    }
    for (uint32_t i = sl_first_link(p->d, o); sl_has_link(p->d, i, o); i++) print_link(p, &p->d->links.at[i]);
    buf_str(p->out, " }\n");
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------

static void print_locals(struct printer *p, const struct sl_frame *frame, const struct ir_func *f) {
    for (uint32_t k = 0; k < f->locals.n; k++) {
        uint32_t v = p->d->regs.at[frame->first_reg + k];
        if (!v) continue;
        buf_char(p->out, ' ');
        print_variable(p, f->locals.at[k].name, k);
        buf_char(p->out, '=');
        print_value(p, v, ir_bits(f->locals.at[k].type));
    }
}

static void print_slots(struct printer *p, const struct sl_frame *frame, const struct ir_func *f) {
    for (uint32_t k = 0; k < f->slots.n; k++) {
        uint32_t o = p->d->slots.at[frame->first_slot + k];
        if (!o) continue;
        buf_str(p->out, " &");
        print_variable(p, f->slots.at[k].name, k);
        buf_printf(p->out, "=o%u", o);
    }
}

static void print_values(struct printer *p, const char *what, const uint32_t *values, uint32_t n) {
    buf_str(p->out, what);
    for (uint32_t i = 0; i < n; i++) {
        buf_char(p->out, ' ');
        print_value(p, values[i], p->s->bits);
    }
    buf_char(p->out, '\n');
}

static void print_frame(struct printer *p, uint32_t i) {
    const struct sl_frame *frame = &p->d->frames.at[i];
    if (frame->func == SL_GHOSTS) {
        print_values(p, "ghosts:", p->d->regs.at, p->d->frames.at[i + 1].first_reg);
        return;
    }
    const struct ir_func *f = &p->s->step.program->funcs.at[frame->func];
    buf_str(p->out, "frame ");
    print_name(p, f->name);
    buf_char(p->out, ':');
    print_locals(p, frame, f);
    print_slots(p, frame, f);
    for (uint32_t k = 0; k < p->d->blocks.n; k++)
        if (p->d->blocks.at[k].frame == i) buf_printf(p->out, " alloca o%u", p->d->blocks.at[k].object);
    buf_char(p->out, '\n');
}

static void print_results(struct printer *p) {
    if (p->d->results.n) print_values(p, "results:", p->d->results.at, p->d->results.n);
}

// Two values that differ; the second is as wide as the first unless it says so.
static void print_apart(struct printer *p, struct sl_pair pair) {
    const struct sl_value *a = &p->d->values.at[pair.a];
    print_value(p, pair.a, p->s->bits);
    buf_str(p->out, " != ");
    print_value(p, pair.b, a->kind == SL_INT ? a->range.bits : p->s->bits);
    buf_char(p->out, '\n');
}

static void print_reading(struct printer *p, struct num_var x) {
    print_value(p, x.id, p->s->bits);
    if (!x.is_signed) buf_str(p->out, " unsigned");
}

static void print_relation(struct printer *p, const struct sl_relation *r) {
    print_reading(p, r->a);
    buf_str(p->out, " - ");
    print_reading(p, r->b);
    buf_printf(p->out, " <= %lld\n", (long long)r->most);
}

void sl_print(void *self, dom_state state, struct buf *out) {
    struct sl_draft d;
    struct printer p = {self, &d, out};
    sl_unseal(&p.s->store, state, &d);
    for (uint32_t i = 0; i < d.frames.n; i++) print_frame(&p, i);
    print_results(&p);
    for (uint32_t o = 1; o < d.objects.n; o++) print_object(&p, o);
    for (uint32_t i = 0; i < d.apart.n; i++) print_apart(&p, d.apart.at[i]);
    for (uint32_t i = 0; i < d.relations.n; i++) print_relation(&p, &d.relations.at[i]);
    sl_draft_free(&d);
}
