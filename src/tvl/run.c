// SPDX-License-Identifier: MIT
#include "tvl/run.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tvl/analysis.h"
#include "tvl/lex.h"
#include "tvl/props.h"

struct session {
    const struct tvl_request *request;
    struct tvl_source source;
    struct tvl_spec spec;
    struct tvl_props props;
    struct tvl_machine machine;
    struct tvl_analysis analysis;
    struct tvl_analysis versions;  // the same once more, if messages on the way are asked for and there are any
    tvl_drafts input;
    struct arena arena;
    double seconds;
};

static const char *beside(struct session *s, const char *extension) {
    const char *path = s->request->program, *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    size_t n = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    return arena_printf(&s->arena, "%.*s%s", (int)n, path, extension);
}

static void define(struct session *s, const char *text) {
    size_t n = strcspn(text, "(=");
    const char *value = text[n] ? text + n + 1 : "1";
    size_t length = strlen(value);
    if (text[n] == '(' && length && value[length - 1] == ')') length--;
    struct tvl_macro m = {arena_strndup(&s->arena, text, n), arena_strndup(&s->arena, value, length)};
    vec_push(&s->source.defined, m);
}

static bool read_properties(struct session *s, struct buf *error) {
    const char *own = beside(s, ".properties");
    bool fine = access(own, R_OK) != 0 || tvl_props_read(&s->props, own, error);
    if (fine && s->request->properties) fine = tvl_props_read(&s->props, s->request->properties, error);
    const char *macros = tvl_props_get(&s->props, "tvla.parser.externalMacros", "");
    char *copy = arena_strdup(&s->arena, macros), *save = NULL;
    for (char *m = strtok_r(copy, " ,;", &save); m; m = strtok_r(NULL, " ,;", &save)) define(s, m);
    for (uint32_t i = 0; i < s->request->define.n; i++) define(s, s->request->define.at[i]);
    char *path = arena_strdup(&s->arena, tvl_props_get(&s->props, "tvla.parser.searchPath", ""));
    for (char *d = strtok_r(path, ";", &save); d; d = strtok_r(NULL, ";", &save)) vec_push(&s->source.path, d);
    return fine;
}

static bool choose_merge(const struct session *s, enum tvl_merge *merge, struct buf *error) {
    static const struct {
        const char *name;
        enum tvl_merge merge;
    } table[] = {{"powerset", TVL_POWERSET}, {"maximal", TVL_MAXIMAL}, {"partial", TVL_PARTIAL},
                 {"loose", TVL_LOOSE},       {"single", TVL_SINGLE},   {"rel", TVL_POWERSET},
                 {"part", TVL_PARTIAL},      {"ind", TVL_SINGLE},      {"part_embedding", TVL_PARTIAL}};
    const char *name = s->request->merge ? s->request->merge : tvl_props_get(&s->props, "tvla.joinType", "part");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return *merge = table[i].merge, true;
    buf_printf(error, "there is no merging policy '%s'", name);
    return false;
}

static bool choose_options(const struct session *s, struct tvl_options *o, struct buf *error) {
    o->differencing = tvl_props_true(&s->props, "tvla.differencing.difference", true);
    o->automatic = tvl_props_true(&s->props, "tvla.generateAutomaticConstraints", true);
    o->whole = s->request->whole;
    o->two_level = s->request->two_level;
    o->stop_at_breach = tvl_props_true(&s->props, "tvla.engine.breakIfCoerceAfterUpdateFailed", true);
    o->three_way = tvl_props_true(&s->props, "tvla.blur.threeWay", true);
    o->order = tvl_props_get(&s->props, "tvla.engine.actionOrder", "fcpucb");
    long limit = strtol(tvl_props_get(&s->props, "tvla.engine.maxStructures", "-1"), NULL, 10);
    o->max_structures = limit > 0 ? (uint32_t)limit : 0;
    if (strchr(o->order, 'p') && strchr(o->order, 'u') && strspn(o->order, "fcpub") == strlen(o->order)) return true;
    buf_printf(error, "'%s' is no order of steps: it must have p and u, and may have f, c and b", o->order);
    return false;
}

// The predicates of --apart, by name or by the set that they are members of.
static bool tell_apart(struct session *s, struct buf *error) {
    char *copy = arena_strdup(&s->arena, s->request->apart ? s->request->apart : ""), *save = NULL;
    for (char *name = strtok_r(copy, " ;", &save); name; name = strtok_r(NULL, " ;", &save)) {
        const struct tvl_set_decl *set = tvl_spec_set(&s->spec, name);
        for (uint32_t i = 0; i < (set ? set->member.n : 1); i++) {
            const char *member = set ? set->member.at[i] : name;
            uint32_t pred = tvl_vocab_find(&s->spec.vocab, member);
            if (pred == TVL_NONE) return buf_printf(error, "--apart: there is no predicate '%s'", member), false;
            tvl_vocab_apart(&s->spec.vocab, pred);
        }
    }
    return true;
}

static bool prepare(struct session *s, struct buf *error) {
    enum tvl_merge merge;
    struct tvl_options options = {0};
    s->source = (struct tvl_source){.arena = &s->arena, .error = error};
    if (!read_properties(s, error) || !choose_merge(s, &merge, error) || !choose_options(s, &options, error)) return false;
    if (!tvl_read_tvp(&s->spec, &s->source, s->request->program)) return false;
    if (!tvl_read_tvs(&s->spec, &s->source, s->request->input ? s->request->input : beside(s, ".tvs"), &s->input)) return false;
    s->spec.vocab.maybe = s->spec.vocab.maybe || tvl_merge_makes_absent(merge);
    if (!tell_apart(s, error)) return false;
    if (!tvl_machine_init(&s->machine, &s->spec, &options, error)) return false;
    tvl_analysis_init(&s->analysis, &s->machine, merge);
    return true;
}

// Processor time: what the analysis takes does not depend on what else the machine does.
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void execute(struct session *s, struct tvl_analysis *a) {
    if (!s->input.n) a->stopped = "no structure is given";
    for (uint32_t i = 0; i < s->input.n; i++) tvl_analysis_add(a, s->spec.edge.at[0].from, s->input.at[i]);
    tvl_analysis_run(a);
}

// What there are messages about: all that is met on the way, as existing specifications expect it, unless the properties ask for what is kept in the end.  That
// depends on the order and takes longer, so it is looked at only if there is a message at all, and given up when it takes far longer.
static void execute_versions(struct session *s) {
    struct tvl_analysis *a = &s->versions;
    if (!s->analysis.finding.n || s->analysis.stopped || tvl_props_true(&s->props, "tvla.engine.checkMessagesAtFixpoint", false)) return;
    tvl_analysis_init(a, &s->machine, s->analysis.merge);
    a->versions = true;
    s->machine.options.max_structures = (uint32_t)(10 * s->analysis.made + 1000);
    execute(s, a);
}

static void analyse(struct session *s) {
    double start = now();
    execute(s, &s->analysis);
    execute_versions(s);
    s->seconds = now() - start;
}

static const struct tvl_analysis *told(const struct session *s) {
    return s->versions.m && !s->versions.stopped ? &s->versions : &s->analysis;
}

static bool is_shown(const struct tvl_spec *spec, uint32_t location) {
    for (uint32_t i = 0; i < spec->shown.n; i++)
        if (spec->shown.at[i] == location) return true;
    return spec->shown.n == 0;
}

static void show_place(struct session *s, uint32_t index, bool picture, struct tvl_draft *room, uint32_t *number, struct buf *out) {
    const struct tvl_analysis *a = &s->analysis;
    const struct tvl_place *p = &a->place[index];
    uint32_t location = index / a->n_parts;
    if (!is_shown(&s->spec, location)) return;
    const char *name = s->spec.location.text.at[location];
    if (a->decomposed) name = arena_printf(&s->arena, "%s (%s)", name, s->spec.part.at[index % a->n_parts].name);
    if (!picture) buf_printf(out, "// %s: %u structures\n", name, (unsigned)tvl_place_size(p));
    for (uint32_t i = 0; i < p->kept.n; i++) {
        if (p->kept.at[i].gone) continue;
        tvl_unseal(&s->spec.vocab, p->kept.at[i].structure, room);
        if (picture)
            tvl_show_dot(&s->spec.vocab, room, name, (*number)++, out);
        else
            tvl_show_tvs(&s->spec.vocab, room, out);
    }
}

static void show_structures(struct session *s, bool picture, struct buf *out) {
    struct tvl_draft *room = tvl_take(&s->machine);
    uint32_t number = 0;
    for (uint32_t i = 0; i < s->spec.location.text.n * s->analysis.n_parts; i++) show_place(s, i, picture, room, &number, out);
    tvl_give(&s->machine, room);
}

// One line per message, action and location, with the number of structures for which it may hold.
static void show_findings(const struct session *s, struct buf *out) {
    const struct tvl_analysis *a = told(s);
    for (uint32_t i = 0; i < a->finding.n; i++) {
        const struct tvl_finding *f = &a->finding.at[i];
        uint32_t n = 0;
        bool first = true;
        for (uint32_t k = 0; k < a->finding.n; k++) {
            const struct tvl_finding *g = &a->finding.at[k];
            if (g->location != f->location || g->action != f->action || strcmp(g->text, f->text) != 0) continue;
            first = first && k >= i;
            n++;
        }
        const struct tvl_action *action = &s->spec.action.at[f->action];
        if (first)
            buf_printf(out, "%s:%u: %s: %s: %s (%u structure%s)\n", action->file, (unsigned)action->line,
                       s->spec.location.text.at[f->location], action->title, f->text, (unsigned)n, n == 1 ? "" : "s");
    }
}

static void show_stats(const struct session *s, struct buf *out) {
    uint32_t most;
    uint64_t kept = tvl_analysis_kept(&s->analysis, &most);
    buf_printf(out, "made: %llu\nkept: %llu\nmost: %u\nmessages: %u\nconstraints: %u\nseconds: %.6f\n",
               (unsigned long long)s->analysis.made, (unsigned long long)kept, (unsigned)most, (unsigned)told(s)->finding.n,
               (unsigned)s->machine.rule.n, s->seconds);
    buf_printf(out, "megabytes: %.1f\n", (double)s->analysis.arena.total / 1e6);
}

static enum tvl_answer show(struct session *s, struct buf *out) {
    show_findings(s, out);
    if (s->request->structures) show_structures(s, false, out);
    if (s->request->stats) show_stats(s, out);
    if (s->analysis.stopped) {
        buf_printf(out, "verdict: unknown: %s\n", s->analysis.stopped);
        return TVL_STOPPED;
    }
    if (!s->analysis.finding.n) {
        buf_str(out, "verdict: proved: no message\n");
        return TVL_PROVED;
    }
    uint32_t n = told(s)->finding.n;
    buf_printf(out, "verdict: %u message%s\n", (unsigned)n, n == 1 ? "" : "s");
    return TVL_MESSAGES;
}

static void draw(struct session *s, struct buf *out) {
    buf_str(out, "digraph structures {\n");
    show_structures(s, true, out);
    buf_str(out, "}\n");
}

static void release(struct session *s) {
    if (s->analysis.m) tvl_analysis_free(&s->analysis);
    if (s->versions.m) tvl_analysis_free(&s->versions);
    tvl_machine_free(&s->machine);
    for (uint32_t i = 0; i < s->input.n; i++) tvl_draft_free(s->input.at[i]);
    vec_free(&s->input);
    vec_free(&s->source.path);
    vec_free(&s->source.defined);
    tvl_spec_free(&s->spec);
    tvl_props_free(&s->props);
    arena_free(&s->arena);
}

enum tvl_answer tvl_run(const struct tvl_request *r, struct buf *out, struct buf *picture, struct buf *error) {
    struct session s = {.request = r};
    enum tvl_answer answer = TVL_UNREADABLE;
    tvl_spec_init(&s.spec);
    if (prepare(&s, error)) {
        analyse(&s);
        answer = show(&s, out);
        if (picture) draw(&s, picture);
    }
    release(&s);
    return answer;
}
