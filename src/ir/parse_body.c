// SPDX-License-Identifier: MIT
// Functions: signature, variables, slots, blocks.
#include "ir/flow.h"
#include "ir/parser.h"

// ---- signature -----------------------------------------------------------------------------------------------------------------------

static void parse_param(struct ir_parser *s, bool body) {
    enum ir_tok kind = s->lex.kind;
    struct ir_pos pos = s->lex.pos;
    bool named = kind == IR_TOK_LOCAL || kind == IR_TOK_TEMP;
    char *name = NULL;
    if (named) {
        name = arena_strdup(&s->p->arena, s->lex.text.text);
        ir_lex_next(&s->lex);
        ir_parse_punct(s, ':');
    } else if (body) {
        ir_parse_expected(s, "a parameter");
    }
    ir_type type = ir_parse_type(s);
    uint32_t ctype = ir_parse_ctype(s);
    uint32_t flags = ir_parse_flags(s, ir_word_local_flags, IR_USER);
    s->build.loc = ir_parse_loc(s);
    if (s->failed) return;
    uint32_t l = ir_build_param(&s->build, kind == IR_TOK_LOCAL ? name : NULL, type, ctype, flags);
    if (named && !ir_parse_declare(kind == IR_TOK_LOCAL ? &s->locals : &s->temps, name, l))
        ir_parse_fail(s, pos, "the parameter is declared twice");
}

static void parse_rets(struct ir_parser *s, struct ir_func *f) {
    VEC(ir_type) rets = {0};
    do vec_push(&rets, ir_parse_type(s));
    while (ir_parse_accept(s, ','));
    f->n_rets = rets.n;
    f->rets = arena_copy(&s->p->arena, rets.at, rets.n * sizeof *rets.at);
    vec_free(&rets);
}

void ir_parse_signature(struct ir_parser *s, bool body) {
    struct ir_func *f = &s->p->funcs.at[s->build.func];
    struct ir_pos pos = s->lex.pos;
    ir_parse_punct(s, '(');
    if (!ir_parse_accept(s, ')')) {
        do parse_param(s, body);
        while (ir_parse_accept(s, ','));
        ir_parse_punct(s, ')');
    }
    if (ir_parse_accept(s, '>')) parse_rets(s, f);
    f->ctype = ir_parse_ctype(s);
    f->flags |= ir_parse_flags(s, ir_word_symbol_flags, IR_INTERNAL | IR_WEAK | IR_VARIADIC | IR_NORETURN | IR_OPEN_ORDER | IR_SUPPLIED | IR_AGREED);
    f->loc = ir_parse_loc(s);
    bool block = f->n_params && ir_kind(f->locals.at[f->n_params - 1].type) == IR_PTR;
    if (body && f->flags & IR_VARIADIC && !block) ir_parse_fail(s, pos, "the last parameter of a variadic function is a pointer");
    s->build.loc = (struct ir_loc){0};
}

// ---- a first look at the body: blocks and temporaries may be used before their line --------------------------------------------------

static void declare_block(struct ir_parser *s, struct ir_pos pos, const char *name) {
    if (ir_parse_declare(&s->blocks, name, ir_build_block(&s->build, name))) return;
    ir_parse_fail(s, pos, "the block is declared twice");
}

static void declare_temp(struct ir_parser *s) {
    struct ir_pos pos = s->lex.pos;
    uint32_t l = s->p->funcs.at[s->build.func].locals.n;
    if (!ir_parse_declare(&s->temps, s->lex.text.text, l)) ir_parse_fail(s, pos, "the temporary is assigned twice");
    ir_lex_next(&s->lex);
    ir_parse_punct(s, ':');
    ir_type type = ir_parse_type(s);
    uint32_t ctype = ir_parse_ctype(s);
    uint32_t flags = ir_parse_flags(s, ir_word_local_flags, IR_USER);
    if (!s->failed) ir_build_local(&s->build, NULL, type, ctype, flags);
}

// The start of a line: "NAME:", or the destinations of an instruction.
static void look_at_line(struct ir_parser *s) {
    struct ir_lex *x = &s->lex;
    struct ir_pos pos = x->pos;
    if (x->kind == IR_TOK_WORD || x->kind == IR_TOK_STRING) {
        struct buf name = {0};
        buf_add(&name, x->text.text, x->text.n);
        bool bad = x->text.n == 0 || memchr(x->text.text, 0, x->text.n);
        ir_lex_next(x);
        if (ir_lex_is(x, ':') && bad)
            ir_parse_fail(s, pos, "an empty name, or a zero byte in it");
        else if (ir_lex_is(x, ':'))
            declare_block(s, pos, name.text);
        buf_free(&name);
        return;
    }
    while (x->kind == IR_TOK_TEMP || x->kind == IR_TOK_LOCAL) {
        if (x->kind == IR_TOK_TEMP)
            declare_temp(s);
        else
            ir_lex_next(x);
        if (!ir_parse_accept(s, ',')) break;
    }
}

static bool in_body(const struct ir_parser *s) {
    return !s->failed && s->lex.kind != IR_TOK_EOF && !ir_lex_is(&s->lex, '}');
}

static void look_ahead(struct ir_parser *s) {
    struct ir_lex start = s->lex;
    start.text = (struct buf){0};
    buf_add(&start.text, buf_text(&s->lex.text), s->lex.text.n);
    while (in_body(s)) {
        look_at_line(s);
        if (s->lex.kind == IR_TOK_BAD) ir_parse_expected(s, "a line");
        ir_lex_skip_line(&s->lex);
        ir_lex_next(&s->lex);
    }
    struct buf *unused = s->failed ? &start.text : &s->lex.text;
    buf_free(unused);
    if (!s->failed) s->lex = start;
}

// ---- the body ------------------------------------------------------------------------------------------------------------------------

static void parse_var(struct ir_parser *s) {
    struct ir_pos pos = s->lex.pos;
    if (s->lex.kind != IR_TOK_LOCAL) {
        ir_parse_expected(s, "the name of a variable");
        return;
    }
    char *name = arena_strdup(&s->p->arena, s->lex.text.text);
    ir_lex_next(&s->lex);
    ir_parse_punct(s, ':');
    ir_type type = ir_parse_type(s);
    uint32_t ctype = ir_parse_ctype(s);
    uint32_t flags = ir_parse_flags(s, ir_word_local_flags, IR_SCOPED | IR_USER);
    s->build.loc = ir_parse_loc(s);
    if (s->failed) return;
    uint32_t l = ir_build_local(&s->build, name, type, ctype, flags);
    if (!ir_parse_declare(&s->locals, name, l)) ir_parse_fail(s, pos, "the variable is declared twice");
    ir_parse_line_end(s);
}

static void parse_slot(struct ir_parser *s) {
    struct ir_pos pos = s->lex.pos;
    if (s->lex.kind != IR_TOK_SLOT) {
        ir_parse_expected(s, "the name of a slot");
        return;
    }
    char *name = arena_strdup(&s->p->arena, s->lex.text.text);
    ir_lex_next(&s->lex);
    ir_parse_word(s, "size");
    uint64_t size = ir_parse_u64(s, "a size");
    ir_parse_word(s, "align");
    uint32_t align = ir_parse_u32(s, "an alignment");
    uint32_t ctype = ir_parse_ctype(s);
    uint32_t flags = ir_parse_flags(s, ir_word_local_flags, IR_SCOPED | IR_USER);
    s->build.loc = ir_parse_loc(s);
    if (s->failed) return;
    uint32_t i = ir_build_slot(&s->build, name, size, align, ctype, flags);
    if (!ir_parse_declare(&s->slots, name, i)) ir_parse_fail(s, pos, "the slot is declared twice");
    ir_parse_line_end(s);
}

static void check_build(struct ir_parser *s, struct ir_pos pos) {
    if (s->build.error[0]) ir_parse_fail(s, pos, "%s", s->build.error);
}

// Is the present token the name of a block that starts here?
static bool at_label(const struct ir_parser *s) {
    const char *colon = s->lex.at;
    while (colon < s->lex.end && (*colon == ' ' || *colon == '\t')) colon++;
    return (s->lex.kind == IR_TOK_WORD || s->lex.kind == IR_TOK_STRING) && colon < s->lex.end && *colon == ':';
}

static void parse_label_line(struct ir_parser *s) {
    ir_build_at(&s->build, ir_parse_find(&s->blocks, s->lex.text.text));
    ir_lex_next(&s->lex);
    ir_parse_punct(s, ':');
    ir_parse_line_end(s);
}

static void parse_decl_lines(struct ir_parser *s) {
    while (in_body(s)) {
        struct ir_pos pos = s->lex.pos;
        if (s->lex.kind == IR_TOK_EOL)
            ir_lex_next(&s->lex);
        else if (at_label(s))
            return;
        else if (ir_parse_accept_word(s, "var"))
            parse_var(s);
        else if (ir_parse_accept_word(s, "slot"))
            parse_slot(s);
        else
            return;
        check_build(s, pos);
    }
}

static void parse_block_lines(struct ir_parser *s) {
    while (in_body(s)) {
        struct ir_pos pos = s->lex.pos;
        if (s->lex.kind == IR_TOK_EOL) {
            ir_lex_next(&s->lex);
        } else if (at_label(s)) {
            parse_label_line(s);
        } else {
            vec_push(&s->instr_pos, pos);
            ir_parse_instr(s);
        }
        check_build(s, pos);
    }
}

static void check_flow(struct ir_parser *s) {
    uint32_t at;
    const char *e = s->failed ? NULL : ir_flow(&s->p->funcs.at[s->build.func], &at);
    if (e) ir_parse_fail(s, s->instr_pos.at[at], "%s", e);
}

void ir_parse_body(struct ir_parser *s) {
    vec_clear(&s->instr_pos);
    ir_parse_punct(s, '{');
    ir_parse_line_end(s);
    parse_decl_lines(s);
    look_ahead(s);
    parse_block_lines(s);
    if (!s->failed && ir_build_open(&s->build)) ir_parse_fail(s, s->lex.pos, "the last block has no end");
    check_flow(s);
    ir_parse_punct(s, '}');
    ir_parse_line_end(s);
}
