// SPDX-License-Identifier: MIT
#include "report/diff.h"

#include "base/utf8.h"
#include "report/value.h"

static const char *text_of(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

static bool same(const json_t *a, const json_t *b, const char *key) {
    return strcmp(text_of(a, key), text_of(b, key)) == 0;
}

// ---- reading --------------------------------------------------------------------------------------------------------------------------

static bool has_texts(const json_t *object, const char *const *keys, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!json_is_string(json_object_get(object, keys[i]))) return false;
    return true;
}

static bool is_finding(const json_t *f) {
    static const char *const keys[] = {"rule", "certainty", "message"};
    const json_t *place = json_object_get(f, "place");
    return has_texts(f, keys, 3) && json_is_string(json_object_get(place, "file")) && json_is_integer(json_object_get(place, "line"));
}

static bool is_program(const json_t *p) {
    static const char *const keys[] = {"file", "entry", "verdict"};
    const json_t *findings = json_object_get(p, "findings");
    bool good = has_texts(p, keys, 3) && json_is_array(findings);
    for (size_t i = 0; i < json_array_size(findings) && good; i++) good = is_finding(json_array_get(findings, i));
    return good;
}

static bool is_report(const json_t *j) {
    static const char *const keys[] = {"tool", "version", "command"};
    const json_t *programs = json_object_get(j, "programs");
    bool good = has_texts(j, keys, 3) && strcmp(text_of(j, "tool"), "heapproof") == 0 && json_is_array(programs);
    for (size_t i = 0; i < json_array_size(programs) && good; i++) good = is_program(json_array_get(programs, i));
    return good;
}

static json_t *load(const char *path, struct buf *error) {
    struct buf text = {0};
    const char *why;
    json_error_t where;
    if (!buf_read_file(&text, path, &why)) {
        buf_printf(error, "%s: %s", path, why);
        return NULL;
    }
    json_t *j = json_loadb(buf_text(&text), text.n, 0, &where);
    buf_free(&text);
    if (!j) {
        buf_printf(error, "%s:%d: %s", path, where.line, where.text);
    } else if (!is_report(j)) {
        buf_printf(error, "%s: is no report that heapproof wrote (--format json)", path);
        json_decref(j);
        j = NULL;
    }
    return j;
}

// The words of an option list, to be shown.
static void add_words(struct buf *out, const json_t *list) {
    if (!json_array_size(list)) buf_str(out, "none");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (i) buf_char(out, ' ');
        if (word) utf8_clean(out, word, strlen(word));
    }
}

static bool are_comparable(const struct report_diff *d, struct buf *error) {
    const json_t *a = d->reports[0], *b = d->reports[1];
    static const char *const lists[] = {"rules", "options"};
    if (!same(a, b, "version"))
        buf_printf(error, "%s is of version %s, %s of version %s", d->paths[0], text_of(a, "version"), d->paths[1], text_of(b, "version"));
    else if (!same(a, b, "command"))
        buf_printf(error, "%s is of 'heapproof %s', %s of 'heapproof %s'", d->paths[0], text_of(a, "command"), d->paths[1],
                   text_of(b, "command"));
    for (size_t i = 0; i < 2 && !error->n; i++) {
        const json_t *x = json_object_get(a, lists[i]), *y = json_object_get(b, lists[i]);
        if (x && y && json_equal((json_t *)x, (json_t *)y)) continue;
        buf_printf(error, "the reports were made with different %s: ", lists[i]);
        add_words(error, x);
        buf_str(error, " and ");
        add_words(error, y);
    }
    return !error->n;
}

// ---- findings -------------------------------------------------------------------------------------------------------------------------

struct item {
    const json_t *finding, *program;
    bool matched;
};
typedef VEC(struct item) items;

static void list(const json_t *report, items *out) {
    const json_t *programs = json_object_get(report, "programs");
    for (size_t i = 0; i < json_array_size(programs); i++) {
        const json_t *p = json_array_get(programs, i), *findings = json_object_get(p, "findings");
        for (size_t k = 0; k < json_array_size(findings); k++) vec_push(out, (struct item){json_array_get(findings, k), p, false});
    }
}

static const json_t *place_of(const json_t *finding) {
    return json_object_get(finding, "place");
}

static const char *file_of(const struct item *x) {
    const char *file = text_of(place_of(x->finding), "file");
    return *file ? file : text_of(x->program, "file");
}

static bool same_print(const struct item *a, const struct item *b) {
    return same(a->finding, b->finding, "fingerprint") && *text_of(a->finding, "fingerprint");
}

static bool same_matter(const struct item *a, const struct item *b) {
    return same(a->finding, b->finding, "rule") && same(place_of(a->finding), place_of(b->finding), "function") &&
           same(a->finding, b->finding, "message");
}

static int64_t line_of(const struct item *x) {
    return json_integer_value(json_object_get(place_of(x->finding), "line"));
}

static void note(struct report_diff *d, const struct item *a, const struct item *b) {
    struct report_change c = {a->finding, b->finding, b->program};
    bool definite = strcmp(text_of(b->finding, "certainty"), "definite") == 0 && strcmp(text_of(a->finding, "certainty"), "definite") != 0;
    if (definite) vec_push(&d->worse, c);
    if (line_of(a) != line_of(b) || strcmp(file_of(a), file_of(b)) != 0) vec_push(&d->moved, c);
}

static void match(struct report_diff *d, items *old, items *new, bool (*fits)(const struct item *, const struct item *)) {
    for (uint32_t i = 0; i < new->n; i++)
        for (uint32_t k = 0; k < old->n && !new->at[i].matched; k++) {
            if (old->at[k].matched || !fits(&old->at[k], &new->at[i])) continue;
            old->at[k].matched = new->at[i].matched = true;
            note(d, &old->at[k], &new->at[i]);
        }
}

static void compare_findings(struct report_diff *d) {
    items old = {0}, new = {0};
    list(d->reports[0], &old);
    list(d->reports[1], &new);
    match(d, &old, &new, same_print);
    match(d, &old, &new, same_matter);
    for (uint32_t i = 0; i < new.n; i++)
        if (!new.at[i].matched) vec_push(&d->fresh, (struct report_change){NULL, new.at[i].finding, new.at[i].program});
    for (uint32_t i = 0; i < old.n; i++)
        if (!old.at[i].matched) vec_push(&d->gone, (struct report_change){old.at[i].finding, NULL, old.at[i].program});
    vec_free(&old);
    vec_free(&new);
}

// ---- programs -------------------------------------------------------------------------------------------------------------------------

static const json_t *find_program(const json_t *report, const json_t *like) {
    const json_t *programs = json_object_get(report, "programs");
    for (size_t i = 0; i < json_array_size(programs); i++) {
        const json_t *p = json_array_get(programs, i);
        if (same(p, like, "file") && same(p, like, "linked") && same(p, like, "entry")) return p;
    }
    return NULL;
}

static bool is_safe(const json_t *program) {
    return program && strcmp(text_of(program, "verdict"), "safe") == 0;
}

static bool is_assumed(const json_t *program, const json_t *assumption) {
    const json_t *all = json_object_get(program, "assumptions");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *a = json_array_get(all, i);
        if (same(a, assumption, "name") && same(a, assumption, "subject")) return true;
    }
    return false;
}

static bool rests_on_more(const json_t *old, const json_t *new) {
    const json_t *all = json_object_get(new, "assumptions");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (!is_assumed(old, json_array_get(all, i))) return true;
    return false;
}

static void compare_programs(struct report_diff *d) {
    const json_t *old = json_object_get(d->reports[0], "programs"), *new = json_object_get(d->reports[1], "programs");
    for (size_t i = 0; i < json_array_size(old); i++) {
        const json_t *before = json_array_get(old, i), *now = find_program(d->reports[1], before);
        if (is_safe(before) && !is_safe(now)) vec_push(&d->lost, (struct report_change){before, now, NULL});
    }
    for (size_t i = 0; i < json_array_size(new); i++) {
        const json_t *now = json_array_get(new, i), *before = find_program(d->reports[0], now);
        if (is_safe(now) && !is_safe(before)) vec_push(&d->proved, (struct report_change){before, now, NULL});
        if (is_safe(now) && is_safe(before) && rests_on_more(before, now)) vec_push(&d->resting, (struct report_change){before, now, NULL});
    }
}

bool report_diff_read(struct report_diff *d, const char *old, const char *new, struct buf *error) {
    *d = (struct report_diff){.paths = {old, new}};
    d->reports[0] = load(old, error);
    d->reports[1] = d->reports[0] ? load(new, error) : NULL;
    if (!d->reports[1] || !are_comparable(d, error)) return false;
    compare_findings(d);
    compare_programs(d);
    return true;
}

void report_diff_free(struct report_diff *d) {
    report_changes *const all[] = {&d->fresh, &d->gone, &d->moved, &d->worse, &d->lost, &d->proved, &d->resting};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) vec_free(all[i]);
    json_decref(d->reports[0]);
    json_decref(d->reports[1]);
}

// Is it one that somebody has to look at?
static bool counts(const json_t *finding) {
    const json_t *suppression = json_object_get(finding, "suppression");
    return strcmp(text_of(finding, "certainty"), "noted") != 0 && strcmp(text_of(suppression, "by"), "comment") != 0;
}

int report_diff_status(const struct report_diff *d) {
    int status = d->lost.n ? 2 : 0;
    for (uint32_t i = 0; i < d->fresh.n; i++)
        if (counts(d->fresh.at[i].to)) status = status != 1 && strcmp(text_of(d->fresh.at[i].to, "certainty"), "definite") != 0 ? 2 : 1;
    for (uint32_t i = 0; i < d->worse.n; i++)
        if (counts(d->worse.at[i].to)) status = 1;
    return status;
}

// ---- as text --------------------------------------------------------------------------------------------------------------------------

static void clean(struct buf *out, const char *s) {
    utf8_clean(out, s, strlen(s));
}

static void add_place(struct buf *out, const json_t *finding, const json_t *program) {
    struct item x = {finding, program, false};
    clean(out, file_of(&x));
    if (line_of(&x)) buf_printf(out, ":%lld", (long long)line_of(&x));
}

static void add_findings(struct buf *out, const char *what, const report_changes *all) {
    for (uint32_t i = 0; i < all->n; i++) {
        const struct report_change *c = &all->at[i];
        const json_t *f = c->to ? c->to : c->from;
        buf_printf(out, "%s: ", what);
        if (c->from && c->to) add_place(out, c->from, c->program);
        if (c->from && c->to) buf_str(out, " -> ");
        add_place(out, f, c->program);
        buf_str(out, ": ");
        clean(out, text_of(f, "certainty"));
        buf_char(out, ' ');
        clean(out, text_of(f, "rule"));
        if (*text_of(place_of(f), "function")) buf_str(out, " in '");
        clean(out, text_of(place_of(f), "function"));
        buf_str(out, *text_of(place_of(f), "function") ? "': " : ": ");
        clean(out, text_of(f, "message"));
        if (!counts(f)) buf_str(out, " (does not count)");
        buf_char(out, '\n');
    }
}

static void add_name(struct buf *out, const json_t *program) {
    const char *linked = text_of(program, "linked");
    clean(out, text_of(program, "file"));
    if (*linked) buf_char(out, '@');
    clean(out, linked);
    buf_char(out, ':');
    clean(out, text_of(program, "entry"));
}

static void add_programs(struct buf *out, const char *what, const report_changes *all) {
    for (uint32_t i = 0; i < all->n; i++) {
        const json_t *p = all->at[i].to ? all->at[i].to : all->at[i].from;
        buf_printf(out, "%s: ", what);
        add_name(out, p);
        if (!all->at[i].to) buf_str(out, ": not among the programs any more");
        if (all->at[i].to && !is_safe(p)) buf_str(out, ": ");
        if (all->at[i].to && !is_safe(p)) clean(out, text_of(p, "verdict"));
        bool unknown = strcmp(text_of(p, "verdict"), "unknown") == 0;
        if (all->at[i].to && unknown) buf_str(out, ": ");
        if (all->at[i].to && unknown) clean(out, text_of(p, "reason"));
        buf_char(out, '\n');
    }
}

static void add_assumptions(struct buf *out, const struct report_change *c) {
    const json_t *all = json_object_get(c->to, "assumptions");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *a = json_array_get(all, i);
        if (is_assumed(c->from, a)) continue;
        buf_str(out, "rests on more: ");
        add_name(out, c->to);
        buf_str(out, ": ");
        clean(out, text_of(a, "name"));
        if (*text_of(a, "subject")) buf_str(out, ": ");
        clean(out, text_of(a, "subject"));
        buf_char(out, '\n');
    }
}

void report_diff_text(const struct report_diff *d, struct buf *out) {
    add_findings(out, "new", &d->fresh);
    add_findings(out, "definite now", &d->worse);
    add_programs(out, "no longer proved", &d->lost);
    add_findings(out, "gone", &d->gone);
    add_findings(out, "moved", &d->moved);
    add_programs(out, "proved now", &d->proved);
    for (uint32_t i = 0; i < d->resting.n; i++) add_assumptions(out, &d->resting.at[i]);
    buf_printf(out, "diff: %u new, %u definite now, %u gone, %u moved; %u no longer proved, %u proved now\n", d->fresh.n, d->worse.n,
               d->gone.n, d->moved.n, d->lost.n, d->proved.n);
}

// ---- as JSON --------------------------------------------------------------------------------------------------------------------------

static json_t *copy_of(const json_t *j) {
    return j ? json_deep_copy(j) : json_null();
}

static json_t *name_of(const json_t *program) {
    json_t *j = report_object();
    report_put(j, "file", copy_of(json_object_get(program, "file")));
    report_put(j, "entry", copy_of(json_object_get(program, "entry")));
    if (*text_of(program, "linked")) report_put(j, "linked", copy_of(json_object_get(program, "linked")));
    return j;
}

static void put_findings(json_t *j, const char *key, const report_changes *all) {
    json_t *list = report_array();
    for (uint32_t i = 0; i < all->n; i++) {
        json_t *one = report_object();
        report_put(one, "program", name_of(all->at[i].program));
        report_put(one, "from", copy_of(all->at[i].from));
        report_put(one, "to", copy_of(all->at[i].to));
        report_append(list, one);
    }
    report_put(j, key, list);
}

static void put_programs(json_t *j, const char *key, const report_changes *all) {
    static const char *const members[] = {"verdict", "reason", "assumptions"};
    json_t *list = report_array();
    for (uint32_t i = 0; i < all->n; i++) {
        json_t *one = name_of(all->at[i].to ? all->at[i].to : all->at[i].from);
        for (size_t k = 0; k < sizeof members / sizeof *members && all->at[i].to; k++)
            report_put(one, members[k], copy_of(json_object_get(all->at[i].to, members[k])));
        report_put(one, "there", json_boolean(all->at[i].to != NULL));
        report_append(list, one);
    }
    report_put(j, key, list);
}

void report_diff_json(const struct report_diff *d, struct buf *out) {
    json_t *j = report_object();
    report_put(j, "tool", report_string("heapproof"));
    report_put(j, "version", report_string(HEAPPROOF_VERSION));
    report_put(j, "command", report_string("diff"));
    report_put(j, "old", report_string(d->paths[0]));
    report_put(j, "new", report_string(d->paths[1]));
    report_put(j, "status", json_integer(report_diff_status(d)));
    put_findings(j, "new_findings", &d->fresh);
    put_findings(j, "definite_now", &d->worse);
    put_findings(j, "gone", &d->gone);
    put_findings(j, "moved", &d->moved);
    put_programs(j, "no_longer_proved", &d->lost);
    put_programs(j, "proved_now", &d->proved);
    put_programs(j, "rests_on_more", &d->resting);
    report_dump(j, JSON_INDENT(2), out);
}
