// SPDX-License-Identifier: MIT
#include "logic/logic.h"

#include <assert.h>
#include <bdd.h>
#include <stdio.h>

// Chosen by measurement: the functions of one state rarely pass some thousand nodes, and the table grows by itself.
enum { FIRST_NODES = 20000, FIRST_CACHE = 10000, MOST_GROWTH = 200000, FIRST_VARS = 256 };

static unsigned users;  // contexts that share BuDDy's one set of diagrams

// BuDDy's stack of intermediate results: room for two of each variable, which renaming can exceed, so there are always four times as many
// variables as are used.  A slot is taken before the result that goes there is made, so the garbage collector looks at slots that were never
// written: they must hold something that is a function.
extern int *bddrefstack;

static void set_vars(uint32_t n) {
    bdd_setvarnum((int)n);
    memset(bddrefstack, 0, 2 * n * sizeof *bddrefstack);
}

static void need_var(uint32_t v) {
    if (4 * (v + 1) > (uint32_t)bdd_varnum()) set_vars(8 * (v + 1));
}

static void fail(int code) {
    if (code == BDD_MEMORY || code == BDD_NODENUM) base_out_of_memory();
    fprintf(stderr, "heapproof: internal error: decision diagrams: %s\n", bdd_errstring(code));
    abort();
}

static uint64_t made_by_all(void) {
    bddStat s;
    bdd_stats(&s);
    return (uint64_t)s.produced;
}

uint64_t logic_made(const struct logic *l) {
    return made_by_all() - l->made;
}

struct logic *logic_open(void) {
    struct logic *l = calloc(1, sizeof *l);
    if (!l) base_out_of_memory();
    if (!users++) {
        bdd_init(FIRST_NODES, FIRST_CACHE);
        bdd_error_hook(fail);
        bdd_gbc_hook(NULL);
        bdd_setmaxincrease(MOST_GROWTH);
        bdd_setcacheratio(4);
        set_vars(FIRST_VARS);
    }
    l->made = made_by_all();
    return l;
}

void logic_close(struct logic *l) {
    for (uint32_t i = 0; i < l->held.n; i++) bdd_delref(l->held.at[i]);
    for (uint32_t i = 0; i < l->kept.n; i++) bdd_delref(l->kept.at[i]);
    vec_free(&l->held);
    vec_free(&l->kept);
    free(l);
    if (!--users) bdd_done();
}

uint32_t logic_mark(const struct logic *l) {
    return l->held.n;
}

void logic_release(struct logic *l, uint32_t mark) {
    while (l->held.n > mark) bdd_delref(vec_pop(&l->held));
}

void logic_keep(struct logic *l, logic_fn f) {
    vec_push(&l->kept, bdd_addref(f));
}

static logic_fn hold(struct logic *l, logic_fn f) {
    vec_push(&l->held, bdd_addref(f));
    return f;
}

logic_fn logic_var(struct logic *l, uint32_t v) {
    (void)l;
    need_var(v);
    return bdd_ithvar((int)v);  // BuDDy holds the variables themselves
}

logic_fn logic_not(struct logic *l, logic_fn f) {
    return hold(l, bdd_not(f));
}
logic_fn logic_and(struct logic *l, logic_fn f, logic_fn g) {
    return hold(l, bdd_and(f, g));
}
logic_fn logic_or(struct logic *l, logic_fn f, logic_fn g) {
    return hold(l, bdd_or(f, g));
}
logic_fn logic_xor(struct logic *l, logic_fn f, logic_fn g) {
    return hold(l, bdd_xor(f, g));
}
logic_fn logic_iff(struct logic *l, logic_fn f, logic_fn g) {
    return hold(l, bdd_biimp(f, g));
}
logic_fn logic_imp(struct logic *l, logic_fn f, logic_fn g) {
    return hold(l, bdd_imp(f, g));
}
logic_fn logic_ite(struct logic *l, logic_fn f, logic_fn g, logic_fn h) {
    return hold(l, bdd_ite(f, g, h));
}

logic_fn logic_set(struct logic *l, const uint32_t *vars, uint32_t n) {
    logic_fn set = LOGIC_TRUE;
    for (uint32_t i = 0; i < n; i++) set = logic_and(l, set, logic_var(l, vars[i]));
    return set;
}

logic_fn logic_exists(struct logic *l, logic_fn f, logic_fn set) {
    return set == LOGIC_TRUE ? f : hold(l, bdd_exist(f, set));
}

logic_fn logic_and_exists(struct logic *l, logic_fn f, logic_fn g, logic_fn set) {
    return set == LOGIC_TRUE ? logic_and(l, f, g) : hold(l, bdd_appex(f, g, bddop_and, set));
}

logic_fn logic_restrict(struct logic *l, logic_fn f, logic_fn literals) {
    return hold(l, bdd_restrict(f, literals));
}

logic_fn logic_rename(struct logic *l, logic_fn f, const uint32_t *from, const uint32_t *to, uint32_t n) {
    if (!n || f <= LOGIC_TRUE) return f;
    for (uint32_t i = 0; i < n; i++) {
        need_var(from[i]);
        need_var(to[i]);
    }
    bddPair *pair = bdd_newpair();
    if (!pair) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++) bdd_setpair(pair, (int)from[i], (int)to[i]);
    logic_fn result = hold(l, bdd_replace(f, pair));
    bdd_freepair(pair);
    return result;
}

bool logic_leq(struct logic *l, logic_fn f, logic_fn g) {
    return logic_imp(l, f, g) == LOGIC_TRUE;
}

bool logic_disjoint(struct logic *l, logic_fn f, logic_fn g) {
    return logic_and(l, f, g) == LOGIC_FALSE;
}

double logic_count(struct logic *l, logic_fn f, const uint32_t *vars, uint32_t n) {
    return bdd_satcountset(f, logic_set(l, vars, n));
}

uint32_t logic_size(logic_fn f) {
    return (uint32_t)bdd_nodecount(f);
}

void logic_support(struct logic *l, logic_fn f, logic_vars *out) {
    int *nodes = bdd_varprofile(f);  // bdd_support never frees its table
    (void)l;
    for (int v = 0; nodes && v < bdd_varnum(); v++)
        if (nodes[v]) vec_push(out, (uint32_t)v);
    free(nodes);
}

// Every node but false leads to true.  So a variable can be 1 where its node leads on, and wherever an edge passes it by.
struct survey {
    bool *possible;
    uint64_t *seen;   // by node
    int32_t *passed;  // differences, by variable: how many edges pass it by
    uint32_t n_vars;
};

static uint32_t var_of(const struct survey *s, logic_fn f) {
    return f == LOGIC_TRUE ? s->n_vars : (uint32_t)bdd_var(f);
}

static void look(struct survey *s, logic_fn f) {
    if (f <= LOGIC_TRUE || s->seen[f / 64] >> f % 64 & 1) return;
    s->seen[f / 64] |= UINT64_C(1) << f % 64;
    uint32_t v = var_of(s, f);
    logic_fn next[2] = {bdd_low(f), bdd_high(f)};
    if (next[1] != LOGIC_FALSE) s->possible[v] = true;
    for (uint32_t i = 0; i < 2; i++) {
        if (next[i] == LOGIC_FALSE) continue;
        s->passed[v + 1]++;
        s->passed[var_of(s, next[i])]--;
        look(s, next[i]);
    }
}

void logic_possible(logic_fn f, uint32_t n_vars, bool *possible) {
    struct survey s = {possible, calloc((size_t)bdd_getallocnum() / 64 + 1, sizeof *s.seen), calloc(n_vars + 2, sizeof *s.passed), n_vars};
    if (!s.seen || !s.passed) base_out_of_memory();
    memset(possible, 0, n_vars * sizeof *possible);
    s.passed[0]++;
    s.passed[var_of(&s, f)]--;
    look(&s, f);
    for (uint32_t v = 0, n = 0; v < n_vars; v++) {
        n += (uint32_t)s.passed[v];
        if (n) possible[v] = true;
    }
    free(s.seen);
    free(s.passed);
}

bool logic_eval(logic_fn f, const bool *value) {
    while (f > LOGIC_TRUE) f = value[bdd_var(f)] ? bdd_high(f) : bdd_low(f);
    return f == LOGIC_TRUE;
}

struct walk {
    int8_t *value;
    void *self;
    void (*cube)(void *self, const int8_t *value);
};

static void walk(const struct walk *w, logic_fn f) {
    if (f == LOGIC_FALSE) return;
    if (f == LOGIC_TRUE) {
        w->cube(w->self, w->value);
        return;
    }
    int v = bdd_var(f);
    w->value[v] = 0;
    walk(w, bdd_low(f));
    w->value[v] = 1;
    walk(w, bdd_high(f));
    w->value[v] = -1;
}

void logic_cubes(logic_fn f, uint32_t n_vars, void *self, void (*cube)(void *self, const int8_t *value)) {
    int8_t *value = malloc(n_vars + 1);
    if (!value) base_out_of_memory();
    memset(value, -1, n_vars + 1);
    walk(&(struct walk){value, self, cube}, f);
    free(value);
}

double logic_paths(logic_fn f) {
    return bdd_pathcount(f);
}

struct numbering {
    uint32_t *at;  // by BuDDy's node; 0: not yet
    uint32_t next;
    void *self;
    void (*node)(void *self, uint32_t at, uint32_t var, uint32_t low, uint32_t high);
};

static uint32_t number(struct numbering *n, logic_fn f) {
    if (f <= LOGIC_TRUE) return (uint32_t)f;
    if (n->at[f]) return n->at[f];
    uint32_t low = number(n, bdd_low(f)), high = number(n, bdd_high(f));
    n->at[f] = n->next++;
    n->node(n->self, n->at[f], (uint32_t)bdd_var(f), low, high);
    return n->at[f];
}

void logic_nodes(logic_fn f, void *self, void (*node)(void *self, uint32_t at, uint32_t var, uint32_t low, uint32_t high)) {
    struct numbering n = {calloc((size_t)bdd_getallocnum() + 1, sizeof *n.at), 2, self, node};
    if (!n.at) base_out_of_memory();
    number(&n, f);
    free(n.at);
}
