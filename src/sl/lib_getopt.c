// SPDX-License-Identifier: MIT
// getopt and its kind: the arguments of main come in another order, optind is among them, optarg is null or one of them, or the rest of one.
// There is a draft for the end of the options, one for each option that has an argument, and one for all others.
#include "sl/lib.h"
#include "sl/length.h"

enum { MOST_OPTIONS = 128, OPERAND = 1 };
struct option {
    int32_t result;
    bool bare, given;      // it may have no argument, one
    bool letter, row;      // it is a letter; long
    struct sl_place flag;  // gets `value`; object 0: nothing does
    uint32_t value;
};
struct options {
    struct option at[MOST_OPTIONS];
    uint32_t n, n_rows;
    struct sl_place index;  // gets the number of a long one; object 0: nothing does
};

static bool refuse(struct sl_call *c, const char *what) {
    step_give_up(c->run, "'%s' with %s that is not followed", c->name, what);
    return false;
}

// ---- options -----------------------------------------------------------------------------------------------------------------------

// Long options and letters differ in what gets their number.
static bool add(struct sl_call *c, struct options *o, struct option x) {
    uint32_t i = 0;
    if (!o->index.object && !x.flag.object) x.letter = true, x.row = false;
    while (i < o->n && (o->at[i].result != x.result || o->at[i].flag.object || x.flag.object)) i++;
    if (i == MOST_OPTIONS) return refuse(c, "a number of options");
    if (i == o->n) o->at[o->n++] = x;
    o->at[i].bare |= x.bare;
    o->at[i].given |= x.given;
    o->at[i].letter |= x.letter;
    o->at[i].row |= x.row;
    return true;
}

static bool add_letter(struct sl_call *c, struct options *o, uint32_t letter, bool bare, bool given) {
    return add(c, o, (struct option){.result = (int32_t)letter, .bare = bare, .given = given, .letter = true});
}

// Of the option string: letters, each with a colon if it has an argument, and two if it may have one.
static bool read_letters(struct sl_call *c, struct options *o) {
    struct sl_operand *s = sl_lib_of(c, IR_LIB_STRING);
    if (!sl_lib_text(c, s)) return false;
    if (!sl_lib_is_known(&s->text)) return refuse(c, "an option string");
    uint64_t i = 0, n = s->text.length.lo;
    uint32_t first = n ? sl_lib_unit(c, &s->text, 0) : 0;
    if (first == '-' && !add_letter(c, o, OPERAND, false, true)) return false;
    for (i = first == '-' || first == '+'; i < n; i++) {
        uint32_t x = sl_lib_unit(c, &s->text, i), next = sl_lib_unit(c, &s->text, i + 1);
        if (x == ':') continue;
        if (x > INT8_MAX || next == ';') return refuse(c, "an option");
        bool may = next == ':', must = may && sl_lib_unit(c, &s->text, i + 2) != ':';
        if (!add_letter(c, o, x, !must, may)) return false;
    }
    return add_letter(c, o, '?', true, false) && add_letter(c, o, ':', true, false);
}

static bool load(struct sl_call *c, struct sl_place p, uint64_t offset, ir_type t, uint32_t *v) {
    *v = sl_get(c->d, p.object, (uint64_t)p.lo + offset, t, c->bits);
    return c->d->values.at[*v].kind == SL_ADDR || sl_is_const(c->d, *v, NULL) || refuse(c, "an option");
}

// The number behind the address, to be written.
static bool reach_number(struct sl_call *c, uint32_t v, struct sl_place *p) {
    if (sl_is_null(c->d, v)) return true;
    if (!sl_lib_reach(c, v, (struct step_extent){.lo = 4, .hi = 4}, true, p)) return false;
    return p->lo == p->hi || refuse(c, "a variable");
}

// A row of the table of long options: name, kind of argument, variable, value.  A null name ends it.
static bool read_row(struct sl_call *c, struct options *o, struct sl_place row, bool *end) {
    uint64_t word = c->bits / 8;
    ir_type pointer = ir_ptr(c->run->step->program);
    uint32_t name, kind, variable, value;
    num_word k, x;
    struct sl_text text;
    if (!load(c, row, 0, pointer, &name)) return false;
    if (*end = sl_is_null(c->d, name), *end) return true;
    if (!sl_lib_string_at(c, name, 1, SL_UNBOUNDED, &text)) return false;
    if (!load(c, row, word, IR_I(32), &kind) || !load(c, row, 2 * word, pointer, &variable)) return false;
    if (!load(c, row, 3 * word, IR_I(32), &value)) return false;
    if (!sl_is_const(c->d, kind, &k) || !sl_is_const(c->d, value, &x)) return refuse(c, "an option");
    struct option found = {.result = (int32_t)x, .bare = k != 1, .given = k != 0, .row = true, .value = value};
    if (!reach_number(c, variable, &found.flag)) return false;
    if (found.flag.object) found.result = 0;
    o->n_rows++;
    return add(c, o, found);
}

static bool read_table(struct sl_call *c, struct options *o) {
    const struct sl_operand *table = sl_lib_nth(c, IR_LIB_KEEP, 1);
    uint64_t size = 4 * (c->bits / 8);
    struct sl_place row;
    bool end = !table || sl_is_null(c->d, table->value);
    if (end) return true;
    if (!sl_lib_reach(c, table->value, (struct step_extent){.lo = size, .hi = size}, false, &row)) return false;
    for (; !end; row.lo = row.hi += (int64_t)size) {
        const struct sl_object *x = &c->d->objects.at[row.object];
        if (row.lo != row.hi || (uint64_t)row.lo + size > x->size || sl_is_segment(x)) return refuse(c, "a table of options");
        if (!read_row(c, o, row, &end)) return false;
    }
    return true;
}

static bool read_options(struct sl_call *c, struct options *o) {
    const struct sl_operand *index = sl_lib_of(c, IR_LIB_WRITE);
    if (index && !reach_number(c, index->value, &o->index)) return false;
    return read_letters(c, o) && read_table(c, o);
}

// ---- arguments ---------------------------------------------------------------------------------------------------------------------

// All that main was given, and no other strings.
static bool find_arguments(struct sl_call *c, uint32_t *vector) {
    const struct sl_value *argc = &c->d->values.at[sl_lib_of(c, IR_LIB_VALUE)->value], *argv = &c->d->values.at[sl_lib_of(c, IR_LIB_KEEP)->value];
    const struct sl_object *x = &c->d->objects.at[argv->object];
    uint64_t word = c->bits / 8;
    num_word n;
    bool whole = argv->kind == SL_ADDR && x->storage == SL_LIBRARY && x->tag == SL_WORLD && !x->instr && x->life == SL_VALID && argc->kind == SL_INT;
    whole = whole && num_range_is_const(argv->range, &n) && n == 0 && num_range_smin(argc->range) >= 1 && !c->run->step->options.inputs;
    bool told = whole && x->unit && sl_same(c->d, x->unit, sl_lib_of(c, IR_LIB_VALUE)->value) && x->scale == word && x->plus == (int64_t)word;
    bool one = whole && !x->more && num_range_is_const(argc->range, &n) && (n + 1) * word == x->size;
    whole = whole && x->rest == SL_REST_STRINGS && (told || one);
    *vector = argv->object;
    for (uint32_t i = sl_first_field(c->d, *vector); whole && sl_has(c->d, i, *vector); i++) {
        const struct sl_field *f = &c->d->fields.at[i];
        bool last = f->offset + f->size == x->size && !x->more;
        whole = f->size == word && f->offset % word == 0 && (last ? sl_is_null(c->d, f->value) : sl_is_string(c->d, f->value));
    }
    return whole || refuse(c, "arguments");
}

// Options come before the others: where each argument is now is not known.  The name of the program stays.
static void permute(struct sl_call *c, uint32_t vector) {
    sl_drop_fields_from(c->d, vector, c->bits / 8);
    sl_open_text(c->d, vector);
}

// ---- variables ---------------------------------------------------------------------------------------------------------------------

// The object of a variable that the program names; or 0.
static uint32_t variable(struct sl_call *c, const char *name) {
    ir_val v = ir_find(c->run->step->program, name);
    return ir_tag(v) == IR_GLOBAL ? sl_global_object(sl_of(c->run), c->d, ir_index(v)) : 0;
}

static bool are_of_library(struct sl_call *c) {
    static const char *const names[] = {"optind", "optarg", "optopt"};
    bool all = true;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        ir_val v = ir_find(c->run->step->program, names[i]);
        const struct ir_global *g = ir_tag(v) == IR_GLOBAL ? &c->run->step->program->globals.at[ir_index(v)] : NULL;
        all &= !g || (g->flags & IR_EXTERN && g->size);
    }
    return all || refuse(c, "a variable");
}

// Where it goes on is among the arguments, or behind the last.
static bool goes_on_inside(struct sl_call *c) {
    uint32_t o = variable(c, "optind"), argc = sl_lib_of(c, IR_LIB_VALUE)->value;
    if (!o) return true;
    uint32_t v = sl_get(c->d, o, 0, IR_I(32), c->bits);
    bool inside = c->d->values.at[v].kind == SL_INT && num_range_smin(c->d->values.at[v].range) >= 0;
    return (inside && sl_bound(c->d, sl_reading(c->d, v, true), sl_reading(c->d, argc, true)) <= 0) || refuse(c, "a place");
}

// Ends the call with this result and argument; it goes on with argument `at`, or any (0).
static void end(struct sl_call *c, uint32_t result, uint32_t argument, int64_t at) {
    struct sl_draft *d = c->d;
    uint32_t argc = sl_lib_of(c, IR_LIB_VALUE)->value, index = variable(c, "optind"), text = variable(c, "optarg"), letter = variable(c, "optopt");
    uint32_t n = sl_int(d, num_range_signed(32, at ? at : 1, at ? at : num_range_smax(d->values.at[argc].range)));
    if (index) sl_put(d, index, 0, 4, n);
    if (index) sl_relate(d, sl_reading(d, n, true), sl_reading(d, argc, true), 0);
    if (text) sl_put(d, text, 0, c->bits / 8, argument);
    if (letter) sl_put(d, letter, 0, 4, sl_int(d, num_range_full(32)));
    if (sl_lib_type(c)) sl_lib_give(c, result);
}

static uint32_t null(struct sl_call *c) {
    return sl_const(c->d, c->bits, 0);
}

// The number of one of the long options.
static void put_index(struct sl_call *c, const struct options *o, bool row) {
    if (!row || !o->index.object || !o->n_rows) return;
    sl_put(c->d, o->index.object, (uint64_t)o->index.lo, 4, sl_int(c->d, num_range_signed(32, 0, o->n_rows - 1)));
}

static void fork_option(struct sl_call *c, const struct options *o, const struct option *x, bool row, bool given) {
    struct sl_call other = sl_lib_fork(c);
    struct sl_draft *d = other.d;
    if (x->flag.object) sl_put(d, x->flag.object, (uint64_t)x->flag.lo, 4, x->value);
    put_index(&other, o, row);
    end(&other, sl_const(d, 32, (uint32_t)x->result), given ? sl_new_argument(other.d, other.bits) : null(&other), 0);
}

static bool is_in_group(const struct option *x, bool row) {
    return x->bare && !x->flag.object && (row ? x->row : x->letter);
}

// One of the options that may have no argument; 0: there is none.
static uint32_t bare_result(struct sl_call *c, const struct options *o, bool row) {
    int32_t lo = INT32_MAX, hi = INT32_MIN;
    for (uint32_t i = 0; i < o->n; i++) {
        if (!is_in_group(&o->at[i], row)) continue;
        if (o->at[i].result < lo) lo = o->at[i].result;
        if (o->at[i].result > hi) hi = o->at[i].result;
    }
    if (lo > hi) return 0;
    uint32_t v = sl_int(c->d, num_range_signed(32, lo, hi));
    for (uint32_t i = 0; i < o->n; i++)
        if (!is_in_group(&o->at[i], row)) sl_keep_apart(c->d, v, sl_const(c->d, 32, (uint32_t)o->at[i].result));
    return v;
}

static void fork_bare(struct sl_call *c, const struct options *o, bool row) {
    struct sl_call other = sl_lib_fork(c);
    uint32_t v = bare_result(&other, o, row);
    put_index(&other, o, row);
    if (v)
        end(&other, v, null(&other), 0);
    else
        step_unfork(c->run);
}

static void fork_options(struct sl_call *c, const struct options *o) {
    for (int row = 0; row < 2; row++) {
        for (uint32_t i = 0; i < o->n; i++) {
            const struct option *x = &o->at[i];
            if (!(row ? x->row : x->letter)) continue;
            if (x->given) fork_option(c, o, x, row, true);
            if (x->bare && x->flag.object) fork_option(c, o, x, row, false);
        }
        fork_bare(c, o, row);
    }
}

// No more options: of few arguments, it is told which are left.
static void end_options(struct sl_call *c) {
    num_word argc, last = sl_is_const(c->d, sl_lib_of(c, IR_LIB_VALUE)->value, &argc) && variable(c, "optind") ? argc : 0;
    for (num_word at = 1; at < last; at++) {
        struct sl_call other = sl_lib_fork(c);
        end(&other, sl_const(other.d, 32, UINT32_MAX), null(&other), (int64_t)at);
    }
    end(c, sl_const(c->d, 32, UINT32_MAX), null(c), (int64_t)last);
}

bool sl_model_getopt(struct sl_call *c) {
    struct options o = {0};
    uint32_t vector;
    if (!find_arguments(c, &vector) || !are_of_library(c) || !read_options(c, &o) || !goes_on_inside(c)) return false;
    permute(c, vector);
    fork_options(c, &o);
    end_options(c);
    return true;
}
