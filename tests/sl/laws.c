// SPDX-License-Identifier: MIT
// The symbolic heaps of an analysis against runs of the interpreter.
//
// Each program (entry p0, p1, ... of the file, or main) is analysed in several ways: as usual, without joins, without any abstraction, with coarse states, with lengths of lists,
// relations of numbers in nodes, and kinds of nodes.
// Then it is run on many inputs, and at every point that a run passes the concrete state must be one that some kept state stands for
// (member.h).  A run is followed until it comes to code where the analysis reported something, for behind it nothing is promised.
//
// With the states at hand, the laws of the domain are tried: abstraction, join and widening lose no member, a state has every member of
// one below it, and sealing what was unsealed gives the same state.  Asked in a domain that was just opened, under the same precisions and from the last
// to the first, joins, widenings and abstractions are what they were: they depend on nothing that came before.  A state in which one block is said to be freed, or larger, must be
// refused.  What is proved without joins but not with them is named.  Every state that was kept must come back from its text, and be drawn (shown.h).
//
// usage: laws FILE.hir RUNS     prints what was checked; exit status 1 if something does not hold.  0 runs: the usual analysis only, and its states.
#include <ctype.h>
#include <stdio.h>
#include <time.h>

#include "dom/option.h"
#include "exec/reach.h"
#include "exec/run.h"
#include "inter/inter.h"
#include "ir/text.h"
#include "sl/maps.h"
#include "sl/member.h"
#include "sl/shown.h"
#include "sl/sl.h"

enum { MAX_STEPS = 20000, MAX_STATES = 4000, MAX_VISITS = 200, MAX_PARTNERS = 4, MAX_LAWS = 12, MAX_AGAIN = 60, MAX_HEAP = 24, MAX_BYTES = 1 << 16 };
static const double max_seconds = 2;

enum way { USUAL, NO_JOIN, EXACT, COARSE, LENGTHS, VALUES, KINDS, N_WAYS };
static const char *const way_names[N_WAYS] = {"usual", "no join", "exact", "coarse", "lengths", "values", "kinds"};

struct count {
    uint64_t programs, stopped, runs, visits, undecided, members, laws, below, not_below, sealed, proved, unjoined, refused, shown, again, wrong;
    struct maps maps;
};
struct subject {  // one program, analysed in one way
    const struct ir_program *p;
    uint32_t entry;
    enum way way;
    struct fix f;
    struct inter t;
    double deadline;
    struct count *count;
    struct sl_draft **drafts;  // by state
    uint32_t n_drafts;
};
struct run {
    struct subject *s;
    uint64_t seed;
    uint32_t visits;
    bool off;
    uint8_t **initial;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *limit(void *self) {
    return now() > ((struct subject *)self)->deadline ? "time" : NULL;
}

static const struct sl_draft *draft_of(struct subject *s, dom_state state) {
    struct sl *sl = s->f.d;
    if (state >= s->n_drafts) {
        uint32_t n = 2 * state + 64;
        s->drafts = realloc(s->drafts, n * sizeof(*s->drafts));
        if (!s->drafts) base_out_of_memory();
        memset(s->drafts + s->n_drafts, 0, (n - s->n_drafts) * sizeof(*s->drafts));
        s->n_drafts = n;
    }
    if (!s->drafts[state]) {
        s->drafts[state] = malloc(sizeof **s->drafts);
        if (!s->drafts[state]) base_out_of_memory();
        sl_unseal(&sl->store, state, s->drafts[state]);
        s->count->sealed++;
        if (sl_seal(&sl->store, s->drafts[state]) != state) {
            printf("# state %u is another one after unsealing and sealing\n", state);
            s->count->wrong++;
        }
    }
    return s->drafts[state];
}

// ---- telling -----------------------------------------------------------------------------------------------------------------------

static void tell(const struct run *r, struct exec_machine *m, const char *what, uint32_t instr, const char *why) {
    const struct subject *s = r->s;
    const struct exec_frame *f = exec_top(m);
    r->s->count->wrong++;
    printf("# %s of %s, %s, seed %llu: %s at '%s', instruction %u (line %u): %s\n", s->p->funcs.at[s->entry].name,
           s->p->files.text.n ? s->p->files.text.at[0] : "?", way_names[s->way], (unsigned long long)r->seed, what, f->code->func->name,
           instr, f->code->func->instrs.at[instr].loc.line, why);
}

static void show_state(const struct subject *s, dom_state state) {
    struct buf text = {0};
    sl_domain.show->print(s->f.d, state, &text);
    for (char *line = strtok(text.text, "\n"); line; line = strtok(NULL, "\n")) printf("#    %s\n", line);
    printf("#    --\n");
    buf_free(&text);
}

// ---- laws --------------------------------------------------------------------------------------------------------------------------

static void law(const struct run *r, struct exec_machine *m, uint32_t instr, const char *what, dom_state a, dom_state b, dom_state covers) {
    struct buf why = {0};
    if (!covers) return;
    r->s->count->laws++;
    enum member is = member_of(r->s->f.d, draft_of(r->s, covers), m, r->initial, &why);
    if (is == MEMBER_UNDECIDED) r->s->count->undecided++;
    if (is == MEMBER_NO) {
        tell(r, m, what, instr, buf_text(&why));
        show_state(r->s, a);
        if (b) show_state(r->s, b);
        show_state(r->s, covers);
    }
    buf_free(&why);
}

// State a, which has the present concrete state, is below b: the map that says how is right (maps.h).
static void shown_by_map(const struct run *r, struct exec_machine *m, uint32_t instr, dom_state a, dom_state b) {
    struct buf why = {0};
    if (!maps_hold(r->s->f.d, a, b, m, r->initial, r->seed * 1000003 + a * 31 + b, &r->s->count->maps, &why)) {
        tell(r, m, "a map", instr, buf_text(&why));
        show_state(r->s, a);
        show_state(r->s, b);
    }
    buf_free(&why);
}

static void below(const struct run *r, struct exec_machine *m, uint32_t instr, dom_state a, dom_state b) {
    struct sl *sl = r->s->f.d;
    dom_state j = sl_domain.core.join(sl, a, b);
    if (!j) return;
    bool both = sl_domain.core.leq(sl, a, j) && sl_domain.core.leq(sl, b, j);
    r->s->count->below += both;
    r->s->count->not_below += !both;
    law(r, m, instr, "not in the join", a, b, j);
    if (sl_domain.core.leq(sl, a, j)) shown_by_map(r, m, instr, a, j);
}

// State a has the present concrete state.
static void try_laws(const struct run *r, struct exec_machine *m, uint32_t instr, dom_state a, const uint32_t *nodes, uint32_t n) {
    struct sl *sl = r->s->f.d;
    uint32_t partners = 0;
    law(r, m, instr, "not in the abstraction", a, 0, sl_domain.core.abstract(sl, a, NULL));
    for (uint32_t i = 0; i < n && partners < MAX_PARTNERS; i++) {
        dom_state b = r->s->f.graph.nodes.at[nodes[i]].state;
        if (a == b || sl_domain.core.group(sl, a) != sl_domain.core.group(sl, b)) continue;
        partners++;
        below(r, m, instr, a, b);
        dom_state j = sl_domain.core.join(sl, b, a);
        law(r, m, instr, "not in the join", b, a, j);
        if (j && sl_domain.core.leq(sl, a, j)) shown_by_map(r, m, instr, a, j);
        law(r, m, instr, "not in the widening", a, b, sl_domain.core.widen(sl, a, b));
        law(r, m, instr, "not in the widening", b, a, sl_domain.core.widen(sl, b, a));
        if (!sl_domain.core.leq(sl, a, b)) continue;
        law(r, m, instr, "not in a greater state", a, 0, b);
        shown_by_map(r, m, instr, a, b);
    }
}

static bool is_plain_block(const struct sl_object *o) {
    return o->storage == SL_HEAP && o->life == SL_VALID && !sl_is_segment(o) && !o->level;
}

// The test of the test: states that have the present one no more.  Of a callee's state only a part is compared.
static void spoil(const struct run *r, struct exec_machine *m, uint32_t instr, dom_state a) {
    const struct sl_draft *d = draft_of(r->s, a);
    struct buf why = {0};
    uint32_t o = 1;
    if (d->frames.n && d->frames.at[0].func == SL_GHOSTS) return;
    while (o < d->objects.n && !is_plain_block(&d->objects.at[o])) o++;
    for (int k = 0; k < 2 && o < d->objects.n; k++) {
        struct sl_draft spoilt;
        sl_draft_copy(&spoilt, d);
        if (k)
            spoilt.objects.at[o].size += spoilt.objects.at[o].more + 1;
        else
            spoilt.objects.at[o].life = SL_FREED;
        bool refused = member_of(r->s->f.d, &spoilt, m, r->initial, &why) == MEMBER_NO;
        r->s->count->refused += refused;
        if (!refused) tell(r, m, "a spoilt state is taken for one that has it", instr, k ? "size" : "freed");
        sl_draft_free(&spoilt);
    }
    buf_free(&why);
}

// ---- a run -------------------------------------------------------------------------------------------------------------------------

static uint32_t point_at(const struct fix_points *points, uint32_t instr) {
    for (uint32_t i = 0; i < points->n; i++)
        if (points->at[i].code.first == instr) return i;
    return UINT32_MAX;
}

static bool promises_end(const struct subject *s, const struct dom_code *code) {
    for (uint32_t i = code->first; i < code->end; i++)
        if (fix_account_bits(&s->f.account, code->func, i) & (FIX_FAILED | FIX_CUT)) return true;
    return false;
}

typedef VEC(uint32_t) node_list;

static void nodes_at(const struct subject *s, uint32_t func, uint32_t point, node_list *kept, node_list *all) {
    const struct fix_graph *g = &s->f.graph;
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        if (g->nodes.at[i].point != point || g->runs.at[g->nodes.at[i].run].func != func) continue;
        vec_push(all, i);
        if (!g->nodes.at[i].gone) vec_push(kept, i);
    }
}

static bool is_kept(struct run *r, struct exec_machine *m, const node_list *kept, uint32_t instr) {
    struct buf why = {0};
    bool found = false, undecided = false;
    for (uint32_t i = 0; i < kept->n && !found; i++) {
        enum member is = member_of(r->s->f.d, draft_of(r->s, r->s->f.graph.nodes.at[kept->at[i]].state), m, r->initial, &why);
        found = is == MEMBER_YES;
        undecided |= is == MEMBER_UNDECIDED;
    }
    r->s->count->members += found;
    r->s->count->undecided += !found && undecided;
    if (!found && !undecided) {
        tell(r, m, "no kept state has it", instr, kept->n ? buf_text(&why) : "there is none");
        for (uint32_t i = 0; i < kept->n && i < 3; i++) show_state(r->s, r->s->f.graph.nodes.at[kept->at[i]].state);
    }
    buf_free(&why);
    return found;
}

static void keep_initial(struct run *r, struct exec_machine *m) {
    uint32_t n = r->s->p->globals.n;
    r->initial = calloc(n + 1, sizeof *r->initial);
    if (!r->initial) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++) {
        const struct exec_block *b = exec_block(&m->memory, m->first_global + i);
        if (r->s->p->globals.at[i].flags & IR_EXTERN || !b->bytes || !b->size) continue;
        r->initial[i] = malloc(b->size);
        if (!r->initial[i]) base_out_of_memory();
        memcpy(r->initial[i], b->bytes, b->size);
    }
}

// Are there more live blocks, or larger ones, than can be looked at again and again?
static bool is_too_much(const struct exec_machine *m) {
    uint64_t n = 0, bytes = 0;
    for (uint32_t i = 0; i < m->memory.heap.n; i++) {
        const struct exec_block *b = exec_block(&m->memory, m->memory.heap.at[i]);
        if (b->life == EXEC_LIVE) n++, bytes += b->size;
    }
    return n > MAX_HEAP || bytes > MAX_BYTES;
}

static void look(struct run *r, struct exec_machine *m, uint32_t func, uint32_t instr, uint32_t point) {
    node_list kept = {0}, all = {0};
    nodes_at(r->s, func, point, &kept, &all);
    r->s->count->visits++;
    if (!is_kept(r, m, &kept, instr)) r->off = true;
    uint32_t tried = 0;
    struct buf why = {0};
    for (uint32_t i = 0; i < all.n && tried < MAX_LAWS / 4 && r->visits % 4 == 0; i++) {
        dom_state a = r->s->f.graph.nodes.at[all.at[all.n - 1 - i]].state;
        if (member_of(r->s->f.d, draft_of(r->s, a), m, r->initial, &why) != MEMBER_YES) continue;
        try_laws(r, m, instr, a, all.at, all.n);
        spoil(r, m, instr, a);
        tried++;
    }
    buf_free(&why);
    vec_free(&kept);
    vec_free(&all);
}

static void on_block(void *self, struct exec_machine *m, uint32_t func, uint32_t instr) {
    struct run *r = self;
    struct exec_loss loss;
    if (!r->initial) keep_initial(r, m);
    if (r->off || m->nesting > 1) return;
    struct fix_points *points = r->s->f.points[func];
    uint32_t point = points ? point_at(points, instr) : UINT32_MAX;
    r->off = m->result->assumed || r->visits++ > MAX_VISITS || is_too_much(m) || exec_find_loss(m, false, NULL, NULL, &loss);
    if (r->off || (points && point == UINT32_MAX)) return;
    if (!points) {
        tell(r, m, "the function was never entered", instr, "");
        r->off = true;
        return;
    }
    look(r, m, func, instr, point);
    if (promises_end(r->s, &points->at[point].code)) r->off = true;
}

static void on_branch(void *self, uint32_t func, uint32_t instr, uint32_t way) {
    (void)self, (void)func, (void)instr, (void)way;
}

static void on_compare(void *self, uint32_t func, uint32_t instr, uint32_t bits, uint64_t a, uint64_t b) {
    (void)self, (void)func, (void)instr, (void)bits, (void)a, (void)b;
}

static void on_equal(void *self, uint32_t func, uint32_t instr, uint64_t amount) {
    (void)self, (void)func, (void)instr, (void)amount;
}

static void run_once(struct subject *s, uint64_t seed) {
    struct run r = {.s = s, .seed = seed};
    struct exec_observer o = {.self = &r, .branch = on_branch, .compare = on_compare, .equal = on_equal, .block = on_block};
    struct exec_options e = {.rules = ir_rules_named("memory-safety"), .lib = s->f.lib, .max_steps = MAX_STEPS, .observer = &o};
    struct exec_result result;
    e.inputs = (struct exec_inputs){.seeded = seed > 0, .seed = seed};
    exec_run(s->p, s->entry, &e, &result);
    exec_result_free(&result);
    for (uint32_t i = 0; r.initial && i < s->p->globals.n; i++) free(r.initial[i]);
    free(r.initial);
    s->count->runs++;
}

// ---- a program ---------------------------------------------------------------------------------------------------------------------

static struct dom_options options_of(enum way way, const struct ir_lib_table *lib) {
    static const char *const settings[N_WAYS] = {[COARSE] = "cutpoints=3,coarse,narrow", [LENGTHS] = "cutpoints=3,lengths=2", [VALUES] = "cutpoints=3,values", [KINDS] = "cutpoints=3,kinds"};
    struct dom_options d = {.rules = ir_rules_named("memory-safety"), .lib = lib};
    d.settings = dom_settings_with(&sl_domain, &d.settings, settings[way] ? settings[way] : "cutpoints=3");
    return d;
}

static void begin(struct subject *s, const struct ir_lib_table *lib) {
    struct dom_options d = options_of(s->way, lib);
    s->f = (struct fix){.program = s->p, .lib = lib, .dom = &sl_domain, .d = sl_domain.core.open(s->p, &d)};
    s->f.options =
        (struct fix_options){.set = {.policy = s->way == NO_JOIN || s->way == EXACT ? SET_POWERSET : SET_PARTIAL, .delay = SET_DELAY},
                             .exact = s->way == EXACT,
                             .coarse = s->way == COARSE,
                             .max_states = MAX_STATES,
                             .limit = limit,
                             .self = s};
    s->deadline = now() + max_seconds;
    fix_begin(&s->f);
}

static void end(struct subject *s) {
    inter_end(&s->t);
    fix_end(&s->f);
    sl_domain.core.close(s->f.d);
    for (uint32_t i = 0; i < s->n_drafts; i++)
        if (s->drafts[i]) sl_draft_free(s->drafts[i]), free(s->drafts[i]);
    free(s->drafts);
}

// States that were kept and are covered by now count, too.
static void show_all(struct subject *s) {
    for (uint32_t i = 0; i < s->f.graph.nodes.n; i++) {
        struct buf why = {0};
        if (i && s->f.graph.nodes.at[i].state == s->f.graph.nodes.at[i - 1].state) continue;
        s->count->shown++;
        if (!shown_well(s->f.d, s->f.graph.nodes.at[i].state, &why)) {
            s->count->wrong++;
            printf("# %s, state %u is not shown well:\n", s->p->files.text.n ? s->p->files.text.at[0] : "?", i + 1);
            for (char *line = strtok(why.text, "\n"); line; line = strtok(NULL, "\n")) printf("#    %s\n", line);
        }
        buf_free(&why);
    }
}

// ---- asked again -------------------------------------------------------------------------------------------------------------------

struct asked {
    dom_state a, b;
};

static void text_of(struct sl *sl, dom_state x, struct buf *out) {
    if (x)
        sl_domain.show->print(sl, x, out);
    else
        buf_str(out, "none");
}

static dom_state carry_over(struct sl *from, dom_state x, struct sl *to) {
    struct buf text = {0}, error = {0};
    text_of(from, x, &text);
    dom_state y = sl_domain.show->parse(to, buf_text(&text), text.n, &error);
    if (!y) fflush(stdout), fprintf(stderr, "# a state that does not come back from its text: %s\n#    %s\n", buf_text(&error), buf_text(&text));
    buf_free(&text);
    buf_free(&error);
    return y;
}

static void same_answer(struct subject *s, const char *what, struct asked q, dom_state x, struct sl *fresh, dom_state y) {
    struct buf here = {0}, there = {0};
    text_of(s->f.d, x, &here);
    text_of(fresh, y, &there);
    s->count->again++;
    if (strcmp(buf_text(&here), buf_text(&there))) {
        s->count->wrong++;
        printf("# %s, %s: the %s is another one in a new domain\n", s->p->files.text.n ? s->p->files.text.at[0] : "?", way_names[s->way], what);
        show_state(s, q.a);
        show_state(s, q.b);
        printf("#    here:\n#    %s\n#    there:\n#    %s\n", buf_text(&here), buf_text(&there));
    }
    buf_free(&here);
    buf_free(&there);
}

static void ask_again(struct subject *s, struct sl *fresh, struct asked q, uint32_t p) {
    struct sl *sl = s->f.d;
    uint32_t r = sl_precision_number(fresh, &sl->precisions.at[p]);
    dom_state a = carry_over(sl, q.a, fresh), b = carry_over(sl, q.b, fresh);
    same_answer(s, "abstraction", q, sl_state_abstract(sl, q.a, p), fresh, sl_state_abstract(fresh, a, r));
    for (int widen = 0; widen < 2; widen++)
        same_answer(s, widen ? "widening" : "join", q, sl_state_join(sl, q.a, q.b, widen, p), fresh, sl_state_join(fresh, a, b, widen, r));
}

// Neighbours among the states of a point, for some points all over the program; the analysis began with the first precision.
static void ask_all_again(struct subject *s, const struct dom_options *o) {
    VEC(struct asked) all = {0};
    struct sl *fresh = sl_domain.core.open(s->p, o);
    const struct fix_graph *g = &s->f.graph;
    for (uint32_t i = 0; i < g->nodes.n; i += 1 + g->nodes.n / MAX_AGAIN) {
        uint32_t k = i + 1;
        while (k < g->nodes.n && (g->nodes.at[k].point != g->nodes.at[i].point || g->nodes.at[k].run != g->nodes.at[i].run)) k++;
        if (k < g->nodes.n) vec_push(&all, (struct asked){g->nodes.at[i].state, g->nodes.at[k].state});
    }
    for (uint32_t k = all.n; k--;)
        for (uint32_t p = ((struct sl *)s->f.d)->precisions.n; p--;) ask_again(s, fresh, all.at[k], p);
    vec_free(&all);
    sl_domain.core.close(fresh);
}

// Is it a proof?
static bool examine(const struct ir_program *p, uint32_t entry, enum way way, uint32_t runs, const struct ir_lib_table *lib,
                    struct count *count) {
    static const struct inter_options calls = {0};
    struct subject s = {.p = p, .entry = entry, .way = way, .count = count};
    uint64_t wrong = count->wrong;
    begin(&s, lib);
    inter_begin(&s.t, &s.f, entry, &calls);
    inter_go(&s.t, (struct fix_budget){0});
    count->programs++;
    count->stopped += s.f.stopped != NULL;
    if (way == USUAL || way >= LENGTHS) show_all(&s);
    for (uint32_t i = 0; i < runs && !s.f.stopped && count->wrong == wrong; i++) run_once(&s, i);
    bool proof = !s.f.stopped && !s.f.account.faults.n && !s.f.account.unknowns.n;
    count->proved += proof;
    struct dom_options o = options_of(way, lib);
    if (!s.f.stopped) ask_all_again(&s, &o);
    end(&s);
    return proof;
}

static void examine_all_ways(const struct ir_program *p, uint32_t entry, uint32_t runs, const struct ir_lib_table *lib,
                             struct count *count) {
    bool proof[N_WAYS] = {0};
    for (int way = 0; way < (runs ? N_WAYS : 1); way++) proof[way] = examine(p, entry, (enum way)way, runs, lib, count);
    if (!proof[NO_JOIN] || proof[USUAL]) return;
    count->unjoined++;
    printf("only without join: %s of %s\n", p->funcs.at[entry].name, p->files.text.n ? p->files.text.at[0] : "?");
}

static bool is_program(const struct ir_func *f) {
    return !(f->flags & IR_EXTERN) && (strcmp(f->name, "main") == 0 || (f->name[0] == 'p' && isdigit((unsigned char)f->name[1])));
}

static struct ir_program *read_program(const char *path) {
    struct buf text = {0}, error = {0};
    FILE *f = fopen(path, "rb");
    char part[65536];
    for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) buf_add(&text, part, n);
    if (f) fclose(f);
    struct ir_program *p = ir_parse(path, buf_text(&text), text.n, &error);
    if (!p) fprintf(stderr, "%s\n", buf_text(&error));
    buf_free(&text);
    buf_free(&error);
    return p;
}

static void print_counts(const struct count *c) {
    struct {
        const char *name;
        uint64_t n;
    } row[] = {{"analyses", c->programs}, {"stopped", c->stopped}, {"proved", c->proved},       {"only-without-join", c->unjoined},
               {"runs", c->runs},         {"visits", c->visits},   {"members", c->members},     {"undecided", c->undecided},
               {"laws", c->laws},         {"below", c->below},     {"not-below", c->not_below}, {"sealed", c->sealed},
               {"refused", c->refused},   {"shown", c->shown},     {"again", c->again},       {"maps", c->maps.found},
               {"folded", c->maps.folded}, {"changed", c->maps.changed}, {"accepted", c->maps.accepted}, {"wrong", c->wrong}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) printf("%s%s %llu", i ? " " : "", row[i].name, (unsigned long long)row[i].n);
    printf("\n");
}

int main(int argc, char **argv) {
    struct ir_program *p = argc == 3 ? read_program(argv[1]) : NULL;
    struct count c = {0};
    if (!p) return 64;
    struct ir_lib_table *lib = ir_lib_new();
    for (uint32_t i = 0; i < p->funcs.n && !p->ctors.n && !p->dtors.n; i++)
        if (is_program(&p->funcs.at[i])) examine_all_ways(p, i, (uint32_t)atoi(argv[2]), lib, &c);
    print_counts(&c);
    ir_lib_free(lib);
    ir_program_free(p);
    return c.wrong ? 1 : 0;
}
