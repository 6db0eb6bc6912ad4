// SPDX-License-Identifier: MIT
// Numbers in nodes that tell of which kind they are: those for which the program asks (sl_precision.kinds).
#include "sl/relate.h"
#include "sl/uses.h"
#include "sl/walk.h"

enum { MOST_IN_CASE = 16 };  // of one case of a switch that are told one by one: more are a range of numbers rather than tags

enum { ANYWHERE = -1 };     // the offset of a number that was handed over: it is not looked at where it was loaded
enum { MOST_HOPS = 3 };     // copies on the way from where it was loaded to where it is compared

static bool is_known(const struct sl *s, uint64_t offset, int64_t tag) {
    for (uint32_t i = 0; i < s->tags.n; i++)
        if (s->tags.at[i].tag == tag && (s->tags.at[i].offset == ANYWHERE || (uint64_t)s->tags.at[i].offset == offset)) return true;
    return false;
}

static void add(struct sl *s, int64_t offset, int64_t tag) {
    if (!is_known(s, (uint64_t)offset, tag)) vec_push(&s->tags, (struct sl_tag){offset, tag});
}

// ---- what is asked for --------------------------------------------------------------------------------------------------------------

struct question {
    struct sl *s;
    const struct ir_func *func;
    const struct ir_instr *at;  // a test or a switch
    unsigned bits;              // of the number
};

// All constants that it is compared with there.
static void add_constants(const struct question *q, int64_t offset) {
    const struct ir_instr *x = q->at;
    for (uint32_t k = 0; x->op == IR_LET && k < x->n_args; k++) {
        const struct ir_const *c = ir_const_of(q->s->step.program, x->args[k]);
        if (c && ir_kind(c->type) == IR_INT) add(q->s, offset, (int64_t)num_signed(q->bits, c->lo));
    }
    for (uint32_t k = 0; x->op == IR_SWITCH && k < x->n_cases; k++)
        for (uint64_t n = 0; n <= x->cases[k].hi - x->cases[k].lo && n < MOST_IN_CASE; n++)
            add(q->s, offset, (int64_t)num_signed(q->bits, x->cases[k].lo + n));
}

// Where the number may have been loaded: by the definitions of the local, or it was handed over.
static void find_loads(const struct question *q, ir_val v, int hops) {
    const struct ir_program *p = q->s->step.program;
    if (ir_tag(v) != IR_LOCAL) return;
    if (ir_index(v) < q->func->n_params) add_constants(q, ANYWHERE);
    for (uint32_t i = 0; i < q->func->instrs.n && hops; i++) {
        const struct ir_instr *x = &q->func->instrs.at[i];
        bool defines = false;
        for (uint32_t k = 0; k < x->n_dsts; k++) defines |= x->dsts[k] == ir_index(v);
        if (!defines) continue;
        bool copies = x->op == IR_LET && (x->pure == IR_COPY_ || x->pure == IR_ZEXT_ || x->pure == IR_SEXT_);
        bool gives = x->op == IR_CALL && ir_tag(x->args[0]) == IR_FUNC && p->funcs.at[ir_index(x->args[0])].instrs.n;
        if (x->op == IR_LOAD && !x->to->n_terms && x->to->offset >= 0) add_constants(q, x->to->offset);
        if (gives) add_constants(q, ANYWHERE);
        if (copies) find_loads(q, x->args[0], hops - 1);
    }
}

void sl_find_tags(struct sl *s) {
    const struct ir_program *p = s->step.program;
    for (uint32_t i = 0; i < p->funcs.n; i++)
        for (uint32_t k = 0; k < p->funcs.at[i].instrs.n; k++) {
            const struct ir_instr *x = &p->funcs.at[i].instrs.at[k];
            bool test = x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST && ir_const_of(p, x->args[1]);
            if ((!test && x->op != IR_SWITCH) || ir_tag(x->args[0]) != IR_LOCAL) continue;
            ir_type t = p->funcs.at[i].locals.at[ir_index(x->args[0])].type;
            struct question q = {s, &p->funcs.at[i], x, ir_bits(t)};
            if (ir_kind(t) == IR_INT && q.bits <= 64) find_loads(&q, x->args[0], MOST_HOPS);
        }
}

bool sl_is_tagged(const struct sl *s, uint64_t offset) {
    bool asked = false;
    for (uint32_t i = 0; i < s->tags.n; i++) asked |= s->tags.at[i].offset == ANYWHERE || (uint64_t)s->tags.at[i].offset == offset;
    return asked;
}

// A number in a node may be narrower than what it is compared as, and was extended with its sign or without.
bool sl_tags_tell(const struct sl *s, uint64_t offset, struct num_range x, struct num_range y) {
    num_word a, b;
    if (!num_range_is_const(x, &a) || !num_range_is_const(y, &b) || x.bits > 64 || y.bits != x.bits) return false;
    int64_t lo = (int64_t)num_signed(x.bits, a), hi = (int64_t)num_signed(y.bits, b);
    if (hi < lo) lo ^= hi, hi ^= lo, lo ^= hi;
    bool told = false;
    for (uint32_t i = 0; i < s->tags.n; i++) {
        struct sl_tag t = s->tags.at[i];
        int64_t narrow = (int64_t)num_signed(x.bits, (uint64_t)t.tag);
        told |= (t.offset == ANYWHERE || (uint64_t)t.offset == offset) && lo <= narrow && narrow <= hi && lo < hi;
    }
    return told;
}

bool sl_walk_tags(const struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    if (!w->precision->kinds || !at->block || x->kind != SL_INT || y->kind != SL_INT) return false;
    return sl_tags_tell(w->sl, at->offset, x->range, y->range);
}

// A tag that the program asks for, or one that may tell who owns what.
bool sl_walk_told(const struct sl_walk *w) {
    return w->tagged || (w->tells && w->differ);
}

// ---- questions without answer -------------------------------------------------------------------------------------------------------

void sl_see_question(struct sl *s, const struct sl_draft *d, uint32_t v) {
    bool new = !(s->noted & SL_NOTED_ASKS) && !s->options.kinds && d->values.at[v].kind == SL_INT;
    sl_note(s, SL_NOTED_ASKS, new && sl_is_in_block(d, v));
}
