// SPDX-License-Identifier: MIT
// Which units of a project make up a program.
#include "front/notes.h"
#include "front/outline.h"
#include "front/project.h"
#include "front/unit.h"

// ---- one program: the units that it takes -----------------------------------------------------------------------------------------------

struct closure {
    struct front_project *project;
    struct front_messages *messages;
    struct arena arena;
    uint32_t entry;             // unit
    bool *in, *told;            // by unit: taken; already noted as not taken
    bool *offered;              // by unit: of a library that is linked
    uint32_t *owner;            // by name: unit + 1 that gives the definition
    bool *open;                 // by name: needed, nobody gives it
    struct front_unit **units;  // taken, in order
    uint32_t *taken;            // their numbers
    uint32_t n;
    bool failed;
    const struct front_link_command *link;  // what is linked; NULL: nobody knows
    bool strict;                            // nothing but what is linked is taken, and models
};

static const char *name_of(const struct closure *c, uint32_t name) {
    return c->project->names.text.at[name];
}

static struct front_unit *unit_of(const struct closure *c, uint32_t unit) {
    return &c->project->db.units.at[unit];
}

static void take(struct closure *c, uint32_t unit) {
    const struct front_index *x = &c->project->index[unit];
    c->in[unit] = true;
    c->units[c->n] = unit_of(c, unit);
    c->taken[c->n++] = unit;
    for (uint32_t i = 0; i < x->symbols.n; i++)
        if (x->symbols.at[i].kind == FRONT_STRONG && !unit_of(c, unit)->is_model) c->owner[x->symbols.at[i].name] = unit + 1;
}

// The name of a strong definition that a unit shares with those taken; UINT32_MAX if none: it can be linked with them.
static uint32_t clash(const struct closure *c, uint32_t unit) {
    const struct front_index *x = &c->project->index[unit];
    for (uint32_t i = 0; i < x->symbols.n; i++)
        if (x->symbols.at[i].kind == FRONT_STRONG && c->owner[x->symbols.at[i].name]) return x->symbols.at[i].name;
    return UINT32_MAX;
}

// How much of their paths two units share, in directories: of what the build makes of them if that is known, else of the sources.
static uint32_t nearness(const struct closure *c, uint32_t a, uint32_t b) {
    const struct front_unit *u = unit_of(c, a), *v = unit_of(c, b);
    bool outputs = u->output && v->output && strcmp(u->directory, v->directory) == 0;
    const char *s = outputs ? u->output : u->file, *t = outputs ? v->output : v->file;
    uint32_t n = 0;
    for (; *s && *s == *t; s++, t++) n += *s == '/';
    return n;
}

struct choice {
    uint32_t best, n;  // the nearest candidate, how many there are
    uint64_t score;
};

static void consider(struct closure *c, struct choice *x, uint32_t candidate, uint32_t user) {
    uint64_t score = (uint64_t)nearness(c, candidate, user) << 32 | nearness(c, candidate, c->entry);
    if (!x->n || score > x->score) {
        x->best = candidate;
        x->score = score;
    }
    x->n++;
}

static bool can_take(const struct closure *c, uint32_t unit) {
    if (unit_of(c, unit)->is_model) return true;
    return (!c->strict || c->offered[unit]) && clash(c, unit) == UINT32_MAX;
}

static void candidates(struct closure *c, uint32_t first, uint32_t user, struct choice *x) {
    const struct front_project *j = c->project;
    for (uint32_t d = first; d; d = j->definers.at[d - 1].next)
        if (!c->in[j->definers.at[d - 1].unit] && can_take(c, j->definers.at[d - 1].unit)) consider(c, x, j->definers.at[d - 1].unit, user);
}

// Is one of these definers taken?
static bool is_among(const struct closure *c, uint32_t first) {
    const struct front_project *j = c->project;
    for (uint32_t d = first; d; d = j->definers.at[d - 1].next)
        if (c->in[j->definers.at[d - 1].unit]) return true;
    return false;
}

static bool defined_weakly(const struct closure *c, uint32_t name) {
    return is_among(c, c->project->weak[name]) || is_among(c, c->project->model[name]);
}

static struct choice find_among(struct closure *c, const struct front_named *s, uint32_t user, bool strict) {
    struct choice x = {0};
    c->strict = strict;
    candidates(c, c->project->strong[s->name], user, &x);
    if (!x.n && !defined_weakly(c, s->name)) {
        candidates(c, c->project->weak[s->name], user, &x);
        if (!x.n) candidates(c, c->project->model[s->name], user, &x);
        if (x.n) x.n = 1;  // weak definitions stand for each other
    }
    return x;
}

// Who could define what unit `user` needs: strong definitions first, models last; libraries that are linked before anything else.
static struct choice find_definer(struct closure *c, const struct front_named *s, uint32_t user) {
    struct choice x = {0};
    if (c->link) x = find_among(c, s, user, true);
    bool closed = c->link && !c->link->unseen.n, model = x.n && unit_of(c, x.best)->is_model;
    return closed || (x.n && !model) ? x : find_among(c, s, user, false);
}

static void note_choice(struct closure *c, uint32_t name, uint32_t chosen) {
    enum { SHOWN = 3 };
    const struct front_project *j = c->project;
    struct buf rest = {0};
    uint32_t n = 0;
    for (uint32_t d = j->strong[name]; d; d = j->definers.at[d - 1].next) {
        uint32_t unit = j->definers.at[d - 1].unit;
        if (unit == chosen || c->told[unit]) continue;
        c->told[unit] = true;
        if (n++ < SHOWN) buf_printf(&rest, "%s%s", rest.n ? ", " : "", unit_of(c, unit)->file);
    }
    if (n > SHOWN) buf_printf(&rest, " and %u more", n - SHOWN);
    if (n)
        front_note(c->messages, unit_of(c, chosen)->file, "'%s' is taken from here; also defined in %s", name_of(c, name), buf_text(&rest));
    buf_free(&rest);
}

struct doubt {
    bool any;
    uint32_t name, chosen;
};

// Takes what has only one definition; keeps the first that has more.
static bool resolve(struct closure *c, uint32_t user, const struct front_named *s, struct doubt *doubt) {
    if ((s->kind != FRONT_NEEDED && s->kind != FRONT_WEAK) || c->owner[s->name]) return false;
    struct choice x = find_definer(c, s, user);
    if (x.n == 1) take(c, x.best);
    if (x.n > 1 && !doubt->any) *doubt = (struct doubt){true, s->name, x.best};
    return x.n == 1;
}

static bool pass(struct closure *c, struct doubt *doubt) {
    bool progress = false;
    for (uint32_t i = 0; i < c->n; i++) {
        const struct front_index *x = &c->project->index[c->taken[i]];
        for (uint32_t k = 0; k < x->symbols.n; k++) progress |= resolve(c, c->taken[i], &x->symbols.at[k], doubt);
    }
    return progress;
}

static void close_over(struct closure *c) {
    for (;;) {
        struct doubt doubt = {0};
        if (pass(c, &doubt)) continue;
        if (!doubt.any) return;
        take(c, doubt.chosen);
        note_choice(c, doubt.name, doubt.chosen);
    }
}

// ---- what is still open -----------------------------------------------------------------------------------------------------------------

static void find_open(struct closure *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        const struct front_index *x = &c->project->index[c->taken[i]];
        for (uint32_t k = 0; k < x->symbols.n; k++) {
            const struct front_named *s = &x->symbols.at[k];
            if (s->kind == FRONT_NEEDED) c->open[s->name] = !c->owner[s->name] && !defined_weakly(c, s->name);
        }
    }
}

static void note_unlinkable(struct closure *c) {
    const struct front_project *j = c->project;
    for (uint32_t name = 0; name < j->names.text.n; name++) {
        if (!c->open[name] || !j->strong[name]) continue;
        uint32_t unit = j->definers.at[j->strong[name] - 1].unit, shared = clash(c, unit);
        if (c->told[unit] || shared == UINT32_MAX) continue;
        c->told[unit] = true;
        front_note(c->messages, unit_of(c, unit)->file, "'%s' is not taken from here, because '%s' is also defined in %s", name_of(c, name),
                   name_of(c, shared), unit_of(c, c->owner[shared] - 1)->file);
    }
}

struct suspect {
    struct closure *closure;
    const struct front_unit *unit;
};

static void check_name(void *context, const char *name, size_t n) {
    struct suspect *s = context;
    struct closure *c = s->closure;
    char *text = arena_strndup(&c->arena, name, n);
    uint32_t number = intern_find(&c->project->names, text);
    if (number == INTERN_NONE || !c->open[number]) return;
    c->open[number] = false;
    c->failed = true;
    front_error(c->messages, s->unit->file, "does not compile, but %s needs '%s', which it seems to define", unit_of(c, c->entry)->file,
                text);
}

static void check_left_out(struct closure *c) {
    struct front_project *j = c->project;
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        struct suspect s = {c, &j->db.units.at[i]};
        if (s.unit->good) continue;
        struct buf text = front_unit_text(s.unit);
        front_outline(buf_text(&text), check_name, &s);
        buf_free(&text);
    }
}

// Whether they run depends on how the program is linked, which is not known, or they are linked and could not be taken.
static void note_starters(struct closure *c) {
    enum { SHOWN = 3 };
    const struct front_project *j = c->project;
    bool closed = c->link && !c->link->unseen.n;
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        if (closed && !front_unit_among(&c->link->units, i) && !front_unit_among(&c->link->loaded, i)) continue;
        struct buf list = {0};
        uint32_t n = 0;
        for (uint32_t k = 0; k < j->index[i].symbols.n && !c->in[i]; k++) {
            const struct front_named *s = &j->index[i].symbols.at[k];
            if (s->kind == FRONT_STARTER && n++ < SHOWN) buf_printf(&list, "%s'%s'", list.n ? ", " : "", name_of(c, s->name));
        }
        if (n > SHOWN) buf_printf(&list, " and %u more", n - SHOWN);
        if (n)
            front_note(c->messages, unit_of(c, i)->file, "%s %s without being called, but the file is not part of the program of %s",
                       buf_text(&list), n == 1 ? "runs" : "run", unit_of(c, c->entry)->file);
        buf_free(&list);
    }
}

// ---- which entry ------------------------------------------------------------------------------------------------------------------------

static bool same_file(const struct front_project *j, const struct front_unit *u, const char *file) {
    if (strcmp(u->file, file) == 0 || strcmp(u->path, file) == 0) return true;
    struct arena a = {0};
    bool same = strcmp(front_short_path(&a, file, j->here ? j->here : ""), u->file) == 0;
    arena_free(&a);
    size_t n = strlen(u->file), k = strlen(file);
    return same || (n > k && u->file[n - k - 1] == '/' && strcmp(u->file + n - k, file) == 0);
}

static bool defines(const struct front_project *j, uint32_t unit, uint32_t name, bool local) {
    for (uint32_t i = 0; i < j->index[unit].symbols.n; i++) {
        const struct front_named *s = &j->index[unit].symbols.at[i];
        if (s->name == name && s->function && (local ? s->kind == FRONT_LOCAL : s->kind == FRONT_STRONG || s->kind == FRONT_WEAK))
            return true;
    }
    return false;
}

struct entries {
    VEC(uint32_t) units;
    bool compiled;  // FILE is a unit that compiles
    bool known;     // FILE is a unit
};

// link: only what is linked with it; NULL: everything.
static void find_entries(const struct front_project *j, const char *file, const struct front_link_command *link, uint32_t name, bool local,
                         struct entries *e) {
    bool exact = false;  // `file` is the very string that front_project_file gave
    for (uint32_t i = 0; i < j->db.units.n; i++) exact |= j->db.units.at[i].file == file;
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        const struct front_unit *u = &j->db.units.at[i];
        if (file && !(exact ? u->file == file : same_file(j, u, file))) continue;
        if (link && !front_link_has(link, i)) continue;
        e->known = true;
        e->compiled |= u->good;
        if (name != INTERN_NONE && defines(j, i, name, local)) vec_push(&e->units, i);
    }
}

static void no_entry(const struct front_project *j, const char *file, const char *name, const struct entries *e, struct front_messages *m) {
    if (!file)
        front_error(m, j->db.path, "no file of the project defines the function '%s'", name);
    else if (!e->known)
        front_error(m, file, "is not a file of %s", j->db.path);
    else if (!e->compiled)
        front_error(m, file, "does not compile");
    else
        front_error(m, file, "does not define the function '%s'", name);
}

// More than one: fine if it is one file compiled in several ways.
static bool settle(const struct front_project *j, const char *name, const struct entries *e, struct front_messages *m) {
    const char *first = j->db.units.at[e->units.at[0]].file;
    bool one = true;
    for (uint32_t i = 1; i < e->units.n; i++) one &= strcmp(first, j->db.units.at[e->units.at[i]].file) == 0;
    if (e->units.n > 1 && one) front_note(m, first, "is compiled in different ways; the first is read");
    if (one) return true;
    struct buf list = {0};
    for (uint32_t i = 0; i < e->units.n; i++) buf_printf(&list, "%s%s", i ? ", " : "", j->db.units.at[e->units.at[i]].file);
    front_error(m, j->db.path, "'%s' is defined in more than one file; pick one with --entry FILE:%s: %s", name, name, buf_text(&list));
    buf_free(&list);
    return false;
}

// The link that makes this file: by its own name, else by the end of its path.
static const struct front_link_command *find_made(struct front_project *j, const char *made) {
    const struct front_link_command *found = NULL;
    size_t k = strlen(made);
    for (uint32_t i = 0; i < j->db.links.n; i++) {
        const struct front_link_command *link = &j->db.links.at[i];
        size_t n = strlen(link->made);
        if (strcmp(front_link_shown(j, link), made) == 0) return link;
        if (!found && n > k && link->made[n - k - 1] == '/' && strcmp(link->made + n - k, made) == 0) found = link;
    }
    return found;
}

// What FILE@LINK names: the link, and FILE.  NULL: nothing.
static const struct front_link_command *find_link(struct front_project *j, const char **file) {
    const char *at = *file ? strrchr(*file, '@') : NULL;
    const struct front_link_command *link = at ? find_made(j, at + 1) : NULL;
    if (link) *file = arena_strndup(&j->db.arena, *file, (size_t)(at - *file));
    return link;
}

// How a unit is linked if nobody says it: the first way.
static const struct front_link_command *guess_link(struct front_project *j, uint32_t unit, const char *name, struct front_messages *m) {
    const struct front_link_command *found = NULL, *other = NULL;
    bool main = strcmp(name, "main") == 0;
    for (uint32_t i = 0; i < (main ? j->programs.n : j->db.links.n); i++) {
        const struct front_link_command *link = main ? j->programs.at[i].link : &j->db.links.at[i];
        if (!link || (main ? j->programs.at[i].unit != unit : !front_unit_among(&link->units, unit))) continue;
        if (found && !other && !front_same_link(found, link)) other = link;
        if (!found) found = link;
    }
    const char *file = j->db.units.at[unit].file;
    if (other)
        front_note(m, file, "is linked as %s, and also as %s, which --entry %s@%s:%s chooses", front_link_shown(j, found),
                   front_link_shown(j, other), file, front_link_shown(j, other), name);
    if (!found && j->db.logged) front_note(m, file, "no command that links it was seen; what it needs is looked for among all files");
    return found;
}

// The unit of the entry, or UINT32_MAX, and what it is linked with.
static uint32_t pick_entry(struct front_project *j, const char *file, const char *name, const struct front_link_command **link,
                           struct front_messages *m) {
    struct entries e = {0};
    uint32_t number = intern_find(&j->names, name);
    *link = find_link(j, &file);
    find_entries(j, file, *link, number, false, &e);
    if (!e.units.n) find_entries(j, file, *link, number, true, &e);
    uint32_t unit = UINT32_MAX;
    if (!e.units.n)
        no_entry(j, file, name, &e, m);
    else if (settle(j, name, &e, m))
        unit = e.units.at[0];
    if (unit != UINT32_MAX && !*link) *link = guess_link(j, unit, name, m);
    vec_free(&e.units);
    return unit;
}

// ---- reading ----------------------------------------------------------------------------------------------------------------------------

static bool has_starter(const struct closure *c, uint32_t unit) {
    const struct front_index *x = &c->project->index[unit];
    for (uint32_t i = 0; i < x->symbols.n; i++)
        if (x->symbols.at[i].kind == FRONT_STARTER) return true;
    return false;
}

// A unit that is part of the program, whatever it defines.
static void take_linked(struct closure *c, uint32_t unit) {
    uint32_t shared = c->in[unit] ? UINT32_MAX : clash(c, unit);
    const char *file = unit_of(c, unit)->file;
    if (c->in[unit]) return;
    if (!unit_of(c, unit)->good) {
        front_error(c->messages, file, "does not compile, but is linked as %s", front_link_shown(c->project, c->link));
        c->failed = true;
    } else if (shared != UINT32_MAX) {
        front_note(c->messages, file, "is linked as %s, but not read, because '%s' is also defined in %s",
                   front_link_shown(c->project, c->link), name_of(c, shared), unit_of(c, c->owner[shared] - 1)->file);
    } else {
        take(c, unit);
    }
}

static void note_unseen(struct closure *c) {
    struct buf list = {0};
    front_words_list(&list, &c->link->unseen);
    if (list.n)
        front_note(c->messages, unit_of(c, c->entry)->file,
                   "nobody knows what else is linked as %s (%s); what is needed is looked for among all files",
                   front_link_shown(c->project, c->link), buf_text(&list));
    buf_free(&list);
}

// What is linked is taken, then what libraries give; without a command, everything that is needed.
static void take_rest(struct closure *c) {
    const struct front_link_command *link = c->link;
    for (uint32_t i = 0; link && i < link->units.n; i++) take_linked(c, link->units.at[i]);
    for (uint32_t i = 0; link && i < link->members.n; i++) c->offered[link->members.at[i]] = true;
    for (uint32_t i = 0; link && i < link->loaded.n; i++) {
        uint32_t unit = link->loaded.at[i];
        c->offered[unit] = true;
        if (has_starter(c, unit) || !unit_of(c, unit)->good) take_linked(c, unit);
    }
    if (link) note_unseen(c);
    close_over(c);
}

// The units that the program takes; false, with the reason in m, if there is none.  Release with arena_free.
static bool choose_units(struct closure *c, const char *file, const char *name) {
    struct front_project *j = c->project;
    c->entry = pick_entry(j, file, name, &c->link, c->messages);
    uint32_t n = j->db.units.n, names = j->names.text.n;
    if (c->entry == UINT32_MAX) return false;
    c->in = ARENA_ARRAY(&c->arena, bool, n);
    c->told = ARENA_ARRAY(&c->arena, bool, n);
    c->offered = ARENA_ARRAY(&c->arena, bool, n);
    c->owner = ARENA_ARRAY(&c->arena, uint32_t, names);
    c->open = ARENA_ARRAY(&c->arena, bool, names);
    c->units = ARENA_ARRAY(&c->arena, struct front_unit *, n);
    c->taken = ARENA_ARRAY(&c->arena, uint32_t, n);
    take(c, c->entry);
    c->owner[intern_find(&j->names, name)] = c->entry + 1;  // an entry that is static must keep its name
    take_rest(c);
    find_open(c);
    note_unlinkable(c);
    check_left_out(c);
    note_starters(c);
    return !c->failed;
}

static void nothing_to_do(void *context, struct front_unit *unit) {
    (void)context;
    (void)unit;
}

// What is said about units that were recalled was said already.
static void compile_wanted(struct front_project *j, struct front_messages *m) {
    VEC(struct front_unit *) missing = {0};
    VEC(struct buf) says = {0};
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        struct front_unit *u = &j->db.units.at[i];
        if (!u->wanted || !u->recalled) continue;
        u->recalled = u->good = false;
        vec_push(&missing, u);
        vec_push(&says, u->says);
        u->says = (struct buf){0};
    }
    if (missing.n) front_compile(j->o, missing.at, missing.n, nothing_to_do, NULL, m);
    for (uint32_t i = 0; i < missing.n; i++) {
        struct front_unit *u = missing.at[i];
        if (!u->good) buf_add(&m->text, buf_text(&u->says), u->says.n);
        buf_free(&u->says);
        u->says = says.at[i];
    }
    vec_free(&missing);
    vec_free(&says);
}

// Models are linked last.
static void put_models_last(struct closure *c) {
    struct front_unit **sorted = ARENA_ARRAY(&c->arena, struct front_unit *, c->n);
    uint32_t n = 0;
    for (int models = 0; models < 2; models++)
        for (uint32_t i = 0; i < c->n; i++)
            if (c->units[i]->is_model == (bool)models) sorted[n++] = c->units[i];
    c->units = sorted;
}

static bool have_data(struct closure *c) {
    bool good = true;
    for (uint32_t i = 0; i < c->n; i++) c->units[i]->wanted = true;
    compile_wanted(c->project, c->messages);
    for (uint32_t i = 0; i < c->n; i++) good &= c->units[i]->good;
    return good;
}

// The unit of the entry stands for the program: a copy of it, which takes its place, has what the linker is told among its flags.
static struct front_unit with_linker_words(struct closure *c) {
    struct front_unit copy = *c->units[0];
    copy.flags = (struct front_words){0};
    for (uint32_t i = 0; i < c->units[0]->flags.n; i++) vec_push(&copy.flags, c->units[0]->flags.at[i]);
    for (uint32_t i = 0; c->link && i < c->link->words.n; i++) vec_push(&copy.flags, c->link->words.at[i]);
    return copy;
}

struct ir_program *front_project_read(struct front_project *j, const char *file, const char *name, struct front_messages *m) {
    m->ok = true;
    struct closure c = {.project = j, .messages = m};
    struct ir_program *p = NULL;
    if (choose_units(&c, file, name) && have_data(&c)) {
        struct front_unit entry = with_linker_words(&c);
        c.units[0] = &entry;
        put_models_last(&c);
        p = front_program(j->o, c.units, c.n, m);
        vec_free(&entry.flags);
    }
    for (uint32_t i = 0; p && c.link && i < c.link->unseen.n; i++) vec_push(&p->unseen, arena_strdup(&p->arena, c.link->unseen.at[i]));
    arena_free(&c.arena);
    m->ok = p != NULL;
    return p;
}

bool front_project_key(struct front_project *j, const char *file, const char *name, struct cache_key *key) {
    struct front_messages m = {.ok = true};
    struct closure c = {.project = j, .messages = &m};
    struct buf all = {0};
    bool good = choose_units(&c, file, name);
    for (uint32_t i = 0; i < c.n; i++) cache_item_key(&all, c.units[i]->identity);
    cache_item(&all, name);
    cache_item(&all, buf_text(&m.text));
    for (uint32_t i = 0; c.link && i < c.link->words.n; i++) cache_item(&all, c.link->words.at[i]);
    *key = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    buf_free(&m.text);
    arena_free(&c.arena);
    return good && !j->o->n_contracts;  // what stands in those is not among it
}

void front_project_want(struct front_project *j, const char *file, const char *name) {
    struct front_messages m = {.ok = true};
    struct closure c = {.project = j, .messages = &m};
    if (choose_units(&c, file, name))
        for (uint32_t i = 0; i < c.n; i++) c.units[i]->wanted = true;
    buf_free(&m.text);
    arena_free(&c.arena);
}

// Whoever reads a program that takes a unit which does not compile any more hears of it then.
void front_project_compile(struct front_project *j) {
    struct front_messages m = {.ok = true};
    compile_wanted(j, &m);
    buf_free(&m.text);
}

void front_project_files(struct front_project *j, const char *file, const char *name, struct buf *out) {
    struct front_messages m = {.ok = true};
    struct closure c = {.project = j, .messages = &m};
    struct intern told = {0};
    bool good = choose_units(&c, file, name);
    for (uint32_t i = 0; i < (good ? c.n : j->db.units.n); i++) {
        const struct front_unit *u = good ? c.units[i] : &j->db.units.at[i];
        bool whole = u->path[0] == '/' || !u->directory;
        const char *own = arena_printf(&c.arena, "%s%s%s", whole ? "" : u->directory, whole ? "" : "/", u->path);
        for (const char *at = u->files.n ? buf_text(&u->files) : own; *at;) {
            size_t n = strcspn(at, "\n");
            const char *path = arena_strndup(&c.arena, at, n);
            uint32_t known = told.text.n;
            if (intern_add(&told, path) == known) buf_printf(out, "%s\n", path);
            at += n + (at[n] == '\n');
        }
    }
    intern_free(&told);
    buf_free(&m.text);
    arena_free(&c.arena);
}
