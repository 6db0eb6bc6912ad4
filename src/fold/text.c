// SPDX-License-Identifier: MIT
// The text form of states, one line an item:
//
//   frame FUNCTION FIRST                          numbers of the function and of its first register
//   node N heap|stack|global A B NUMBER size S rest uninit|zero|any|initial
//   cell PLACE size S bits B none|full|LO HI      the range of the numbers that it may hold
//   flag PLACE -> N+OFFSET        flag N.AT ->other +OFFSET        flag N.AT <-other +OFFSET
//   flag PLACE pointer|uninit|bit                flag PLACE value +NUMBER       flag N exists|many|count0|count1
//   cube 01-                                      values of the flags in the order of their lines; `-`: either.  No cube: all are 1
//   choice K FLAG LOW HIGH                        instead of many cubes: function K (from 2 on) is HIGH if the flag (its line, from 0 on) is 1, else LOW; 0 is
//                                                 false, 1 true; the last line is the state's
//   summarise N M                                 carried out when read
//
// Flags of instrumentation that is switched off are left out.  A place is r7 (register 7), q0 (result 0), or N.AT (a cell of node N).  N is a number: below 5 a node of FOLD_FREED or FOLD_GONE, else that of a
// line `node`, or code:INDEX for a function.  `#` begins a comment.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "fold/fold.h"

static const char *const kinds[FOLD_N_KINDS] = {
#define FLAG(name, text) text,
#include "fold/flags.def"
};
static const char *const storages[] = {"regs", "results", "scratch", "freed", "gone", "heap", "stack", "global", "code"};
static const char *const rests[] = {"uninit", "zero", "any", "initial"};

// ---- writing -----------------------------------------------------------------------------------------------------------------------

static void print_node(const struct fold_base *f, uint32_t node, struct buf *out) {
    const struct fold_name *n = fold_name_of(f, node);
    if (n->storage == FOLD_CODE)
        buf_printf(out, "code:%u", n->a);
    else
        buf_printf(out, "%u", node);
}

static void print_place(const struct fold_base *f, struct fold_place p, struct buf *out) {
    if (p.node <= FOLD_RESULTS) {
        buf_printf(out, "%c%u", p.node == FOLD_REGS ? 'r' : 'q', p.at);
        return;
    }
    print_node(f, p.node, out);
    buf_printf(out, ".%u", p.at);
}

static void print_flag(const struct fold_base *f, uint32_t flag, struct buf *out) {
    const struct fold_flag *k = fold_flag_of(f, flag);
    if (k->kind <= FOLD_BIT)
        print_place(f, (struct fold_place){k->node, k->at}, out);
    else
        print_node(f, k->node, out);
    buf_printf(out, " %s", kinds[k->kind]);
    if (k->kind > FOLD_IN && k->kind != FOLD_VALUE) return;
    buf_char(out, ' ');
    if (k->kind == FOLD_EDGE) print_node(f, k->target, out);
    buf_printf(out, "+%d", (int)k->offset);
}

struct printing {
    const struct fold_draft *d;
    struct buf *out;
};

static void print_cube(void *self, const int8_t *value) {
    const struct printing *p = self;
    buf_str(p->out, "cube ");
    for (uint32_t i = 0; i < p->d->flags.n; i++) {
        int8_t v = value[p->d->flags.at[i]];
        buf_char(p->out, v < 0 ? '-' : v ? '1' : '0');
    }
    buf_char(p->out, '\n');
}

enum { MOST_CUBES = 40 };

static void print_choice(void *self, uint32_t at, uint32_t var, uint32_t low, uint32_t high) {
    const struct printing *p = self;
    uint32_t i = 0;
    while (p->d->flags.at[i] != var) i++;
    buf_printf(p->out, "choice %u %u %u %u\n", at, i, low, high);
}

static void print_cell(const struct fold_base *f, const struct fold_cell *c, struct buf *out) {
    buf_str(out, "cell ");
    print_place(f, c->place, out);
    buf_printf(out, " size %u bits %u ", c->size, c->range.bits);
    if (num_range_is_empty(c->range))
        buf_str(out, "none\n");
    else if (num_range_is_full(c->range))
        buf_str(out, "full\n");
    else
        buf_printf(out, "%" PRIu64 " %" PRIu64 "\n", c->range.lo, c->range.hi);
}

void fold_print(struct fold_base *f, const struct fold_draft *d, struct buf *out) {
    for (uint32_t i = 0; i < d->frames.n; i++) buf_printf(out, "frame %u %u\n", d->frames.at[i].func, d->frames.at[i].first_reg);
    for (uint32_t i = 0; i < d->nodes.n; i++) {
        const struct fold_node *n = &d->nodes.at[i];
        const struct fold_name *m = fold_name_of(f, n->node);
        buf_printf(out, "node %u %s %u %u %u size %" PRIu64 " rest %s\n", n->node, storages[m->storage], m->a, m->b, m->number, n->size,
                   rests[n->rest]);
    }
    for (uint32_t i = 0; i < d->cells.n; i++) print_cell(f, &d->cells.at[i], out);
    for (uint32_t i = 0; i < d->flags.n; i++) {
        buf_str(out, "flag ");
        print_flag(f, d->flags.at[i], out);
        buf_char(out, '\n');
    }
    struct printing p = {d, out};
    if (logic_paths(d->b) <= MOST_CUBES)
        logic_cubes(d->b, f->flags.blocks.n, &p, print_cube);
    else
        logic_nodes(d->b, &p, print_choice);
}

// ---- reading -----------------------------------------------------------------------------------------------------------------------

struct reading {
    struct fold_base *f;
    struct fold_draft *d;
    VEC(uint32_t) numbers, nodes;  // node numbers of the text, and ours
    fold_list flags;               // in the order of their lines
    logic_fn b;
    VEC(logic_fn) choices;  // functions 2, 3, ...
    bool cubes;
    struct buf *why;
};

static bool fail(struct reading *r, const char *line, const char *text) {
    buf_printf(r->why, "%s: %.*s", text, (int)strcspn(line, "\n"), line);
    return false;
}

static int find(const char *const *names, uint32_t n, const char *text) {
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(names[i], text) == 0) return (int)i;
    return -1;
}

// Is there such a thing in the program?
static bool is_known(const struct reading *r, struct fold_name n) {
    const struct ir_program *p = r->f->program;
    if (!p) return true;
    if (n.storage == FOLD_GLOBAL) return n.a < p->globals.n;
    if (n.storage == FOLD_HEAP && n.a == FOLD_MANY_SITES) return true;
    if (n.a >= p->funcs.n) return false;
    return n.storage == FOLD_CODE || n.b < (n.storage == FOLD_HEAP ? p->funcs.at[n.a].instrs.n : p->funcs.at[n.a].slots.n);
}

static bool read_node(struct reading *r, const char *text, uint32_t *node) {
    unsigned n;
    char rest;
    if (sscanf(text, "code:%u%c", &n, &rest) == 1) {
        *node = fold_name(r->f, (struct fold_name){.storage = FOLD_CODE, .a = n});
        return is_known(r, (struct fold_name){.storage = FOLD_CODE, .a = n});
    }
    if (sscanf(text, "%u%c", &n, &rest) != 1) return false;
    *node = n;
    if (n == FOLD_FREED || n == FOLD_GONE) return true;
    for (uint32_t i = 0; i < r->numbers.n; i++)
        if (r->numbers.at[i] == n) return *node = r->nodes.at[i], true;
    return false;
}

static bool read_place(struct reading *r, const char *text, struct fold_place *p) {
    char node[32];
    unsigned at;
    char rest;
    if (sscanf(text, "r%u%c", &at, &rest) == 1 || sscanf(text, "q%u%c", &at, &rest) == 1) {
        *p = (struct fold_place){text[0] == 'r' ? FOLD_REGS : FOLD_RESULTS, at};
        return true;
    }
    if (sscanf(text, "%31[^.].%u%c", node, &at, &rest) != 2) return false;
    p->at = at;
    return read_node(r, node, &p->node);
}

static bool parse_frame(struct reading *r, const char *line, unsigned func, unsigned first) {
    const struct ir_program *p = r->f->program;
    const struct fold_frame *below = r->d->frames.n ? &vec_last(&r->d->frames) : NULL;
    bool good = !p || (func < p->funcs.n && !(p->funcs.at[func].flags & IR_EXTERN));
    if (p && good) good = first == (below ? below->first_reg + p->funcs.at[below->func].locals.n : 0);
    if (!good) return fail(r, line, "not a frame");
    vec_push(&r->d->frames, (struct fold_frame){func, first});
    return true;
}

static bool parse_node(struct reading *r, const char *line) {
    unsigned number, a, b, k;
    uint64_t size;
    char storage[16], rest[16];
    if (sscanf(line, "node %u %15s %u %u %u size %" SCNu64 " rest %15s", &number, storage, &a, &b, &k, &size, rest) != 7)
        return fail(r, line, "not a node");
    int s = find(storages, 9, storage), q = find(rests, 4, rest);
    if (s < FOLD_HEAP || q < 0 || number <= FOLD_GONE) return fail(r, line, "not a node");
    uint32_t node = fold_name(r->f, (struct fold_name){(uint32_t)s, a, b, k});
    if (!is_known(r, (struct fold_name){(uint32_t)s, a, b, k})) return fail(r, line, "no such thing in the program");
    if (fold_node(r->d, node)) return fail(r, line, "a node twice");
    vec_push(&r->numbers, number);
    vec_push(&r->nodes, node);
    fold_add_node(r->d, (struct fold_node){node, (uint32_t)q, size});
    return true;
}

static bool parse_cell(struct reading *r, const char *line) {
    char place[40], range[24];
    unsigned size, bits;
    uint64_t hi = 0;
    struct fold_place p;
    int n = sscanf(line, "cell %39s size %u bits %u %23s %" SCNu64, place, &size, &bits, range, &hi);
    if (n < 4 || !read_place(r, place, &p) || !bits || bits > NUM_MAX_BITS) return fail(r, line, "not a cell");
    if (fold_cell(r->d, p)) return fail(r, line, "a cell twice");
    struct num_range x = strcmp(range, "none") == 0 ? num_range_empty(bits) : num_range_full(bits);
    if (n == 5 && bits > 64 && num_range_is_full(x))
        x = num_range_const(bits, (num_word)hi << 64 | strtoull(range, NULL, 10));
    else if (n == 5)
        x = num_range_arc(bits, strtoull(range, NULL, 10), hi);
    else if (strcmp(range, "none") != 0 && strcmp(range, "full") != 0)
        return fail(r, line, "not a range");
    fold_add_cell(r->d, p, size, x);
    return true;
}

static bool parse_flag(struct reading *r, const char *line) {
    char subject[40], kind[16], target[40] = "";
    int offset = 0;
    struct fold_flag k = {0};
    struct fold_place p = {0};
    if (sscanf(line, "flag %39s %15s %39[^+\n]", subject, kind, target) < 2) return fail(r, line, "not a flag");
    int which = find(kinds, FOLD_N_KINDS, kind);
    if (which < 0) return fail(r, line, "no such kind of flag");
    k.kind = (uint32_t)which;
    if (k.kind <= FOLD_BIT ? !read_place(r, subject, &p) : !read_node(r, subject, &p.node)) return fail(r, line, "no such place");
    k.node = p.node;
    k.at = p.at;
    if (k.kind == FOLD_EDGE && !read_node(r, target, &k.target)) return fail(r, line, "no such target");
    if (fold_is_pair(&k)) k.target = k.node;
    if ((k.kind <= FOLD_IN || k.kind == FOLD_VALUE) && (!strchr(line, '+') || sscanf(strchr(line, '+'), "+%d", &offset) != 1))
        return fail(r, line, "no offset");
    k.offset = (uint32_t)offset;
    bool off = k.kind == FOLD_POINTER ? r->f->switches.no_out : r->f->switches.no_in && (k.kind == FOLD_COUNT0 || k.kind == FOLD_COUNT1);
    if (off) return true;
    uint32_t flag = fold_flag(r->f, k);
    if (fold_has(r->d, flag)) return fail(r, line, "a flag twice");
    vec_push(&r->flags, flag);
    fold_free_flag(r->d, flag);
    return true;
}

static bool parse_cube(struct reading *r, const char *line) {
    struct logic *l = r->f->logic;
    logic_fn cube = LOGIC_TRUE;
    const char *at = line + 5;
    if (strspn(at, "01-") != r->flags.n) return fail(r, line, "not as many values as flags");
    for (uint32_t i = 0; i < r->flags.n; i++) {
        logic_fn x = logic_var(l, r->flags.at[i]);
        if (at[i] != '-') cube = logic_and(l, cube, at[i] == '1' ? x : logic_not(l, x));
    }
    r->b = r->cubes ? logic_or(l, r->b, cube) : cube;
    r->cubes = true;
    return true;
}

static bool function_of(const struct reading *r, unsigned k, logic_fn *out) {
    if (k > 1 && k - 2 >= r->choices.n) return false;
    *out = k > 1 ? r->choices.at[k - 2] : k ? LOGIC_TRUE : LOGIC_FALSE;
    return true;
}

static bool parse_choice(struct reading *r, const char *line) {
    unsigned at, flag, low, high;
    logic_fn x, y;
    bool good = sscanf(line, "choice %u %u %u %u", &at, &flag, &low, &high) == 4 && at == r->choices.n + 2 && flag < r->flags.n;
    if (!good || !function_of(r, low, &x) || !function_of(r, high, &y)) return fail(r, line, "not a choice");
    r->b = logic_ite(r->f->logic, logic_var(r->f->logic, r->flags.at[flag]), y, x);
    r->cubes = true;
    vec_push(&r->choices, r->b);
    return true;
}

static void finish(struct reading *r) {
    r->d->b = r->cubes ? r->b : logic_set(r->f->logic, r->flags.at, r->flags.n);
}

static bool parse_summarise(struct reading *r, const char *line) {
    char a[24], b[24];
    uint32_t x, y;
    if (sscanf(line, "summarise %23s %23s", a, b) != 2 || !read_node(r, a, &x) || !read_node(r, b, &y) || x == y || !fold_node(r->d, x) ||
        !fold_node(r->d, y))
        return fail(r, line, "no such nodes");
    return fold_summarise(r->f, r->d, x, y) || fail(r, line, "nodes that do not fit");
}

static bool parse_line(struct reading *r, const char *line, bool *summarised) {
    unsigned func, first;
    if (!strncmp(line, "summarise ", 10)) {
        if (!*summarised) finish(r);
        *summarised = true;
        return parse_summarise(r, line);
    }
    if (*summarised) return fail(r, line, "behind a summarise");
    if (sscanf(line, "frame %u %u", &func, &first) == 2) return parse_frame(r, line, func, first);
    if (!strncmp(line, "node ", 5)) return parse_node(r, line);
    if (!strncmp(line, "cell ", 5)) return parse_cell(r, line);
    if (!strncmp(line, "flag ", 5)) return parse_flag(r, line);
    if (!strncmp(line, "cube ", 5)) return parse_cube(r, line);
    if (!strncmp(line, "choice ", 7)) return parse_choice(r, line);
    return fail(r, line, "not understood");
}

bool fold_parse(struct fold_base *f, const char *text, struct fold_draft *d, struct buf *why) {
    struct reading r = {.f = f, .d = d, .why = why, .b = LOGIC_FALSE};
    bool good = true, summarised = false;
    *d = (struct fold_draft){.b = LOGIC_FALSE};
    for (const char *line = text; good && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        while (*line == ' ') line++;
        if (*line != '#' && *line != '\n' && *line) good = parse_line(&r, line, &summarised);
    }
    if (good && !summarised) finish(&r);
    if (good) {
        fold_prune(f, d);
        good = fold_valid(f, d, why);
    }
    vec_free(&r.numbers);
    vec_free(&r.nodes);
    vec_free(&r.flags);
    vec_free(&r.choices);
    if (!good) fold_draft_free(d);
    return good;
}
