// SPDX-License-Identifier: MIT
// Rows of the library table, read from their text.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/lib.h"

struct cursor {
    const char *at;
    const struct ir_lib_layout *layouts;
    uint32_t n_layouts;
    const char *name;  // of the row, for messages
    struct buf *why;
    bool ok;
};

static bool complain(struct cursor *c, const char *what) {
    if (c->ok) {
        buf_printf(c->why, "%s: %s at \"%s\"\n", c->name, what, c->at);
    }
    c->ok = false;
    return false;
}

static bool take(struct cursor *c, const char *text) {
    size_t n = strlen(text);
    if (!c->ok || strncmp(c->at, text, n) != 0) {
        return false;
    }
    c->at += n;
    return true;
}

static int64_t number(struct cursor *c) {
    const char *digits = c->at + (*c->at == '-');
    if (!isdigit((unsigned char)*digits)) {
        complain(c, "a number is missing");
        return 0;
    }
    char *end;
    int64_t value = strtoll(c->at, &end, 10);
    c->at = end;
    return value;
}

// Argument numbers are checked against the row's arity once that is known (check_row).
static uint8_t argument(struct cursor *c) {
    int64_t k = number(c);
    if (c->ok && (k < 0 || k >= IR_LIB_MAX_ARGS)) {
        complain(c, "argument number out of range");
    }
    return (uint8_t)k;
}

static uint8_t layout(struct cursor *c) {
    for (uint32_t i = 0; i < c->n_layouts; i++) {
        size_t n = strlen(c->layouts[i].name);
        if (strncmp(c->at, c->layouts[i].name, n) == 0 && c->at[n] == '>') {
            c->at += n + 1;
            return (uint8_t)i;
        }
    }
    complain(c, "unknown layout");
    return IR_LIB_NO_LAYOUT;
}

static void pair(struct cursor *c, uint32_t out[2]) {
    int64_t wide = number(c);
    int64_t narrow = take(c, "/") ? number(c) : wide;
    if (c->ok && (wide < 0 || narrow < 0)) {
        complain(c, "a size is negative");
    }
    out[0] = (uint32_t)wide;
    out[1] = (uint32_t)narrow;
}

// #K or +K, perhaps with what is done to it.  False: neither.
static bool value_of(struct cursor *c, struct ir_lib_factor *f) {
    bool plain = take(c, "#");
    if (!plain && !take(c, "+")) {
        return false;
    }
    *f = (struct ir_lib_factor){.atom = plain ? IR_LIB_ARG : IR_LIB_COUNT, .arg = argument(c)};
    f->turn = take(c, ".") ? IR_LIB_AT_MOST : take(c, "_") ? IR_LIB_DOWN : take(c, "^") ? IR_LIB_UP : IR_LIB_AS_IT_IS;
    if (f->turn != IR_LIB_AS_IT_IS) {
        pair(c, f->value);
        if (c->ok && (!f->value[0] || !f->value[1])) {
            complain(c, "0 is no such number");
        }
    }
    return true;
}

static void factor(struct cursor *c, struct ir_lib_factor *f) {
    if (value_of(c, f)) {
        return;
    } else if (take(c, "@")) {
        *f = (struct ir_lib_factor){.atom = IR_LIB_LENGTH, .arg = argument(c)};
    } else if (take(c, "$")) {
        *f = (struct ir_lib_factor){.atom = IR_LIB_CELL, .arg = argument(c)};
    } else if (take(c, "<")) {
        *f = (struct ir_lib_factor){.atom = IR_LIB_LAYOUT, .arg = layout(c)};
    } else {
        f->atom = IR_LIB_CONST;
        pair(c, f->value);
    }
}

static void size(struct cursor *c, struct ir_lib_size *s, uint8_t *layout_number) {
    do {
        if (s->n == IR_LIB_MAX_FACTORS) {
            complain(c, "too many factors");
            return;
        }
        factor(c, &s->factors[s->n++]);
    } while (take(c, "*"));
    if (take(c, "+")) {
        pair(c, s->add);
    }
    for (uint32_t i = 0; c->ok && i < s->n; i++) {
        if (s->factors[i].atom == IR_LIB_LAYOUT) {
            *layout_number = s->factors[i].arg;
            if (s->n != 1 || s->add[0] || s->add[1]) {
                complain(c, "a layout stands alone");
            }
        }
    }
}

const char *const ir_lib_handle_words[IR_N_LIB_HANDLES] = {"stream", "directory", "locale", "cache"};

static uint8_t handle(struct cursor *c) {
    for (uint8_t i = 0; i < IR_N_LIB_HANDLES; i++) {
        if (take(c, ir_lib_handle_words[i])) {
            return i;
        }
    }
    complain(c, "unknown handle");
    return 0;
}

// What a letter means, and how a size may follow it: never, after ':', after ':' or '<', after '<'; an argument number (INTO), a word
// (HANDLE, CLOSE).
static const struct {
    char letter;
    uint8_t role;
    bool exact, limit, must;  // ':' allowed, '<' allowed, one of them needed
    bool wide;                // may be written as a capital
} letters[] = {
    {'v', IR_LIB_VALUE, false, false, false, false},       {'r', IR_LIB_READ, true, true, false, true},
    {'w', IR_LIB_WRITE, true, true, true, true},           {'u', IR_LIB_UPDATE, true, true, true, true},
    {'s', IR_LIB_STRING, false, true, false, true},        {'t', IR_LIB_FILL, false, true, false, true},
    {'b', IR_LIB_EDIT, false, false, false, true},         {'e', IR_LIB_ECHO, true, false, true, false},
    {'c', IR_LIB_INTO, true, false, true, false},          {'n', IR_LIB_FRESH, true, false, false, false},
    {'h', IR_LIB_HANDLE, true, false, false, false},       {'x', IR_LIB_CLOSE, true, false, false, false},
    {'d', IR_LIB_RELEASE, false, false, false, false},     {'k', IR_LIB_KEEP, false, false, false, false},
    {'f', IR_LIB_CALLBACK, false, false, false, false},    {'p', IR_LIB_PRINTF_FORMAT, false, false, false, true},
    {'q', IR_LIB_SCANF_FORMAT, false, false, false, true}, {'l', IR_LIB_VA_LIST, false, false, false, false},
    {'g', IR_LIB_SHRINK, false, true, false, false},       {'a', IR_LIB_ALIGN, false, false, false, false},
};
enum { N_LETTERS = sizeof letters / sizeof *letters };

char ir_lib_letter(enum ir_lib_role role) {
    for (uint32_t i = 0; i < N_LETTERS; i++) {
        if (letters[i].role == role) {
            return letters[i].letter;
        }
    }
    return '\0';
}

static uint32_t find_letter(struct cursor *c) {
    for (uint32_t i = 0; i < N_LETTERS; i++) {
        if (letters[i].letter == *c->at || (letters[i].wide && letters[i].letter == tolower((unsigned char)*c->at))) {
            return i;
        }
    }
    complain(c, "unknown descriptor");
    return N_LETTERS;
}

static void descriptor(struct cursor *c, struct ir_lib_arg *a) {
    uint32_t i = find_letter(c);
    if (i == N_LETTERS) {
        return;
    }
    *a = (struct ir_lib_arg){.role = letters[i].role, .unit = isupper((unsigned char)*c->at) ? 4 : 1, .layout = IR_LIB_NO_LAYOUT};
    c->at++;
    if (letters[i].exact && take(c, ":")) {
        if (a->role == IR_LIB_INTO) {
            a->target = argument(c);
        } else if (a->role == IR_LIB_HANDLE || a->role == IR_LIB_CLOSE) {
            a->handle = handle(c);
        } else {
            size(c, &a->size, &a->layout);
        }
    } else if (letters[i].limit && take(c, "<")) {
        a->limited = true;
        size(c, &a->size, &a->layout);
    } else if (letters[i].must) {
        complain(c, "a size is missing");
    }
    a->null = take(c, "?");
    if (c->ok && *c->at != ' ' && *c->at != '\0') {
        complain(c, "a descriptor ends badly");
    }
}

static void args(struct cursor *c, struct ir_lib *row) {
    while (c->ok && *c->at != '\0') {
        if (take(c, "...")) {
            row->variadic = true;
            if (*c->at != '\0') {
                complain(c, "text after the dots");
            }
            return;
        }
        if (row->n_args == IR_LIB_MAX_ARGS) {
            complain(c, "too many arguments");
            return;
        }
        descriptor(c, &row->args[row->n_args++]);
        take(c, " ");
    }
}

static void bound(struct cursor *c, struct ir_lib_bound *b) {
    if (!*c->at || strchr(":~%", *c->at)) {
        return;
    }
    b->given = true;
    if (value_of(c, &b->factor)) {
        b->by_arg = true;
        b->value = *c->at == '-' ? number(c) : 0;
        return;
    }
    b->value = number(c);
    if (take(c, "/")) {
        b->by_arg = true;
        b->factor = (struct ir_lib_factor){.atom = IR_LIB_CONST, .value = {(uint32_t)b->value, (uint32_t)number(c)}};
        b->value = 0;
    }
}

// |K, |K&BITS: the upper bound does not hold if argument K is 0, or has one of the bits.
static void exception(struct cursor *c, struct ir_lib_result *r) {
    if (!take(c, "|")) {
        return;
    }
    r->open_arg = (int8_t)argument(c);
    r->open_bits = take(c, "&") ? (uint32_t)number(c) : 0;
    if (!r->hi.given) {
        complain(c, "an exception to no bound");
    }
}

static void failure(struct cursor *c, struct ir_lib_result *r) {
    if (!take(c, "~")) {
        return;
    }
    r->failure.given = true;
    r->failure.lo = r->failure.hi = number(c);
    if (take(c, ":")) {
        r->failure.hi = number(c);
    }
    if (c->ok && r->failure.lo > r->failure.hi) {
        complain(c, "no number means failure");
    }
}

// Where nothing else is said, a lower bound of -1 is the failure, and what succeeds gives 0 or more.
static void number_result(struct cursor *c, struct ir_lib_result *r) {
    r->answer = IR_LIB_NUMBER;
    if (take(c, ":")) {
        bound(c, &r->lo);
        if (!take(c, ":")) {
            complain(c, "a colon is missing");
        }
        bound(c, &r->hi);
        exception(c, r);
    }
    failure(c, r);
    r->spoils = take(c, "%");
    if (!r->failure.given && r->lo.given && !r->lo.by_arg && r->lo.value == -1) {
        r->failure = (struct ir_lib_failure){true, -1, -1};
        r->lo.value = 0;
    }
    if (c->ok && r->spoils && !r->failure.given) {
        complain(c, "spoilt by a failure that cannot be");
    }
}

static void object_result(struct cursor *c, struct ir_lib_result *r, enum ir_lib_answer answer) {
    r->answer = answer;
    if (*c->at == 's') {
        c->at++;
        r->string = true;
    } else {
        size(c, &r->size, &r->layout);
    }
}

static void pointer_result(struct cursor *c, struct ir_lib_result *r) {
    if (take(c, "=")) {
        r->answer = IR_LIB_SAME;
        r->arg = argument(c);
    } else if (take(c, "in:")) {
        r->answer = IR_LIB_INSIDE;
        r->arg = argument(c);
    } else if (take(c, "new:")) {
        object_result(c, r, IR_LIB_NEW);
    } else if (take(c, "zero:")) {
        r->zeroed = true;
        object_result(c, r, IR_LIB_NEW);
    } else if (take(c, "static:")) {
        object_result(c, r, IR_LIB_STATIC);
    } else if (take(c, "lent:")) {
        r->lent = true;
        object_result(c, r, IR_LIB_STATIC);
    } else if (take(c, "of:")) {
        r->arg = argument(c);
        if (!take(c, ":")) {
            complain(c, "a size is missing");
        }
        object_result(c, r, IR_LIB_OWNED);
    } else if (take(c, "const:")) {
        r->readonly = true;
        object_result(c, r, IR_LIB_STATIC);
    } else if (take(c, "handle")) {
        r->answer = IR_LIB_OPEN;
        r->handle = take(c, ":") ? handle(c) : IR_LIB_STREAM;
    } else if (take(c, "resize:")) {
        r->arg = argument(c);
        if (!take(c, ":")) {
            complain(c, "a size is missing");
        }
        object_result(c, r, IR_LIB_RESIZED);
    } else {
        complain(c, "unknown result");
    }
    r->or_static = take(c, "|s");
    r->null = take(c, "?");
    r->null_alloc = take(c, "!");
    r->spoils = take(c, "%");
    if (c->ok && r->spoils && !r->null) {
        complain(c, "spoilt by a failure that cannot be");
    }
}

static void result(struct cursor *c, struct ir_lib_result *r) {
    *r = (struct ir_lib_result){.unit = 1, .layout = IR_LIB_NO_LAYOUT, .open_arg = -1};
    if (take(c, "void")) {
        r->answer = IR_LIB_VOID;
    } else if (take(c, "never")) {
        r->answer = IR_LIB_NEVER;
    } else if (take(c, "unum")) {
        r->is_unsigned = true;
        number_result(c, r);
    } else if (take(c, "num")) {
        number_result(c, r);
    } else if (take(c, "any")) {
        r->answer = IR_LIB_ANYTHING;
    } else {
        pointer_result(c, r);
    }
    if (c->ok && *c->at != '\0') {
        complain(c, "the result ends badly");
    }
}

static bool size_in_range(const struct ir_lib_size *s, const struct ir_lib *row) {
    for (uint32_t i = 0; i < s->n; i++) {
        const struct ir_lib_factor *f = &s->factors[i];
        bool argument_needed = f->atom == IR_LIB_ARG || f->atom == IR_LIB_COUNT || f->atom == IR_LIB_LENGTH || f->atom == IR_LIB_CELL;
        if (argument_needed && f->arg >= row->n_args) {
            return false;
        }
        if (f->atom == IR_LIB_LENGTH && row->args[f->arg].role != IR_LIB_STRING) {
            return false;
        }
    }
    return true;
}

static bool bound_in_range(const struct ir_lib_bound *b, const struct ir_lib *row) {
    return !b->by_arg || b->factor.atom == IR_LIB_CONST || b->factor.arg < row->n_args;
}

static bool result_in_range(const struct ir_lib *row) {
    const struct ir_lib_result *r = &row->result;
    bool named = r->answer == IR_LIB_SAME || r->answer == IR_LIB_INSIDE || r->answer == IR_LIB_RESIZED || r->answer == IR_LIB_OWNED;
    return size_in_range(&r->size, row) && (!named || r->arg < row->n_args) && bound_in_range(&r->lo, row) &&
           bound_in_range(&r->hi, row) && r->open_arg < (int)row->n_args;
}

static bool is_handle(const struct ir_lib *row, uint8_t arg) {
    return row->args[arg].role == IR_LIB_HANDLE || row->args[arg].role == IR_LIB_CLOSE;
}

static void check_row(struct cursor *c, const struct ir_lib *row) {
    for (uint32_t i = 0; c->ok && i < row->n_args; i++) {
        const struct ir_lib_arg *a = &row->args[i];
        if (!size_in_range(&a->size, row) || (a->role == IR_LIB_INTO && a->target >= row->n_args)) {
            complain(c, "an argument refers to one that is not there");
        }
    }
    if (c->ok && !result_in_range(row)) {
        complain(c, "the result refers to an argument that is not there");
    }
    if (c->ok && row->result.answer == IR_LIB_OWNED && !is_handle(row, row->result.arg)) {
        complain(c, "the result belongs to no handle");
    }
}

bool ir_lib_parse(struct ir_lib *row, const char *result_text, const char *args_text, const struct ir_lib_layout *layouts,
                  uint32_t n_layouts, struct buf *why) {
    struct cursor c = {.at = result_text, .layouts = layouts, .n_layouts = n_layouts, .name = row->name, .why = why, .ok = true};
    result(&c, &row->result);
    if (c.ok) {
        c.at = args_text;
        row->n_args = 0;
        row->variadic = false;
        args(&c, row);
    }
    if (c.ok) {
        check_row(&c, row);
    }
    return c.ok;
}

static void field(struct cursor *c, struct ir_lib_field *f) {
    static const char kinds[] = {'s', 'v', 't', 'i', 'b', 'a'};
    const char *k = *c->at ? memchr(kinds, *c->at, sizeof kinds) : NULL;
    if (!k) {
        complain(c, "unknown field");
        return;
    }
    f->kind = (uint8_t)(k - kinds);
    c->at++;
    if (f->kind >= IR_LIB_F_INLINE) {
        pair(c, f->size);
    }
    if (f->kind == IR_LIB_F_RANGE) {
        if (!take(c, ":")) {
            complain(c, "a range is missing");
        }
        f->lo = number(c);
        if (!take(c, ":")) {
            complain(c, "a range is missing");
        }
        f->hi = number(c);
    }
    f->null = take(c, "?");
    if (!take(c, "@")) {
        complain(c, "an offset is missing");
        return;
    }
    pair(c, f->offset);
}

bool ir_lib_parse_layout(struct ir_lib_layout *l, const char *fields, struct buf *why) {
    struct cursor c = {.at = fields, .name = l->name, .why = why, .ok = true};
    l->n_fields = 0;
    while (c.ok && *c.at != '\0') {
        if (l->n_fields == IR_LIB_MAX_FIELDS) {
            return complain(&c, "too many fields");
        }
        field(&c, &l->fields[l->n_fields++]);
        take(&c, " ");
    }
    return c.ok;
}
