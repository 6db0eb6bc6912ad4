// SPDX-License-Identifier: MIT
// States as text, one line an item, and back: the grammar, for both directions.  What is printed says everything that a state consists of;
// doc/domain-sl.md explains it.
//
// Values have their numbers in the sealed state; a number is as wide as the place that holds it unless it says so.  In what is read objects
// keep their numbers, so that lines may come in any order; a value with a number is written in full where it is met first, and by its number
// alone or in the same way again afterwards.
#include <assert.h>
#include <ctype.h>

#include "sl/grammar.h"
#include "sl/sequence.h"
#include "sl/show.h"
#include "sl/table.h"

static const char *const storage_words[] = {"heap", "stack", "global", "code", "label", "library", "places"};
static const char *const life_words[] = {"", "freed", "dead"};
static const char *const rest_words[] = {"uninit", "zero", "any", "strings"};
static const char *const library_words[] = {"world", "shared", "errno", "handle", "string", "directory", "locale", "stdin", "stdout", "stderr", "lent"};
static const char *const role_words[] = {"hole", "run", "single", "index", "second", "variant", "nodes", "less"};
static const char *const end_words[] = {"", ".last", ".each", ".child", ".after"};
static_assert(sizeof library_words / sizeof *library_words == SL_LIBRARY_TAGS, "all");
static_assert(sizeof role_words / sizeof *role_words == SL_N_ROLES, "all");

enum { MAX_NESTED = SL_MOST_LEVEL + 1 };  // what the nodes of the deepest segments have
enum { NAMED = 1, GIVEN };                // what is known of an object's number

static bool object_number(struct sl_text *t, uint32_t *x) {
    if (!sl_text_mark(t, 'o') || !sl_text_number32(t, x, t->most)) return false;
    if (!*x) return sl_text_fail(t, "objects are counted from 1");
    while (t->d.objects.n <= *x) sl_add_object(&t->d, (struct sl_object){0});
    while (!t->out && t->known.n <= *x) vec_push(&t->known, 0);
    if (!t->out && !t->known.at[*x]) t->known.at[*x] = NAMED;
    return true;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static void print_const(struct sl_text *t, struct num_range r) {
    if (r.bits > 64)
        buf_printf(t->out, "0x%llx%016llx", (unsigned long long)r.hi, (unsigned long long)r.lo);
    else if (r.bits == 1)
        buf_printf(t->out, "%u", (unsigned)r.lo);
    else
        buf_printf(t->out, "%lld", (long long)num_range_smin(r));
}

// [lo,hi], as signed numbers unless that would turn them round.
static void print_arc(struct sl_text *t, struct num_range r) {
    int64_t lo = num_signed(r.bits, r.lo), hi = num_signed(r.bits, r.hi);
    if (lo <= hi)
        buf_printf(t->out, "[%lld,%lld]", (long long)lo, (long long)hi);
    else
        buf_printf(t->out, "[%llu,%llu]", (unsigned long long)r.lo, (unsigned long long)r.hi);
}

static void print_number(struct sl_text *t, uint32_t v, uint64_t bits) {
    struct num_range r = t->d.values.at[v].range;
    bool one = num_range_is_const(r, NULL), full = num_range_is_full(r);
    if (one) print_const(t, r);
    if (!one) buf_printf(t->out, "v%u:", v);
    if (full || r.bits != bits) buf_printf(t->out, one ? ":i%u" : "i%u", r.bits);
    if (!one && !full) print_arc(t, r);
}

static void print_address(struct sl_text *t, uint32_t v) {
    const struct sl_value *x = &t->d.values.at[v];
    bool one = num_range_is_const(x->range, NULL);
    if (!one) buf_printf(t->out, "v%u:", v);
    buf_printf(t->out, "&o%u%s", x->object, end_words[x->end]);
    if (one)
        buf_printf(t->out, "%+lld", (long long)num_range_smin(x->range));
    else if (num_range_is_full(x->range))
        buf_str(t->out, "+any");
    else
        buf_char(t->out, '+'), print_arc(t, x->range);
    if (x->range.bits != t->s->bits) buf_printf(t->out, ":i%u", x->range.bits);
}

static void print_functions(struct sl_text *t, uint32_t v) {
    const sl_func_set *set = &t->s->func_sets.at[t->d.values.at[v].range.lo];
    buf_printf(t->out, "v%u:", v);
    for (uint32_t i = 0; i < set->n; i++) {
        buf_str(t->out, i ? "|@" : "@");
        sl_text_print_name(t, t->s->step.program->funcs.at[set->at[i]].name);
    }
}

static void print_value(struct sl_text *t, uint32_t v, uint64_t bits) {
    assert(v < t->d.values.n);
    const struct sl_value *x = &t->d.values.at[v];
    switch ((enum sl_kind)x->kind) {
    case SL_NONE: buf_char(t->out, '-'); break;
    case SL_INT: print_number(t, v, bits); break;
    case SL_ADDR: print_address(t, v); break;
    case SL_UNINIT: buf_printf(t->out, "v%u:uninit", v); break;
    case SL_ANY: buf_printf(t->out, "v%u:any", v); break;
    case SL_CHARS: buf_printf(t->out, "v%u:chars", v); break;
    case SL_FUNCS: print_functions(t, v); break;
    }
    for (unsigned i = 0; i < x->level; i++) buf_char(t->out, '\'');
}

// The bounds of an arc of a width that may follow.
struct bounds {
    num_word lo, hi;
    bool any;
};

static bool read_one(struct sl_text *t, struct bounds *b) {
    bool good = sl_text_read_word(t, &b->lo);
    b->hi = b->lo;
    return good;
}

static bool read_bounds(struct sl_text *t, struct bounds *b) {
    return sl_text_mark(t, '[') && sl_text_read_word(t, &b->lo) && sl_text_mark(t, ',') && sl_text_read_word(t, &b->hi) &&
           sl_text_mark(t, ']');
}

static bool read_width(struct sl_text *t, unsigned *bits) {
    if (!sl_text_mark(t, 'i') || !sl_text_number32(t, bits, IR_MAX_INT)) return false;
    return *bits || sl_text_fail(t, "a number of no bits");
}

static bool set_range(struct sl_text *t, struct sl_value *v, unsigned bits, const struct bounds *b) {
    num_word lo = num_wrap(bits, b->lo), hi = num_wrap(bits, b->hi);
    if (!bits) return sl_text_fail(t, "a number of a width that is not given");
    if (bits > 64 && !b->any && lo != hi) return sl_text_fail(t, "a range of numbers wider than 64 bits");
    v->range = b->any ? num_range_full(bits) : lo == hi ? num_range_const(bits, lo) : num_range_arc(bits, (uint64_t)lo, (uint64_t)hi);
    return true;
}

static bool read_address(struct sl_text *t, struct sl_value *v) {
    struct bounds b = {0};
    unsigned bits = t->s->bits;
    v->kind = SL_ADDR;
    if (!object_number(t, &v->object)) return false;
    for (int end = SL_LAST; end < SL_ENDS; end++)
        if (sl_text_take_word(t, end_words[end])) v->end = (uint8_t)end;
    if (!sl_text_take(t, '+') && sl_text_peek(t) != '-') return sl_text_fail(t, "expected an offset");
    b.any = sl_text_take_word(t, "any");
    if (!b.any && !(sl_text_peek(t) == '[' ? read_bounds(t, &b) : read_one(t, &b))) return false;
    if (sl_text_take(t, ':') && !read_width(t, &bits)) return false;
    return set_range(t, v, bits, &b);
}

// One without number of its own has one bound, one with number may have two or none; the width comes behind, or before them.
static bool read_integer(struct sl_text *t, struct sl_value *v, uint64_t bits, bool numbered) {
    struct bounds b = {0};
    unsigned width = bits <= IR_MAX_INT ? (unsigned)bits : 0;
    v->kind = SL_INT;
    if (!numbered && !read_one(t, &b)) return false;
    if ((numbered ? sl_text_peek(t) == 'i' : sl_text_take(t, ':')) && !read_width(t, &width)) return false;
    b.any = numbered && sl_text_peek(t) != '[';
    return (!numbered || b.any || read_bounds(t, &b)) && set_range(t, v, width, &b);
}

static bool read_functions(struct sl_text *t, struct sl_value *v) {
    sl_func_set all = {0}, none = {0};
    v->kind = SL_FUNCS;
    bool good = true;
    do {
        uint32_t f = 0;
        good = sl_text_mark(t, '@') && sl_text_symbol(t, IR_FUNC, &f);
        if (good && all.n && vec_last(&all) >= f) good = sl_text_fail(t, "functions that are not in order");
        vec_push(&all, f);
    } while (good && sl_text_take(t, '|'));
    if (good) v->range = (struct num_range){.lo = sl_func_union(t->s, &all, &none), .kind = NUM_FULL};
    vec_free(&all);
    return good;
}

// What stands behind "v3:".
static bool read_content(struct sl_text *t, struct sl_value *v, uint64_t bits) {
    if (sl_text_peek(t) == '@') return read_functions(t, v);
    if (sl_text_take(t, '&')) return read_address(t, v);
    if (sl_text_peek(t) == 'i' || sl_text_peek(t) == '[') return read_integer(t, v, bits, true);
    static const struct {
        const char *word;
        uint8_t kind;
    } contents[] = {{"uninit", SL_UNINIT}, {"any", SL_ANY}, {"chars", SL_CHARS}};
    for (uint32_t i = 0; i < sizeof contents / sizeof *contents && v->kind == SL_NONE; i++)
        if (sl_text_take_word(t, contents[i].word)) v->kind = contents[i].kind;
    return v->kind != SL_NONE || sl_text_fail(t, "expected what the value is");
}

static bool read_level(struct sl_text *t, struct sl_value *v) {
    while (v->level <= MAX_NESTED && sl_text_take(t, '\'')) v->level++;
    return v->level <= MAX_NESTED || sl_text_fail(t, "too many levels");
}

static bool same_value(const struct sl_value *a, const struct sl_value *b) {
    return a->kind == b->kind && a->level == b->level && a->end == b->end && a->object == b->object && num_range_same(a->range, b->range);
}

static bool read_numbered(struct sl_text *t, uint64_t bits, uint32_t *out) {
    struct sl_value v = {0};
    uint32_t n;
    if (!sl_text_mark(t, 'v') || !sl_text_number32(t, &n, t->most)) return false;
    while (t->values.n <= n) vec_push(&t->values, 0);
    uint32_t known = *out = t->values.at[n];
    if (!sl_text_take(t, ':')) {
        while (sl_text_take(t, '\'')) continue;
        return known || sl_text_fail(t, "v%u is not known yet", n);
    }
    if (!read_content(t, &v, bits) || !read_level(t, &v)) return false;
    if (known) return same_value(&v, &t->d.values.at[known]) || sl_text_fail(t, "v%u is something else before", n);
    *out = t->values.at[n] = sl_add_value(&t->d, v);
    return true;
}

bool sl_text_value(struct sl_text *t, uint32_t *x, uint64_t bits) {
    struct sl_value v = {0};
    if (t->out) {
        print_value(t, *x, bits);
        return true;
    }
    if (sl_text_peek(t) == 'v') return read_numbered(t, bits, x);
    if (sl_text_take(t, '&') ? !read_address(t, &v) : !read_integer(t, &v, bits, false)) return false;
    if (!num_range_is_const(v.range, NULL)) return sl_text_fail(t, "a range without number of its value");
    if (!read_level(t, &v)) return false;
    *x = sl_add_value(&t->d, v);
    return true;
}

// ---- forms -------------------------------------------------------------------------------------------------------------------------

static bool literal(struct sl_text *t, const char *word, size_t n) {
    char copy[16];
    assert(n < sizeof copy);
    memcpy(copy, word, n);
    copy[n] = 0;
    if (t->out) buf_str(t->out, copy);
    return t->out || sl_text_take_word(t, copy) || sl_text_fail(t, "expected '%s'", copy);
}

bool sl_text_form(struct sl_text *t, const char *format, ...) {
    bool good = true;
    va_list ap;
    va_start(ap, format);
    for (size_t n = 1; good && *format; format += n, n = 1) {
        if (*format == ' ') {
            sl_text_space(t);
        } else if (*format != '%') {
            while (isalpha((unsigned char)*format) && isalpha((unsigned char)format[n])) n++;
            good = isalpha((unsigned char)*format) ? literal(t, format, n) : sl_text_mark(t, *format);
        } else {
            n = 2;
            void *x = va_arg(ap, void *);
            switch (format[1]) {
            case 'u': good = sl_text_number32(t, x, va_arg(ap, uint32_t)); break;
            case 'w': good = sl_text_number(t, x, va_arg(ap, uint64_t)); break;
            case 'd': good = sl_text_signed(t, x, 64); break;
            case 'o': good = object_number(t, x); break;
            case 'f': good = sl_text_symbol(t, IR_FUNC, x); break;
            case 'v': good = sl_text_value(t, x, t->s->bits); break;
            default: assert(false);
            }
        }
    }
    va_end(ap);
    return good;
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static bool label(struct sl_text *t, uint32_t *x) {
    const struct ir_program *program = t->s->step.program;
    struct ir_label l = t->out ? program->labels.at[*x] : (struct ir_label){0};
    if (!sl_text_form(t, " @%f:", &l.func) || !sl_text_named(t, &program->funcs.at[l.func], SL_TEXT_BLOCK, &l.block)) return false;
    for (*x = 0; *x < program->labels.n; ++*x)
        if (program->labels.at[*x].func == l.func && program->labels.at[*x].block == l.block) return true;
    return sl_text_fail(t, "no label '%s'", program->funcs.at[l.func].blocks.at[l.block].name);
}

// Does a name with a dollar sign come next?
static bool is_slot(struct sl_text *t) {
    struct buf name = {0};
    sl_text_space(t);
    const char *start = t->at;
    bool is = (sl_text_is_word(sl_text_peek(t)) || sl_text_peek(t) == '"') && sl_text_read_name(t, &name) && sl_text_peek(t) == '$';
    buf_free(&name);
    t->at = start;
    return is;
}

// What counts of a variable and is not in its object.
static uint64_t slot_is(const struct sl_text *t, const struct sl_object *o) {
    const struct ir_slot *x = &t->s->step.program->funcs.at[o->func].slots.at[o->tag];
    return t->lasting ? x->align ^ (x->ctype == IR_NO_TYPE ? 0 : t->s->step.options.digests->ctypes[x->ctype].low) : 0;
}

// A slot, or nothing: a block of alloca.
static bool slot(struct sl_text *t, struct sl_object *o) {
    bool is = t->out ? o->tag != UINT32_MAX : is_slot(t);
    o->tag = is ? o->tag : UINT32_MAX;
    if (!is) return t->out || !t->error->n;
    o->instr = UINT32_MAX;
    return sl_text_form(t, " %f$", &o->func) && sl_text_named(t, &t->s->step.program->funcs.at[o->func], SL_TEXT_SLOT, &o->tag) && sl_text_pin(t, slot_is(t, o));
}

// What it is, if it has a name.
static bool tag(struct sl_text *t, struct sl_object *o) {
    switch ((enum sl_storage)o->storage) {
    case SL_HEAP: return true;
    case SL_STACK: return slot(t, o);
    case SL_GLOBAL:
        if (!sl_text_form(t, " @") || !sl_text_symbol(t, IR_GLOBAL, &o->tag)) return false;
        o->dirty = !sl_text_has_word(t, !o->dirty, "unchanged");
        return true;
    case SL_CODE: return sl_text_form(t, " @%f", &o->tag);
    case SL_LABEL: return label(t, &o->tag);
    case SL_PLACES:
        if (!t->out) o->shape.kind = SL_PLACE;
        return sl_text_form(t, " of %u at %u", &o->shape.place.count, INT32_MAX, &o->shape.place.base, INT32_MAX);
    case SL_LIBRARY:
        o->tag = sl_text_one_of(t, library_words, SL_LIBRARY_TAGS, o->tag);
        return o->tag < SL_LIBRARY_TAGS || sl_text_fail(t, "expected what the library has there");
    }
    return false;
}

static bool size(struct sl_text *t, struct sl_object *o) {
    if (!sl_text_form(t, " size %w", &o->size, SL_UNBOUNDED)) return false;
    if (sl_text_has_word(t, o->more == SL_UNBOUNDED, "or")) {
        o->more = SL_UNBOUNDED;
        return sl_text_form(t, " more");
    }
    uint64_t to = o->size + o->more;
    if (!sl_text_has_word(t, o->more, "to")) return true;
    if (!sl_text_form(t, " %w", &to, UINT64_MAX)) return false;
    if (to <= o->size || to - o->size > SL_UNBOUNDED) return sl_text_fail(t, "a size that ends before it begins");
    o->more = to - o->size;
    return true;
}

// What the size is told by.
static bool count(struct sl_text *t, struct sl_object *o) {
    if (sl_text_has_word(t, o->count, "count")) {
        if (!sl_text_form(t, " %v", &o->count) || !sl_text_is_number(t, o->count)) return sl_text_fail(t, "a count that is no number");
        t->d.sized = true;
        bool unit = sl_text_has_word(t, o->unit, "unit");
        if (unit && !sl_text_form(t, " %u*%v plus %d", &o->scale, INT32_MAX, &o->unit, &o->plus)) return false;
        if (unit && (!o->scale || !sl_text_is_number(t, o->unit))) return sl_text_fail(t, "a unit that is no number");
    }
    if (!sl_text_has_word(t, o->count && o->part[0], "parts")) return true;
    if (!sl_text_form(t, " %v %v plus %d", &o->part[0], &o->part[1], &o->over)) return false;
    return (sl_text_is_number(t, o->part[0]) && sl_text_is_number(t, o->part[1])) || sl_text_fail(t, "a part of a size that is no number");
}

// How far strings in it end, in such characters.
static bool string(struct sl_text *t, const char *word, uint32_t *x) {
    uint32_t last = *x - 1;
    if (!sl_text_has_word(t, *x, word)) return true;
    bool all = !sl_text_has_word(t, *x != SL_TEXT, "to");
    if (!all && !sl_text_form(t, " %u", &last, UINT32_MAX - 2)) return false;
    *x = all ? SL_TEXT : last + 1;
    return true;
}

static bool end(struct sl_text *t, struct sl_object *o) {
    bool first = sl_text_has_word(t, o->ends && o->first, "length");
    if (!first && !sl_text_has_word(t, o->ends, "ends")) return true;
    o->first = first;
    t->d.sized = true;
    return sl_text_form(t, " %v", &o->ends) && (sl_text_is_number(t, o->ends) || sl_text_fail(t, "an end that is no number"));
}

// One word of how a shape is written; *n: numbers that it has so far.  False: something else is there, or (`fail`) a number is wrong.
static bool shape_word(struct sl_text *t, const char *word, struct sl_shape *s, uint32_t *n) {
    uint32_t least = s->least;
    int64_t x = (int32_t)s->words[*n];
    if (*word != '#' && *word != '@') return sl_text_has_word(t, true, word);
    sl_text_space(t);
    if (*word == '@') {
        if (!sl_text_signed(t, &x, 32)) return false;
        s->words[(*n)++] = (uint32_t)x;
        return true;
    }
    if (!sl_text_form(t, "%u+", &least, (uint32_t)sl_shapes[s->kind].least)) return false;
    s->least = (uint8_t)least;
    return true;
}

static bool shape_of_kind(struct sl_text *t, struct sl_shape *s, bool *begun) {
    char word[16];
    uint32_t n = 0;
    for (const char *at = sl_shapes[s->kind].text, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, " ");
        assert((size_t)(end - at) < sizeof word);
        memcpy(word, at, (size_t)(end - at));
        word[end - at] = 0;
        if (!shape_word(t, word, s, &n)) return false;
        *begun = true;
    }
    return true;
}

// If there is one.
static bool shape(struct sl_text *t, struct sl_shape *s) {
    const char *start = t->at;
    bool begun = false;
    if (t->out) return shape_of_kind(t, s, &begun);
    for (uint8_t kind = SL_N_SHAPES; kind-- && !t->error->n; t->at = start) {
        struct sl_shape x = {.kind = kind};
        if (!*sl_shapes[kind].text || !shape_of_kind(t, &x, &begun)) continue;
        if ((kind == SL_RUN) != (s->kind == SL_PLACE)) return sl_text_fail(t, "a shape that this object cannot have");
        if (kind == SL_RUN)
            s->kind = SL_RUN;
        else
            *s = x;
        return true;
    }
    return !begun || sl_text_fail(t, "a shape that is not said in full");
}

// What the library lends is taken back by calls of the function that gave it.
static uint64_t giver_is(const struct sl_text *t, const struct sl_object *o) {
    const struct ir_func *f = &t->s->step.program->funcs.at[o->func];
    const struct ir_instr *i = o->instr < f->instrs.n ? &f->instrs.at[o->instr] : NULL;
    bool known = t->lasting && i && i->op == IR_CALL && ir_tag(i->args[0]) == IR_FUNC;
    return known ? t->s->step.options.digests->funcs[ir_index(i->args[0])].low : 0;
}

static bool birth(struct sl_text *t, struct sl_object *o) {
    bool slot = o->storage == SL_STACK && o->tag != UINT32_MAX, block = o->storage == SL_HEAP || o->storage == SL_STACK;
    bool given = t->lasting && o->storage == SL_LIBRARY && o->tag != SL_WORLD && o->tag != SL_ERRNO && o->tag != SL_CLASSES && !sl_is_standard(o);
    block |= given;
    bool there = sl_text_has_word(t, !slot && (block || o->func || o->instr), "from");
    if (!there) return true;
    if (!t->lasting) return sl_text_form(t, " %f#%u", &o->func, &o->instr, UINT32_MAX);
    uint32_t number = !t->out ? 0 : block ? sl_text_nth(&t->s->step.program->funcs.at[o->func], o->instr) : 2 * o->instr + 1;
    if (!sl_text_form(t, " %f#%u", &o->func, &number, UINT32_MAX)) return false;
    bool found = t->out || sl_text_find_nth(&t->s->step.program->funcs.at[o->func], number, &o->instr) || sl_text_fail(t, "no such instruction");
    return found && (!given || sl_text_pin(t, giver_is(t, o)));
}

static bool attributes(struct sl_text *t, struct sl_object *o) {
    uint32_t level = o->level;
    if (!string(t, "text", &o->text) || !string(t, "wide", &o->wide) || !end(t, o) || !shape(t, &o->shape)) return false;
    if (o->shape.kind == SL_VARIANT && !sl_text_sequence(t, &o->shape.variant.never)) return false;
    if (sl_text_has_word(t, o->level, "level") && !sl_text_form(t, " %u", &level, MAX_NESTED)) return false;
    o->level = (uint8_t)level;
    o->escaped = sl_text_has_word(t, o->escaped, "escaped");
    o->foreign = sl_text_has_word(t, o->foreign, "foreign");
    return birth(t, o);
}

// What is in no bytes: the second nodes of pairs, the kinds of mixed nodes, the hole of a tree, the parts of a table, the index of one.
static bool role(struct sl_text *t, struct sl_link *l) {
    for (uint32_t i = 0; i < SL_N_ROLES && !t->out; i++) {
        size_t n = strlen(role_words[i]);
        if ((size_t)(t->end - t->at) <= n || memcmp(t->at, role_words[i], n) != 0) continue;
        t->at += n;
        l->role = (uint16_t)i;
        return true;
    }
    if (!t->out) return sl_text_fail(t, "expected a number");
    buf_str(t->out, role_words[l->role]);
    return true;
}

enum { MOST_INDEX = (SL_MOST_SINGLE > SL_MOST_VARIANTS ? SL_MOST_SINGLE : SL_MOST_VARIANTS) - 1 };

static bool link(struct sl_text *t, struct sl_link *l) {
    uint32_t index = l->index;
    if (!role(t, l)) return false;
    if ((l->role == SL_RUNS || l->role == SL_SINGLES || l->role == SL_VARIANTS) && !sl_text_number32(t, &index, MOST_INDEX)) return false;
    int64_t more = (int16_t)index;
    if (l->role == SL_NODES && (!sl_text_signed(t, &more, 32) || more != (int16_t)more)) return sl_text_fail(t, "no possible length");
    l->index = l->role == SL_NODES ? (uint16_t)more : (uint16_t)index;
    return sl_text_form(t, ":%v", &l->value);
}

static bool field(struct sl_text *t, struct sl_field *f) {
    if (!sl_text_form(t, "%w/%w:", &f->offset, SL_UNBOUNDED / 4, &f->size, SL_UNBOUNDED)) return false;
    if (!f->size || f->size > SL_UNBOUNDED / 8) return sl_text_fail(t, "a field of no possible size");
    return sl_text_value(t, &f->value, f->size * 8);
}

static bool read_contents(struct sl_text *t, uint32_t o) {
    for (sl_text_space(t); sl_text_peek(t) != '}'; sl_text_space(t)) {
        struct sl_field f = {.object = o};
        struct sl_link l = {.object = o};
        bool bytes = isdigit((unsigned char)sl_text_peek(t));
        if (bytes ? !field(t, &f) : !link(t, &l)) return false;
        if (bytes)
            vec_push(&t->d.fields, f);
        else
            vec_push(&t->d.links, l);
    }
    return true;
}

static void print_contents(struct sl_text *t, uint32_t o) {
    for (uint32_t i = sl_first_field(&t->d, o); sl_has(&t->d, i, o); i++) sl_text_space(t), field(t, &t->d.fields.at[i]);
    for (uint32_t i = sl_first_link(&t->d, o); sl_has_link(&t->d, i, o); i++) sl_text_space(t), link(t, &t->d.links.at[i]);
    sl_text_space(t);
}

static bool object(struct sl_text *t, uint32_t n) {
    assert(t->out ? n && n < t->d.objects.n : !n);
    if (!sl_text_form(t, "%o:", &n)) return false;
    if (!t->out && t->known.at[n] == GIVEN) return sl_text_fail(t, "o%u is there twice", n);
    struct sl_object o = t->d.objects.at[n];
    uint32_t storage = sl_text_one_of(t, storage_words, 7, o.storage), rest = 4;
    if (storage == 7) return sl_text_fail(t, "expected where the object is stored");
    o.storage = (uint8_t)storage;
    if (!tag(t, &o)) return false;
    o.life = (uint8_t)sl_text_one_of(t, life_words, 3, o.life);
    if (!size(t, &o) || !count(t, &o)) return false;
    if (sl_text_has_word(t, true, "rest")) rest = sl_text_one_of(t, rest_words, 4, o.rest);
    if (rest == 4) return sl_text_fail(t, "expected 'rest uninit', 'zero', 'any' or 'strings'");
    o.rest = (uint8_t)rest;
    if (!attributes(t, &o) || !sl_text_form(t, " {")) return false;
    t->d.objects.at[n] = o;
    t->d.sized |= o.storage == SL_PLACES;
    if (t->out)
        print_contents(t, n);
    else
        t->known.at[n] = GIVEN;
    return (t->out || read_contents(t, n)) && sl_text_mark(t, '}');
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------

// What variable k, or the slot, holds.
static bool variable(struct sl_text *t, const struct ir_func *f, bool slot, uint32_t *k, uint32_t *x) {
    if ((slot && !sl_text_mark(t, '&')) || !sl_text_named(t, f, slot ? SL_TEXT_SLOT : SL_TEXT_LOCAL, k) || !sl_text_mark(t, '='))
        return false;
    return slot ? object_number(t, x) : sl_text_value(t, x, ir_bits(f->locals.at[*k].type));
}

static bool read_root(struct sl_text *t, const struct sl_frame *frame, const struct ir_func *f) {
    uint32_t k, x;
    const char *start = t->at;
    if (sl_text_take_word(t, "alloca") && sl_text_peek(t) == ' ') {
        if (!sl_text_form(t, " %o", &x)) return false;
        vec_push(&t->d.blocks, (struct sl_block){t->d.frames.n - 1, x});
        return true;
    }
    t->at = start;
    bool slot = sl_text_peek(t) == '&';
    if (!variable(t, f, slot, &k, &x)) return false;
    uint32_t *to = slot ? &t->d.slots.at[frame->first_slot + k] : &t->d.regs.at[frame->first_reg + k];
    if (*to) return sl_text_fail(t, "a variable is there twice");
    *to = x;
    return true;
}

static bool read_frame(struct sl_text *t) {
    struct sl_frame frame = {0, t->d.regs.n, t->d.slots.n};
    if (!sl_text_form(t, " %f:", &frame.func)) return false;
    const struct ir_func *f = &t->s->step.program->funcs.at[frame.func];
    vec_push(&t->d.frames, frame);
    for (uint32_t i = 0; i < f->locals.n; i++) vec_push(&t->d.regs, 0);
    for (uint32_t i = 0; i < f->slots.n; i++) vec_push(&t->d.slots, 0);
    for (sl_text_space(t); sl_text_peek(t) != '\n'; sl_text_space(t))
        if (!read_root(t, &frame, f)) return false;
    return true;
}

static void print_frame(struct sl_text *t, uint32_t i) {
    assert(i < t->d.frames.n && t->d.frames.at[i].func != SL_GHOSTS);
    struct sl_frame frame = t->d.frames.at[i];
    const struct ir_func *f = &t->s->step.program->funcs.at[frame.func];
    sl_text_form(t, "frame %f:", &frame.func);
    for (uint32_t k = 0; k < f->locals.n; k++)
        if (t->d.regs.at[frame.first_reg + k]) sl_text_space(t), variable(t, f, false, &k, &t->d.regs.at[frame.first_reg + k]);
    for (uint32_t k = 0; k < f->slots.n; k++)
        if (t->d.slots.at[frame.first_slot + k]) sl_text_space(t), variable(t, f, true, &k, &t->d.slots.at[frame.first_slot + k]);
    for (uint32_t k = 0; k < t->d.blocks.n; k++)
        if (t->d.blocks.at[k].frame == i) sl_text_form(t, " alloca %o", &t->d.blocks.at[k].object);
    sl_text_mark(t, '\n');
}

// Until the end of the line.
static bool read_next(struct sl_text *t, uint32_t *v) {
    sl_text_space(t);
    return sl_text_peek(t) != '\n' && sl_text_value(t, v, t->s->bits);
}

// What the callers of the callee hold, before its frame.
static bool read_ghosts(struct sl_text *t) {
    if (t->d.frames.n) return sl_text_fail(t, "ghosts come first");
    if (!sl_text_mark(t, ':')) return false;
    vec_push(&t->d.frames, (struct sl_frame){SL_GHOSTS, 0, 0});
    for (uint32_t v; read_next(t, &v);) vec_push(&t->d.regs, v);
    return t->d.regs.n || sl_text_fail(t, "no ghosts");
}

static bool read_results(struct sl_text *t) {
    if (t->d.results.n) return sl_text_fail(t, "results are there twice");
    if (!sl_text_mark(t, ':')) return false;
    for (uint32_t v; read_next(t, &v);) vec_push(&t->d.results, v);
    return !t->error->n;
}

static void print_values(struct sl_text *t, const char *what, uint32_t *values, uint32_t n) {
    buf_str(t->out, what);
    for (uint32_t i = 0; i < n; i++) sl_text_form(t, " %v", &values[i]);
    sl_text_mark(t, '\n');
}

// ---- the whole ---------------------------------------------------------------------------------------------------------------------

static void print(struct sl *s, dom_state state, bool lasting, struct buf *out) {
    struct sl_text t = {.s = s, .out = out, .lasting = lasting};
    struct sl_draft *d = &t.d;
    sl_unseal(&t.s->store, state, d);
    for (uint32_t i = 0; i < d->frames.n; i++) {
        if (d->frames.at[i].func == SL_GHOSTS)
            print_values(&t, "ghosts:", d->regs.at, d->frames.at[i + 1].first_reg);
        else
            print_frame(&t, i);
    }
    if (d->results.n) print_values(&t, "results:", d->results.at, d->results.n);
    for (uint32_t o = 1; o < d->objects.n; o++) object(&t, o), sl_text_mark(&t, '\n');
    sl_text_print_facts(&t);
    sl_draft_free(d);
}

void sl_print(void *self, dom_state s, struct buf *out) {
    print(self, s, false, out);
}

void sl_print_lasting(void *self, dom_state s, struct buf *out) {
    print(self, s, true, out);
}

static bool read_item(struct sl_text *t) {
    if (sl_text_take_word(t, "frame")) return read_frame(t);
    if (sl_text_take_word(t, "ghosts")) return read_ghosts(t);
    if (sl_text_take_word(t, "results")) return read_results(t);
    if (sl_text_peek(t) == 'o') return object(t, 0);
    return sl_text_fact(t);
}

static bool read_lines(struct sl_text *t) {
    for (t->line = 1; t->at < t->end; t->line++) {
        sl_text_space(t);
        if (sl_text_peek(t) != '\n' && !read_item(t)) return false;
        sl_text_space(t);
        if (sl_text_peek(t) != '\n') return sl_text_fail(t, "expected the end of the line");
        if (t->at < t->end) t->at++;
    }
    return true;
}

static int by_offset(const void *a, const void *b) {
    const struct sl_field *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool check_whole(struct sl_text *t) {
    if (t->d.frames.n && vec_last(&t->d.frames).func == SL_GHOSTS) return sl_text_fail(t, "ghosts without the frame of the callee");
    for (uint32_t i = 1; i < t->known.n; i++)
        if (t->known.at[i] == NAMED) return sl_text_fail(t, "there is no object o%u", i);
    if (t->d.fields.n) qsort(t->d.fields.at, t->d.fields.n, sizeof *t->d.fields.at, by_offset);
    sl_index_fields(&t->d);
    if (t->d.links.n) qsort(t->d.links.at, t->d.links.n, sizeof *t->d.links.at, sl_by_link);
    for (uint32_t i = 0; i < t->d.apart.n; i++)
        if (t->d.apart.at[i].a == t->d.apart.at[i].b) return sl_text_fail(t, "a value that differs from itself");
    return true;
}

static dom_state seal_valid(struct sl_text *t) {
    struct buf why = {0};
    dom_state result = sl_seal(&t->s->store, &t->d);
    if (!sl_valid(t->s, result, &why)) {
        buf_printf(t->error, "%.*s", (int)strcspn(buf_text(&why), "\n"), buf_text(&why));
        result = DOM_NONE;
    }
    buf_free(&why);
    return result;
}

static dom_state parse(struct sl *s, const char *text, size_t n, bool lasting, struct buf *error) {
    uint32_t most = n < UINT32_MAX / 2 ? (uint32_t)n : UINT32_MAX / 2;
    struct sl_text t = {.s = s, .at = text, .end = text + n, .most = most, .error = error, .lasting = lasting};
    sl_draft_init(&t.d);
    dom_state result = read_lines(&t) && check_whole(&t) ? seal_valid(&t) : DOM_NONE;
    sl_draft_free(&t.d);
    vec_free(&t.values);
    vec_free(&t.known);
    return result;
}

dom_state sl_parse(void *self, const char *text, size_t n, struct buf *error) {
    return parse(self, text, n, false, error);
}

dom_state sl_parse_lasting(void *self, const char *text, size_t n, struct buf *error) {
    return parse(self, text, n, true, error);
}
