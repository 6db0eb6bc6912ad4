// SPDX-License-Identifier: MIT
#include "replay/pursue.h"

#include "exec/machine.h"

// ---- reading -----------------------------------------------------------------------------------------------------------------------------

struct reader {
    struct replay_pursuit *x;
    struct buf *why;
    bool inside;  // a waypoint
    bool typed, valued;
    struct replay_waypoint way;
};

// What stands behind "key:", without quotes; NULL: it is another key.
static const char *value_of(struct arena *a, const char *line, size_t n, const char *key) {
    size_t k = strlen(key);
    if (n <= k || strncmp(line, key, k) != 0 || line[k] != ':') return NULL;
    for (line += k + 1, n -= k + 1; n && *line == ' '; line++) n--;
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\r')) n--;
    bool quoted = n >= 2 && (*line == '"' || *line == '\'') && line[n - 1] == *line, escapes = quoted && *line == '"';
    char *out = arena_alloc(a, n + 1), *to = out;
    for (size_t i = quoted; i < n - quoted; i++) {
        if (escapes && line[i] == '\\' && line[i + 1] == 'x' && i + 3 < n) {
            *to++ = (char)strtoul((char[]){line[i + 2], line[i + 3], 0}, NULL, 16);
            i += 3;
        } else {
            i += escapes && line[i] == '\\' && i + 1 < n - quoted;
            *to++ = line[i];
        }
    }
    return out;
}

static bool finish_waypoint(struct reader *r) {
    struct replay_waypoint *w = &r->way;
    if (!r->inside) return true;
    r->inside = false;
    if (!r->typed || !w->spot.line || !w->file || (w->kind != REPLAY_TARGET && !r->valued)) {
        buf_printf(r->why, "waypoint %u lacks something", r->x->ways.n + 1);
        return false;
    }
    vec_push(&r->x->ways, *w);
    return true;
}

static bool set_type(struct reader *r, const char *type) {
    static const char *const names[] = {"function_return", "branching", "target"};
    for (uint32_t i = 0; i < 3; i++)
        if (strcmp(type, names[i]) == 0) {
            r->way.kind = (enum replay_way)i;
            return r->typed = true;
        }
    buf_printf(r->why, "waypoints of type '%s' are not understood", type);
    return false;
}

static bool set_value(struct reader *r, const char *value) {
    static const char result[] = "\\result == ";
    char *end = (char *)value;
    bool returned = strncmp(value, result, strlen(result)) == 0;
    if (returned) r->way.value = strtoll(value + strlen(result), &end, 10);
    r->valued = (returned && !*end) || strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
    if (!returned) r->way.value = strcmp(value, "true") == 0;
    if (!r->valued) buf_printf(r->why, "the constraint '%s' is not understood", value);
    return r->valued;
}

static bool read_line(struct reader *r, const char *line, size_t n) {
    struct arena *a = &r->x->arena;
    const char *v;
    while (n && (*line == ' ' || *line == '-')) line++, n--;
    if (value_of(a, line, n, "waypoint")) {
        if (!finish_waypoint(r)) return false;
        r->inside = true;
        r->typed = r->valued = false;
        r->way = (struct replay_waypoint){0};
        return true;
    }
    if (!r->inside) return true;
    if ((v = value_of(a, line, n, "type"))) return set_type(r, v);
    if ((v = value_of(a, line, n, "value"))) return set_value(r, v);
    if ((v = value_of(a, line, n, "file_name"))) r->way.file = v;
    if ((v = value_of(a, line, n, "line"))) r->way.spot.line = (uint32_t)strtoul(v, NULL, 10);
    if ((v = value_of(a, line, n, "column"))) r->way.spot.column = (uint32_t)strtoul(v, NULL, 10);
    if ((v = value_of(a, line, n, "action")) && strcmp(v, "follow") != 0) {
        buf_printf(r->why, "waypoints of action '%s' are not understood", v);
        return false;
    }
    return true;
}

bool replay_pursuit_read(struct replay_pursuit *x, const char *text, struct buf *why) {
    struct reader r = {.x = x, .why = why};
    *x = (struct replay_pursuit){0};
    bool good = true;
    for (const char *end; *text && good; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        good = read_line(&r, text, (size_t)(end - text));
    }
    good = good && finish_waypoint(&r);
    if (good && (!x->ways.n || vec_last(&x->ways).kind != REPLAY_TARGET)) {
        buf_str(why, "it has no target");
        good = false;
    }
    return good;
}

void replay_pursuit_free(struct replay_pursuit *x) {
    vec_free(&x->ways);
    arena_free(&x->arena);
}

// ---- running -----------------------------------------------------------------------------------------------------------------------------

struct runner {
    struct replay_pursuit *x;
    const struct ir_program *p;
    struct report_sources sources;
    bool strayed;  // a loop did not go on as the witness says
};

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_there(const struct runner *r, const struct replay_waypoint *w, struct ir_loc loc, struct replay_spot spot) {
    const char *file = r->p->files.text.at[loc.file];
    return strcmp(base_name(file), base_name(w->file)) == 0 && spot.line == w->spot.line &&
           (!w->spot.column || spot.column == w->spot.column);
}

static const struct replay_waypoint *next_of(const struct runner *r, enum replay_way kind) {
    const struct replay_waypoint *w = r->x->next < r->x->ways.n ? &r->x->ways.at[r->x->next] : NULL;
    return w && w->kind == kind ? w : NULL;
}

static bool choose(void *self, const struct exec_machine *m, const char *what, uint64_t *value) {
    struct runner *r = self;
    const struct replay_waypoint *w = next_of(r, REPLAY_RETURN);
    struct ir_loc loc = exec_here(m).loc;
    if (!w || m->calling == UINT32_MAX || !loc.line || strcmp(what, r->p->funcs.at[m->calling].name) != 0) return false;
    struct replay_spot spot = replay_call_end(&r->sources, r->p, loc, what);
    if (!spot.line) spot.line = loc.line;
    if (!is_there(r, w, loc, spot)) return false;
    *value = (uint64_t)w->value;
    r->x->next++;
    return true;
}

static void branch(void *self, uint32_t func, uint32_t instr, uint32_t way) {
    struct runner *r = self;
    const struct replay_waypoint *w = next_of(r, REPLAY_BRANCHING);
    const struct ir_instr *i = &r->p->funcs.at[func].instrs.at[instr];
    if (!w || i->op != IR_BRANCH || !is_there(r, w, i->loc, (struct replay_spot){i->loc.line, i->loc.column})) return;
    if ((way == 0) == (w->value != 0))
        r->x->next++;
    else
        r->strayed = true;
}

static bool at_target(const struct runner *r, const struct exec_result *run) {
    const struct replay_waypoint *w = next_of(r, REPLAY_TARGET);
    for (uint32_t i = 0; w && i < run->n_faults; i++) {
        struct ir_loc loc = run->faults[i].place.loc;
        if (loc.line && is_there(r, w, loc, (struct replay_spot){loc.line, w->spot.column})) return true;
    }
    return false;
}

// The run along the witness tells the choices; whether a block is lost takes runs of its own, from these choices.
static void run_from_choices(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *first,
                             struct exec_result *run) {
    VEC(uint64_t) list = {0};
    struct exec_options again = *o;
    for (uint32_t i = 0; i < first->n_inputs; i++) vec_push(&list, first->inputs[i].value);
    again.inputs = (struct exec_inputs){.values = list.at, .n = list.n};
    exec_run(p, entry, &again, run);
    vec_free(&list);
}

void replay_pursue(struct replay_pursuit *x, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                   struct exec_result *run, struct buf *why) {
    struct runner r = {.x = x, .p = p};
    struct exec_oracle oracle = {&r, choose};
    struct exec_observer observer = exec_looks_away;
    struct exec_options along = *o;
    struct exec_result first;
    observer.self = &r;
    observer.branch = branch;
    along.observer = &observer;
    along.inputs.oracle = &oracle;
    along.rules &= ~((ir_rule_set)1 << IR_RULE_MEMORY_LEAK | (ir_rule_set)1 << IR_RULE_LEAK_AT_EXIT);
    along.echo[0] = along.echo[1] = NULL;
    exec_run(p, entry, &along, &first);
    run_from_choices(p, entry, o, &first, run);
    exec_result_free(&first);
    const struct replay_waypoint *w = &x->ways.at[x->next < x->ways.n ? x->next : x->ways.n - 1];
    if (!at_target(&r, run))
        buf_printf(why, "waypoint %u of %u, at %s:%u, is not %s", x->next + 1, x->ways.n, w->file, w->spot.line,
                   r.strayed ? "passed" : "reached");
    report_sources_free(&r.sources);
}
