// SPDX-License-Identifier: MIT
#include "ir/fulfil.h"

#include <assert.h>

#include "ir/build.h"
#include "ir/required.h"

struct maker {
    struct ir_build b;
    struct ir_program *p;
    struct ir_agreed *a;
    const struct ir_stated_case *c;
    uint32_t func;
    const char *name;  // of the function whose contract it is
};

// ---- parts ---------------------------------------------------------------------------------------------------------------------------------

static ir_val local(uint32_t x) {
    return ir_val_of(IR_LOCAL, x);
}

static uint32_t variable(struct maker *m, const char *name, ir_val value) {
    uint32_t x = ir_build_local(&m->b, name, ir_ptr(m->p), IR_NO_TYPE, 0);
    ir_build_let(&m->b, x, IR_COPY_, value, IR_NOTHING, IR_NOTHING);
    return x;
}

static void set(struct maker *m, uint32_t x, ir_val value) {
    ir_build_let(&m->b, x, IR_COPY_, value, IR_NOTHING, IR_NOTHING);
}

static ir_val null(const struct maker *m) {
    return ir_const_int(m->p, ir_ptr(m->p), 0);
}

static ir_val load(struct maker *m, ir_val base, uint64_t offset, ir_type t) {
    uint32_t x = ir_build_local(&m->b, NULL, t, IR_NO_TYPE, 0);
    ir_build_load(&m->b, x, &(struct ir_addr){.base = base, .offset = (int64_t)offset}, 0);
    return local(x);
}

static void store(struct maker *m, ir_val base, uint64_t offset, ir_val value) {
    ir_build_store(&m->b, value, &(struct ir_addr){.base = base, .offset = (int64_t)offset}, 0);
}

static ir_val differ(struct maker *m, ir_val x, ir_val y) {
    return ir_build_let_temp(&m->b, IR_I1, IR_NE_, x, y, IR_NOTHING);
}

static uint32_t block(struct maker *m, const char *name) {
    return ir_build_block(&m->b, name);
}

// From here on in another block, to which others jump as well.
static void go_on(struct maker *m, uint32_t at) {
    ir_build_jump(&m->b, at);
    ir_build_at(&m->b, at);
}

static ir_val library(struct maker *m, const char *name, ir_type result, ir_type param) {
    return ir_build_declared(m->p, name, result, &param, param != 0);
}

static ir_val call(struct maker *m, ir_val callee, ir_type result, ir_val argument) {
    uint32_t x = result ? ir_build_local(&m->b, NULL, result, IR_NO_TYPE, 0) : 0;
    ir_build_call(&m->b, &x, result != 0, callee, &argument, argument != IR_NOTHING, IR_NOTHING);
    return local(x);
}

// Any number of so many bytes.
static ir_val draw(struct maker *m, uint64_t size) {
    const char *name = size == 1 ? "__VERIFIER_nondet_char" : size == 2 ? "__VERIFIER_nondet_short" : size == 4 ? "__VERIFIER_nondet_int" : "__VERIFIER_nondet_longlong";
    ir_type t = IR_I((uint32_t)size * 8);
    return call(m, library(m, name, t, 0), t, IR_NOTHING);
}

static void choose(struct maker *m, uint32_t yes, uint32_t no) {
    ir_build_branch(&m->b, differ(m, draw(m, 4), ir_const_int(m->p, IR_I(32), 0)), yes, no);
}

static void release(struct maker *m, ir_val pointer) {
    call(m, library(m, "free", 0, ir_ptr(m->p)), 0, pointer);
}

static void unknown(struct maker *m, const char *what) {
    ir_build_unmodelled(&m->b, arena_printf(&m->p->arena, "contract of '%s': %s", m->name, what));
}

// ---- what is required ------------------------------------------------------------------------------------------------------------------------

// Where the condition does not hold, the call is wrong.
static void require(struct maker *m, ir_val condition, const char *clause) {
    uint32_t fine = block(m, "fine"), wrong = block(m, "wrong");
    const char *what = arena_printf(&m->p->arena, "'%s' is called where its contract does not hold: requires %s", m->name, clause);
    ir_build_branch(&m->b, condition, fine, wrong);
    ir_build_at(&m->b, wrong);
    ir_build_promise(&m->b, ir_const_int(m->p, IR_I1, 0), what);
    ir_build_unmodelled(&m->b, what);
    ir_build_stop(&m->b, what);
    ir_build_at(&m->b, fine);
}

static void touch(struct maker *m, ir_val node, uint32_t ctype) {
    uint64_t size = m->p->ctypes.at[ctype].size;
    if (size) load(m, node, size - 1, IR_I(8));
}

// From a node on, to the end or, of a ring, back to it.  Along two links a node that is met again has two before it; along one, the second, at half the pace, is met.
static void require_list(struct maker *m, ir_val start, const struct ir_shape *s, const char *clause) {
    ir_type ptr = ir_ptr(m->p);
    uint32_t x = variable(m, "x", start), slow = variable(m, "slow", start), head = block(m, "head"), body = block(m, "body"), end = block(m, "end");
    go_on(m, head);
    ir_build_branch(&m->b, differ(m, local(x), null(m)), body, end);
    ir_build_at(&m->b, body);
    touch(m, local(x), s->ctype);
    ir_val next = load(m, local(x), s->next, ptr);
    if (s->kind == IR_SHAPE_DOUBLY) {
        uint32_t linked = block(m, "linked"), last = block(m, "last");
        ir_build_branch(&m->b, differ(m, next, null(m)), linked, last);
        ir_build_at(&m->b, linked);
        require(m, ir_build_let_temp(&m->b, IR_I1, IR_EQ_, load(m, next, s->back, ptr), local(x), IR_NOTHING), clause);
        if (!s->ring) require(m, differ(m, next, start), clause);
        go_on(m, last);
        if (s->ring) require(m, differ(m, next, null(m)), clause);
        set(m, x, next);
        if (s->ring)
            ir_build_branch(&m->b, differ(m, next, start), head, end);
        else
            ir_build_jump(&m->b, head);
    } else {
        uint32_t second = block(m, "second");
        set(m, x, next);
        ir_build_branch(&m->b, differ(m, next, null(m)), second, end);
        ir_build_at(&m->b, second);
        touch(m, local(x), s->ctype);
        set(m, x, load(m, local(x), s->next, ptr));
        set(m, slow, load(m, local(slow), s->next, ptr));
        require(m, differ(m, local(x), local(slow)), clause);
        ir_build_jump(&m->b, head);
    }
    ir_build_at(&m->b, end);
}

// ---- nodes -----------------------------------------------------------------------------------------------------------------------------------

struct filling {
    struct maker *m;
    ir_val node;
    const struct ir_shape *s;
    bool fresh;
};

static void fill_member(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct filling *f = self;
    const struct ir_ctype *t = ctype < f->m->p->ctypes.n ? &f->m->p->ctypes.at[ctype] : NULL;
    bool number = t && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_ENUM) && (size == 1 || size == 2 || size == 4 || size == 8);
    if (ir_shape_is_link(f->s, offset)) return;
    if (number)
        store(f->m, f->node, offset, draw(f->m, size));
    else if (f->fresh || !t || t->kind != IR_C_POINTER)
        ir_build_havoc(&f->m->b, &(struct ir_addr){.base = f->node, .offset = (int64_t)offset}, ir_const_int(f->m->p, ir_word(f->m->p), size),
                       arena_printf(&f->m->p->arena, "contract of '%s': nothing is said of '%s'", f->m->name, name));
}

static void fill(struct maker *m, ir_val node, const struct ir_shape *s, bool fresh) {
    struct filling f = {m, node, s, fresh};
    ir_members(m->p, s->ctype, &f, fill_member);
}

static ir_val new_node(struct maker *m, const struct ir_shape *s) {
    ir_type word = ir_word(m->p);
    ir_val node = call(m, library(m, "malloc", ir_ptr(m->p), word), ir_ptr(m->p), ir_const_int(m->p, word, m->p->ctypes.at[s->ctype].size));
    ir_build_assume(&m->b, differ(m, node, null(m)));  // it is there: the contract says so
    fill(m, node, s, true);
    return node;
}

// A new node before what x leads to.
static void push(struct maker *m, uint32_t x, const struct ir_shape *s) {
    ir_val node = new_node(m, s);
    store(m, node, s->next, local(x));
    if (s->kind == IR_SHAPE_DOUBLY) {
        uint32_t some = block(m, "some"), linked = block(m, "linked");
        store(m, node, s->back, null(m));
        ir_build_branch(&m->b, differ(m, local(x), null(m)), some, linked);
        ir_build_at(&m->b, some);
        store(m, local(x), s->back, node);
        go_on(m, linked);
    }
    set(m, x, node);
}

// At least one node, before what is there.
static ir_val new_list(struct maker *m, ir_val rest, const struct ir_shape *s) {
    uint32_t x = variable(m, "list", rest), head = block(m, "head"), more = block(m, "more"), end = block(m, "end");
    push(m, x, s);
    go_on(m, head);
    choose(m, more, end);
    ir_build_at(&m->b, more);
    push(m, x, s);
    ir_build_jump(&m->b, head);
    ir_build_at(&m->b, end);
    return local(x);
}

// Any node of the list, or null.
static ir_val some_node(struct maker *m, ir_val list, const struct ir_shape *s) {
    uint32_t x = variable(m, "some", list), head = block(m, "head"), on = block(m, "on"), step = block(m, "step"), end = block(m, "end");
    go_on(m, head);
    ir_build_branch(&m->b, differ(m, local(x), null(m)), on, end);
    ir_build_at(&m->b, on);
    choose(m, step, end);
    ir_build_at(&m->b, step);
    set(m, x, load(m, local(x), s->next, ir_ptr(m->p)));
    ir_build_jump(&m->b, head);
    ir_build_at(&m->b, end);
    return local(x);
}

typedef void visit(struct maker *m, ir_val node, const struct ir_shape *s);

static void walk(struct maker *m, ir_val list, const struct ir_shape *s, visit *each) {
    uint32_t x = variable(m, "x", list), head = block(m, "head"), body = block(m, "body"), end = block(m, "end");
    go_on(m, head);
    ir_build_branch(&m->b, differ(m, local(x), null(m)), body, end);
    ir_build_at(&m->b, body);
    ir_val node = variable(m, "node", local(x));
    set(m, x, load(m, local(x), s->next, ir_ptr(m->p)));
    each(m, local((uint32_t)node), s);
    ir_build_jump(&m->b, head);
    ir_build_at(&m->b, end);
}

static void free_node(struct maker *m, ir_val node, const struct ir_shape *s) {
    (void)s;
    release(m, node);
}

// Its numbers are new, and a new node may stand behind it.
static void change_node(struct maker *m, ir_val node, const struct ir_shape *s) {
    uint32_t more = block(m, "more"), done = block(m, "done");
    fill(m, node, s, false);
    choose(m, more, done);
    ir_build_at(&m->b, more);
    ir_val fresh = new_node(m, s);
    store(m, fresh, s->next, load(m, node, s->next, ir_ptr(m->p)));
    store(m, node, s->next, fresh);
    go_on(m, done);
}

// ---- trees: by functions of their own ----------------------------------------------------------------------------------------------------------

enum tree_work { TREE_LOOK, TREE_FREE, TREE_MAKE };

static void tree_node(struct maker *m, enum tree_work work, const struct ir_shape *s, ir_val self) {
    ir_type ptr = ir_ptr(m->p);
    ir_val node = local(0), none = null(m);
    if (work == TREE_MAKE) node = new_node(m, s);
    if (work == TREE_LOOK) touch(m, node, s->ctype);
    for (uint32_t i = 0; i < s->n_children; i++) {
        if (work == TREE_MAKE)
            store(m, node, s->child[i], call(m, self, ptr, IR_NOTHING));
        else
            call(m, self, 0, load(m, node, s->child[i], ptr));
    }
    if (work == TREE_FREE) release(m, node);
    ir_build_ret(&m->b, work == TREE_MAKE ? &node : &none, work == TREE_MAKE);
}

// A function that does it to a whole tree: is given it, or makes one, which may be empty.
static ir_val tree_function(struct maker *outer, enum tree_work work, const struct ir_shape *s) {
    static const char *const words[] = {"look at tree", "free tree", "make tree"};
    struct maker m = {.p = outer->p, .a = outer->a, .c = outer->c, .name = outer->name};
    const char *name = arena_printf(&m.p->arena, "%s of '%s'", words[work], m.name);
    for (unsigned k = 2; ir_find(m.p, name) != IR_NOTHING; k++) name = arena_printf(&m.p->arena, "%s of '%s'.%u", words[work], m.name, k);
    m.func = ir_add_func(m.p, name);
    struct ir_func *f = &m.p->funcs.at[m.func];
    f->flags = IR_INTERNAL;
    f->loc = outer->b.loc;
    f->n_rets = work == TREE_MAKE;
    f->rets = ARENA_ARRAY(&m.p->arena, ir_type, 1);
    f->rets[0] = ir_ptr(m.p);
    ir_build_begin(&m.b, m.p, m.func);
    m.b.loc = outer->b.loc;
    if (work != TREE_MAKE) ir_build_param(&m.b, "tree", ir_ptr(m.p), IR_NO_TYPE, 0);
    uint32_t start = block(&m, "start"), some = block(&m, "some"), none = block(&m, "none");
    ir_build_at(&m.b, start);
    if (work == TREE_MAKE)
        choose(&m, some, none);
    else
        ir_build_branch(&m.b, differ(&m, local(0), null(&m)), some, none);
    ir_build_at(&m.b, none);
    ir_val empty = null(&m);
    ir_build_ret(&m.b, &empty, work == TREE_MAKE);
    ir_build_at(&m.b, some);
    tree_node(&m, work, s, ir_val_of(IR_FUNC, m.func));
    bool good = ir_build_end(&m.b);
    assert(good);
    (void)good;
    return ir_val_of(IR_FUNC, m.func);
}

static ir_val new_tree(struct maker *m, const struct ir_shape *s) {
    ir_val make = tree_function(m, TREE_MAKE, s), node = new_node(m, s);
    for (uint32_t i = 0; i < s->n_children; i++) store(m, node, s->child[i], call(m, make, ir_ptr(m->p), IR_NOTHING));
    return node;
}

// ---- paths -----------------------------------------------------------------------------------------------------------------------------------

// What the place holds, if all pointers on the way are not null; else on to `none`.  *base: what it is in (IR_NOTHING: it is a parameter).
static ir_val value_at(struct maker *m, const struct ir_spoken *s, uint32_t none, ir_val *base) {
    ir_type ptr = ir_ptr(m->p);
    bool param = s->root_param != UINT32_MAX;
    ir_val at = param ? local(s->root_param) : ir_val_of(IR_GLOBAL, s->root_global);
    *base = param ? IR_NOTHING : at;
    for (uint32_t i = 0; i < s->n_followed; i++) {
        uint32_t some = block(m, "some");
        if (*base != IR_NOTHING) at = load(m, at, s->followed[i], ptr);
        ir_build_branch(&m->b, differ(m, at, null(m)), some, none);
        ir_build_at(&m->b, some);
        *base = at;
    }
    if (s->address && *base != IR_NOTHING) {
        uint32_t x = ir_build_local(&m->b, NULL, ptr, IR_NO_TYPE, 0);
        ir_build_addr(&m->b, x, &(struct ir_addr){.base = at, .offset = (int64_t)s->offset});
        return local(x);
    }
    return *base == IR_NOTHING ? at : load(m, at, s->offset, ptr);
}

static bool find(struct maker *m, const char *words, struct ir_spoken *out) {
    struct ir_stating by = m->a->by;
    struct buf error = {0};
    by.ensures = true;
    bool found = ir_spoken_find(&by, words, out, &error);
    assert(found);  // the front end looked
    buf_free(&error);
    return found && !out->result && (out->root_param != UINT32_MAX || out->root_global != UINT32_MAX);
}

// The shape that a form speaks of; false: it is none that can be followed here.
static bool shape_of(struct maker *m, const struct ir_form *form, struct ir_shape *out) {
    struct ir_clause clause = {.kind = IR_ENSURES, .text = "", .forms = {(struct ir_form *)form, 1, 1}};
    const struct ir_stated_case one = {.clauses = {&clause, 1, 1}};
    struct ir_required_error error = {0};
    struct ir_required r;
    bool found = ir_required_find(&r, &m->a->by, &one, &error) && r.rows.n == 1;
    if (found) *out = r.rows.at[0].shape;
    if (found) found = !out->looped && out->whole_ctype == IR_NO_TYPE && !out->linked && !out->parents;  // the shape alone does not say these
    if (!error.text.n) ir_required_free(&r);
    buf_free(&error.text);
    return found;
}

static bool is_tie(const struct ir_clause *c) {
    const struct ir_form *f = &c->forms.at[0];
    return f->kind == IR_FORM_SHAPE && (strcmp(f->word, "leads_to") == 0 || strcmp(f->word, "may_share") == 0);
}

static const struct ir_form *shape_form(const struct ir_clause *c) {
    for (uint32_t i = 0; i < c->forms.n; i++)
        if (c->forms.at[i].kind == IR_FORM_SHAPE) return &c->forms.at[i];
    return NULL;
}

// The shape that is required of a path; false: none is.
static bool required_shape(struct maker *m, const char *path, struct ir_shape *out) {
    for (uint32_t i = 0; i < m->c->clauses.n; i++) {
        const struct ir_clause *c = &m->c->clauses.at[i];
        const struct ir_form *form = c->kind == IR_REQUIRES ? shape_form(c) : NULL;
        if (form && strcmp(form->args[0], path) == 0) return shape_of(m, form, out);
    }
    return false;
}

static bool allows_null(const struct ir_clause *c) {
    for (uint32_t i = 0; i < c->forms.n; i++)
        if (c->forms.at[i].kind == IR_FORM_NULL) return true;
    return false;
}

// ---- clauses -----------------------------------------------------------------------------------------------------------------------------------

static void require_shape(struct maker *m, ir_val v, const struct ir_shape *s, const char *clause) {
    bool list = ir_shape_is_list(s);
    struct ir_shape back = *s;
    back.next = s->back;
    back.back = s->next;
    if (list && (!s->ring || s->kind == IR_SHAPE_DOUBLY)) {
        require_list(m, v, s, clause);
        if (s->kind == IR_SHAPE_DOUBLY && !s->ring) require_list(m, v, &back, clause);
    } else if (s->kind == IR_SHAPE_TREE)
        call(m, tree_function(m, TREE_LOOK, s), 0, v);
    else if (s->kind == IR_SHAPE_OBJECT && !s->unbounded)
        touch(m, v, s->ctype);
    else if (s->kind == IR_SHAPE_STRING)
        call(m, library(m, "strlen", ir_word(m->p), ir_ptr(m->p)), ir_word(m->p), v);
    else if (s->kind != IR_SHAPE_FUNCTION)
        unknown(m, arena_printf(&m->p->arena, "requires %s", clause));
}

static void fulfil_requires(struct maker *m, const struct ir_clause *c) {
    for (uint32_t i = 0; i < c->forms.n; i++)
        if (c->forms.at[i].kind == IR_FORM_DIFFERS) {
            unknown(m, arena_printf(&m->p->arena, "requires %s", c->text));
            return;
        }
    const struct ir_form *form = shape_form(c);
    struct ir_spoken at;
    struct ir_shape s;
    ir_val base;
    uint32_t done = block(m, "done"), some = block(m, "some");
    if (ir_clause_is_allowance(c)) {
        ir_build_jump(&m->b, some);
    } else if (!form || !find(m, form->args[0], &at) || !shape_of(m, form, &s)) {
        unknown(m, arena_printf(&m->p->arena, "requires %s", c->text));
        ir_build_jump(&m->b, some);
    } else {
        ir_val v = value_at(m, &at, done, &base);
        if (allows_null(c)) {
            ir_build_branch(&m->b, differ(m, v, null(m)), some, done);
            ir_build_at(&m->b, some);
        } else {
            require(m, differ(m, v, null(m)), c->text);
            go_on(m, some);
        }
        require_shape(m, v, &s, c->text);
        go_on(m, done);
        return;
    }
    ir_build_at(&m->b, some);
    go_on(m, done);
}

// The last node of a list, which has one.
static ir_val last_node(struct maker *m, ir_val list, const struct ir_shape *s) {
    uint32_t x = variable(m, "last", list), head = block(m, "head"), on = block(m, "on"), end = block(m, "end");
    go_on(m, head);
    ir_val next = load(m, local(x), s->next, ir_ptr(m->p));
    ir_build_branch(&m->b, differ(m, next, null(m)), on, end);
    ir_build_at(&m->b, on);
    set(m, x, next);
    ir_build_jump(&m->b, head);
    ir_build_at(&m->b, end);
    return local(x);
}

// Does a clause of what is required let both share something?
static bool may_share(const struct maker *m, const char *a, const char *b) {
    for (uint32_t i = 0; i < m->c->clauses.n; i++) {
        const struct ir_clause *c = &m->c->clauses.at[i];
        const struct ir_form *f = &c->forms.at[0];
        uint32_t named = 0;
        for (uint32_t k = 0; k < f->n_args && c->kind == IR_REQUIRES && ir_clause_is_allowance(c); k++) named += strcmp(f->args[k], a) == 0 || strcmp(f->args[k], b) == 0;
        if (named == 2) return true;
    }
    return false;
}

// Nothing is shared that is not said to be: lists that have a node in common end with the same.
static void require_apart(struct maker *m, const struct ir_form *f, const struct ir_form *g) {
    struct ir_spoken at, other;
    struct ir_shape s, t;
    ir_val base;
    bool known = find(m, f->args[0], &at) && find(m, g->args[0], &other) && shape_of(m, f, &s) && shape_of(m, g, &t);
    if (!known || !ir_same_type(m->p, s.ctype, t.ctype) || s.kind == IR_SHAPE_FUNCTION || may_share(m, f->args[0], g->args[0])) return;
    const char *what = arena_printf(&m->p->arena, "%s and %s share nothing", f->args[0], g->args[0]);
    uint32_t done = block(m, "done"), some = block(m, "some"), both = block(m, "both");
    ir_val x = value_at(m, &at, done, &base), y = value_at(m, &other, done, &base);
    ir_build_branch(&m->b, differ(m, x, null(m)), some, done);
    ir_build_at(&m->b, some);
    ir_build_branch(&m->b, differ(m, y, null(m)), both, done);
    ir_build_at(&m->b, both);
    bool lists = ir_shape_is_list(&s) && ir_shape_is_list(&t) && !s.ring && !t.ring && s.next == t.next;
    if (lists)
        require(m, differ(m, last_node(m, x, &s), last_node(m, y, &t)), what);
    else if (s.kind == t.kind && (s.kind == IR_SHAPE_OBJECT || s.kind == IR_SHAPE_STRING))
        require(m, differ(m, x, y), what);
    else
        unknown(m, what);
    go_on(m, done);
}

static void fulfil_apart(struct maker *m) {
    for (uint32_t i = 0; i < m->c->clauses.n; i++)
        for (uint32_t k = i + 1; k < m->c->clauses.n; k++) {
            const struct ir_clause *c = &m->c->clauses.at[i], *d = &m->c->clauses.at[k];
            bool both = c->kind == IR_REQUIRES && d->kind == IR_REQUIRES && !ir_clause_is_allowance(c) && !ir_clause_is_allowance(d);
            if (both && shape_form(c) && shape_form(d)) require_apart(m, shape_form(c), shape_form(d));
        }
}

static ir_val make_shape(struct maker *m, const struct ir_shape *s, ir_val rest) {
    if (ir_shape_is_list(s)) return new_list(m, rest, s);
    return s->kind == IR_SHAPE_TREE ? new_tree(m, s) : new_node(m, s);
}

static bool can_make(const struct ir_shape *s) {
    return (ir_shape_is_list(s) && !s->ring) || s->kind == IR_SHAPE_TREE || (s->kind == IR_SHAPE_OBJECT && !s->unbounded);
}

// The other pointer of a clause that ties it to this path, if any.
static const char *tied_to(const struct maker *m, const char *path, const char *word) {
    for (uint32_t i = 0; i < m->c->clauses.n; i++) {
        const struct ir_clause *c = &m->c->clauses.at[i];
        const struct ir_form *f = &c->forms.at[0];
        bool ties = c->kind == IR_ENSURES && f->kind == IR_FORM_SHAPE && strcmp(f->word, word) == 0 && f->n_args == 2;
        if (ties && strcmp(f->args[0], path) == 0) return f->args[1];
        if (ties && strcmp(f->args[1], path) == 0 && ir_clause_is_allowance(c)) return f->args[0];
    }
    return NULL;
}

// What a new list goes on with.
static ir_val rest_of(struct maker *m, const char *path, const struct ir_shape *s, uint32_t none) {
    const char *led = tied_to(m, path, "leads_to"), *shared = tied_to(m, path, "may_share");
    struct ir_spoken at;
    ir_val base;
    bool list = s->kind == IR_SHAPE_LIST || (s->kind == IR_SHAPE_DOUBLY && !shared);
    if (!led && !shared) return null(m);
    if (!list || (led && shared) || !find(m, led ? led : shared, &at)) {
        unknown(m, "what the nodes of a result are");
        return null(m);
    }
    ir_val v = value_at(m, &at, none, &base);
    return led ? v : some_node(m, v, s);
}

// One of the forms of a clause, into x.
static void make_form(struct maker *m, const struct ir_form *form, uint32_t x, const char *clause) {
    struct ir_spoken at;
    struct ir_shape s;
    ir_val base;
    uint32_t done = block(m, "done");
    set(m, x, null(m));
    if (form->kind == IR_FORM_IS && find(m, form->args[1], &at)) {
        set(m, x, value_at(m, &at, done, &base));
    } else if (form->kind == IR_FORM_SHAPE && strcmp(form->word, "within") == 0 && find(m, form->args[1], &at) && required_shape(m, form->args[1], &s) && ir_shape_is_list(&s)) {
        set(m, x, some_node(m, value_at(m, &at, done, &base), &s));
        ir_build_assume(&m->b, differ(m, local(x), null(m)));
    } else if (form->kind == IR_FORM_SHAPE && shape_of(m, form, &s) && can_make(&s)) {
        set(m, x, make_shape(m, &s, rest_of(m, form->args[0], &s, done)));
    } else if (form->kind != IR_FORM_NULL) {
        unknown(m, arena_printf(&m->p->arena, "ensures %s", clause));
    }
    go_on(m, done);
}

// One of the forms, whichever.
static void make_clause(struct maker *m, const struct ir_clause *c, uint32_t x) {
    uint32_t done = block(m, "made");
    for (uint32_t i = 0; i < c->forms.n; i++) {
        bool last = i + 1 == c->forms.n;
        uint32_t others = last ? 0 : block(m, "others"), this = last ? 0 : block(m, "this");
        if (!last) choose(m, this, others);
        if (!last) ir_build_at(&m->b, this);
        make_form(m, &c->forms.at[i], x, c->text);
        ir_build_jump(&m->b, done);
        if (!last) ir_build_at(&m->b, others);
    }
    ir_build_at(&m->b, done);
}

// What it was before is changed; where there was nothing, something new is put.
static void fulfil_ensures(struct maker *m, const struct ir_clause *c) {
    const struct ir_form *form = shape_form(c);
    const char *path = c->forms.at[0].args[0];
    struct ir_spoken at;
    struct ir_shape s;
    ir_val base;
    uint32_t done = block(m, "done"), x = ir_build_local(&m->b, "made", ir_ptr(m->p), IR_NO_TYPE, 0);
    struct ir_shape before;
    bool placed = find(m, path, &at), known = form && shape_of(m, form, &s), required = required_shape(m, path, &before);
    if (is_tie(c) || strcmp(path, "result") == 0) {
        ;
    } else if (placed && known && required && (s.kind == IR_SHAPE_LIST || s.kind == IR_SHAPE_OBJECT)) {
        ir_val v = value_at(m, &at, done, &base);
        if (s.kind == IR_SHAPE_LIST)
            walk(m, v, &s, change_node);
        else
            fill(m, v, &s, false);
    } else if (placed && known && !required && at.n_followed) {
        make_clause(m, c, x);
        value_at(m, &at, done, &base);
        store(m, base, at.offset, local(x));
    } else {
        unknown(m, arena_printf(&m->p->arena, "ensures %s", c->text));
    }
    go_on(m, done);
}

static void fulfil_freed(struct maker *m, const struct ir_form *form) {
    struct ir_spoken at;
    struct ir_shape s;
    ir_val base;
    uint32_t now = block(m, "now"), done = block(m, "done");
    bool perhaps = form->perhaps || form->kind == IR_FORM_PERHAPS, all = form->kind == IR_FORM_SHAPE;
    if (form->kind == IR_FORM_NOTHING) ir_build_jump(&m->b, done);
    if (form->kind != IR_FORM_NOTHING && perhaps) choose(m, now, done);
    if (form->kind != IR_FORM_NOTHING && !perhaps) ir_build_jump(&m->b, now);
    ir_build_at(&m->b, now);
    if (form->kind == IR_FORM_NOTHING || form->kind == IR_FORM_ANYTHING || !find(m, form->args[0], &at) || (all && !shape_of(m, form, &s))) {
        unknown(m, "what it frees");
    } else {
        ir_val v = value_at(m, &at, done, &base);
        if (all && s.kind == IR_SHAPE_TREE)
            call(m, tree_function(m, TREE_FREE, &s), 0, v);
        else if (all && ir_shape_is_list(&s) && !s.ring)
            walk(m, v, &s, free_node);
        else
            release(m, v);
    }
    go_on(m, done);
}

// ---- functions ---------------------------------------------------------------------------------------------------------------------------------

static void fulfil_kind(struct maker *m, enum ir_clause_kind kind) {
    for (uint32_t i = 0; i < m->c->clauses.n; i++) {
        const struct ir_clause *c = &m->c->clauses.at[i];
        if (c->kind != kind) continue;
        if (kind == IR_REQUIRES) fulfil_requires(m, c);
        if (kind == IR_ENSURES) fulfil_ensures(m, c);
        for (uint32_t k = 0; kind == IR_FREES && k < c->forms.n; k++) fulfil_freed(m, &c->forms.at[k]);
    }
}

static ir_val make_result(struct maker *m, ir_type t) {
    uint32_t x = ir_build_local(&m->b, "result", t, IR_NO_TYPE, 0);
    const struct ir_clause *said = NULL;
    for (uint32_t i = 0; i < m->c->clauses.n; i++) {
        const struct ir_clause *c = &m->c->clauses.at[i];
        if (c->kind == IR_ENSURES && !is_tie(c) && strcmp(c->forms.at[0].args[0], "result") == 0) said = c;
    }
    bool number = ir_kind(t) == IR_INT && (ir_bits(t) == 8 || ir_bits(t) == 16 || ir_bits(t) == 32 || ir_bits(t) == 64);
    if (said && ir_kind(t) == IR_PTR)
        make_clause(m, said, x);
    else if (number)
        ir_build_let(&m->b, x, IR_COPY_, draw(m, ir_bits(t) / 8), IR_NOTHING, IR_NOTHING);
    else
        ir_build_any(&m->b, x, arena_printf(&m->p->arena, "contract of '%s': nothing is said of the result", m->name));
    return local(x);
}

// Is it called as C declares it, and with what can be followed?
static bool is_plain(const struct maker *m) {
    const struct ir_func *f = &m->p->funcs.at[m->func];
    const struct ir_ctype *t = f->ctype < m->p->ctypes.n ? &m->p->ctypes.at[f->ctype] : NULL;
    return t && t->kind == IR_C_FUNCTION && t->n_fields == f->n_params && f->n_rets <= 1 && !(f->flags & IR_VARIADIC) && m->a->stated.cases.n == 1;
}

static void name_params(struct maker *m) {
    struct ir_func *f = &m->p->funcs.at[m->func];
    const struct ir_ctype *t = &m->p->ctypes.at[f->ctype];
    for (uint32_t i = 0; i < f->n_params && i < m->a->by.n_params; i++) {
        if (*m->a->by.params[i]) f->locals.at[i].name = m->a->by.params[i];
        f->locals.at[i].ctype = t->fields[i].ctype;
        f->locals.at[i].flags |= IR_USER;
    }
}

static void fulfil(struct ir_program *p, uint32_t func, struct ir_agreed *a) {
    struct maker m = {.p = p, .a = a, .c = &a->stated.cases.at[0], .func = func, .name = p->funcs.at[func].name};
    bool plain = is_plain(&m);
    ir_val result = IR_NOTHING;
    p->funcs.at[func].flags &= ~(uint32_t)IR_EXTERN;
    p->funcs.at[func].flags |= IR_SUPPLIED | IR_AGREED;
    p->funcs.at[func].loc = a->contract->loc;
    if (plain) name_params(&m);
    ir_build_begin(&m.b, p, func);
    m.b.loc = a->contract->loc;
    ir_build_at(&m.b, block(&m, "start"));
    uint32_t n_rets = p->funcs.at[func].n_rets;
    ir_type t = n_rets ? p->funcs.at[func].rets[0] : 0;
    if (plain) {
        fulfil_kind(&m, IR_REQUIRES);
        fulfil_apart(&m);
        fulfil_kind(&m, IR_ENSURES);
        if (n_rets) result = make_result(&m, t);
        fulfil_kind(&m, IR_FREES);
        ir_build_ret(&m.b, &result, n_rets);
    } else {
        unknown(&m, a->stated.cases.n > 1 ? "several cases of a function without body" : "structures that are handed over");
        ir_build_stop(&m.b, "a contract that is not followed");
    }
    bool good = ir_build_end(&m.b);
    assert(good);
    (void)good;
}

void ir_fulfil(struct ir_program *p) {
    for (uint32_t i = 0; i < p->contracts.n; i++) {
        struct ir_agreed a;
        uint32_t func = p->contracts.at[i].func;
        if (!(p->funcs.at[func].flags & IR_EXTERN) || !ir_agreed_begin(&a, p, func)) continue;
        fulfil(p, func, &a);
        ir_agreed_end(&a);
    }
}
