// SPDX-License-Identifier: MIT
#include "ir/model.h"

#include <assert.h>

#include "ir/build.h"

enum { MOST_SIZES = 8 };  // of elements, each with code of its own: there indices are seen

struct maker {
    struct ir_build b;
    struct ir_program *p;
    const struct ir_lib *row;
    uint32_t func;
    ir_val base, n, size, callback, key, context;  // arguments; IR_NOTHING: it has none
};

// ---- parts -------------------------------------------------------------------------------------------------------------------------

static ir_val any(struct maker *m, ir_type t, const char *why) {
    uint32_t x = ir_build_local(&m->b, NULL, t, IR_NO_TYPE, 0);
    ir_build_any(&m->b, x, why);
    return ir_val_of(IR_LOCAL, x);
}

static ir_val binary(struct maker *m, ir_type t, enum ir_pure op, ir_val x, ir_val y) {
    return ir_build_let_temp(&m->b, t, op, x, y, IR_NOTHING);
}

// Goes one way or the other.
static void choose(struct maker *m, uint32_t yes, uint32_t no) {
    ir_build_branch(&m->b, any(m, IR_I1, "what the library does"), yes, no);
}

// The address of any element; size 0: of as many bytes as the argument says.
static ir_val element(struct maker *m, uint64_t size) {
    ir_type word = ir_word(m->p);
    uint32_t at = ir_build_local(&m->b, NULL, ir_ptr(m->p), IR_NO_TYPE, 0);
    ir_val i = ir_build_let_temp(&m->b, word, IR_ZEXT_, any(m, IR_I(ir_bits(word) - 1), "an element"), IR_NOTHING, IR_NOTHING);  // no address
    ir_build_assume(&m->b, binary(m, IR_I1, IR_ULT_, i, m->n));
    struct ir_term term = {size ? i : binary(m, word, IR_MUL_, i, m->size), size ? (int64_t)size : 1};
    ir_build_addr(&m->b, at, &(struct ir_addr){.base = m->base, .n_terms = 1, .terms = &term});
    return ir_val_of(IR_LOCAL, at);
}

static ir_val compare(struct maker *m, ir_val x, ir_val y) {
    uint32_t result = ir_build_local(&m->b, NULL, IR_I(32), IR_NO_TYPE, 0);
    ir_val args[] = {x, y, m->context};
    ir_build_call(&m->b, &result, 1, m->callback, args, m->context ? 3 : 2, IR_NOTHING);
    return ir_val_of(IR_LOCAL, result);
}

static struct ir_addr at(ir_val pointer) {
    return (struct ir_addr){.base = pointer};
}

// The type of values of so many bytes; 0: there is none.
static ir_type value_of(const struct maker *m, uint64_t size) {
    if (size == m->p->pointer_bits / 8) return ir_ptr(m->p);
    return size == 1 || size == 2 || size == 4 ? IR_I((uint32_t)size * 8) : 0;
}

// Two elements of the size of a value.
static void swap_values(struct maker *m, ir_type t, ir_val x, ir_val y) {
    struct ir_addr to_x = at(x), to_y = at(y);
    uint32_t a = ir_build_local(&m->b, NULL, t, IR_NO_TYPE, 0), b = ir_build_local(&m->b, NULL, t, IR_NO_TYPE, 0);
    ir_build_load(&m->b, a, &to_x, 0);
    ir_build_load(&m->b, b, &to_y, 0);
    ir_build_store(&m->b, ir_val_of(IR_LOCAL, b), &to_x, 0);
    ir_build_store(&m->b, ir_val_of(IR_LOCAL, a), &to_y, 0);
}

static void swap_bytes(struct maker *m, ir_val room, ir_val size, ir_val x, ir_val y) {
    struct ir_addr to_x = at(x), to_y = at(y), to_room = at(room);
    if (ir_tag(room) == IR_SLOT) ir_build_enter(&m->b, room);
    ir_build_copy(&m->b, &to_room, &to_x, size, 0);
    ir_build_copy(&m->b, &to_x, &to_y, size, 0);
    ir_build_copy(&m->b, &to_y, &to_room, size, 0);
    if (ir_tag(room) == IR_SLOT) ir_build_leave(&m->b, room);
}

// For one element; there is none for those that are values.
static ir_val make_room(struct maker *m, uint64_t size) {
    if (value_of(m, size)) return IR_NOTHING;
    if (size) return ir_val_of(IR_SLOT, ir_build_slot(&m->b, "room", size, 16, IR_NO_TYPE, IR_SCOPED));
    uint32_t block = ir_build_local(&m->b, NULL, ir_ptr(m->p), IR_NO_TYPE, 0);
    ir_build_alloca(&m->b, block, m->size);
    return ir_val_of(IR_LOCAL, block);
}

static void swap(struct maker *m, uint64_t size, ir_val room, ir_val x, ir_val y) {
    ir_type t = value_of(m, size);
    if (t)
        swap_values(m, t, x, y);
    else
        swap_bytes(m, room, size ? ir_const_int(m->p, ir_word(m->p), size) : m->size, x, y);
}

// ---- qsort -------------------------------------------------------------------------------------------------------------------------

// In any order: some two are compared, and perhaps change places.
static void sort_elements(struct maker *m, uint64_t size, uint32_t from, uint32_t done) {
    uint32_t again = ir_build_block(&m->b, "again"), pick = ir_build_block(&m->b, "pick"), move = ir_build_block(&m->b, "move");
    ir_build_at(&m->b, from);
    ir_val room = make_room(m, size);
    ir_build_jump(&m->b, again);
    ir_build_at(&m->b, again);
    choose(m, pick, done);
    ir_build_at(&m->b, pick);
    ir_val x = element(m, size), y = element(m, size);
    compare(m, x, y);
    choose(m, move, again);
    ir_build_at(&m->b, move);
    swap(m, size, room, x, y);
    ir_build_jump(&m->b, again);
}

// ---- bsearch, lfind ----------------------------------------------------------------------------------------------------------------

// Some are compared with the key; one of them is equal, or none.
static void find_element(struct maker *m, uint64_t size, uint32_t from, uint32_t done) {
    uint32_t pick = ir_build_block(&m->b, "pick"), equal = ir_build_block(&m->b, "equal");
    ir_build_at(&m->b, from);
    choose(m, pick, done);
    ir_build_at(&m->b, pick);
    ir_val x = element(m, size), order = compare(m, m->key, x);
    choose(m, equal, from);
    ir_build_at(&m->b, equal);
    ir_build_assume(&m->b, binary(m, IR_I1, IR_EQ_, order, ir_const_int(m->p, IR_I(32), 0)));
    ir_build_ret(&m->b, &x, 1);
}

// ---- the sizes that calls ask for ----------------------------------------------------------------------------------------------------

typedef VEC(uint64_t) sizes;

static void add_size(sizes *s, uint64_t size) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i] == size) return;
    if (size && s->n < MOST_SIZES) vec_push(s, size);
}

static void find_sizes(const struct maker *m, sizes *out) {
    for (uint32_t f = 0; f < m->p->funcs.n; f++)
        for (uint32_t i = 0; i < m->p->funcs.at[f].instrs.n; i++) {
            const struct ir_instr *x = &m->p->funcs.at[f].instrs.at[i];
            bool calls = x->op == IR_CALL && x->args[0] == ir_val_of(IR_FUNC, m->func);
            const struct ir_const *c = calls && ir_index(m->size) + 1 < x->n_args ? ir_const_of(m->p, x->args[ir_index(m->size) + 1]) : NULL;
            if (c && !c->undef) add_size(out, c->lo);
        }
}

typedef void (*make_loop)(struct maker *m, uint64_t size, uint32_t from, uint32_t done);

// One loop for each size, and one for all others.
static void make_loops(struct maker *m, make_loop make, uint32_t start, uint32_t done) {
    sizes s = {0};
    uint32_t from[MOST_SIZES + 1];
    struct ir_case cases[MOST_SIZES];
    find_sizes(m, &s);
    from[0] = ir_build_block(&m->b, "others");
    for (uint32_t i = 0; i < s.n; i++) {
        from[i + 1] = ir_build_block(&m->b, "elements");
        cases[i] = (struct ir_case){s.at[i], s.at[i], i + 1};
    }
    ir_build_at(&m->b, start);
    if (s.n)
        ir_build_switch(&m->b, m->size, from, s.n + 1, cases, s.n);
    else
        ir_build_jump(&m->b, from[0]);
    for (uint32_t i = 0; i <= s.n; i++) make(m, i ? s.at[i - 1] : 0, from[i], done);
    vec_free(&s);
}

// The argument is where the number of elements is.
static uint32_t load_number(struct maker *m, uint32_t block) {
    uint32_t n = ir_build_local(&m->b, NULL, ir_word(m->p), IR_NO_TYPE, 0), next = ir_build_block(&m->b, "counted");
    struct ir_addr cell = at(m->n);
    ir_build_at(&m->b, block);
    ir_build_load(&m->b, n, &cell, 0);
    ir_build_jump(&m->b, next);
    m->n = ir_val_of(IR_LOCAL, n);
    return next;
}

static void make_body(struct maker *m) {
    bool sorts = m->row->kind == IR_LIB_K_QSORT;
    uint32_t start = ir_build_block(&m->b, "start"), done = ir_build_block(&m->b, "done");
    ir_val nothing = ir_const_int(m->p, sorts ? IR_I(32) : ir_ptr(m->p), 0);
    if (m->row->kind == IR_LIB_K_LFIND) start = load_number(m, start);
    make_loops(m, sorts ? sort_elements : find_element, start, done);
    ir_build_at(&m->b, done);
    ir_build_ret(&m->b, &nothing, m->p->funcs.at[m->func].n_rets);
}

// ---- which functions ---------------------------------------------------------------------------------------------------------------

static ir_val argument(const struct maker *m, enum ir_lib_role role, uint32_t which) {
    for (uint32_t i = 0; i < m->row->n_args; i++)
        if (m->row->args[i].role == role && which-- == 0) return ir_val_of(IR_LOCAL, i);
    return IR_NOTHING;
}

// Is it declared as its row is?  A call through another type is left to the row.
static bool is_declared(const struct maker *m, ir_type number, ir_type result) {
    const struct ir_func *f = &m->p->funcs.at[m->func];
    enum ir_lib_answer answer = (enum ir_lib_answer)m->row->result.answer;
    bool fine = f->n_params == m->row->n_args && !(f->flags & (IR_VARIADIC | IR_MODEL));
    fine = fine && f->n_rets == (answer != IR_LIB_VOID && answer != IR_LIB_NEVER) && (!f->n_rets || f->rets[0] == result);
    for (uint32_t i = 0; i < f->n_params && fine; i++)
        fine = f->locals.at[i].type == (m->row->args[i].role == IR_LIB_VALUE ? number : ir_ptr(m->p));
    return fine;
}

static void find_arguments(struct maker *m) {
    bool sorts = m->row->kind == IR_LIB_K_QSORT, cell = m->row->kind == IR_LIB_K_LFIND;
    m->base = argument(m, sorts ? IR_LIB_UPDATE : IR_LIB_READ, 0);
    m->n = cell ? argument(m, IR_LIB_READ, 1) : argument(m, IR_LIB_VALUE, 0);
    m->size = argument(m, IR_LIB_VALUE, !cell);
    m->callback = argument(m, IR_LIB_CALLBACK, 0);
    m->key = sorts ? IR_NOTHING : argument(m, IR_LIB_KEEP, 0);
    m->context = sorts ? argument(m, IR_LIB_KEEP, 0) : IR_NOTHING;
}

static void begin(struct maker *m) {
    m->p->funcs.at[m->func].flags &= ~(uint32_t)IR_EXTERN;
    ir_build_begin(&m->b, m->p, m->func);
}

static void end(struct maker *m) {
    bool good = ir_build_end(&m->b);
    assert(good);
    (void)good;
    m->p->funcs.at[m->func].flags |= IR_EXTERN | IR_MODEL;
}

static void add_model(struct ir_program *p, uint32_t func, const struct ir_lib *row) {
    struct maker m = {.p = p, .row = row, .func = func};
    if (!is_declared(&m, ir_word(p), row->kind == IR_LIB_K_QSORT ? IR_I(32) : ir_ptr(p))) return;
    find_arguments(&m);
    begin(&m);
    make_body(&m);
    end(&m);
}

// ---- atexit and exit -----------------------------------------------------------------------------------------------------------------

enum { MOST_HANDLERS = 32 };  // those that C promises; more are unknown by name
static const char handlers_name[] = "exit handlers";

// A table of functions and their arguments, and how many there are.
struct handlers {
    ir_val table, count;
    int64_t word;
};

static ir_val new_global(struct ir_program *p, const char *name, uint64_t size) {
    uint32_t g = ir_add_global(p, name);
    p->globals.at[g].flags = IR_INTERNAL;
    p->globals.at[g].size = size;
    p->globals.at[g].align = p->pointer_bits / 8;
    return ir_val_of(IR_GLOBAL, g);
}

static ir_val load(struct maker *m, ir_type t, const struct ir_addr *from) {
    uint32_t x = ir_build_local(&m->b, NULL, t, IR_NO_TYPE, 0);
    ir_build_load(&m->b, x, from, 0);
    return ir_val_of(IR_LOCAL, x);
}

// One that has been registered: a function (part 0) and what it is called with (1).
static struct ir_addr handler_at(const struct handlers *h, struct ir_term *term, ir_val i, int part) {
    *term = (struct ir_term){i, 2 * h->word};
    return (struct ir_addr){.base = h->table, .n_terms = 1, .terms = term, .offset = part * h->word};
}

static void make_atexit(struct maker *m, const struct handlers *h) {
    ir_type word = ir_word(m->p);
    ir_val none = ir_const_int(m->p, ir_ptr(m->p), 0), success = ir_const_int(m->p, IR_I(32), 0), context = argument(m, IR_LIB_KEEP, 0);
    struct ir_addr count = at(h->count), to;
    struct ir_term term;
    begin(m);
    uint32_t start = ir_build_block(&m->b, "start"), room = ir_build_block(&m->b, "room"), full = ir_build_block(&m->b, "full");
    ir_build_at(&m->b, start);
    ir_val n = load(m, word, &count);
    ir_build_branch(&m->b, binary(m, IR_I1, IR_ULT_, n, ir_const_int(m->p, word, MOST_HANDLERS)), room, full);
    ir_build_at(&m->b, room);
    to = handler_at(h, &term, n, 0);
    ir_build_store(&m->b, argument(m, IR_LIB_CALLBACK, 0), &to, 0);
    to = handler_at(h, &term, n, 1);
    ir_build_store(&m->b, context ? context : none, &to, 0);
    ir_build_store(&m->b, binary(m, word, IR_ADD_, n, ir_const_int(m->p, word, 1)), &count, 0);
    ir_build_ret(&m->b, &success, 1);
    ir_build_at(&m->b, full);
    ir_build_unmodelled(&m->b, "more than 32 exit handlers");
    ir_build_ret(&m->b, &success, 1);
    end(m);
}

// By a switch: how many there are keeps states apart.
static void make_handlers(struct maker *m, const struct handlers *h) {
    ir_type word = ir_word(m->p);
    struct ir_addr count = at(h->count), from;
    struct ir_term term;
    begin(m);
    uint32_t start = ir_build_block(&m->b, "start"), again = ir_build_block(&m->b, "again"), last = ir_build_block(&m->b, "last"),
             done = ir_build_block(&m->b, "done"), ways[] = {last, done};
    ir_build_at(&m->b, start);
    ir_build_jump(&m->b, again);
    ir_build_at(&m->b, again);
    ir_val n = load(m, word, &count);
    ir_build_switch(&m->b, n, ways, 2, &(struct ir_case){0, 0, 1}, 1);
    ir_build_at(&m->b, last);
    ir_val i = binary(m, word, IR_SUB_, n, ir_const_int(m->p, word, 1));
    ir_build_store(&m->b, i, &count, 0);
    from = handler_at(h, &term, i, 0);
    ir_val handler = load(m, ir_ptr(m->p), &from);
    from = handler_at(h, &term, i, 1);
    ir_val context = load(m, ir_ptr(m->p), &from);
    ir_build_call(&m->b, NULL, 0, handler, &context, 1, IR_NOTHING);
    ir_build_jump(&m->b, again);
    ir_build_at(&m->b, done);
    ir_build_ret(&m->b, NULL, 0);
    end(m);
}

// The library function that ends the program at once; IR_NOTHING: the program has another one of this name.
static ir_val declare_halt(struct ir_program *p, const struct ir_lib_table *t) {
    ir_val found = ir_find(p, "_Exit");
    if (found != IR_NOTHING) {
        bool own = ir_tag(found) != IR_FUNC || !ir_lib_of(t, p, &p->funcs.at[ir_index(found)]).row;
        return own ? IR_NOTHING : found;
    }
    uint32_t func = ir_add_func(p, "_Exit");
    p->funcs.at[func].flags = IR_EXTERN | IR_NORETURN;
    vec_push(&p->funcs.at[func].locals, (struct ir_local){.type = IR_I(32), .ctype = IR_NO_TYPE, .flags = IR_TEMP});
    p->funcs.at[func].n_params = 1;
    return ir_val_of(IR_FUNC, func);
}

static void make_exit(struct maker *m, const struct ir_lib_table *t, uint32_t handlers) {
    ir_val halt = declare_halt(m->p, t), status = argument(m, IR_LIB_VALUE, 0);
    if (halt == IR_NOTHING) return;
    begin(m);
    ir_build_at(&m->b, ir_build_block(&m->b, "start"));
    if (handlers != UINT32_MAX) ir_build_call(&m->b, NULL, 0, ir_val_of(IR_FUNC, handlers), NULL, 0, IR_NOTHING);
    for (uint32_t i = 0; i < m->p->dtors.n; i++)
        ir_build_call(&m->b, NULL, 0, ir_val_of(IR_FUNC, m->p->dtors.at[i].func), NULL, 0, IR_NOTHING);
    ir_build_call(&m->b, NULL, 0, halt, &status, 1, IR_NOTHING);
    ir_build_stop(&m->b, "the program has ended");
    end(m);
}

uint32_t ir_model_handlers(const struct ir_program *p) {
    ir_val found = ir_find(p, handlers_name);
    return found == IR_NOTHING ? UINT32_MAX : ir_index(found);
}

static uint32_t add_handlers(struct ir_program *p, struct handlers *h) {
    h->word = p->pointer_bits / 8;
    h->table = new_global(p, "exit handlers' table", (uint64_t)(2 * MOST_HANDLERS * h->word));
    h->count = new_global(p, "exit handlers' count", (uint64_t)h->word);
    struct maker m = {.p = p, .func = ir_add_func(p, handlers_name)};
    p->funcs.at[m.func].flags = IR_INTERNAL;
    make_handlers(&m, h);
    return m.func;
}

// Is it a function of this kind that can have a body?
static bool begin_kind(struct maker *m, const struct ir_lib_table *t, enum ir_lib_kind kind, ir_type number) {
    struct ir_lib_use use = ir_lib_of(t, m->p, &m->p->funcs.at[m->func]);
    m->row = use.row;
    return use.row && !use.drop && use.row->kind == kind && is_declared(m, number, IR_I(32));
}

static void add_ending(struct ir_program *p, const struct ir_lib_table *t) {
    struct handlers h;
    uint32_t n = p->funcs.n, handlers = ir_model_handlers(p);
    if (handlers != UINT32_MAX) return;
    for (uint32_t i = 0; i < n; i++) {
        struct maker m = {.p = p, .func = i};
        if (!begin_kind(&m, t, IR_LIB_K_ATEXIT, ir_ptr(p))) continue;
        if (handlers == UINT32_MAX) handlers = add_handlers(p, &h);
        make_atexit(&m, &h);
    }
    for (uint32_t i = 0; i < n && (handlers != UINT32_MAX || p->dtors.n); i++) {
        struct maker m = {.p = p, .func = i};
        if (begin_kind(&m, t, IR_LIB_K_EXIT, IR_I(32))) make_exit(&m, t, handlers);
    }
}

// ---- strtok, strsep ------------------------------------------------------------------------------------------------------------------

static const char place_name[] = "strtok's place", search_name[] = "__strchrnul";

// Where it goes on: the caller's cell, or the library's own.
static struct ir_addr token_cell(struct maker *m) {
    ir_val cell = argument(m, IR_LIB_INTO, 0), own = cell ? cell : ir_find(m->p, place_name);
    return at(own != IR_NOTHING ? own : new_global(m->p, place_name, m->p->pointer_bits / 8));
}

static bool declare_search(struct ir_program *p, const struct ir_lib_table *t, ir_val *search) {
    *search = ir_find(p, search_name);
    if (*search != IR_NOTHING) return ir_tag(*search) == IR_FUNC && ir_lib_of(t, p, &p->funcs.at[ir_index(*search)]).row;
    uint32_t func = ir_add_func(p, search_name);
    struct ir_func *f = &p->funcs.at[func];
    f->flags = IR_EXTERN;
    vec_push(&f->locals, (struct ir_local){.type = ir_ptr(p), .ctype = IR_NO_TYPE, .flags = IR_TEMP});
    vec_push(&f->locals, (struct ir_local){.type = IR_I(32), .ctype = IR_NO_TYPE, .flags = IR_TEMP});
    f->n_params = 2;
    f->n_rets = 1;
    f->rets = ARENA_ARRAY(&p->arena, ir_type, 1);
    f->rets[0] = ir_ptr(p);
    *search = ir_val_of(IR_FUNC, func);
    return true;
}

// Some place in the string, its end included.
static ir_val some_place(struct maker *m, ir_val search, ir_val s) {
    uint32_t found = ir_build_local(&m->b, NULL, ir_ptr(m->p), IR_NO_TYPE, 0);
    ir_val args[] = {s, any(m, IR_I(32), "what is looked for")};
    ir_build_call(&m->b, &found, 1, search, args, 2, IR_NOTHING);
    return ir_val_of(IR_LOCAL, found);
}

// Is there a 0 at this place?
static void branch_by_end(struct maker *m, ir_val s, uint32_t yes, uint32_t no) {
    struct ir_addr there = at(s);
    ir_build_branch(&m->b, binary(m, IR_I1, IR_EQ_, load(m, IR_I(8), &there), ir_const_int(m->p, IR_I(8), 0)), yes, no);
}

// The token that begins at s ends somewhere: with the string, where it goes on at `rest`, or at a delimiter, which becomes a 0.
static void make_token(struct maker *m, ir_val search, ir_val s, bool ends_with_null) {
    struct ir_addr cell = token_cell(m);
    uint32_t last = ir_build_block(&m->b, "last"), cut = ir_build_block(&m->b, "cut"), next = ir_build_local(&m->b, NULL, ir_ptr(m->p), IR_NO_TYPE, 0);
    ir_val e = some_place(m, search, s);
    struct ir_addr there = at(e), behind = {.base = e, .offset = 1};
    branch_by_end(m, e, last, cut);
    ir_build_at(&m->b, last);
    ir_build_store(&m->b, ends_with_null ? ir_const_int(m->p, ir_ptr(m->p), 0) : e, &cell, 0);
    ir_build_ret(&m->b, &s, 1);
    ir_build_at(&m->b, cut);
    ir_build_store(&m->b, ir_const_int(m->p, IR_I(8), 0), &there, 0);
    ir_build_addr(&m->b, next, &behind);
    ir_build_store(&m->b, ir_val_of(IR_LOCAL, next), &cell, 0);
    ir_build_ret(&m->b, &s, 1);
}

// From where it went on (the first call in a row must have a string: null is read), or from the argument: behind delimiters a token begins, or the string ends.
static void make_strtok(struct maker *m, ir_val search) {
    struct ir_addr cell = token_cell(m);
    ir_val text = argument(m, IR_LIB_EDIT, 0), none = ir_const_int(m->p, ir_ptr(m->p), 0);
    uint32_t start = ir_build_block(&m->b, "start"), saved = ir_build_block(&m->b, "saved"), begin = ir_build_block(&m->b, "begin"),
             over = ir_build_block(&m->b, "over"), token = ir_build_block(&m->b, "token");
    uint32_t s = ir_build_local(&m->b, "s", ir_ptr(m->p), IR_NO_TYPE, 0);
    ir_build_at(&m->b, start);
    some_place(m, search, argument(m, IR_LIB_STRING, 0));
    ir_build_let(&m->b, s, IR_COPY_, text, IR_NOTHING, IR_NOTHING);
    ir_build_branch(&m->b, binary(m, IR_I1, IR_EQ_, text, none), saved, begin);
    ir_build_at(&m->b, saved);
    ir_build_load(&m->b, s, &cell, 0);
    ir_build_jump(&m->b, begin);
    ir_build_at(&m->b, begin);
    ir_val first = some_place(m, search, ir_val_of(IR_LOCAL, s));
    branch_by_end(m, first, over, token);
    ir_build_at(&m->b, over);
    ir_build_store(&m->b, first, &cell, 0);
    ir_build_ret(&m->b, &none, 1);
    ir_build_at(&m->b, token);
    make_token(m, search, first, false);
}

static void make_strsep(struct maker *m, ir_val search) {
    struct ir_addr cell = token_cell(m);
    ir_val none = ir_const_int(m->p, ir_ptr(m->p), 0);
    uint32_t start = ir_build_block(&m->b, "start"), nothing = ir_build_block(&m->b, "nothing"), token = ir_build_block(&m->b, "token");
    ir_build_at(&m->b, start);
    some_place(m, search, argument(m, IR_LIB_STRING, 0));
    ir_val s = load(m, ir_ptr(m->p), &cell);
    ir_build_branch(&m->b, binary(m, IR_I1, IR_EQ_, s, none), nothing, token);
    ir_build_at(&m->b, nothing);
    ir_build_ret(&m->b, &none, 1);
    ir_build_at(&m->b, token);
    make_token(m, search, s, true);
}

static void add_tokens(struct ir_program *p, const struct ir_lib_table *t) {
    for (uint32_t i = 0, n = p->funcs.n; i < n; i++) {
        struct ir_lib_use use = ir_lib_of(t, p, &p->funcs.at[i]);
        struct maker m = {.p = p, .row = use.row, .func = i};
        ir_val search;
        if (!use.row || use.drop || (use.row->kind != IR_LIB_K_STRTOK && use.row->kind != IR_LIB_K_STRSEP)) continue;
        if (!is_declared(&m, ir_word(p), ir_ptr(p)) || !declare_search(p, t, &search)) continue;
        begin(&m);
        (use.row->kind == IR_LIB_K_STRTOK ? make_strtok : make_strsep)(&m, search);
        end(&m);
    }
}

static bool may_have(enum ir_lib_kind kind) {
    return kind == IR_LIB_K_QSORT || kind == IR_LIB_K_BSEARCH || kind == IR_LIB_K_LFIND;
}

void ir_models_add(struct ir_program *p, const struct ir_lib_table *t) {
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        struct ir_lib_use use = ir_lib_of(t, p, &p->funcs.at[i]);
        if (use.row && !use.drop && may_have(use.row->kind)) add_model(p, i, use.row);
    }
    add_ending(p, t);
    add_tokens(p, t);
}
