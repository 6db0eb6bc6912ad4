// SPDX-License-Identifier: MIT
// The text form of states read back (print.c writes it).  Objects keep their numbers, so that lines may come in any order; a value with a number
// is written in full where it is met first, and by its number alone or in the same way again afterwards.
#include <assert.h>
#include <ctype.h>

#include "sl/context.h"
#include "sl/show.h"
#include "sl/table.h"
#include "sl/text.h"

enum { MAX_NESTED = SL_MOST_LEVEL + 1 };  // what the nodes of the deepest segments have

enum { NAMED = 1, GIVEN };
struct parser {
    struct sl *s;
    struct sl_draft d;
    const char *at, *end;
    uint32_t line;
    uint32_t most;         // no number of a value or object can be larger, or the text would be longer
    VEC(uint32_t) values;  // by number in the text: the value, 0 if not met
    VEC(uint8_t) known;    // by object: NAMED somewhere, GIVEN by its line
    struct buf *error;     // holds the reason once something is wrong
};

static bool fail(struct parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct parser *p, const char *format, ...) {
    va_list ap;
    if (p->error->n) return false;
    buf_printf(p->error, "line %u: ", p->line);
    va_start(ap, format);
    buf_vprintf(p->error, format, ap);
    va_end(ap);
    return false;
}

// ---- characters and words ----------------------------------------------------------------------------------------------------------

static char peek(const struct parser *p) {
    return p->at < p->end ? *p->at : '\n';
}

static bool take(struct parser *p, char c) {
    if (peek(p) != c || p->at == p->end) return false;
    p->at++;
    return true;
}

static bool want(struct parser *p, char c) {
    return take(p, c) || fail(p, "expected '%c'", c);
}

static void skip_spaces(struct parser *p) {
    while (take(p, ' ')) continue;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

// The word that comes next, if it is this one; spaces before it are skipped in any case.
static bool take_word(struct parser *p, const char *word) {
    size_t n = strlen(word);
    skip_spaces(p);
    if ((size_t)(p->end - p->at) < n || memcmp(p->at, word, n) != 0) return false;
    if (n < (size_t)(p->end - p->at) && is_word(p->at[n])) return false;
    p->at += n;
    return true;
}

// One of n words; n: none of them.
static uint32_t take_one_of(struct parser *p, const char *const *words, uint32_t n) {
    uint32_t i = 0;
    while (i < n && (!*words[i] || !take_word(p, words[i]))) i++;
    return i;
}

static int digit_of(char c) {
    return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

// A number without sign, at most `most`.
static bool read_number(struct parser *p, uint64_t most, uint64_t *out) {
    const char *start = p->at;
    for (*out = 0; isdigit((unsigned char)peek(p)); p->at++) {
        uint64_t digit = (uint64_t)digit_of(*p->at);
        if (digit > most || *out > (most - digit) / 10) return fail(p, "a number that is too large");
        *out = *out * 10 + digit;
    }
    return p->at > start || fail(p, "expected a number");
}

static bool read_u32(struct parser *p, uint32_t most, uint32_t *out) {
    uint64_t x;
    if (!read_number(p, most, &x)) return false;
    *out = (uint32_t)x;
    return true;
}

static bool read_hex(struct parser *p, num_word *out) {
    const char *start = p->at;
    for (*out = 0; digit_of(peek(p)) < 16; p->at++) *out = *out << 4 | (num_word)digit_of(*p->at);
    return (p->at > start && p->at - start <= 32) || fail(p, "expected a hexadecimal number");
}

// With a sign or not, or hexadecimal: a word whose low bits count.
static bool read_word(struct parser *p, num_word *out) {
    uint64_t x;
    if (p->end - p->at > 2 && p->at[0] == '0' && p->at[1] == 'x') {
        p->at += 2;
        return read_hex(p, out);
    }
    bool negative = take(p, '-');
    if (!read_number(p, negative ? (uint64_t)1 << 63 : UINT64_MAX, &x)) return false;
    *out = negative ? -(num_word)x : x;
    return true;
}

static bool read_i32(struct parser *p, int32_t *out) {
    num_word x;
    skip_spaces(p);
    if (!read_word(p, &x)) return false;
    *out = (int32_t)x;
    return (num_sword)x == *out || fail(p, "an offset that is too large");
}

// Quoted, with \xHH, \" and \\ ; or bare.
static bool read_name(struct parser *p, struct buf *out) {
    buf_str(out, "");
    if (!take(p, '"')) {
        while (is_word(peek(p))) buf_char(out, *p->at++);
        return out->n || fail(p, "expected a name");
    }
    while (peek(p) != '"' && peek(p) != '\n') {
        char c = *p->at++;
        if (c == '\\' && take(p, 'x')) {
            int hi = digit_of(peek(p)), lo = hi < 16 && p->at + 1 < p->end ? digit_of(p->at[1]) : 99;
            if (lo > 15 || hi + lo == 0) return fail(p, "expected two hexadecimal digits");
            c = (char)(hi * 16 + lo);
            p->at += 2;
        } else if (c == '\\' && (c = peek(p)) != '\n') {
            p->at++;
        }
        buf_char(out, c);
    }
    return want(p, '"');
}

static bool find_symbol(struct parser *p, enum ir_tag tag, uint32_t *index) {
    struct buf name = {0};
    bool good = read_name(p, &name);
    ir_val v = good ? ir_find(p->s->step.program, buf_text(&name)) : IR_NOTHING;
    if (good && ir_tag(v) != tag) good = fail(p, "no %s '%s'", tag == IR_FUNC ? "function" : "global", buf_text(&name));
    *index = ir_index(v);
    buf_free(&name);
    return good;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static bool read_object_number(struct parser *p, uint32_t *out) {
    if (!want(p, 'o') || !read_u32(p, p->most, out)) return false;
    if (!*out) return fail(p, "objects are counted from 1");
    while (p->d.objects.n <= *out) sl_add_object(&p->d, (struct sl_object){0});
    while (p->known.n <= *out) vec_push(&p->known, 0);
    if (!p->known.at[*out]) p->known.at[*out] = NAMED;
    return true;
}

static bool read_width(struct parser *p, unsigned *bits) {
    if (!want(p, 'i') || !read_u32(p, IR_MAX_INT, bits)) return false;
    return *bits || fail(p, "a number of no bits");
}

// The bounds of an arc of a width that may follow.
struct bounds {
    num_word lo, hi;
    bool any;
};

static bool read_bounds(struct parser *p, struct bounds *b) {
    return want(p, '[') && read_word(p, &b->lo) && want(p, ',') && read_word(p, &b->hi) && want(p, ']');
}

static bool set_range(struct parser *p, struct sl_value *v, unsigned bits, const struct bounds *b) {
    num_word lo = num_wrap(bits, b->lo), hi = num_wrap(bits, b->hi);
    if (b->any) {
        v->range = num_range_full(bits);
    } else if (lo == hi) {
        v->range = num_range_const(bits, lo);
    } else {
        if (bits > 64) return fail(p, "a range of numbers wider than 64 bits");
        v->range = num_range_arc(bits, (uint64_t)lo, (uint64_t)hi);
    }
    return true;
}

static bool read_address(struct parser *p, struct sl_value *v) {
    struct bounds b = {0};
    unsigned bits = p->s->bits;
    v->kind = SL_ADDR;
    if (!read_object_number(p, &v->object)) return false;
    for (int end = SL_LAST; end <= SL_CHILD; end++)
        if (take_word(p, sl_end_words[end])) v->end = (uint8_t)end;
    if (take(p, '+')) {
        b.any = take_word(p, "any");
        if (!b.any && peek(p) == '[') {
            if (!read_bounds(p, &b)) return false;
        } else if (!b.any) {
            if (!read_word(p, &b.lo)) return false;
            b.hi = b.lo;
        }
    } else {
        if (peek(p) != '-') return fail(p, "expected an offset");
        if (!read_word(p, &b.lo)) return false;
        b.hi = b.lo;
    }
    if (take(p, ':') && !read_width(p, &bits)) return false;
    return set_range(p, v, bits, &b);
}

static bool read_constant(struct parser *p, struct sl_value *v, uint64_t bits) {
    struct bounds b = {0};
    unsigned width = bits && bits <= IR_MAX_INT ? (unsigned)bits : 0;
    v->kind = SL_INT;
    if (!read_word(p, &b.lo)) return false;
    b.hi = b.lo;
    if (take(p, ':') && !read_width(p, &width)) return false;
    return width ? set_range(p, v, width, &b) : fail(p, "a number of a width that is not given");
}

static bool read_interval(struct parser *p, struct sl_value *v, uint64_t bits) {
    struct bounds b = {0};
    unsigned width = bits && bits <= IR_MAX_INT ? (unsigned)bits : 0;
    v->kind = SL_INT;
    if (peek(p) == 'i' && !read_width(p, &width)) return false;
    b.any = peek(p) != '[';
    if (!b.any && !read_bounds(p, &b)) return false;
    return width ? set_range(p, v, width, &b) : fail(p, "a range of a width that is not given");
}

static bool read_functions(struct parser *p, struct sl_value *v) {
    sl_func_set all = {0}, none = {0};
    v->kind = SL_FUNCS;
    bool good = true;
    do {
        uint32_t f = 0;
        good = want(p, '@') && find_symbol(p, IR_FUNC, &f);
        if (good && all.n && vec_last(&all) >= f) good = fail(p, "functions that are not in order");
        vec_push(&all, f);
    } while (good && take(p, '|'));
    if (good) v->range = (struct num_range){.lo = sl_func_union(p->s, &all, &none), .kind = NUM_FULL};
    vec_free(&all);
    return good;
}

// What stands behind "v3:".
static bool read_content(struct parser *p, struct sl_value *v, uint64_t bits) {
    if (peek(p) == '@') return read_functions(p, v);
    if (take(p, '&')) return read_address(p, v);
    if (peek(p) == 'i' || peek(p) == '[') return read_interval(p, v, bits);
    v->kind = take_word(p, "uninit") ? SL_UNINIT : take_word(p, "any") ? SL_ANY : SL_NONE;
    return v->kind != SL_NONE || fail(p, "expected what the value is");
}

static void read_level(struct parser *p, struct sl_value *v) {
    while (v->level <= MAX_NESTED && take(p, '\'')) v->level++;
    if (v->level > MAX_NESTED) fail(p, "too many levels");
}

static bool same_value(const struct sl_value *a, const struct sl_value *b) {
    return a->kind == b->kind && a->level == b->level && a->end == b->end && a->object == b->object && num_range_same(a->range, b->range);
}

static bool read_numbered(struct parser *p, uint64_t bits, uint32_t *out) {
    struct sl_value v = {0};
    uint32_t number;
    if (!want(p, 'v') || !read_u32(p, p->most, &number)) return false;
    while (p->values.n <= number) vec_push(&p->values, 0);
    uint32_t known = p->values.at[number];
    *out = known;
    if (!take(p, ':')) {
        while (take(p, '\'')) continue;
        return known || fail(p, "v%u is not known yet", number);
    }
    if (!read_content(p, &v, bits)) return false;
    read_level(p, &v);
    if (known) return same_value(&v, &p->d.values.at[known]) || fail(p, "v%u is something else before", number);
    *out = p->values.at[number] = sl_add_value(&p->d, v);
    return true;
}

// In a place of so many bits (0: not known).
static bool read_value(struct parser *p, uint64_t bits, uint32_t *out) {
    struct sl_value v = {0};
    if (peek(p) == 'v') return read_numbered(p, bits, out);
    if (take(p, '&') ? !read_address(p, &v) : !read_constant(p, &v, bits)) return false;
    if (!num_range_is_const(v.range, NULL)) return fail(p, "a range without number of its value");
    read_level(p, &v);
    *out = sl_add_value(&p->d, v);
    return !p->error->n;
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------

static const char *name_of(const struct ir_func *f, bool slot, uint32_t i) {
    return slot ? f->slots.at[i].name : f->locals.at[i].name;
}

// The number of a local or slot by its name or %number.
static bool read_variable(struct parser *p, const struct ir_func *f, bool slot, uint32_t *out) {
    uint32_t n = slot ? f->slots.n : f->locals.n;
    struct buf name = {0};
    if (take(p, '%')) return n ? read_u32(p, n - 1, out) : fail(p, "no variable of this number");
    bool good = read_name(p, &name);
    for (*out = 0; good && *out < n; ++*out)
        if (name_of(f, slot, *out) && strcmp(name_of(f, slot, *out), buf_text(&name)) == 0) break;
    if (good && *out == n) good = fail(p, "'%s' has no variable '%s'", f->name, buf_text(&name));
    buf_free(&name);
    return good;
}

static bool read_root(struct parser *p, const struct sl_frame *frame, const struct ir_func *f) {
    uint32_t k, x;
    const char *start = p->at;
    if (take_word(p, "alloca") && peek(p) == ' ') {
        skip_spaces(p);
        if (!read_object_number(p, &x)) return false;
        vec_push(&p->d.blocks, (struct sl_block){p->d.frames.n - 1, x});
        return true;
    }
    p->at = start;
    bool slot = take(p, '&');
    if (!read_variable(p, f, slot, &k) || !want(p, '=')) return false;
    if (slot ? !read_object_number(p, &x) : !read_value(p, ir_bits(f->locals.at[k].type), &x)) return false;
    uint32_t *to = slot ? &p->d.slots.at[frame->first_slot + k] : &p->d.regs.at[frame->first_reg + k];
    if (*to) return fail(p, "a variable is there twice");
    *to = x;
    return true;
}

static bool read_frame(struct parser *p) {
    uint32_t func;
    skip_spaces(p);
    if (!find_symbol(p, IR_FUNC, &func) || !want(p, ':')) return false;
    const struct ir_func *f = &p->s->step.program->funcs.at[func];
    struct sl_frame frame = {func, p->d.regs.n, p->d.slots.n};
    vec_push(&p->d.frames, frame);
    for (uint32_t i = 0; i < f->locals.n; i++) vec_push(&p->d.regs, 0);
    for (uint32_t i = 0; i < f->slots.n; i++) vec_push(&p->d.slots, 0);
    for (skip_spaces(p); peek(p) != '\n'; skip_spaces(p))
        if (!read_root(p, &frame, f)) return false;
    return true;
}

// What the callers of the callee hold, before its frame.
static bool read_ghosts(struct parser *p) {
    if (p->d.frames.n) return fail(p, "ghosts come first");
    if (!want(p, ':')) return false;
    vec_push(&p->d.frames, (struct sl_frame){SL_GHOSTS, 0, 0});
    for (skip_spaces(p); peek(p) != '\n'; skip_spaces(p)) {
        uint32_t v;
        if (!read_value(p, p->s->bits, &v)) return false;
        vec_push(&p->d.regs, v);
    }
    return p->d.regs.n || fail(p, "no ghosts");
}

static bool read_results(struct parser *p) {
    if (p->d.results.n) return fail(p, "results are there twice");
    if (!want(p, ':')) return false;
    for (skip_spaces(p); peek(p) != '\n'; skip_spaces(p)) {
        uint32_t v;
        if (!read_value(p, p->s->bits, &v)) return false;
        vec_push(&p->d.results, v);
    }
    return true;
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static bool read_label(struct parser *p, uint32_t *label) {
    const struct ir_program *program = p->s->step.program;
    struct buf name = {0};
    uint32_t func;
    if (!find_symbol(p, IR_FUNC, &func) || !want(p, ':')) return false;
    bool good = read_name(p, &name);
    for (*label = 0; good && *label < program->labels.n; ++*label) {
        struct ir_label l = program->labels.at[*label];
        if (l.func == func && strcmp(program->funcs.at[func].blocks.at[l.block].name, buf_text(&name)) == 0) break;
    }
    if (good && *label == program->labels.n) good = fail(p, "no label '%s'", buf_text(&name));
    buf_free(&name);
    return good;
}

// A slot, or nothing: a block of alloca.
static bool read_slot(struct parser *p, struct sl_object *o) {
    const char *start = p->at;
    struct buf name = {0};
    bool named = (is_word(peek(p)) || peek(p) == '"') && read_name(p, &name) && peek(p) == '$';
    buf_free(&name);
    if (p->error->n) return false;
    p->at = start;
    o->tag = UINT32_MAX;
    if (!named) return true;
    o->instr = UINT32_MAX;
    return find_symbol(p, IR_FUNC, &o->func) && want(p, '$') && read_variable(p, &p->s->step.program->funcs.at[o->func], true, &o->tag);
}

static bool read_offset(struct parser *p, const char *word, int32_t *out) {
    return take_word(p, word) ? read_i32(p, out) : fail(p, "expected '%s'", word);
}

static bool read_places(struct parser *p, struct sl_shape *s) {
    int32_t count = 0, base = 0;
    if (!read_offset(p, "of", &count) || !read_offset(p, "at", &base)) return false;
    if (count < 0 || base < 0) return fail(p, "places before an array");
    s->kind = SL_PLACE;
    s->place.base = (uint32_t)base;
    s->place.count = (uint32_t)count;
    return true;
}

static bool read_tag(struct parser *p, struct sl_object *o) {
    skip_spaces(p);
    switch ((enum sl_storage)o->storage) {
    case SL_HEAP: return true;
    case SL_STACK: return read_slot(p, o);
    case SL_GLOBAL:
        if (!want(p, '@') || !find_symbol(p, IR_GLOBAL, &o->tag)) return false;
        o->dirty = !take_word(p, "unchanged");
        return true;
    case SL_CODE: return want(p, '@') && find_symbol(p, IR_FUNC, &o->tag);
    case SL_LABEL: return want(p, '@') && read_label(p, &o->tag);
    case SL_PLACES: return read_places(p, &o->shape);
    case SL_LIBRARY:
        o->tag = take_one_of(p, sl_library_words, SL_LIBRARY_TAGS);
        return o->tag < SL_LIBRARY_TAGS || fail(p, "expected what the library has there");
    }
    return false;
}

static bool read_size(struct parser *p, struct sl_object *o) {
    uint64_t to;
    if (!take_word(p, "size")) return fail(p, "expected 'size'");
    skip_spaces(p);
    if (!read_number(p, SL_UNBOUNDED, &o->size)) return false;
    if (take_word(p, "or")) {
        o->more = SL_UNBOUNDED;
        return take_word(p, "more") || fail(p, "expected 'more'");
    }
    if (!take_word(p, "to")) return true;
    skip_spaces(p);
    if (!read_number(p, UINT64_MAX, &to)) return false;
    if (to <= o->size || to - o->size > SL_UNBOUNDED) return fail(p, "a size that ends before it begins");
    o->more = to - o->size;
    return true;
}

static bool read_i64(struct parser *p, int64_t *out) {
    num_word x;
    skip_spaces(p);
    if (!read_word(p, &x)) return false;
    *out = (int64_t)x;
    return (num_sword)x == *out || fail(p, "a number that is too large");
}

static bool is_number(const struct parser *p, uint32_t v) {
    return p->d.values.at[v].kind == SL_INT && p->d.values.at[v].range.bits <= 64;
}

static bool has_offset(const struct parser *p, uint32_t v) {
    return p->d.values.at[v].kind == SL_ADDR && p->d.values.at[v].range.bits <= 64;
}

static bool read_parts(struct parser *p, struct sl_object *o) {
    for (int k = 0; k < 2; k++) {
        skip_spaces(p);
        if (!read_value(p, p->s->bits, &o->part[k])) return false;
        if (!is_number(p, o->part[k])) return fail(p, "a part of a size that is no number");
    }
    return take_word(p, "plus") ? read_i64(p, &o->over) : fail(p, "expected 'plus'");
}

static bool read_count(struct parser *p, struct sl_object *o) {
    skip_spaces(p);
    if (!read_value(p, p->s->bits, &o->count)) return false;
    p->d.sized = true;
    if (!take_word(p, "unit")) return is_number(p, o->count) || fail(p, "a count that is no number");
    skip_spaces(p);
    if (!read_u32(p, INT32_MAX, &o->scale) || !want(p, '*') || !read_value(p, p->s->bits, &o->unit)) return false;
    if (!o->scale || !is_number(p, o->count) || !is_number(p, o->unit)) return fail(p, "a unit that is no number");
    return take_word(p, "plus") ? read_i64(p, &o->plus) : fail(p, "expected 'plus'");
}

static bool read_text(struct parser *p, uint32_t *text) {
    uint32_t last;
    *text = SL_TEXT;
    if (!take_word(p, "to")) return true;
    skip_spaces(p);
    if (!read_u32(p, UINT32_MAX - 2, &last)) return false;
    *text = last + 1;
    return true;
}

static bool read_end(struct parser *p, struct sl_object *o, bool first) {
    skip_spaces(p);
    o->first = first;
    p->d.sized = true;
    return read_value(p, p->s->bits, &o->ends) && (is_number(p, o->ends) || fail(p, "an end that is no number"));
}

// One word of how a shape is written; *n: numbers that it has so far.  False: something else is there, or (`fail`) a number is wrong.
static bool read_shape_word(struct parser *p, const char *word, struct sl_shape *s, uint32_t *n) {
    uint32_t least;
    int32_t x;
    skip_spaces(p);
    if (*word != '#' && *word != '@') return take_word(p, word);
    if (*word == '@') {
        if (!read_i32(p, &x)) return false;
        s->words[(*n)++] = (uint32_t)x;
        return true;
    }
    if (!read_u32(p, sl_shapes[s->kind].least, &least) || !want(p, '+')) return false;
    s->least = (uint8_t)least;
    return true;
}

static bool read_shape_as(struct parser *p, struct sl_shape *s, bool *begun) {
    char word[16];
    uint32_t n = 0;
    for (const char *at = sl_shapes[s->kind].text, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, " ");
        assert((size_t)(end - at) < sizeof word);
        memcpy(word, at, (size_t)(end - at));
        word[end - at] = 0;
        if (!read_shape_word(p, word, s, &n)) return false;
        *begun = true;
    }
    return true;
}

// If there is one.
static bool read_shape(struct parser *p, struct sl_shape *s) {
    const char *start = p->at;
    bool begun = false;
    for (uint8_t kind = SL_N_SHAPES; kind-- && !p->error->n; p->at = start) {
        struct sl_shape x = {.kind = kind};
        if (!*sl_shapes[kind].text || !read_shape_as(p, &x, &begun)) continue;
        if ((kind == SL_RUN) != (s->kind == SL_PLACE)) return fail(p, "a shape that this object cannot have");
        if (kind == SL_RUN)
            s->kind = SL_RUN;
        else
            *s = x;
        return true;
    }
    return !begun || fail(p, "a shape that is not said in full");
}

static bool read_object_level(struct parser *p, struct sl_object *o) {
    uint32_t level;
    skip_spaces(p);
    if (!read_u32(p, MAX_NESTED, &level)) return false;
    o->level = (uint8_t)level;
    return true;
}

static bool read_birth(struct parser *p, struct sl_object *o) {
    skip_spaces(p);
    return find_symbol(p, IR_FUNC, &o->func) && want(p, '#') && read_u32(p, UINT32_MAX, &o->instr);
}

static bool read_attributes(struct parser *p, struct sl_object *o) {
    if (take_word(p, "text") && !read_text(p, &o->text)) return false;
    if (take_word(p, "wide") && !read_text(p, &o->wide)) return false;
    if (take_word(p, "length") && !read_end(p, o, true)) return false;
    if (take_word(p, "ends") && !read_end(p, o, false)) return false;
    if (!read_shape(p, &o->shape)) return false;
    if (take_word(p, "level") && !read_object_level(p, o)) return false;
    o->escaped = take_word(p, "escaped");
    o->foreign = take_word(p, "foreign");
    return !take_word(p, "from") || read_birth(p, o);
}

// What is in no bytes: the second nodes of pairs, the hole of a tree, the parts of a table, the index of one.
static bool read_link(struct parser *p, uint32_t object) {
    struct sl_link l = {.object = object};
    uint32_t index = 0;
    for (uint32_t role = 0; role < SL_N_ROLES; role++) {
        size_t n = strlen(sl_role_words[role]);
        if ((size_t)(p->end - p->at) <= n || memcmp(p->at, sl_role_words[role], n) != 0) continue;
        p->at += n;
        if ((role == SL_RUNS || role == SL_SINGLES) && !read_u32(p, SL_MOST_SINGLE - 1, &index)) return false;
        l.role = (uint16_t)role;
        l.index = (uint16_t)index;
        if (!want(p, ':') || !read_value(p, p->s->bits, &l.value)) return false;
        vec_push(&p->d.links, l);
        return true;
    }
    return fail(p, "expected a number");
}

static bool read_field(struct parser *p, uint32_t object) {
    struct sl_field f = {.object = object};
    if (!isdigit((unsigned char)peek(p))) return read_link(p, object);
    if (!read_number(p, SL_UNBOUNDED / 4, &f.offset) || !want(p, '/') || !read_number(p, SL_UNBOUNDED, &f.size) || !want(p, ':'))
        return false;
    if (!f.size || f.size > SL_UNBOUNDED / 8) return fail(p, "a field of no possible size");
    if (!read_value(p, f.size * 8, &f.value)) return false;
    vec_push(&p->d.fields, f);
    return true;
}

static bool read_object(struct parser *p) {
    uint32_t number, life, rest;
    struct sl_object o = {0};
    if (!read_object_number(p, &number) || !want(p, ':')) return false;
    if (p->known.at[number] == GIVEN) return fail(p, "o%u is there twice", number);
    uint32_t storage = take_one_of(p, sl_storage_words, 7);
    if (storage == 7) return fail(p, "expected where the object is stored");
    o.storage = (uint8_t)storage;
    if (!read_tag(p, &o)) return false;
    life = take_one_of(p, sl_life_words, 3);
    o.life = (uint8_t)(life < 3 ? life : SL_VALID);
    if (!read_size(p, &o) || (take_word(p, "count") && !read_count(p, &o)) || (take_word(p, "parts") && !read_parts(p, &o))) return false;
    if (!take_word(p, "rest") || (rest = take_one_of(p, sl_rest_words, 4)) == 4)
        return fail(p, "expected 'rest uninit', 'zero', 'any' or 'strings'");
    o.rest = (uint8_t)rest;
    if (!read_attributes(p, &o)) return false;
    p->d.objects.at[number] = o;
    p->d.sized |= o.storage == SL_PLACES;
    p->known.at[number] = GIVEN;
    skip_spaces(p);
    if (!want(p, '{')) return false;
    for (skip_spaces(p); peek(p) != '}'; skip_spaces(p))
        if (!read_field(p, number)) return false;
    return want(p, '}');
}

// ---- the whole ---------------------------------------------------------------------------------------------------------------------

static struct num_var reading(const struct parser *p, uint32_t v, bool is_signed) {
    return (struct num_var){v, (uint8_t)p->d.values.at[v].range.bits, is_signed};
}

// Behind the first value of a difference, read as it says.
static bool read_relation(struct parser *p, uint32_t a, bool a_signed) {
    uint32_t b;
    int64_t most;
    skip_spaces(p);
    if (!want(p, '-')) return false;
    skip_spaces(p);
    if (!read_value(p, p->s->bits, &b)) return false;
    bool b_signed = !take_word(p, "unsigned");
    skip_spaces(p);
    if (!want(p, '<') || !want(p, '=') || !read_i64(p, &most)) return false;
    if ((!is_number(p, a) && !has_offset(p, a)) || (!is_number(p, b) && !has_offset(p, b)))
        return fail(p, "a difference of what is no number");
    vec_push(&p->d.relations, (struct sl_relation){reading(p, a, a_signed), reading(p, b, b_signed), most});
    return true;
}

static bool read_fact(struct parser *p) {
    uint32_t a, b;
    if (!read_value(p, p->s->bits, &a)) return false;
    if (take_word(p, "unsigned")) return read_relation(p, a, false);
    skip_spaces(p);
    if (peek(p) == '-') return read_relation(p, a, true);
    if (!want(p, '!') || !want(p, '=')) return false;
    skip_spaces(p);
    const struct sl_value *x = &p->d.values.at[a];
    if (!read_value(p, x->kind == SL_INT ? x->range.bits : p->s->bits, &b)) return false;
    vec_push(&p->d.apart, a < b ? (struct sl_pair){a, b} : (struct sl_pair){b, a});
    return true;
}

static bool read_item(struct parser *p) {
    if (take_word(p, "frame")) return read_frame(p);
    if (take_word(p, "ghosts")) return read_ghosts(p);
    if (take_word(p, "results")) return read_results(p);
    if (peek(p) == 'o') return read_object(p);
    return read_fact(p);
}

static bool read_lines(struct parser *p) {
    for (p->line = 1; p->at < p->end; p->line++) {
        skip_spaces(p);
        if (peek(p) != '\n' && !read_item(p)) return false;
        skip_spaces(p);
        if (peek(p) != '\n') return fail(p, "expected the end of the line");
        if (p->at < p->end) p->at++;
    }
    return true;
}

static int by_offset(const void *a, const void *b) {
    const struct sl_field *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool check_whole(struct parser *p) {
    if (p->d.frames.n && vec_last(&p->d.frames).func == SL_GHOSTS) return fail(p, "ghosts without the frame of the callee");
    for (uint32_t i = 1; i < p->known.n; i++)
        if (p->known.at[i] == NAMED) return fail(p, "there is no object o%u", i);
    if (p->d.fields.n) qsort(p->d.fields.at, p->d.fields.n, sizeof *p->d.fields.at, by_offset);
    sl_index_fields(&p->d);
    if (p->d.links.n) qsort(p->d.links.at, p->d.links.n, sizeof *p->d.links.at, sl_by_link);
    for (uint32_t i = 0; i < p->d.apart.n; i++)
        if (p->d.apart.at[i].a == p->d.apart.at[i].b) return fail(p, "a value that differs from itself");
    return true;
}

static dom_state seal_valid(struct parser *p) {
    struct buf why = {0};
    dom_state result = sl_seal(&p->s->store, &p->d);
    if (!sl_valid(p->s, result, &why)) {
        buf_printf(p->error, "%.*s", (int)strcspn(buf_text(&why), "\n"), buf_text(&why));
        result = DOM_NONE;
    }
    buf_free(&why);
    return result;
}

dom_state sl_parse(void *self, const char *text, size_t n, struct buf *error) {
    struct parser p = {.s = self, .at = text, .end = text + n, .most = n < UINT32_MAX / 2 ? (uint32_t)n : UINT32_MAX / 2, .error = error};
    sl_draft_init(&p.d);
    dom_state result = read_lines(&p) && check_whole(&p) ? seal_valid(&p) : DOM_NONE;
    sl_draft_free(&p.d);
    vec_free(&p.values);
    vec_free(&p.known);
    return result;
}
