// SPDX-License-Identifier: MIT
#include "ir/name.h"

#include "ir/members.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>

enum { DEPTH = 6, STEPS = 32, LITERAL = 24 };
enum {
    SELECT_LEVEL = 1,
    OR_LEVEL,
    XOR_LEVEL,
    AND_LEVEL,
    EQUAL_LEVEL,
    LESS_LEVEL,
    SHIFT_LEVEL,
    ADD_LEVEL,
    MUL_LEVEL,
    UNARY_LEVEL,
    POSTFIX_LEVEL
};

struct namer {
    const struct ir_program *p;
    const struct ir_func *f;
};

// A piece of C, how tightly it binds, and its C type; or words that are no C.
struct piece {
    struct buf text;
    int level;
    uint32_t ctype;
    bool words;
};

static struct piece name_value(const struct namer *n, ir_val v, int depth);

static const struct ir_ctype *type_at(const struct namer *n, uint32_t ctype) {
    return ctype < n->p->ctypes.n ? &n->p->ctypes.at[ctype] : NULL;
}

// Appends a piece as part of something that binds as tightly as `level`, and frees it.
static void take(struct buf *out, struct piece *e, int level) {
    if (e->words)
        buf_str(out, "(...)");
    else if (e->level < level)
        buf_printf(out, "(%s)", buf_text(&e->text));
    else
        buf_str(out, buf_text(&e->text));
    buf_free(&e->text);
}

static struct piece words(const char *text) {
    struct piece e = {.words = true, .level = POSTFIX_LEVEL, .ctype = IR_NO_TYPE};
    buf_str(&e.text, text);
    return e;
}

static struct piece describe(ir_type t) {
    return words(ir_kind(t) == IR_PTR ? "a pointer" : ir_kind(t) == IR_BLOB ? "a value" : "a number");
}

static struct piece plain(const char *text, size_t length, uint32_t ctype) {
    struct piece e = {.level = POSTFIX_LEVEL, .ctype = ctype};
    buf_add(&e.text, text, length);
    return e;
}

// ---- variables -----------------------------------------------------------------------------------------------------------------------

// The length of a name without ".2".
static size_t base_length(const char *name) {
    size_t n = strlen(name), k = n;
    while (k && isdigit((unsigned char)name[k - 1])) k--;
    return k > 1 && k < n && name[k - 1] == '.' ? k - 1 : n;
}

// A static local is called FUNCTION.NAME, __func__ is called __func__.FUNCTION.
// An assembler name starts with \1.
static struct piece name_global(const struct namer *n, const struct ir_global *g) {
    const char *name = *g->name == 1 ? g->name + 1 : g->name;
    const char *dot = strchr(name, '.');
    size_t length = base_length(name);
    if (!(g->flags & IR_INTERNAL) || !dot || dot == name || dot >= name + length) return plain(name, length, g->ctype);
    if (strncmp(name, "__", 2) == 0) return plain(name, (size_t)(dot - name), g->ctype);
    struct buf head = {0};
    buf_add(&head, name, (size_t)(dot - name));
    bool of_function = ir_tag(ir_find(n->p, head.text)) == IR_FUNC;
    buf_free(&head);
    size_t skip = of_function ? (size_t)(dot + 1 - name) : 0;
    return plain(name + skip, length - skip, g->ctype);
}

static struct piece name_func(const struct ir_func *f) {
    const char *name = *f->name == 1 ? f->name + 1 : f->name;
    return plain(name, strlen(name), f->ctype);
}

static bool is_literal(const struct ir_global *g) {
    return g->flags & IR_READONLY && strncmp(g->name, ".str", 4) == 0;
}

static void add_char(struct buf *out, char c) {
    static const char escaped[] = "\n\t\r\"\\", letters[] = "ntr\"\\";
    const char *at = strchr(escaped, c);
    if (at)
        buf_printf(out, "\\%c", letters[at - escaped]);
    else if (iscntrl((unsigned char)c))
        buf_printf(out, "\\x%02x", (unsigned char)c);
    else
        buf_char(out, c);
}

static struct piece name_literal(const struct ir_global *g) {
    struct piece e = {.level = POSTFIX_LEVEL, .ctype = g->ctype};
    size_t length = g->n_bytes ? strnlen((const char *)g->bytes, g->n_bytes) : 0, shown = length < LITERAL ? length : LITERAL;
    buf_char(&e.text, '"');
    for (size_t i = 0; i < shown; i++) add_char(&e.text, (char)g->bytes[i]);
    buf_str(&e.text, shown < length ? "...\"" : "\"");
    return e;
}

static struct piece name_local(const struct ir_local *l) {
    if (l->name && l->flags & IR_USER) return plain(l->name, base_length(l->name), l->ctype);
    struct piece e = l->name && strcmp(l->name, "retval") == 0 ? words("the return value") : describe(l->type);
    e.ctype = l->ctype;
    return e;
}

static struct piece name_slot(const struct ir_slot *s) {
    if (s->flags & IR_USER) return plain(s->name, base_length(s->name), s->ctype);
    struct piece e = words("a temporary object");
    e.ctype = s->ctype;
    return e;
}

// ---- memory: a path from a variable or pointer through members and elements ----------------------------------------------------------

struct path {
    struct piece at;  // what the path has reached; if `deref`, a pointer to it (and at.ctype is still what it points to)
    bool deref;
    bool nameless;  // the last step was to a member without name: one more is needed
    ir_val base;
    int64_t offset;  // still to go, in bytes
    VEC(struct ir_term) terms;
    uint64_t bytes;  // of the access; 0 if any
    struct buf sum;  // "p + 1" if what was reached is `p[1]`
};

static const struct ir_instr *definition(const struct ir_func *f, ir_val v) {
    if (ir_tag(v) != IR_LOCAL || !(f->locals.at[ir_index(v)].flags & IR_TEMP)) return NULL;
    for (uint32_t i = 0; i < f->instrs.n; i++)
        for (uint32_t d = 0; d < f->instrs.at[i].n_dsts; d++)
            if (f->instrs.at[i].dsts[d] == ir_index(v)) return &f->instrs.at[i];
    return NULL;
}

// Takes apart an address whose base is itself a computed address.
static void flatten(const struct namer *n, struct path *w, const struct ir_addr *a) {
    for (int i = 0; a && i < DEPTH; i++) {
        w->base = a->base;
        w->offset = (int64_t)((uint64_t)w->offset + (uint64_t)a->offset);
        for (uint32_t t = 0; t < a->n_terms; t++) vec_push(&w->terms, a->terms[t]);
        const struct ir_instr *d = definition(n->f, a->base);
        while (d && d->op == IR_LET && d->pure == IR_COPY_ && i++ < DEPTH) {
            w->base = d->args[0];
            d = definition(n->f, w->base);
        }
        a = d && d->op == IR_ADDR ? d->to : NULL;
    }
}

static uint32_t pointee(const struct namer *n, uint32_t ctype) {
    const struct ir_ctype *t = type_at(n, ctype);
    return t && (t->kind == IR_C_POINTER || t->kind == IR_C_ARRAY) ? t->target : IR_NO_TYPE;
}

static void start(const struct namer *n, struct path *w, int depth) {
    enum ir_tag tag = ir_tag(w->base);
    if (tag == IR_SLOT) {
        w->at = name_slot(&n->f->slots.at[ir_index(w->base)]);
    } else if (tag == IR_GLOBAL) {
        const struct ir_global *g = &n->p->globals.at[ir_index(w->base)];
        w->at = is_literal(g) ? name_literal(g) : name_global(n, g);
    } else {
        w->at = name_value(n, w->base, depth);
        w->at.ctype = pointee(n, w->at.ctype);
        w->deref = true;
    }
}

// Size of an element when what the path has reached is seen as the first of an array; memory without type is bytes.
static int64_t element_size(const struct ir_ctype *t) {
    return t && t->kind != IR_C_VOID && t->kind != IR_C_FUNCTION && t->size && t->size < INT32_MAX ? (int64_t)t->size : 1;
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

static void add_scaled(const struct namer *n, struct buf *index, int64_t factor, ir_val v, int depth) {
    struct piece e = name_value(n, v, depth);
    if (index->n)
        buf_str(index, factor < 0 ? " - " : " + ");
    else if (factor < 0)
        buf_char(index, '-');
    uint64_t magnitude = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
    if (magnitude != 1) buf_printf(index, "%" PRIu64 " * ", magnitude);
    if (e.words && !index->n) {
        buf_str(index, "...");
        buf_free(&e.text);
    } else {
        take(index, &e, magnitude != 1 ? UNARY_LEVEL : factor < 0 || index->n ? MUL_LEVEL : SELECT_LEVEL);
    }
}

// Takes the terms that count elements of `size` bytes, and whole elements of the offset, into an index; false if there is none.
static bool take_index(const struct namer *n, struct path *w, int64_t size, bool always, int depth, struct buf *index) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < w->terms.n; t++) {
        if (w->terms.at[t].scale % size)
            w->terms.at[kept++] = w->terms.at[t];
        else
            add_scaled(n, index, w->terms.at[t].scale / size, w->terms.at[t].index, depth);
    }
    w->terms.n = kept;
    int64_t whole = floor_div(w->offset, size);
    if (!index->n && !whole && !always) return false;
    w->offset -= whole * size;
    if (!index->n)
        buf_printf(index, "%" PRId64, whole);
    else if (whole)
        buf_printf(index, whole < 0 ? " - %" PRIu64 : " + %" PRIu64, whole < 0 ? -(uint64_t)whole : (uint64_t)whole);
    return true;
}

// What has been reached is `e` from now on, an object.
static void step_to(struct path *w, const char *before, const char *after, uint32_t ctype) {
    struct piece e = {.level = POSTFIX_LEVEL, .ctype = ctype};
    buf_str(&e.text, before);
    take(&e.text, &w->at, POSTFIX_LEVEL);
    buf_str(&e.text, after);
    w->at = e;
    w->deref = w->nameless = false;
}

static void note_sum(struct path *w, const char *index) {
    if (w->at.words) return;
    bool minus = *index == '-';
    buf_printf(&w->sum, w->at.level < ADD_LEVEL ? "(%s)" : "%s", buf_text(&w->at.text));
    buf_printf(&w->sum, minus ? " - %s" : " + %s", index + minus);
}

static void step_index(struct path *w, const char *before, const char *index, const char *after, uint32_t ctype) {
    struct buf end = {0};
    buf_printf(&end, "%s[%s]", after, index);
    step_to(w, before, end.text, ctype);
    buf_free(&end);
}

static uint64_t size_of(const struct namer *n, uint32_t ctype) {
    const struct ir_ctype *t = type_at(n, ctype);
    return t ? t->size : 0;
}

// Is there a scalar of so many bytes at this offset into the type?
static bool has_scalar(const struct namer *n, uint32_t ctype, uint64_t offset, uint64_t bytes, int depth) {
    const struct ir_ctype *t = type_at(n, ctype);
    if (!t || !t->size || depth == 0) return false;
    if (t->kind == IR_C_ARRAY) {
        uint64_t size = size_of(n, t->target);
        return size && has_scalar(n, t->target, offset % size, bytes, depth - 1);
    }
    if (t->kind != IR_C_STRUCT && t->kind != IR_C_UNION) return offset == 0 && t->size == bytes;
    for (uint32_t i = 0; i < t->n_fields; i++) {
        uint64_t from = t->fields[i].bit_offset / 8;
        if (from <= offset && has_scalar(n, t->fields[i].ctype, offset - from, bytes, depth - 1)) return true;
    }
    return false;
}

static bool holds(const struct namer *n, const struct ir_field *m, uint64_t offset, bool last) {
    uint64_t from = m->bit_offset / 8, size = size_of(n, m->ctype);
    return offset >= from && (size ? offset - from < size : last);
}

// The member that holds the byte at the offset: of several (a union) the first that has a scalar as large as the access, else the first.
static const struct ir_field *member(const struct namer *n, const struct path *w, const struct ir_ctype *t) {
    const struct ir_field *first = NULL;
    uint64_t offset = (uint64_t)w->offset;
    for (uint32_t i = 0; w->offset >= 0 && i < t->n_fields; i++) {
        const struct ir_field *m = &t->fields[i];
        if (!holds(n, m, offset, i + 1 == t->n_fields)) continue;
        if (!first) first = m;
        if (m->bit_size ? first == m : has_scalar(n, m->ctype, offset - m->bit_offset / 8, w->bytes, DEPTH)) return m;
    }
    return first;
}

// Is what has been reached all that is accessed?  Then its parts are smaller, or of no interest.
static bool arrived(const struct namer *n, const struct path *w, const struct ir_ctype *t) {
    if (w->offset || w->terms.n) return false;
    if (!t || w->bytes == 0) return true;
    if (t->kind == IR_C_ARRAY) return size_of(n, t->target) < w->bytes;
    if (t->kind != IR_C_STRUCT && t->kind != IR_C_UNION) return true;
    const struct ir_field *m = member(n, w, t);
    return !m || (!w->nameless && size_of(n, m->ctype) < w->bytes);
}

static bool step_member(const struct namer *n, struct path *w, const struct ir_ctype *t) {
    const struct ir_field *m = member(n, w, t);
    if (!m) return false;
    w->offset -= (int64_t)(m->bit_offset / 8);
    if (*m->name) {
        struct buf after = {0};
        buf_printf(&after, "%s%s", w->deref ? "->" : ".", m->name);
        step_to(w, "", after.text, m->ctype);
        buf_free(&after);
    } else {
        w->at.ctype = m->ctype;
        w->nameless = true;
    }
    return true;
}

// Bytes of something whose parts have no names.
static void step_bytes(const struct namer *n, struct path *w, int depth) {
    struct buf index = {0};
    take_index(n, w, 1, true, depth, &index);
    if (w->deref)
        step_index(w, "", index.text, "", IR_NO_TYPE);
    else
        step_index(w, "((char *)&", index.text, ")", IR_NO_TYPE);
    buf_free(&index);
}

// One step of the path; false when it has arrived.
static bool step(const struct namer *n, struct path *w, int depth) {
    const struct ir_ctype *t = type_at(n, w->at.ctype);
    bool array = t && t->kind == IR_C_ARRAY, record = t && (t->kind == IR_C_STRUCT || t->kind == IR_C_UNION);
    struct buf index = {0};
    if (arrived(n, w, t)) return false;
    buf_free(&w->sum);
    bool outside = record && t->size && (w->offset < 0 || (uint64_t)w->offset >= t->size);
    bool flexible = outside && member(n, w, t);
    if (w->deref && !flexible && take_index(n, w, element_size(t), false, depth, &index)) {
        note_sum(w, index.text);
        step_index(w, "", index.text, "", w->at.ctype);
    } else if (w->deref && array) {
        step_to(w, "(*", ")", w->at.ctype);
    } else if (array) {
        const struct ir_ctype *e = type_at(n, t->target);
        take_index(n, w, element_size(e), true, depth, &index);
        step_index(w, "", index.text, "", t->target);
    } else if (outside && !flexible && take_index(n, w, element_size(t), false, depth, &index)) {
        step_index(w, "(&", index.text, ")", w->at.ctype);
    } else if (!record || !step_member(n, w, t)) {
        step_bytes(n, w, depth);
        w->bytes = 0;
    }
    buf_free(&index);
    return true;
}

static void walk(const struct namer *n, struct path *w, int depth) {
    start(n, w, depth);
    for (int i = 0; i < STEPS && step(n, w, depth); i++) continue;
    vec_free(&w->terms);
}

static struct piece name_object(const struct namer *n, const struct ir_addr *a, uint64_t bytes, int depth) {
    struct path w = {.bytes = bytes};
    flatten(n, &w, a);
    walk(n, &w, depth);
    buf_free(&w.sum);
    if (!w.deref) return w.at;
    struct piece e = {.level = UNARY_LEVEL, .ctype = w.at.ctype};
    if (w.at.words) {
        buf_free(&w.at.text);
        e = words("memory");
        e.ctype = w.at.ctype;
        return e;
    }
    buf_char(&e.text, '*');
    take(&e.text, &w.at, UNARY_LEVEL);
    return e;
}

static bool is_array(const struct namer *n, uint32_t ctype) {
    const struct ir_ctype *t = type_at(n, ctype);
    return t && t->kind == IR_C_ARRAY;
}

static struct piece name_address(const struct namer *n, const struct ir_addr *a, int depth) {
    struct path w = {0};
    flatten(n, &w, a);
    enum ir_tag tag = ir_tag(w.base);
    bool literal = tag == IR_GLOBAL && is_literal(&n->p->globals.at[ir_index(w.base)]) && !w.offset && !w.terms.n;
    walk(n, &w, depth);
    if (w.sum.n) {
        buf_free(&w.at.text);
        return (struct piece){.text = w.sum, .level = ADD_LEVEL, .ctype = IR_NO_TYPE};
    }
    if (w.deref || literal || (is_array(n, w.at.ctype) && !w.at.words)) {
        w.at.ctype = IR_NO_TYPE;
        return w.at;
    }
    struct piece e = {.level = UNARY_LEVEL, .ctype = IR_NO_TYPE};
    buf_char(&e.text, '&');
    take(&e.text, &w.at, POSTFIX_LEVEL);
    return e;
}

// ---- values --------------------------------------------------------------------------------------------------------------------------

static const struct operator{
    const char *text;
    int level;
}
operators[IR_N_PURE] = {
    [IR_ADD_] = {"+", ADD_LEVEL},     [IR_SUB_] = {"-", ADD_LEVEL},     [IR_MUL_] = {"*", MUL_LEVEL},    [IR_UDIV_] = {"/", MUL_LEVEL},
    [IR_SDIV_] = {"/", MUL_LEVEL},    [IR_UREM_] = {"%", MUL_LEVEL},    [IR_SREM_] = {"%", MUL_LEVEL},   [IR_SHL_] = {"<<", SHIFT_LEVEL},
    [IR_LSHR_] = {">>", SHIFT_LEVEL}, [IR_ASHR_] = {">>", SHIFT_LEVEL}, [IR_AND_] = {"&", AND_LEVEL},    [IR_OR_] = {"|", OR_LEVEL},
    [IR_XOR_] = {"^", XOR_LEVEL},     [IR_EQ_] = {"==", EQUAL_LEVEL},   [IR_NE_] = {"!=", EQUAL_LEVEL},  [IR_ULT_] = {"<", LESS_LEVEL},
    [IR_SLT_] = {"<", LESS_LEVEL},    [IR_ULE_] = {"<=", LESS_LEVEL},   [IR_SLE_] = {"<=", LESS_LEVEL},  [IR_FADD_] = {"+", ADD_LEVEL},
    [IR_FSUB_] = {"-", ADD_LEVEL},    [IR_FMUL_] = {"*", MUL_LEVEL},    [IR_FDIV_] = {"/", MUL_LEVEL},   [IR_FOEQ_] = {"==", EQUAL_LEVEL},
    [IR_FUNE_] = {"!=", EQUAL_LEVEL}, [IR_FOLT_] = {"<", LESS_LEVEL},   [IR_FOLE_] = {"<=", LESS_LEVEL}, [IR_FOGT_] = {">", LESS_LEVEL},
    [IR_FOGE_] = {">=", LESS_LEVEL},
};

// Does the operator keep what C calls the value (conversions)?
static bool is_conversion(enum ir_pure pure) {
    switch (ir_pures[pure].class) {
    case IR_CLASS_COPY:
    case IR_CLASS_WIDEN:
    case IR_CLASS_NARROW:
    case IR_CLASS_CAST:
    case IR_CLASS_BITS:
    case IR_CLASS_FCAST: return true;
    default: return false;
    }
}

// A constant stands on the right of an order, as people write it: then the order is turned round.
static const char *turned(const struct ir_instr *i) {
    bool constant = ir_tag(i->args[0]) == IR_CONST && ir_tag(i->args[1]) != IR_CONST;
    if (!constant) return NULL;
    return i->pure == IR_ULT_ || i->pure == IR_SLT_ ? ">" : i->pure == IR_ULE_ || i->pure == IR_SLE_ ? ">=" : NULL;
}

static struct piece name_binary(const struct namer *n, const struct ir_instr *i, int depth) {
    const char *other = turned(i);
    const struct operator turn = {other, LESS_LEVEL}, *o = other ? &turn : &operators[i->pure];
    struct piece a = name_value(n, i->args[other ? 1 : 0], depth), b = name_value(n, i->args[other ? 0 : 1], depth);
    struct piece e = {.level = o->level, .ctype = ir_pures[i->pure].class == IR_CLASS_ARITH ? a.ctype : IR_NO_TYPE};
    bool nothing = a.words && b.words;
    take(&e.text, &a, o->level);
    buf_printf(&e.text, " %s ", o->text);
    take(&e.text, &b, o->level + 1);
    if (!nothing) return e;
    buf_free(&e.text);
    return describe(ir_type_of(n->p, n->f, ir_val_of(IR_LOCAL, i->dsts[0])));
}

static struct piece name_prefixed(const struct namer *n, const char *prefix, ir_val v, int depth) {
    struct piece a = name_value(n, v, depth), e = {.level = UNARY_LEVEL, .ctype = a.ctype};
    buf_str(&e.text, prefix);
    take(&e.text, &a, UNARY_LEVEL);
    return e;
}

static struct piece name_let(const struct namer *n, const struct ir_instr *i, int depth) {
    const struct ir_const *b = i->n_args == 2 ? ir_const_of(n->p, i->args[1]) : NULL;
    if (is_conversion(i->pure)) return name_value(n, i->args[0], depth);
    if (i->pure == IR_XOR_ && b && b->type == IR_I1 && b->lo == 1) return name_prefixed(n, "!", i->args[0], depth);
    if (i->pure == IR_FNEG_) return name_prefixed(n, "-", i->args[0], depth);
    if (operators[i->pure].text) return name_binary(n, i, depth);
    return describe(n->f->locals.at[i->dsts[0]].type);
}

static struct piece name_call(const struct namer *n, const struct ir_instr *i, int depth) {
    struct piece callee = name_value(n, i->args[0], depth), e = {.level = POSTFIX_LEVEL, .ctype = IR_NO_TYPE};
    const struct ir_ctype *t = type_at(n, callee.ctype);
    if (t && t->kind == IR_C_POINTER) t = type_at(n, t->target);
    if (t && t->kind == IR_C_FUNCTION) e.ctype = t->target;
    take(&e.text, &callee, POSTFIX_LEVEL);
    buf_str(&e.text, i->n_args > 1 ? "(...)" : "()");
    return e;
}

static struct piece name_temp(const struct namer *n, uint32_t local, int depth) {
    const struct ir_local *l = &n->f->locals.at[local];
    const struct ir_instr *i = definition(n->f, ir_val_of(IR_LOCAL, local));
    struct piece e;
    if (!i || depth <= 0)
        e = describe(l->type);
    else if (i->op == IR_LOAD)
        e = name_object(n, i->to, ir_bytes(l->type), depth - 1);
    else if (i->op == IR_ADDR)
        e = name_address(n, i->to, depth - 1);
    else if (i->op == IR_LET)
        e = name_let(n, i, depth - 1);
    else if (i->op == IR_CALL)
        e = name_call(n, i, depth - 1);
    else if (i->op == IR_ALLOCA)
        e = plain("alloca(...)", 11, IR_NO_TYPE);
    else
        e = describe(l->type);
    if (l->ctype != IR_NO_TYPE) e.ctype = l->ctype;
    return e;
}

static void add_float(struct buf *out, const struct ir_const *c) {
    union {
        uint64_t bits;
        double value;
    } d = {.bits = c->lo};
    union {
        uint32_t bits;
        float value;
    } s = {.bits = (uint32_t)c->lo};
    buf_printf(out, "%g", ir_bits(c->type) == 32 ? (double)s.value : d.value);
}

static struct piece name_const(const struct ir_const *c) {
    struct piece e = {.level = POSTFIX_LEVEL, .ctype = IR_NO_TYPE};
    uint32_t bits = ir_bits(c->type);
    if (c->undef) return words("an uninitialised value");
    if (bits > 64) return words("a number");
    if (ir_kind(c->type) == IR_PTR)
        buf_printf(&e.text, c->lo ? "(void *)0x%" PRIx64 : "NULL", c->lo);
    else if (bits == 1)
        buf_printf(&e.text, "%" PRIu64, c->lo);
    else if (ir_kind(c->type) == IR_INT)
        buf_printf(&e.text, "%" PRId64, (int64_t)(c->lo << (64 - bits)) >> (64 - bits));
    else if (ir_kind(c->type) == IR_FLOAT && bits >= 32)
        add_float(&e.text, c);
    else
        return words("a value");
    if (e.text.text[0] == '-' || e.text.text[0] == '(') e.level = UNARY_LEVEL;
    return e;
}

static struct piece name_label(const struct namer *n, const struct ir_label *l) {
    struct piece e = {.level = UNARY_LEVEL, .ctype = IR_NO_TYPE};
    buf_printf(&e.text, "&&%s", n->p->funcs.at[l->func].blocks.at[l->block].name);
    return e;
}

static struct piece name_value(const struct namer *n, ir_val v, int depth) {
    uint32_t i = ir_index(v);
    struct ir_addr a = {.base = v};
    switch (ir_tag(v)) {
    case IR_NONE: return words("nothing");
    case IR_LOCAL: return n->f->locals.at[i].flags & IR_TEMP ? name_temp(n, i, depth) : name_local(&n->f->locals.at[i]);
    case IR_CONST: return name_const(&n->p->consts.at[i]);
    case IR_FUNC: return name_func(&n->p->funcs.at[i]);
    case IR_LABEL: return name_label(n, &n->p->labels.at[i]);
    default: return name_address(n, &a, depth);
    }
}

// ---- for others ----------------------------------------------------------------------------------------------------------------------

static void show(struct buf *out, struct piece *e) {
    buf_str(out, buf_text(&e->text));
    buf_free(&e->text);
}

void ir_name_val(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out) {
    struct namer n = {p, f};
    struct piece e = name_value(&n, v, DEPTH);
    show(out, &e);
}

bool ir_name_expression(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out) {
    struct namer n = {p, f};
    struct piece e = name_value(&n, v, DEPTH);
    bool named = !e.words;
    if (named) buf_str(out, buf_text(&e.text));
    buf_free(&e.text);
    return named;
}

void ir_name_addr(const struct ir_program *p, const struct ir_func *f, const struct ir_addr *a, uint64_t bytes, struct buf *out) {
    struct namer n = {p, f};
    struct piece e = name_object(&n, a, bytes, DEPTH);
    show(out, &e);
}

void ir_name_at(const struct ir_program *p, const struct ir_func *f, ir_val base, int64_t offset, uint64_t bytes, struct buf *out) {
    ir_name_addr(p, f, &(struct ir_addr){.base = base, .offset = offset}, bytes, out);
}

// Down to so many bytes, or to something of the type *part if it is one.
static bool name_member(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint64_t bytes, struct buf *out, uint32_t *part) {
    struct namer n = {p, NULL};
    struct path w = {.bytes = bytes, .offset = (int64_t)offset, .at = {.level = POSTFIX_LEVEL, .ctype = ctype}};
    bool known = *part != IR_NO_TYPE;
    for (int i = 0; i < STEPS && !(known && w.offset == 0 && ir_same_type(p, w.at.ctype, *part)) && step(&n, &w, DEPTH); i++) continue;
    buf_free(&w.sum);
    const char *text = buf_text(&w.at.text);
    bool named = w.at.ctype != IR_NO_TYPE && *text != '(';
    if (named) buf_str(out, *text == '.' ? text + 1 : text);
    if (named) *part = w.at.ctype;
    buf_free(&w.at.text);
    return named;
}

bool ir_name_member(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint64_t bytes, struct buf *out, uint32_t *part) {
    *part = IR_NO_TYPE;
    return name_member(p, ctype, offset, bytes, out, part);
}

void ir_name_part(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint32_t part, struct buf *out) {
    assert(part < p->ctypes.n);
    name_member(p, ctype, offset, p->ctypes.at[part].size, out, &part);
}

uint32_t ir_name_type(const struct ir_program *p, const struct ir_func *f, const struct ir_addr *a, uint64_t bytes) {
    struct namer n = {p, f};
    struct piece e = name_object(&n, a, bytes, DEPTH);
    buf_free(&e.text);
    return e.ctype;
}

static struct piece name_variable(const struct namer *n, ir_val v) {
    uint32_t i = ir_index(v);
    switch (ir_tag(v)) {
    case IR_LOCAL: return name_local(&n->f->locals.at[i]);
    case IR_SLOT: return name_slot(&n->f->slots.at[i]);
    case IR_GLOBAL: return name_global(n, &n->p->globals.at[i]);
    case IR_FUNC: return name_func(&n->p->funcs.at[i]);
    default: return words("a value");
    }
}

bool ir_name_variable(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out) {
    struct namer n = {p, f};
    struct piece e = name_variable(&n, v);
    bool named = !e.words;
    if (named) buf_str(out, buf_text(&e.text));
    buf_free(&e.text);
    return named;
}

static const char *const unnamed[] = {
    [IR_C_VOID] = "void",   [IR_C_INT] = "int",       [IR_C_UINT] = "unsigned int", [IR_C_FLOAT] = "double", [IR_C_POINTER] = "pointer",
    [IR_C_ARRAY] = "array", [IR_C_STRUCT] = "struct", [IR_C_UNION] = "union",       [IR_C_ENUM] = "enum",    [IR_C_FUNCTION] = "function",
};

static void name_ctype(const struct ir_program *p, uint32_t ctype, struct buf *out, int depth) {
    const struct ir_ctype *t = ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
    if (!t || *t->name) {
        buf_str(out, t ? t->name : "void");
    } else if (depth > 0 && (t->kind == IR_C_POINTER || t->kind == IR_C_ARRAY || t->kind == IR_C_FUNCTION)) {
        name_ctype(p, t->target, out, depth - 1);
        if (t->kind == IR_C_POINTER)
            buf_str(out, out->n && out->text[out->n - 1] == '*' ? "*" : " *");
        else if (t->kind == IR_C_FUNCTION)
            buf_str(out, " (...)");
        else if (t->count)
            buf_printf(out, " [%" PRIu64 "]", t->count);
        else
            buf_str(out, " []");
    } else {
        buf_str(out, unnamed[t->kind]);
    }
}

void ir_name_ctype(const struct ir_program *p, uint32_t ctype, struct buf *out) {
    name_ctype(p, ctype, out, DEPTH);
}
