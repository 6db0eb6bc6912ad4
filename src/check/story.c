// SPDX-License-Identifier: MIT
#include "check/story.h"

#include "base/buf.h"
#include "ir/cfg.h"
#include "ir/name.h"

enum { MOST_BRANCHES = 6 };  // between two key events: the last ones

void check_story_add(struct check_story *s, uint32_t event, const char *text) {
    for (uint32_t i = 0; i < s->keys.n; i++)
        if (s->keys.at[i].event == event) return;
    vec_push(&s->keys, (struct check_key){event, 0, text});
}

void check_story_cause(struct check_story *s, uint32_t event, const char *text) {
    check_story_add(s, event, text);
    s->caused = true;
}

static int by_event(const void *a, const void *b) {
    const struct check_key *x = a, *y = b;
    return x->event < y->event ? -1 : x->event > y->event;
}

// ---- branches ----------------------------------------------------------------------------------------------------------------------

static uint32_t block_of(const struct ir_func *f, uint32_t instr) {
    uint32_t b = 0;
    while (b + 1 < f->blocks.n && f->blocks.at[b + 1].first <= instr) b++;
    return b;
}

// Does block `from` lead to block `to` without passing `around`?
static bool leads(const struct ir_func *f, uint32_t from, uint32_t to, uint32_t around) {
    bool *seen = calloc(f->blocks.n, 1), found = false;
    VEC(uint32_t) open = {0};
    if (!seen) base_out_of_memory();
    vec_push(&open, from);
    while (open.n && !found) {
        uint32_t b = vec_pop(&open);
        if (b == around || seen[b]) continue;
        seen[b] = true;
        found = b == to;
        const struct ir_instr *end = ir_end(f, b);
        for (uint32_t i = 0; i < end->n_succs; i++) vec_push(&open, end->succs[i]);
    }
    free(seen);
    vec_free(&open);
    return found;
}

// The successor that the branch took, or UINT32_MAX.
static uint32_t way_of(const struct check_path *path, uint32_t event) {
    const struct ir_func *f = &path->program->funcs.at[path->events.at[event].func];
    const struct ir_instr *i = check_path_instr(path, event);
    uint32_t next = check_path_next(path, event);
    for (uint32_t k = 0; next != CHECK_NO_EVENT && k < i->n_succs; k++)
        if (f->blocks.at[i->succs[k]].first == path->events.at[next].instr) return k;
    return UINT32_MAX;
}

// Does the block lead to a return?  If not, the program ends there: a check that holds is not worth telling.
static bool returns(const struct ir_func *f, uint32_t from) {
    for (uint32_t b = 0; b < f->blocks.n; b++)
        if (ir_end(f, b)->op == IR_RET && leads(f, from, b, IR_NO_BLOCK)) return true;
    return false;
}

// Would another way, one that goes on, have led elsewhere than to the instruction `target` of the same function?
static bool decides(const struct check_path *path, uint32_t event, uint32_t target) {
    const struct ir_func *f = &path->program->funcs.at[path->events.at[event].func];
    const struct ir_instr *i = check_path_instr(path, event);
    uint32_t way = way_of(path, event), here = block_of(f, path->events.at[event].instr), there = block_of(f, target);
    if (way == UINT32_MAX || here == there) return false;
    for (uint32_t k = 0; k < i->n_succs; k++)
        if (i->succs[k] != i->succs[way] && !leads(f, i->succs[k], there, here) && returns(f, i->succs[k])) return true;
    return false;
}

static const char *say_switch(struct check_story *s, const struct ir_instr *i, uint32_t way, const char *what) {
    for (uint32_t k = 0; k < i->n_cases; k++)
        if (i->cases[k].succ == way && i->cases[k].lo == i->cases[k].hi)
            return arena_printf(&s->r->arena, "'%s' is %llu here", what, (unsigned long long)i->cases[k].lo);
    return arena_printf(&s->r->arena, way ? "'%s' is one of the cases" : "'%s' is none of the cases", what);
}

static const char *ordinal(struct check_story *s, uint32_t n) {
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    bool teen = n % 100 >= 11 && n % 100 <= 13;
    return arena_printf(&s->r->arena, " (the %u%s time)", n, ends[!teen && n % 10 <= 3 ? n % 10 : 0]);
}

// Is a part of the expression missing?  (Arguments of a call always are.)
static bool has_gap(const char *text) {
    for (const char *gap = strstr(text, "(...)"); gap; gap = strstr(gap + 1, "(...)"))
        if (gap == text || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_)]", gap[-1])) return true;
    return false;
}

static const char *say_branch(struct check_story *s, uint32_t event, uint32_t times) {
    const struct ir_func *f = &s->path->program->funcs.at[s->path->events.at[event].func];
    const struct ir_instr *i = check_path_instr(s->path, event);
    uint32_t way = way_of(s->path, event);
    struct buf what = {0};
    bool named = ir_name_expression(s->path->program, f, i->args[0], &what) && !has_gap(buf_text(&what));
    const char *again = times > 1 ? ordinal(s, times) : "", *truth = way ? "false" : "true", *text;
    if (i->op == IR_SWITCH)
        text = say_switch(s, i, way, named ? buf_text(&what) : "the value");
    else if (named)
        text = arena_printf(&s->r->arena, "the condition '%s' is %s%s", buf_text(&what), truth, again);
    else
        text = arena_printf(&s->r->arena, "the condition is %s%s", truth, again);
    buf_free(&what);
    return text;
}

// How often the instruction of an event ran in its frame, up to it.
static uint32_t count(const struct check_path *path, uint32_t event) {
    uint32_t n = 0;
    for (uint32_t i = 0; i <= event; i++)
        n += path->events.at[i].frame == path->events.at[event].frame && path->events.at[i].instr == path->events.at[event].instr;
    return n;
}

static bool comes_again(const struct check_path *path, uint32_t event, uint32_t end) {
    for (uint32_t i = event + 1; i < end; i++)
        if (path->events.at[i].frame == path->events.at[event].frame && path->events.at[i].instr == path->events.at[event].instr)
            return true;
    return false;
}

enum { MOST_LOOKED_AT = 500 };  // branches of active calls

// The branches before an event in calls that are active there, backwards: each the last time that it was taken, if it decides.
struct branches {
    const struct check_path *path;
    uint32_t *active;  // by frame: where it is at the event
    uint32_t at, to, looked;
};

static struct branches branches_before(const struct check_path *path, uint32_t event) {
    return (struct branches){path, check_path_active(path, event), event, event, 0};
}

static uint32_t next_branch(struct branches *w, uint32_t from) {
    while (w->at > from && w->looked < MOST_LOOKED_AT) {
        uint32_t i = --w->at, target = w->active[w->path->events.at[i].frame];
        const struct ir_instr *x = check_path_instr(w->path, i);
        if ((x->op != IR_BRANCH && x->op != IR_SWITCH) || target == UINT32_MAX || !x->loc.line || comes_again(w->path, i, w->to)) continue;
        w->looked++;
        if (decides(w->path, i, target)) return i;
    }
    return CHECK_NO_EVENT;
}

uint32_t check_story_branch(const struct check_story *s, uint32_t event) {
    struct branches w = branches_before(s->path, event);
    uint32_t found = next_branch(&w, 0);
    free(w.active);
    return found;
}

static void add_branches(struct check_story *s, uint32_t from, uint32_t to) {
    struct branches w = branches_before(s->path, to);
    for (uint32_t n = 0, i; n < MOST_BRANCHES && (i = next_branch(&w, from)) != CHECK_NO_EVENT; n++)
        check_story_add(s, i, say_branch(s, i, count(s->path, i)));
    free(w.active);
}

// ---- calls -------------------------------------------------------------------------------------------------------------------------

enum { OUTER_CALLS = 2, INNER_CALLS = 4 };  // that are told of a long chain of calls

// Calls between two events that are still active at the second.
static void add_calls(struct check_story *s, uint32_t from, uint32_t to) {
    const struct check_path *path = s->path;
    VEC(uint32_t) chain = {0};  // frames, innermost first
    for (uint32_t f = path->events.at[to].frame; f != UINT32_MAX; f = path->frames.at[f].parent)
        if (path->frames.at[f].call != CHECK_NO_EVENT && path->frames.at[f].call >= from && path->frames.at[f].call < to)
            vec_push(&chain, f);
    for (uint32_t i = 0; i < chain.n; i++) {
        const struct check_frame *f = &path->frames.at[chain.at[i]];
        bool last = i + OUTER_CALLS == chain.n && chain.n > OUTER_CALLS + INNER_CALLS;
        const char *more = last ? arena_printf(&s->r->arena, ", and %u calls follow", chain.n - OUTER_CALLS - INNER_CALLS) : "";
        if (i >= INNER_CALLS && i + OUTER_CALLS < chain.n) continue;
        check_story_add(s, f->call, arena_printf(&s->r->arena, "'%s' is called here%s", path->program->funcs.at[f->func].name, more));
    }
    vec_free(&chain);
}

// The outermost call that was active at the first event and has returned before the second.
static void add_return(struct check_story *s, uint32_t from, uint32_t to) {
    const struct check_path *path = s->path;
    uint32_t gone = UINT32_MAX, *active = check_path_active(path, to);
    for (uint32_t f = path->events.at[from].frame; f != UINT32_MAX && active[f] == UINT32_MAX; f = path->frames.at[f].parent) gone = f;
    free(active);
    if (gone == UINT32_MAX || path->frames.at[gone].call == CHECK_NO_EVENT) return;
    for (uint32_t i = to; i-- > from;)
        if (path->events.at[i].frame == gone && check_path_instr(path, i)->op == IR_RET) {
            check_story_add(s, i,
                            arena_printf(&s->r->arena, "'%s' returns here", path->program->funcs.at[path->frames.at[gone].func].name));
            if (vec_last(&s->keys).event == i) vec_last(&s->keys).place = path->frames.at[gone].call + 1;
            return;
        }
}

// ---- the whole ---------------------------------------------------------------------------------------------------------------------

static struct check_place place_of(struct check_story *s, uint32_t event) {
    const struct check_event *e = &s->path->events.at[event];
    const struct ir_func *f = &s->path->program->funcs.at[e->func];
    return check_place_of(s->r, s->path->program, f, f->instrs.at[e->instr].loc);
}

// A function returns to where it was called.
static struct check_place place_of_key(struct check_story *s, const struct check_key *k) {
    return place_of(s, k->place ? k->place - 1 : k->event);
}

static void sort(struct check_story *s) {
    if (s->keys.n) qsort(s->keys.at, s->keys.n, sizeof *s->keys.at, by_event);
}

// How the fault's frame was reached before the story begins, innermost first.
static void add_context(struct check_story *s, struct check_finding *f, uint32_t fault, uint32_t first) {
    const struct check_path *path = s->path;
    uint32_t told = 0;
    for (uint32_t k = path->events.at[fault].frame; k != UINT32_MAX && told < INNER_CALLS; k = path->frames.at[k].parent) {
        uint32_t call = path->frames.at[k].call;
        if (call == CHECK_NO_EVENT || call >= first) continue;
        told++;
        check_add_step(s->r, f, place_of(s, call),
                       arena_printf(&s->r->arena, "'%s' was called from here", path->program->funcs.at[path->frames.at[k].func].name));
        vec_last(&f->trace).context = true;
    }
}

void check_story_tell(struct check_story *s, struct check_finding *f, uint32_t fault) {
    sort(s);
    uint32_t n = s->keys.n, from = s->caused ? s->keys.at[0].event : 0;
    VEC(uint32_t) ends = {0};
    for (uint32_t i = s->caused; i < n; i++)
        if (s->keys.at[i].event < fault) vec_push(&ends, s->keys.at[i].event);
    vec_push(&ends, fault);
    for (uint32_t i = 0; i < ends.n; i++) {
        add_calls(s, from, ends.at[i]);
        add_branches(s, from, ends.at[i]);
        if (i || s->caused) add_return(s, from, ends.at[i]);
        from = ends.at[i];
    }
    sort(s);
    for (uint32_t i = 0; i < s->keys.n; i++)
        if (s->keys.at[i].event != fault && place_of_key(s, &s->keys.at[i]).line) {
            check_add_step(s->r, f, place_of_key(s, &s->keys.at[i]), s->keys.at[i].text);
            vec_last(&f->trace).event = s->keys.at[i].event;
            vec_last(&f->trace).told = true;
        }
    add_context(s, f, fault, s->keys.n ? s->keys.at[0].event : fault);
    vec_free(&ends);
    vec_free(&s->keys);
}
