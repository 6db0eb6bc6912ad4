// SPDX-License-Identifier: MIT
// Reading all units of a project, and which of them make up each program.
#include <unistd.h>

#include "base/intern.h"
#include "front/compdb.h"
#include "front/link.h"
#include "front/notes.h"
#include "front/outline.h"
#include "front/remember.h"
#include "front/unit.h"

struct symbol {
    uint32_t name;
    uint8_t kind;  // enum front_symbol
    bool function;
};
struct index {
    VEC(struct symbol) symbols;
};
// Units that define a name: a list through project->definers.
struct definer {
    uint32_t unit;
    uint32_t next;  // index + 1
};
struct front_project {
    const struct front_options *o;
    struct front_memory memory;  // if there is a cache
    uint32_t done, n;            // units compiled, and how many there are to compile
    struct front_compdb db;
    struct index *index;  // by unit
    struct intern names;
    VEC(struct definer) definers;
    uint32_t *strong, *weak, *model;  // by name: first definer + 1, in order of units; model: whose definitions are for want of others
    VEC(uint32_t) mains;
    char *here;
};

// ---- opening: compile everything, note what each unit defines and needs -----------------------------------------------------------------

struct indexing {
    struct front_project *project;
    struct index *index;
};

static void add_name(void *context, const char *text, uint32_t kind, bool function) {
    struct indexing *i = context;
    uint32_t name = intern_add(&i->project->names, text);
    vec_push(&i->index->symbols, (struct symbol){name, (uint8_t)kind, function});
}

static void add_symbol(void *context, LLVMValueRef global) {
    enum front_symbol kind = front_symbol(global);
    bool function = LLVMIsAFunction(global) != NULL;
    if (kind == FRONT_INTERNAL || kind == FRONT_OPTIONAL || (kind == FRONT_LOCAL && !function)) return;
    size_t n;
    add_name(context, LLVMGetValueName2(global, &n), kind, function);
}

static void add_starter(void *context, LLVMValueRef function) {
    size_t n;
    add_name(context, LLVMGetValueName2(function, &n), FRONT_STARTER, true);
}

static void index_unit(void *context, struct front_unit *u) {
    struct front_project *j = context;
    if (j->o->progress) j->o->progress(j->o->self, ++j->done, j->n);
    if (!u->good) return;
    struct indexing i = {j, &j->index[u - j->db.units.at]};
    struct front_llvm llvm;
    struct front_messages m = {0};
    front_llvm_open(&llvm);
    LLVMModuleRef module = front_load(&llvm, u, true, &m);
    u->good = module != NULL;
    if (module) {
        front_each_symbol(module, add_symbol, &i);
        front_each_starter(module, add_starter, &i);
        LLVMDisposeModule(module);
    }
    buf_add(&u->says, buf_text(&m.text), m.text.n);
    buf_free(&m.text);
    front_llvm_close(&llvm);
}

static void add_definer(struct front_project *j, uint32_t *first, uint32_t unit) {
    vec_push(&j->definers, (struct definer){unit, *first});
    *first = j->definers.n;
}

static void collect_definers(struct front_project *j) {
    j->strong = ARENA_ARRAY(&j->db.arena, uint32_t, j->names.text.n);
    j->weak = ARENA_ARRAY(&j->db.arena, uint32_t, j->names.text.n);
    j->model = ARENA_ARRAY(&j->db.arena, uint32_t, j->names.text.n);
    for (uint32_t u = j->db.units.n; u-- > 0;)
        for (uint32_t i = 0; i < j->index[u].symbols.n; i++) {
            const struct symbol *s = &j->index[u].symbols.at[i];
            bool given = j->db.units.at[u].is_model;
            if (s->kind == FRONT_STRONG) add_definer(j, given ? &j->model[s->name] : &j->strong[s->name], u);
            if (s->kind == FRONT_WEAK) add_definer(j, given ? &j->model[s->name] : &j->weak[s->name], u);
        }
    uint32_t name = intern_find(&j->names, "main");
    if (name == INTERN_NONE) return;
    for (uint32_t d = j->strong[name]; d; d = j->definers.at[d - 1].next) vec_push(&j->mains, j->definers.at[d - 1].unit);
    if (!j->mains.n)
        for (uint32_t d = j->weak[name]; d; d = j->definers.at[d - 1].next) vec_push(&j->mains, j->definers.at[d - 1].unit);
}

static void find_main(void *context, const char *name, size_t n) {
    *(bool *)context |= n == 4 && memcmp(name, "main", 4) == 0;
}

// Text of a unit that does not compile, or nothing.
static struct buf text_of(const struct front_unit *u) {
    struct buf text = {0}, path = {0};
    const char *why;
    buf_printf(&path, "%s%s%s", u->path[0] == '/' ? "" : u->directory, u->path[0] == '/' ? "" : "/", u->path);
    buf_read_regular(&text, path.text, &why);
    buf_free(&path);
    return text;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// A unit that does not compile and seems to define main is a program too: one that cannot be read.
static void add_broken_mains(struct front_project *j) {
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        bool found = false;
        if (j->db.units.at[i].good) continue;
        struct buf text = text_of(&j->db.units.at[i]);
        front_outline(buf_text(&text), find_main, &found);
        if (found) vec_push(&j->mains, i);
        buf_free(&text);
    }
    if (j->mains.n) qsort(j->mains.at, j->mains.n, sizeof *j->mains.at, by_number);
}

// Units that nothing changed for are taken from the cache; *n of *all are left.
static void recall_all(struct front_project *j, struct front_unit **all, uint32_t *n) {
    front_memory_open(&j->memory, j->o, j->here);
    *n = 0;
    for (uint32_t k = 0; k < j->db.units.n; k++) {
        struct indexing i = {j, &j->index[k]};
        struct front_unit *u = &j->db.units.at[k];
        if (u->hopeless || !front_recall(&j->memory, u, add_name, &i)) all[(*n)++] = u;
    }
}

static void remember_all(struct front_project *j, struct front_unit *const *all, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const struct index *x = &j->index[all[i] - j->db.units.at];
        struct front_definitions d = {0};
        for (uint32_t k = 0; k < x->symbols.n && all[i]->good; k++)
            vec_push(&d,
                     (struct front_definition){j->names.text.at[x->symbols.at[k].name], x->symbols.at[k].kind, x->symbols.at[k].function});
        if (all[i]->good) front_remember(&j->memory, all[i], &d);
        vec_free(&d);
    }
}

static bool compile_all(struct front_project *j, struct front_messages *m) {
    uint32_t n = j->db.units.n, good = 0;
    bool broken = false;
    j->index = ARENA_ARRAY(&j->db.arena, struct index, n);
    struct front_unit **all = ARENA_ARRAY(&j->db.arena, struct front_unit *, n);
    for (uint32_t i = 0; i < n; i++) all[i] = &j->db.units.at[i];
    if (j->o->cache) recall_all(j, all, &n);
    j->n = n;
    if (j->o->cache && n) front_memory_start(&j->memory);
    if (!front_compile(j->o, all, n, index_unit, j, m)) return false;
    if (j->o->cache) remember_all(j, all, n);
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        const struct front_unit *u = &j->db.units.at[i];
        good += u->good;
        buf_add(&m->text, buf_text(&u->says), u->says.n);
        good -= u->good && u->is_model;
        broken |= !u->good && u->is_model;
        if (!u->good && !u->is_model) front_note(m, u->file, "left out unless a program needs it");
    }
    if (!good) front_error(m, j->db.path, "none of its files compiles");
    return good > 0 && !broken;
}

struct front_project *front_project_open(const struct front_options *o, const char *dir, struct front_messages *m) {
    struct front_project *j = calloc(1, sizeof *j);
    if (!j) base_out_of_memory();
    m->ok = true;
    j->o = o;
    j->here = getcwd(NULL, 0);
    if (!front_compdb_read(&j->db, o, dir, m) || !compile_all(j, m)) {
        front_project_close(j);
        m->ok = false;
        return NULL;
    }
    collect_definers(j);
    add_broken_mains(j);
    return j;
}

void front_project_close(struct front_project *j) {
    for (uint32_t i = 0; j->index && i < j->db.units.n; i++) vec_free(&j->index[i].symbols);
    intern_free(&j->names);
    vec_free(&j->definers);
    vec_free(&j->mains);
    if (j->o->cache) front_memory_close(&j->memory);
    front_compdb_free(&j->db);
    free(j->here);
    free(j);
}

uint32_t front_project_programs(const struct front_project *j) {
    return j->mains.n;
}

const char *front_project_file(const struct front_project *j, uint32_t program) {
    return j->db.units.at[j->mains.at[program]].file;
}

static bool is_main(const struct front_project *j, uint32_t unit) {
    for (uint32_t i = 0; i < j->mains.n; i++)
        if (j->mains.at[i] == unit) return true;
    return false;
}

// The first error, without its place.
static const char *reason_of(struct front_project *j, const struct front_unit *u) {
    static const char mark[] = "error: ";
    const char *at = strstr(buf_text(&u->says), mark);
    at = at ? at + sizeof mark - 1 : "it does not compile";
    return arena_strndup(&j->db.arena, at, strcspn(at, "\n"));
}

const char *front_project_unread(struct front_project *j, uint32_t *next, const char **why) {
    while (*next < j->db.units.n) {
        uint32_t unit = (*next)++;
        const struct front_unit *u = &j->db.units.at[unit];
        if (u->good || is_main(j, unit)) continue;
        *why = reason_of(j, u);
        return u->file;
    }
    return NULL;
}

// ---- one program: the units that it takes -----------------------------------------------------------------------------------------------

struct closure {
    struct front_project *project;
    struct front_messages *messages;
    struct arena arena;
    uint32_t entry;             // unit
    bool *in, *told;            // by unit: taken; already noted as not taken
    uint32_t *owner;            // by name: unit + 1 that gives the definition
    bool *open;                 // by name: needed, nobody gives it
    struct front_unit **units;  // taken, in order
    uint32_t *taken;            // their numbers
    uint32_t n;
    bool failed;
    bool closed;  // nothing but what the command links is taken, and models
    const struct front_link_command *link;  // that was taken; NULL: none
};

static const char *name_of(const struct closure *c, uint32_t name) {
    return c->project->names.text.at[name];
}

static struct front_unit *unit_of(const struct closure *c, uint32_t unit) {
    return &c->project->db.units.at[unit];
}

static void take(struct closure *c, uint32_t unit) {
    const struct index *x = &c->project->index[unit];
    c->in[unit] = true;
    c->units[c->n] = unit_of(c, unit);
    c->taken[c->n++] = unit;
    for (uint32_t i = 0; i < x->symbols.n; i++)
        if (x->symbols.at[i].kind == FRONT_STRONG && !unit_of(c, unit)->is_model) c->owner[x->symbols.at[i].name] = unit + 1;
}

// The name of a strong definition that a unit shares with those taken; UINT32_MAX if none: it can be linked with them.
static uint32_t clash(const struct closure *c, uint32_t unit) {
    const struct index *x = &c->project->index[unit];
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
    bool member = !c->closed;
    if (unit_of(c, unit)->is_model) return true;
    for (uint32_t i = 0; i < (c->closed ? c->link->members.n : 0) && !member; i++) member = c->link->members.at[i] == unit;
    return member && clash(c, unit) == UINT32_MAX;
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

// Who could define what unit `user` needs: strong definitions first, models last.
static struct choice find_definer(struct closure *c, const struct symbol *s, uint32_t user) {
    struct choice x = {0};
    candidates(c, c->project->strong[s->name], user, &x);
    if (!x.n && !defined_weakly(c, s->name)) {
        candidates(c, c->project->weak[s->name], user, &x);
        if (!x.n) candidates(c, c->project->model[s->name], user, &x);
        if (x.n) x.n = 1;  // weak definitions stand for each other
    }
    return x;
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

static void add_word(struct front_words *words, const char *word) {
    for (uint32_t i = 0; i < words->n; i++)
        if (strcmp(words->at[i], word) == 0) return;
    vec_push(words, word);
}

struct doubt {
    bool any;
    uint32_t name, chosen;
};

// Takes what has only one definition; keeps the first that has more.
static bool resolve(struct closure *c, uint32_t user, const struct symbol *s, struct doubt *doubt) {
    if ((s->kind != FRONT_NEEDED && s->kind != FRONT_WEAK) || c->owner[s->name]) return false;
    struct choice x = find_definer(c, s, user);
    if (x.n == 1) take(c, x.best);
    if (x.n > 1 && !doubt->any) *doubt = (struct doubt){true, s->name, x.best};
    return x.n == 1;
}

static bool pass(struct closure *c, struct doubt *doubt) {
    bool progress = false;
    for (uint32_t i = 0; i < c->n; i++) {
        const struct index *x = &c->project->index[c->taken[i]];
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
        const struct index *x = &c->project->index[c->taken[i]];
        for (uint32_t k = 0; k < x->symbols.n; k++) {
            const struct symbol *s = &x->symbols.at[k];
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
        struct buf text = text_of(s.unit);
        front_outline(buf_text(&text), check_name, &s);
        buf_free(&text);
    }
}

// Whether they run depends on how the program is linked, which the project does not say.
static void note_starters(struct closure *c) {
    enum { SHOWN = 3 };
    const struct front_project *j = c->project;
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        struct buf list = {0};
        uint32_t n = 0;
        for (uint32_t k = 0; k < j->index[i].symbols.n && !c->in[i]; k++) {
            const struct symbol *s = &j->index[i].symbols.at[k];
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
        const struct symbol *s = &j->index[unit].symbols.at[i];
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

static void find_entries(const struct front_project *j, const char *file, uint32_t name, bool local, struct entries *e) {
    bool exact = false;  // `file` is the very string that front_project_file gave
    for (uint32_t i = 0; i < j->db.units.n; i++) exact |= j->db.units.at[i].file == file;
    for (uint32_t i = 0; i < j->db.units.n; i++) {
        const struct front_unit *u = &j->db.units.at[i];
        if (file && !(exact ? u->file == file : same_file(j, u, file))) continue;
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

// The unit of the entry, or UINT32_MAX.
static uint32_t pick_entry(const struct front_project *j, const char *file, const char *name, struct front_messages *m) {
    struct entries e = {0};
    uint32_t number = intern_find(&j->names, name);
    find_entries(j, file, number, false, &e);
    if (!e.units.n) find_entries(j, file, number, true, &e);
    uint32_t unit = UINT32_MAX;
    if (!e.units.n)
        no_entry(j, file, name, &e, m);
    else if (settle(j, name, &e, m))
        unit = e.units.at[0];
    vec_free(&e.units);
    return unit;
}

// ---- reading ----------------------------------------------------------------------------------------------------------------------------

static bool is_linked(const struct front_link_command *link, uint32_t unit) {
    for (uint32_t i = 0; i < link->units.n; i++)
        if (link->units.at[i] == unit) return true;
    return false;
}

static const char *shown(struct closure *c, const struct front_link_command *link) {
    return front_short_path(&c->arena, link->made, c->project->here ? c->project->here : "");
}

// The command that links the unit of the entry; NULL: none is known.
static const struct front_link_command *find_link(struct closure *c) {
    const struct front_compdb *db = &c->project->db;
    const struct front_link_command *found = NULL;
    for (uint32_t i = 0; i < db->links.n; i++) {
        if (!is_linked(&db->links.at[i], c->entry)) continue;
        if (found)
            front_note(c->messages, unit_of(c, c->entry)->file, "is linked as %s, and also as %s, which is left out", shown(c, found),
                       shown(c, &db->links.at[i]));
        else
            found = &db->links.at[i];
    }
    return found;
}

// What is linked is taken, then what libraries give; without a command, everything that is needed.
static void take_rest(struct closure *c) {
    const struct front_link_command *link = find_link(c);
    struct front_unit *entry = unit_of(c, c->entry);
    for (uint32_t i = 0; link && i < link->units.n; i++) {
        uint32_t unit = link->units.at[i];
        if (c->in[unit] || !unit_of(c, unit)->good) continue;
        if (clash(c, unit) == UINT32_MAX) take(c, unit);
    }
    for (uint32_t i = 0; link && i < link->words.n; i++) add_word(&entry->flags, link->words.at[i]);
    c->closed = link && !link->open;
    c->link = link;
    close_over(c);
}

// The units that the program takes; false, with the reason in m, if there is none.  Release with arena_free.
static bool choose_units(struct closure *c, const char *name) {
    const struct front_project *j = c->project;
    uint32_t n = j->db.units.n, names = j->names.text.n;
    if (c->entry == UINT32_MAX) return false;
    c->in = ARENA_ARRAY(&c->arena, bool, n);
    c->told = ARENA_ARRAY(&c->arena, bool, n);
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

struct ir_program *front_project_read(struct front_project *j, const char *file, const char *name, struct front_messages *m) {
    m->ok = true;
    struct closure c = {.project = j, .messages = m, .entry = pick_entry(j, file, name, m)};
    struct ir_program *p = NULL;
    if (choose_units(&c, name) && have_data(&c)) {
        put_models_last(&c);
        p = front_program(j->o, c.units, c.n, m);
    }
    arena_free(&c.arena);
    m->ok = p != NULL;
    return p;
}

bool front_project_key(struct front_project *j, const char *file, const char *name, struct cache_key *key) {
    struct front_messages m = {.ok = true};
    struct closure c = {.project = j, .messages = &m, .entry = pick_entry(j, file, name, &m)};
    struct buf all = {0};
    bool good = choose_units(&c, name);
    for (uint32_t i = 0; i < c.n; i++) cache_item_key(&all, c.units[i]->identity);
    cache_item(&all, name);
    cache_item(&all, buf_text(&m.text));
    for (uint32_t i = 0; c.link && i < c.link->words.n; i++) cache_item(&all, c.link->words.at[i]);
    *key = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    buf_free(&m.text);
    arena_free(&c.arena);
    return good;
}

void front_project_want(struct front_project *j, const char *file, const char *name) {
    struct front_messages m = {.ok = true};
    struct closure c = {.project = j, .messages = &m, .entry = pick_entry(j, file, name, &m)};
    if (choose_units(&c, name))
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
    struct closure c = {.project = j, .messages = &m, .entry = pick_entry(j, file, name, &m)};
    struct intern told = {0};
    bool good = choose_units(&c, name);
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
