// SPDX-License-Identifier: MIT
// The text form, read: symbols and types; bodies are parse_body.c.
#include <assert.h>

#include "ir/parser.h"
#include "ir/text.h"
#include "ir/valid.h"

// ---- files and types -----------------------------------------------------------------------------------------------------------------

static void numbered(struct ir_parser *s, uint32_t next, const char *what) {
    struct ir_pos pos = s->lex.pos;
    uint32_t n = ir_parse_u32(s, "a number");
    if (!s->failed && n != next) ir_parse_fail(s, pos, "%s %u comes next", what, next);
}

static void parse_file(struct ir_parser *s) {
    numbered(s, s->p->files.text.n, "file");
    struct ir_pos pos = s->lex.pos;
    const char *name = ir_parse_text(s, "a file name");
    if (s->failed) return;
    if (intern_find(&s->p->files, name) != INTERN_NONE) ir_parse_fail(s, pos, "the file is listed twice");
    intern_add(&s->p->files, name);
    ir_parse_line_end(s);
}

static enum ir_ckind parse_ckind(struct ir_parser *s) {
    for (uint32_t k = 0; k < IR_N_CKINDS; k++)
        if (ir_parse_accept_word(s, ir_word_ckinds[k])) return (enum ir_ckind)k;
    ir_parse_expected(s, "a kind of C type");
    return IR_C_VOID;
}

// A mention of a C type, which may come later in the text.
static uint32_t mention_ctype(struct ir_parser *s) {
    struct ir_pos pos = s->lex.pos;
    uint32_t n = ir_parse_u32(s, "the number of a type");
    if (s->failed) return IR_NO_TYPE;
    if (n == IR_NO_TYPE) {
        ir_parse_fail(s, pos, "no such type");
    } else if (n >= s->most_ctype) {
        s->most_ctype = n + 1;
        s->most_ctype_pos = pos;
    }
    return n;
}

uint32_t ir_parse_ctype(struct ir_parser *s) {
    return ir_parse_accept_word(s, "type") ? mention_ctype(s) : IR_NO_TYPE;
}

static void parse_fields(struct ir_parser *s, struct ir_ctype *t) {
    VEC(struct ir_field) fields = {0};
    do {
        struct ir_field m = {.name = ir_parse_text(s, "a member's name")};
        m.ctype = ir_parse_ctype(s);
        ir_parse_word(s, "bit");
        m.bit_offset = ir_parse_u64(s, "a number of bits");
        if (ir_parse_accept_word(s, "width")) m.bit_size = ir_parse_u32(s, "a number of bits");
        vec_push(&fields, m);
    } while (ir_parse_accept(s, ';'));
    ir_parse_punct(s, '}');
    t->n_fields = fields.n;
    t->fields = arena_copy(&s->p->arena, fields.at, fields.n * sizeof *fields.at);
    vec_free(&fields);
}

static void parse_ctype_decl(struct ir_parser *s) {
    numbered(s, s->p->ctypes.n, "type");
    ir_parse_punct(s, '=');
    struct ir_ctype t = {.kind = parse_ckind(s), .target = IR_NO_TYPE};
    t.name = ir_parse_text(s, "the type's name");
    ir_parse_word(s, "size");
    t.size = ir_parse_u64(s, "a size");
    bool targets = t.kind == IR_C_POINTER || t.kind == IR_C_ARRAY || t.kind == IR_C_FUNCTION;
    bool members = t.kind == IR_C_STRUCT || t.kind == IR_C_UNION || t.kind == IR_C_FUNCTION;
    if (targets && ir_parse_accept_word(s, "to")) t.target = mention_ctype(s);
    if (t.kind == IR_C_ARRAY && ir_parse_accept_word(s, "count")) t.count = ir_parse_u64(s, "a number of elements");
    if (members && ir_parse_accept(s, '{')) parse_fields(s, &t);
    ir_parse_line_end(s);
    if (s->failed) return;
    uint32_t number = ir_add_ctype(s->p);
    s->p->ctypes.at[number] = t;
}

// ---- globals -------------------------------------------------------------------------------------------------------------------------

struct contents {  // of a global, growing
    VEC(uint8_t) bytes;
    VEC(struct ir_reloc) relocs;
    uint64_t reloc_end;
};

static void parse_bytes(struct ir_parser *s, struct contents *c, const struct ir_global *g, struct ir_pos pos, uint64_t offset) {
    uint64_t n = s->lex.text.n;
    if (offset > g->size || n > g->size - offset)
        ir_parse_fail(s, pos, "contents outside the global");
    else if (offset < c->bytes.n)
        ir_parse_fail(s, pos, "contents are not ascending");
    else if (offset + n - c->bytes.n > IR_MOST_CONTENTS - s->contents)
        ir_parse_fail(s, pos, "more than 256 MiB of contents");
    if (s->failed) return;
    s->contents += offset + n - c->bytes.n;
    vec_reserve(&c->bytes, offset + n + 1);
    assert(c->bytes.at);
    memset(c->bytes.at + c->bytes.n, 0, offset - c->bytes.n);
    if (n) memcpy(c->bytes.at + offset, s->lex.text.text, n);
    c->bytes.n = (uint32_t)(offset + n);
    ir_lex_next(&s->lex);
}

static void parse_reloc(struct ir_parser *s, struct contents *c, const struct ir_global *g, struct ir_pos pos, uint64_t offset) {
    struct ir_reloc r = {.offset = offset, .size = s->p->pointer_bits / 8, .target = ir_parse_symbol(s)};
    if (ir_lex_is(&s->lex, '+') || ir_lex_is(&s->lex, '-')) r.addend = ir_parse_signed(s);
    if (ir_parse_accept_word(s, "size")) r.size = ir_parse_u32(s, "a size");
    if (r.size < 1 || r.size > 8)
        ir_parse_fail(s, pos, "an address has 1 to 8 bytes");
    else if (offset > g->size || r.size > g->size - offset)
        ir_parse_fail(s, pos, "contents outside the global");
    else if (offset < c->reloc_end)
        ir_parse_fail(s, pos, "contents are not ascending");
    c->reloc_end = offset + r.size;
    vec_push(&c->relocs, r);
}

static void parse_contents(struct ir_parser *s, struct ir_global *g) {
    struct contents c = {0};
    ir_parse_punct(s, '{');
    do {
        struct ir_pos pos = s->lex.pos;
        uint64_t offset = ir_parse_u64(s, "an offset");
        ir_parse_punct(s, ':');
        if (s->lex.kind == IR_TOK_STRING)
            parse_bytes(s, &c, g, pos, offset);
        else if (ir_parse_accept(s, '&'))
            parse_reloc(s, &c, g, pos, offset);
        else
            ir_parse_expected(s, "a string or an address");
    } while (ir_parse_accept(s, ','));
    ir_parse_punct(s, '}');
    g->n_bytes = c.bytes.n;
    g->bytes = arena_copy(&s->p->arena, c.bytes.at, c.bytes.n);
    g->n_relocs = c.relocs.n;
    g->relocs = arena_copy(&s->p->arena, c.relocs.at, c.relocs.n * sizeof *c.relocs.at);
    vec_free(&c.bytes);
    vec_free(&c.relocs);
}

static uint32_t declared(struct ir_parser *s, enum ir_tag tag) {
    ir_val v = s->lex.kind == IR_TOK_SYMBOL ? ir_find(s->p, s->lex.text.text) : IR_NOTHING;
    if (ir_tag(v) != tag)
        ir_parse_expected(s, tag == IR_FUNC ? "a function" : "a global");
    else
        ir_lex_next(&s->lex);
    return ir_index(v);
}

static void parse_global(struct ir_parser *s) {
    struct ir_pos pos = s->lex.pos;
    uint32_t number = declared(s, IR_GLOBAL);
    if (s->failed) return;
    struct ir_global *g = &s->p->globals.at[number];
    ir_parse_word(s, "size");
    g->size = ir_parse_u64(s, "a size");
    ir_parse_word(s, "align");
    struct ir_pos align = s->lex.pos;
    g->align = ir_parse_u32(s, "an alignment");
    if (g->align == 0 || g->align & (g->align - 1)) ir_parse_fail(s, align, "an alignment is a power of two");
    g->ctype = ir_parse_ctype(s);
    g->flags = ir_parse_flags(s, ir_word_symbol_flags, IR_INTERNAL | IR_WEAK | IR_EXTERN | IR_READONLY | IR_THREAD | IR_UNSIZED | IR_SUPPLIED);
    g->loc = ir_parse_loc(s);
    if (ir_lex_is(&s->lex, '=') && g->flags & IR_EXTERN) ir_parse_fail(s, s->lex.pos, "contents without definition");
    if (g->flags & IR_UNSIZED && (!(g->flags & IR_EXTERN) || g->size)) ir_parse_fail(s, pos, "unsized globals are extern and have size 0");
    if (ir_parse_accept(s, '=')) parse_contents(s, g);
    ir_parse_line_end(s);
}

// ---- functions -----------------------------------------------------------------------------------------------------------------------

static void parse_hook(struct ir_parser *s, bool ctor) {
    struct ir_hook h = {.func = declared(s, IR_FUNC)};
    h.priority = ir_parse_u32(s, "a priority");
    ir_parse_line_end(s);
    if (s->failed) return;
    if (ctor)
        vec_push(&s->p->ctors, h);
    else
        vec_push(&s->p->dtors, h);
}

static void end_func(struct ir_parser *s, struct ir_pos pos) {
    bool ok = ir_build_end(&s->build);
    if (!ok) ir_parse_fail(s, pos, "%s", s->build.error);
    ir_parse_forget(&s->locals);
    ir_parse_forget(&s->temps);
    ir_parse_forget(&s->slots);
    ir_parse_forget(&s->blocks);
}

static void parse_func(struct ir_parser *s, bool body) {
    struct ir_pos pos = s->lex.pos;
    uint32_t number = declared(s, IR_FUNC);
    if (s->failed) return;
    if (!body) s->p->funcs.at[number].flags = IR_EXTERN;
    ir_build_begin(&s->build, s->p, number);
    ir_parse_signature(s, body);
    if (body)
        ir_parse_body(s);
    else
        ir_parse_line_end(s);
    end_func(s, pos);
}

// ---- the program ---------------------------------------------------------------------------------------------------------------------

// Symbols may be used before their line: all are declared first.
static void declare_symbols(struct ir_parser *s) {
    struct ir_lex *x = &s->lex;
    while (x->kind != IR_TOK_EOF && !s->failed) {
        ir_lex_next(x);
        bool global = ir_lex_is_word(x, "global"), func = ir_lex_is_word(x, "func") || ir_lex_is_word(x, "declare");
        if (global || func) ir_lex_next(x);
        if (x->kind == IR_TOK_BAD) {
            ir_parse_fail(s, x->pos, "%s", x->text.text);
        } else if ((global || func) && x->kind == IR_TOK_SYMBOL) {
            if (ir_find(s->p, x->text.text))
                ir_parse_fail(s, x->pos, "@%s is declared twice", x->text.text);
            else if (global)
                ir_add_global(s->p, x->text.text);
            else
                ir_add_func(s->p, x->text.text);
        }
        ir_lex_skip_line(x);
    }
}

static void parse_line(struct ir_parser *s) {
    if (ir_parse_accept_word(s, "file"))
        parse_file(s);
    else if (ir_parse_accept_word(s, "type"))
        parse_ctype_decl(s);
    else if (ir_parse_accept_word(s, "global"))
        parse_global(s);
    else if (ir_parse_accept_word(s, "ctor"))
        parse_hook(s, true);
    else if (ir_parse_accept_word(s, "dtor"))
        parse_hook(s, false);
    else if (ir_parse_accept_word(s, "declare"))
        parse_func(s, false);
    else if (ir_parse_accept_word(s, "func"))
        parse_func(s, true);
    else
        ir_parse_expected(s, "file, type, global, ctor, dtor, declare or func");
}

static void skip_empty_lines(struct ir_parser *s) {
    while (s->lex.kind == IR_TOK_EOL) ir_lex_next(&s->lex);
}

static uint32_t parse_header(struct ir_parser *s) {
    skip_empty_lines(s);
    ir_parse_word(s, "hir");
    struct ir_pos pos = s->lex.pos;
    if (ir_parse_u32(s, "a version") != 1 && !s->failed) ir_parse_fail(s, pos, "only version 1 of the text form is known");
    ir_parse_line_end(s);
    skip_empty_lines(s);
    ir_parse_word(s, "pointer");
    pos = s->lex.pos;
    uint32_t bits = ir_parse_u32(s, "a pointer width");
    if (!s->failed && bits != 32 && bits != 64) ir_parse_fail(s, pos, "pointers have 32 or 64 bits");
    ir_parse_line_end(s);
    return bits;
}

// Now that all functions are known, labels get their blocks.
static void resolve_labels(struct ir_parser *s) {
    uint32_t n = s->p->labels.n;
    if (!n || s->failed) return;
    bool *known = calloc(n, sizeof *known);
    if (!known) base_out_of_memory();
    struct buf key = {0};
    for (uint32_t f = 0; f < s->p->funcs.n; f++)
        for (uint32_t b = 0; b < s->p->funcs.at[f].blocks.n; b++) {
            key.n = 0;
            buf_printf(&key, "%u:%s", f, s->p->funcs.at[f].blocks.at[b].name);
            uint32_t l = intern_find(&s->label_keys, key.text);
            if (l == INTERN_NONE) continue;
            if (b == 0) ir_parse_fail(s, s->label_pos.at[l], "the entry block has no address");
            s->p->labels.at[l].block = b;
            known[l] = true;
        }
    for (uint32_t l = 0; l < n; l++)
        if (!known[l]) ir_parse_fail(s, s->label_pos.at[l], "no such block");
    ir_rehash_labels(s->p);
    buf_free(&key);
    free(known);
}

static void check_mentions(struct ir_parser *s) {
    if (s->most_ctype > s->p->ctypes.n) ir_parse_fail(s, s->most_ctype_pos, "no such type");
}

// Every violation has been refused at its place; this is the last line of defence.
static void check_valid(struct ir_parser *s) {
    struct buf why = {0};
    if (!s->failed && !ir_valid(s->p, &why)) {
        const char *line = buf_text(&why);
        ir_parse_fail(s, (struct ir_pos){1, 1}, "%.*s", (int)strcspn(line, "\n"), line);
    }
    buf_free(&why);
}

static void parse_program(struct ir_parser *s, const char *text, size_t n) {
    s->p = ir_program_new(64);
    ir_lex_begin(&s->lex, text, n);
    declare_symbols(s);
    if (s->failed) return;
    buf_free(&s->lex.text);
    ir_lex_begin(&s->lex, text, n);
    s->p->pointer_bits = parse_header(s);
    for (skip_empty_lines(s); !s->failed && s->lex.kind != IR_TOK_EOF; skip_empty_lines(s)) parse_line(s);
    check_mentions(s);
    resolve_labels(s);
    check_valid(s);
}

struct ir_program *ir_parse(const char *file, const char *text, size_t n, struct buf *error) {
    struct ir_parser s = {.file = file, .error = error};
    for (uint32_t i = 0; i < IR_N_PURE; i++) intern_add(&s.pures, ir_pures[i].text);
    for (uint32_t i = 0; i < IR_N_OPS; i++) intern_add(&s.ops, ir_ops[i].text);
    parse_program(&s, text, n);
    buf_free(&s.lex.text);
    intern_free(&s.pures);
    intern_free(&s.ops);
    intern_free(&s.label_keys);
    vec_free(&s.label_pos);
    vec_free(&s.instr_pos);
    if (!s.failed) return s.p;
    ir_program_free(s.p);
    return NULL;
}
