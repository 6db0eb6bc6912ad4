// SPDX-License-Identifier: MIT
// The text form, written.
#include <assert.h>
#include <inttypes.h>

#include "ir/text.h"
#include "ir/words.h"

struct printer {
    const struct ir_program *p;
    const struct ir_func *f;  // NULL outside functions
    uint32_t *number;         // by local: the number of a temporary in the text
    struct buf *out;
};

// ---- numbers of temporaries: in order of first appearance ----------------------------------------------------------------------------

struct numbering {
    const struct ir_func *f;
    uint32_t *number;
    uint32_t next;
};

static void meet_local(struct numbering *n, uint32_t local) {
    if (n->f->locals.at[local].flags & IR_TEMP && n->number[local] == UINT32_MAX) n->number[local] = n->next++;
}

static void meet(struct numbering *n, ir_val v) {
    if (ir_tag(v) == IR_LOCAL) meet_local(n, ir_index(v));
}

static void meet_addr(struct numbering *n, const struct ir_addr *a) {
    meet(n, a->base);
    for (uint32_t t = 0; t < a->n_terms; t++) meet(n, a->terms[t].index);
}

static void meet_instr(struct numbering *n, const struct ir_instr *i) {
    uint32_t arg = 0;
    for (uint32_t d = 0; d < i->n_dsts; d++) meet_local(n, i->dsts[d]);
    const char *form = ir_word_operands[i->op];
    for (const char *c = form ? form : "V"; *c; c++) {
        if (*c == 'v') meet(n, i->args[arg++]);
        if (*c == 'A') meet_addr(n, i->to);
        if (*c == 'B') meet_addr(n, i->from);
        while (*c == 'V' && arg < i->n_args) meet(n, i->args[arg++]);
    }
    meet(n, i->subject);
}

static uint32_t *number_temps(const struct ir_func *f) {
    uint32_t *number = malloc(((size_t)f->locals.n + 1) * sizeof *number);
    if (!number) base_out_of_memory();
    memset(number, 0xff, ((size_t)f->locals.n + 1) * sizeof *number);
    struct numbering n = {.f = f, .number = number};
    for (uint32_t l = 0; l < f->n_params; l++) meet_local(&n, l);
    for (uint32_t i = 0; i < f->instrs.n; i++) meet_instr(&n, &f->instrs.at[i]);
    return number;
}

// ---- names, types, values ------------------------------------------------------------------------------------------------------------

static void print_name(struct buf *out, const char *sigil, const char *name) {
    buf_str(out, sigil);
    if (ir_word_plain(name, *sigil != 0))
        buf_str(out, name);
    else
        buf_quoted(out, name, strlen(name));
}

// Most of the text is numbers: faster than printf.
static void print_number(struct buf *out, uint64_t n) {
    char digits[20], *at = digits + sizeof digits;
    do *--at = (char)('0' + n % 10);
    while (n /= 10);
    buf_add(out, at, (size_t)(digits + sizeof digits - at));
}

static void print_text(struct buf *out, const char *text) {
    buf_quoted(out, text, strlen(text));
}

void ir_print_type(ir_type t, struct buf *out) {
    switch (ir_kind(t)) {
    case IR_INT: buf_char(out, 'i'); break;
    case IR_FLOAT: buf_char(out, 'f'); break;
    case IR_BLOB: buf_char(out, 'b'); break;
    default: buf_str(out, ir_kind(t) == IR_PTR ? "ptr" : "void"); return;
    }
    print_number(out, ir_bits(t));
}

static void print_hex(struct buf *out, const struct ir_const *c) {
    if (c->hi)
        buf_printf(out, "0x%" PRIx64 "%016" PRIx64, c->hi, c->lo);
    else
        buf_printf(out, "0x%" PRIx64, c->lo);
}

static void print_int(struct buf *out, const struct ir_const *c) {
    uint32_t bits = ir_bits(c->type);
    bool minus = bits > 1 && bits <= 64 && c->lo >> (bits - 1);
    if (bits > 64 && (c->hi || c->lo >> 63)) {
        print_hex(out, c);
        return;
    }
    if (minus) buf_char(out, '-');
    print_number(out, minus ? -(c->lo | (bits < 64 ? UINT64_MAX << bits : 0)) : c->lo);
}

static void print_const(struct buf *out, const struct ir_const *c) {
    ir_print_type(c->type, out);
    buf_char(out, ' ');
    if (c->undef)
        buf_str(out, "undef");
    else if (ir_kind(c->type) == IR_INT)
        print_int(out, c);
    else if (ir_kind(c->type) == IR_PTR && !c->lo)
        buf_str(out, "null");
    else
        print_hex(out, c);
}

static void print_local(const struct printer *w, uint32_t l) {
    assert(w->f && l < w->f->locals.n);
    if (w->f->locals.at[l].flags & IR_TEMP)
        buf_char(w->out, '%'), print_number(w->out, w->number[l]);
    else
        print_name(w->out, "%", w->f->locals.at[l].name);
}

static void print_label(const struct printer *w, const struct ir_label *l) {
    const struct ir_func *f = &w->p->funcs.at[l->func];
    print_name(w->out, "@", f->name);
    buf_char(w->out, ':');
    print_name(w->out, "", f->blocks.at[l->block].name);
}

static void print_val(const struct printer *w, ir_val v) {
    uint32_t i = ir_index(v);
    switch (ir_tag(v)) {
    case IR_NONE: buf_str(w->out, "nothing"); return;
    case IR_LOCAL: print_local(w, i); return;
    case IR_SLOT: print_name(w->out, "$", w->f->slots.at[i].name); return;
    case IR_CONST: print_const(w->out, &w->p->consts.at[i]); return;
    case IR_GLOBAL: print_name(w->out, "@", w->p->globals.at[i].name); return;
    case IR_FUNC: print_name(w->out, "@", w->p->funcs.at[i].name); return;
    case IR_LABEL: print_label(w, &w->p->labels.at[i]); return;
    }
}

// " + 8", " - 8", " + 4*"; the magnitude of INT64_MIN is one of uint64_t.
static void print_signed(struct buf *out, int64_t n, const char *after) {
    uint64_t magnitude = n < 0 ? -(uint64_t)n : (uint64_t)n;
    buf_str(out, n < 0 ? " - " : " + ");
    print_number(out, magnitude);
    buf_str(out, after);
}

static void print_addr(const struct printer *w, const struct ir_addr *a) {
    buf_char(w->out, '[');
    print_val(w, a->base);
    if (a->offset) print_signed(w->out, a->offset, "");
    for (uint32_t t = 0; t < a->n_terms; t++) {
        print_signed(w->out, a->terms[t].scale, "*");
        print_val(w, a->terms[t].index);
    }
    buf_char(w->out, ']');
}

static void print_loc(struct buf *out, struct ir_loc loc) {
    if (!loc.line) return;
    buf_str(out, " !");
    print_number(out, loc.file);
    buf_char(out, ':');
    print_number(out, loc.line);
    buf_char(out, ':');
    print_number(out, loc.column);
}

static void print_ctype(struct buf *out, uint32_t ctype) {
    if (ctype != IR_NO_TYPE) buf_printf(out, " type %u", ctype);
}

static void print_flags(struct buf *out, uint32_t flags, const struct ir_word_flag *words) {
    for (; words->text; words++)
        if (flags & words->flag) buf_char(out, ' '), buf_str(out, words->text);
}

// ---- instructions --------------------------------------------------------------------------------------------------------------------

static void print_dsts(const struct printer *w, const struct ir_instr *i) {
    for (uint32_t d = 0; d < i->n_dsts; d++) {
        const struct ir_local *l = &w->f->locals.at[i->dsts[d]];
        if (d) buf_str(w->out, ", ");
        print_local(w, i->dsts[d]);
        if (!(l->flags & IR_TEMP)) continue;
        buf_str(w->out, ": ");
        ir_print_type(l->type, w->out);
        print_ctype(w->out, l->ctype);
        if (l->flags & IR_USER) buf_str(w->out, " user");
    }
    if (i->n_dsts) buf_str(w->out, " = ");
}

// ", " between operands, " " before the first.
static void separate(const struct printer *w, bool *first) {
    buf_str(w->out, *first ? " " : ", ");
    *first = false;
}

static void print_block_name(const struct printer *w, uint32_t block) {
    print_name(w->out, "", w->f->blocks.at[block].name);
}

struct operands {  // being written: what comes next
    const struct ir_instr *i;
    uint32_t arg, succ;
    bool first;
};

static void print_operand(const struct printer *w, struct operands *o, char letter) {
    separate(w, &o->first);
    if (letter == 'v') print_val(w, o->i->args[o->arg++]);
    if (letter == 'A') print_addr(w, o->i->to);
    if (letter == 'B') print_addr(w, o->i->from);
    if (letter == 'S') print_val(w, o->i->subject);
    if (letter == 'b') print_block_name(w, o->i->succs[o->succ++]);
    if (letter == 't') print_text(w->out, o->i->text);
}

static void print_operands(const struct printer *w, const struct ir_instr *i) {
    struct operands o = {.i = i, .first = true};
    for (const char *c = ir_word_operands[i->op]; *c; c++) {
        while (*c == 'V' && o.arg < i->n_args) print_operand(w, &o, 'v');
        while (*c == 'L' && o.succ < i->n_succs) print_operand(w, &o, 'b');
        if (*c != 'V' && *c != 'L') print_operand(w, &o, *c);
    }
}

static void print_call(const struct printer *w, const struct ir_instr *i) {
    buf_char(w->out, ' ');
    print_val(w, i->args[0]);
    buf_char(w->out, '(');
    for (uint32_t a = 1; a < i->n_args; a++) {
        if (a > 1) buf_str(w->out, ", ");
        print_val(w, i->args[a]);
    }
    buf_char(w->out, ')');
    if (i->subject == IR_NOTHING) return;
    buf_str(w->out, " varargs ");
    print_val(w, i->subject);
}

static void print_switch(const struct printer *w, const struct ir_instr *i) {
    buf_char(w->out, ' ');
    print_val(w, i->args[0]);
    buf_str(w->out, ", ");
    print_block_name(w, i->succs[0]);
    buf_str(w->out, " {");
    for (uint32_t c = 0; c < i->n_cases; c++) {
        const struct ir_case *k = &i->cases[c];
        buf_printf(w->out, "%s%" PRIu64, c ? ", " : " ", k->lo);
        if (k->hi != k->lo) buf_printf(w->out, "..%" PRIu64, k->hi);
        buf_str(w->out, ": ");
        print_block_name(w, i->succs[k->succ]);
    }
    buf_str(w->out, i->n_cases ? " }" : "}");
}

static void print_instr(const struct printer *w, const struct ir_instr *i) {
    print_dsts(w, i);
    buf_str(w->out, i->op == IR_LET ? ir_pures[i->pure].text : ir_ops[i->op].text);
    if (i->op == IR_CALL)
        print_call(w, i);
    else if (i->op == IR_SWITCH)
        print_switch(w, i);
    else
        print_operands(w, i);
    print_flags(w->out, i->flags, ir_word_access_flags);
    print_loc(w->out, i->loc);
}

void ir_print_instr(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i, struct buf *out) {
    struct printer w = {p, f, number_temps(f), out};
    print_instr(&w, i);
    free(w.number);
}

void ir_print_val(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out) {
    bool temp = ir_tag(v) == IR_LOCAL && f->locals.at[ir_index(v)].flags & IR_TEMP;
    struct printer w = {p, f, temp ? number_temps(f) : NULL, out};
    print_val(&w, v);
    free(w.number);
}

// ---- functions -----------------------------------------------------------------------------------------------------------------------

static void print_decl(const struct printer *w, uint32_t l) {
    const struct ir_local *local = &w->f->locals.at[l];
    bool bare = w->f->flags & IR_EXTERN && local->flags & IR_TEMP;
    if (!bare) {
        print_local(w, l);
        buf_str(w->out, ": ");
    }
    ir_print_type(local->type, w->out);
    print_ctype(w->out, local->ctype);
    print_flags(w->out, local->flags, ir_word_local_flags);
    print_loc(w->out, local->loc);
}

static void print_head(const struct printer *w) {
    const struct ir_func *f = w->f;
    print_name(w->out, f->flags & IR_EXTERN ? "declare @" : "func @", f->name);
    buf_char(w->out, '(');
    for (uint32_t l = 0; l < f->n_params; l++) {
        if (l) buf_str(w->out, ", ");
        print_decl(w, l);
    }
    buf_char(w->out, ')');
    for (uint32_t r = 0; r < f->n_rets; r++) {
        buf_str(w->out, r ? ", " : " -> ");
        ir_print_type(f->rets[r], w->out);
    }
    print_ctype(w->out, f->ctype);
    print_flags(w->out, f->flags & ~(uint32_t)IR_EXTERN, ir_word_symbol_flags);
    print_loc(w->out, f->loc);
}

static void print_slot(const struct printer *w, const struct ir_slot *s) {
    print_name(w->out, "  slot $", s->name);
    buf_printf(w->out, " size %" PRIu64 " align %u", s->size, s->align);
    print_ctype(w->out, s->ctype);
    print_flags(w->out, s->flags, ir_word_local_flags);
    print_loc(w->out, s->loc);
    buf_char(w->out, '\n');
}

static void print_body(const struct printer *w) {
    const struct ir_func *f = w->f;
    for (uint32_t l = f->n_params; l < f->locals.n; l++) {
        if (f->locals.at[l].flags & IR_TEMP) continue;
        buf_str(w->out, "  var ");
        print_decl(w, l);
        buf_char(w->out, '\n');
    }
    for (uint32_t s = 0; s < f->slots.n; s++) print_slot(w, &f->slots.at[s]);
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        print_block_name(w, b);
        buf_str(w->out, ":\n");
        for (uint32_t i = 0; i < f->blocks.at[b].n; i++) {
            buf_str(w->out, "  ");
            print_instr(w, &f->instrs.at[f->blocks.at[b].first + i]);
            buf_char(w->out, '\n');
        }
    }
}

void ir_print_func(const struct ir_program *p, const struct ir_func *f, struct buf *out) {
    struct printer w = {p, f, number_temps(f), out};
    print_head(&w);
    if (f->flags & IR_EXTERN) {
        buf_char(out, '\n');
    } else {
        buf_str(out, " {\n");
        print_body(&w);
        buf_str(out, "}\n");
    }
    free(w.number);
}

// ---- the program ---------------------------------------------------------------------------------------------------------------------

static void print_ctype_decl(struct buf *out, uint32_t number, const struct ir_ctype *t) {
    buf_printf(out, "type %u = %s ", number, ir_word_ckinds[t->kind]);
    print_text(out, t->name);
    buf_printf(out, " size %" PRIu64, t->size);
    if (t->target != IR_NO_TYPE) buf_printf(out, " to %u", t->target);
    if (t->count) buf_printf(out, " count %" PRIu64, t->count);
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct ir_field *m = &t->fields[i];
        buf_str(out, i ? "; " : " { ");
        print_text(out, m->name);
        print_ctype(out, m->ctype);
        buf_printf(out, " bit %" PRIu64, m->bit_offset);
        if (m->bit_size) buf_printf(out, " width %u", m->bit_size);
    }
    buf_str(out, t->n_fields ? " }\n" : "\n");
}

enum { GAP = 8 };  // zeros in a row that end a string of initial bytes

// The end of the string that starts at `at` and lies before `limit`: after its last byte that is not followed by GAP zeros.
static uint64_t chunk_end(const struct ir_global *g, uint64_t at, uint64_t limit) {
    uint64_t end = at;
    for (uint64_t i = at; i < limit && i < end + GAP; i++)
        if (g->bytes[i]) end = i + 1;
    return end;
}

struct contents {  // being written
    const struct printer *w;
    bool first;
};

static void print_bytes(struct contents *c, const struct ir_global *g, uint64_t at, uint64_t limit) {
    if (limit > g->n_bytes) limit = g->n_bytes;
    for (; at < limit; at++) {
        if (!g->bytes[at]) continue;
        uint64_t end = chunk_end(g, at, limit);
        separate(c->w, &c->first);
        buf_printf(c->w->out, "%" PRIu64 ": ", at);
        buf_quoted(c->w->out, (const char *)g->bytes + at, end - at);
        at = end;
    }
}

static void print_reloc(struct contents *c, const struct ir_reloc *r) {
    separate(c->w, &c->first);
    buf_printf(c->w->out, "%" PRIu64 ": &", r->offset);
    print_val(c->w, r->target);
    if (r->addend) print_signed(c->w->out, r->addend, "");
    if (r->size != c->w->p->pointer_bits / 8) buf_printf(c->w->out, " size %u", r->size);
}

// Bytes that lie under an address are no contents.
static void print_contents(const struct printer *w, const struct ir_global *g) {
    struct contents c = {w, true};
    size_t before = w->out->n;
    buf_str(w->out, " = {");
    uint64_t at = 0;
    for (uint32_t i = 0; i < g->n_relocs; i++) {
        print_bytes(&c, g, at, g->relocs[i].offset);
        print_reloc(&c, &g->relocs[i]);
        at = g->relocs[i].offset + g->relocs[i].size;
    }
    print_bytes(&c, g, at, g->n_bytes);
    if (!c.first) {
        buf_str(w->out, " }");
    } else {
        w->out->n = before;
        w->out->text[before] = 0;
    }
}

static void print_global(const struct printer *w, const struct ir_global *g) {
    print_name(w->out, "global @", g->name);
    buf_printf(w->out, " size %" PRIu64 " align %u", g->size, g->align);
    print_ctype(w->out, g->ctype);
    print_flags(w->out, g->flags, ir_word_symbol_flags);
    print_loc(w->out, g->loc);
    print_contents(w, g);
    buf_char(w->out, '\n');
}

static void print_hooks(const struct printer *w, const char *word, const struct ir_hook *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        print_name(w->out, word, w->p->funcs.at[at[i].func].name);
        buf_printf(w->out, " %u\n", at[i].priority);
    }
}

void ir_print(const struct ir_program *p, struct buf *out) {
    struct printer w = {.p = p, .out = out};
    buf_printf(out, "hir 1\npointer %u\n", p->pointer_bits);
    for (uint32_t i = 0; i < p->files.text.n; i++) {
        buf_printf(out, "file %u ", i);
        print_text(out, p->files.text.at[i]);
        buf_char(out, '\n');
    }
    for (uint32_t i = 0; i < p->ctypes.n; i++) print_ctype_decl(out, i, &p->ctypes.at[i]);
    for (uint32_t i = 0; i < p->globals.n; i++) print_global(&w, &p->globals.at[i]);
    print_hooks(&w, "ctor @", p->ctors.at, p->ctors.n);
    print_hooks(&w, "dtor @", p->dtors.at, p->dtors.n);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (!(p->funcs.at[i].flags & IR_EXTERN)) buf_char(out, '\n');
        ir_print_func(p, &p->funcs.at[i], out);
    }
}
