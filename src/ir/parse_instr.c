// SPDX-License-Identifier: MIT
// One instruction.
#include "ir/form.h"
#include "ir/parser.h"

// What stands on the line, until the builder gets it.
struct line {
    VEC(uint32_t) dsts;
    VEC(ir_val) args;
    VEC(struct ir_term) terms[2];
    struct ir_addr addr[2];  // to, from
    VEC(uint32_t) succs;
    VEC(struct ir_case) cases;
    const char *text;
    ir_val subject;
};

static void free_line(struct line *l) {
    vec_free(&l->dsts);
    vec_free(&l->args);
    vec_free(&l->terms[0]);
    vec_free(&l->terms[1]);
    vec_free(&l->succs);
    vec_free(&l->cases);
}

// ---- operands ------------------------------------------------------------------------------------------------------------------------

static uint32_t parse_name(struct ir_parser *s, const struct ir_parse_names *names, const char *what) {
    uint32_t i = ir_parse_find(names, s->lex.text.text);
    if (i == UINT32_MAX)
        ir_parse_fail(s, s->lex.pos, "no such %s", what);
    else
        ir_lex_next(&s->lex);
    return s->failed ? 0 : i;
}

static ir_val parse_val(struct ir_parser *s) {
    switch (s->lex.kind) {
    case IR_TOK_LOCAL: return ir_val_of(IR_LOCAL, parse_name(s, &s->locals, "variable"));
    case IR_TOK_TEMP: return ir_val_of(IR_LOCAL, parse_name(s, &s->temps, "temporary"));
    case IR_TOK_SLOT: return ir_val_of(IR_SLOT, parse_name(s, &s->slots, "slot"));
    case IR_TOK_SYMBOL: return ir_parse_symbol(s);
    case IR_TOK_WORD: return ir_parse_const(s);
    default: ir_parse_expected(s, "a value"); return IR_NOTHING;
    }
}

// "[BASE + OFFSET + SCALE*INDEX ...]"
static void parse_addr(struct ir_parser *s, struct line *l, int which) {
    struct ir_addr *a = &l->addr[which];
    bool offset = false;
    ir_parse_punct(s, '[');
    a->base = parse_val(s);
    while (ir_lex_is(&s->lex, '+') || ir_lex_is(&s->lex, '-')) {
        struct ir_pos pos = s->lex.pos;
        int64_t n = ir_parse_signed(s);
        if (ir_parse_accept(s, '*')) {
            struct ir_term t = {.scale = n, .index = parse_val(s)};
            vec_push(&l->terms[which], t);
        } else if (offset) {
            ir_parse_fail(s, pos, "an address has one offset");
        } else {
            a->offset = n;
            offset = true;
        }
    }
    ir_parse_punct(s, ']');
    a->n_terms = l->terms[which].n;
    a->terms = l->terms[which].at;
}

static uint32_t parse_block(struct ir_parser *s) {
    const char *name = ir_parse_block_name(s);
    uint32_t b = name ? ir_parse_find(&s->blocks, name) : UINT32_MAX;
    if (b == UINT32_MAX)
        ir_parse_fail(s, s->lex.pos, "no such block");
    else if (b == 0)
        ir_parse_fail(s, s->lex.pos, "a jump to the entry block");
    else
        ir_lex_next(&s->lex);
    return b;
}

static void parse_operand(struct ir_parser *s, struct line *l, char letter) {
    if (letter == 'v') vec_push(&l->args, parse_val(s));
    if (letter == 'A') parse_addr(s, l, 0);
    if (letter == 'B') parse_addr(s, l, 1);
    if (letter == 'S') l->subject = parse_val(s);
    if (letter == 'b') vec_push(&l->succs, parse_block(s));
    if (letter == 't') l->text = ir_parse_text(s, "a text in quotes");
}

static bool at_operands_end(const struct ir_lex *x) {
    return x->kind == IR_TOK_EOL || x->kind == IR_TOK_EOF || ir_lex_is(x, '!');
}

static void parse_operands(struct ir_parser *s, struct line *l, const char *form) {
    for (bool first = true; *form; form++) {
        char letter = *form == 'V' ? 'v' : *form == 'L' ? 'b' : *form;
        bool many = letter != *form;
        while (!many || (first ? !at_operands_end(&s->lex) : ir_lex_is(&s->lex, ','))) {
            if (!first) ir_parse_punct(s, ',');
            parse_operand(s, l, letter);
            first = false;
            if (!many) break;
        }
    }
}

// "CALLEE(ARGUMENTS) varargs BLOCK"
static void parse_call(struct ir_parser *s, struct line *l) {
    parse_operand(s, l, 'v');
    ir_parse_punct(s, '(');
    if (!ir_parse_accept(s, ')')) {
        do parse_operand(s, l, 'v');
        while (ir_parse_accept(s, ','));
        ir_parse_punct(s, ')');
    }
    if (ir_parse_accept_word(s, "varargs")) l->subject = parse_val(s);
}

// "VALUE, DEFAULT { 1: BLOCK, 2..5: BLOCK }"
static void parse_switch(struct ir_parser *s, struct line *l) {
    parse_operands(s, l, "vb");
    ir_parse_punct(s, '{');
    if (ir_parse_accept(s, '}')) return;
    do {
        struct ir_case c = {.succ = l->succs.n};
        c.hi = c.lo = ir_parse_u64(s, "a case");
        if (ir_parse_accept(s, '.')) c.hi = ir_parse_u64(s, "the end of the case");
        ir_parse_punct(s, ':');
        parse_operand(s, l, 'b');
        vec_push(&l->cases, c);
    } while (ir_parse_accept(s, ','));
    ir_parse_punct(s, '}');
}

// ---- destinations --------------------------------------------------------------------------------------------------------------------

static bool is_dst(const struct ir_lex *x) {
    return x->kind == IR_TOK_LOCAL || x->kind == IR_TOK_TEMP;
}

// The type of a temporary was read in the first look at the body.
static void parse_dst(struct ir_parser *s, struct line *l) {
    bool temp = s->lex.kind == IR_TOK_TEMP;
    if (!is_dst(&s->lex)) {
        ir_parse_expected(s, "a destination");
        return;
    }
    vec_push(&l->dsts, ir_index(parse_val(s)));
    if (!temp) return;
    ir_parse_punct(s, ':');
    ir_parse_type(s);
    ir_parse_ctype(s);
    ir_parse_flags(s, ir_word_local_flags, IR_USER);
}

static void parse_dsts(struct ir_parser *s, struct line *l) {
    if (!is_dst(&s->lex)) return;
    do parse_dst(s, l);
    while (ir_parse_accept(s, ','));
    ir_parse_punct(s, '=');
}

// ---- the instruction -----------------------------------------------------------------------------------------------------------------

static uint32_t parse_flags(struct ir_parser *s, enum ir_op op) {
    return ir_parse_flags(s, ir_word_access_flags, ir_form_flags(op));
}

static void build(struct ir_build *b, const struct line *l, struct ir_instr *i) {
    if (i->op == IR_SWITCH && !l->dsts.n) {
        ir_build_switch(b, l->args.at[0], l->succs.at, l->succs.n, l->cases.at, l->cases.n);
        return;
    }
    i->n_dsts = (uint8_t)l->dsts.n;
    i->dsts = l->dsts.at;
    i->n_args = l->args.n;
    i->args = l->args.at;
    i->n_succs = l->succs.n;
    i->succs = l->succs.at;
    i->n_cases = l->cases.n;
    i->cases = l->cases.at;
    i->text = l->text;
    i->subject = l->subject;
    if (strchr(ir_ops[i->op].operands, 'A')) i->to = (struct ir_addr *)&l->addr[0];
    if (strchr(ir_ops[i->op].operands, 'B')) i->from = (struct ir_addr *)&l->addr[1];
    ir_build_instr(b, i);
}

// An operator of LET needs a destination, which tells "copy" apart from the instruction of that name.
static bool parse_op(struct ir_parser *s, const struct line *l, struct ir_instr *i) {
    bool word = s->lex.kind == IR_TOK_WORD;
    uint32_t pure = word && l->dsts.n ? intern_find(&s->pures, s->lex.text.text) : INTERN_NONE;
    uint32_t op = word ? intern_find(&s->ops, s->lex.text.text) : INTERN_NONE;
    if (pure != INTERN_NONE)
        op = IR_LET;
    else if (op == IR_LET)
        op = INTERN_NONE;
    if (op == INTERN_NONE) {
        ir_parse_expected(s, "an instruction");
        return false;
    }
    ir_lex_next(&s->lex);
    i->op = (uint8_t)op;
    i->pure = op == IR_LET ? (uint8_t)pure : 0;
    return true;
}

void ir_parse_instr(struct ir_parser *s) {
    struct line l = {0};
    struct ir_instr i = {0};
    struct ir_pos pos = s->lex.pos;
    parse_dsts(s, &l);
    if (parse_op(s, &l, &i)) {
        if (i.op == IR_CALL)
            parse_call(s, &l);
        else if (i.op == IR_SWITCH)
            parse_switch(s, &l);
        else
            parse_operands(s, &l, ir_word_operands[i.op]);
        i.flags = (uint8_t)parse_flags(s, i.op);
        s->build.loc = ir_parse_loc(s);
        ir_parse_line_end(s);
    }
    if (l.dsts.n > UINT8_MAX) ir_parse_fail(s, pos, "more than %d results", UINT8_MAX);
    if (!s->failed) build(&s->build, &l, &i);
    free_line(&l);
}
