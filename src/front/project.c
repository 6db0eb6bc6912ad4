// SPDX-License-Identifier: MIT
// Reading all units of a project, and which programs there are.
#include "front/project.h"

#include <unistd.h>

#include "front/notes.h"
#include "front/outline.h"

// ---- opening: compile everything, note what each unit defines and needs -----------------------------------------------------------------

struct indexing {
    struct front_project *project;
    struct front_index *index;
};

static void add_name(void *context, const char *text, uint32_t kind, bool function) {
    struct indexing *i = context;
    uint32_t name = intern_add(&i->project->names, text);
    vec_push(&i->index->symbols, (struct front_named){name, (uint8_t)kind, function});
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
    vec_push(&j->definers, (struct front_definer){unit, *first});
    *first = j->definers.n;
}

static void collect_definers(struct front_project *j) {
    j->strong = ARENA_ARRAY(&j->db.arena, uint32_t, j->names.text.n);
    j->weak = ARENA_ARRAY(&j->db.arena, uint32_t, j->names.text.n);
    j->model = ARENA_ARRAY(&j->db.arena, uint32_t, j->names.text.n);
    for (uint32_t u = j->db.units.n; u-- > 0;)
        for (uint32_t i = 0; i < j->index[u].symbols.n; i++) {
            const struct front_named *s = &j->index[u].symbols.at[i];
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

struct buf front_unit_text(const struct front_unit *u) {
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
        struct buf text = front_unit_text(&j->db.units.at[i]);
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
        const struct front_index *x = &j->index[all[i] - j->db.units.at];
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
    j->index = ARENA_ARRAY(&j->db.arena, struct front_index, n);
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

// ---- programs ---------------------------------------------------------------------------------------------------------------------------

static bool is_main(const struct front_project *j, uint32_t unit) {
    for (uint32_t i = 0; i < j->mains.n; i++)
        if (j->mains.at[i] == unit) return true;
    return false;
}

bool front_unit_among(const front_unit_list *l, uint32_t unit) {
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == unit) return true;
    return false;
}

bool front_link_has(const struct front_link_command *link, uint32_t unit) {
    return front_unit_among(&link->units, unit) || front_unit_among(&link->members, unit) || front_unit_among(&link->loaded, unit);
}

static uint32_t first_main(const struct front_project *j, const front_unit_list *l) {
    for (uint32_t i = 0; i < l->n; i++)
        if (is_main(j, l->at[i])) return l->at[i];
    return UINT32_MAX;
}

// The unit whose main the program runs; UINT32_MAX: none is known.
static uint32_t main_of(const struct front_project *j, const struct front_link_command *link) {
    uint32_t unit = first_main(j, &link->units);
    if (unit == UINT32_MAX) unit = first_main(j, &link->members);
    return unit == UINT32_MAX ? first_main(j, &link->loaded) : unit;
}

static bool same_units(const front_unit_list *x, const front_unit_list *y) {
    return x->n == y->n && (!x->n || memcmp(x->at, y->at, x->n * sizeof *x->at) == 0);
}

static bool same_words(const struct front_words *a, const struct front_words *b) {
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (strcmp(a->at[i], b->at[i]) != 0) return false;
    return true;
}

bool front_same_link(const struct front_link_command *a, const struct front_link_command *b) {
    return same_units(&a->units, &b->units) && same_units(&a->members, &b->members) && same_units(&a->loaded, &b->loaded) &&
           same_words(&a->unseen, &b->unseen) && same_words(&a->words, &b->words);
}

const char *front_link_shown(struct front_project *j, const struct front_link_command *link) {
    return front_short_path(&j->db.arena, link->made, j->here ? j->here : "");
}

static bool is_known(const struct front_project *j, uint32_t unit, const struct front_link_command *link) {
    for (uint32_t i = 0; i < j->programs.n; i++)
        if (j->programs.at[i].unit == unit && j->programs.at[i].link && front_same_link(j->programs.at[i].link, link)) return true;
    return false;
}

static void add_programs(struct front_project *j, uint32_t unit) {
    uint32_t before = j->programs.n;
    const char *file = j->db.units.at[unit].file;
    for (uint32_t i = 0; i < j->db.links.n && j->db.units.at[unit].good; i++) {
        const struct front_link_command *link = &j->db.links.at[i];
        if (link->program && main_of(j, link) == unit && !is_known(j, unit, link))
            vec_push(&j->programs, ((struct front_start){unit, link, file}));
    }
    if (j->programs.n == before) vec_push(&j->programs, ((struct front_start){unit, NULL, file}));
}

static void name_programs(struct front_project *j) {
    for (uint32_t i = 0; i < j->programs.n; i++) {
        struct front_start *p = &j->programs.at[i];
        const char *file = j->db.units.at[p->unit].file;
        uint32_t n = 0;
        for (uint32_t k = 0; k < j->programs.n; k++) n += strcmp(file, j->db.units.at[j->programs.at[k].unit].file) == 0;
        if (n > 1 && p->link) p->name = arena_printf(&j->db.arena, "%s@%s", file, front_link_shown(j, p->link));
    }
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
    for (uint32_t i = 0; i < j->mains.n; i++) add_programs(j, j->mains.at[i]);
    name_programs(j);
    return j;
}

void front_project_close(struct front_project *j) {
    for (uint32_t i = 0; j->index && i < j->db.units.n; i++) vec_free(&j->index[i].symbols);
    intern_free(&j->names);
    vec_free(&j->definers);
    vec_free(&j->mains);
    vec_free(&j->programs);
    if (j->o->cache) front_memory_close(&j->memory);
    front_compdb_free(&j->db);
    free(j->here);
    free(j);
}

uint32_t front_project_programs(const struct front_project *j) {
    return j->programs.n;
}

const char *front_project_file(const struct front_project *j, uint32_t program) {
    return j->programs.at[program].name;
}

const char *front_project_source(const struct front_project *j, const char *name, const char **linked) {
    *linked = NULL;
    for (uint32_t i = 0; i < j->programs.n && name; i++) {
        const char *file = j->db.units.at[j->programs.at[i].unit].file, *own = j->programs.at[i].name;
        if (own == file || strcmp(own, name) != 0) continue;
        *linked = own + strlen(file) + 1;
        return file;
    }
    return name;
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
    while (*next - j->db.units.n < j->db.links.n) {
        const struct front_link_command *link = &j->db.links.at[(*next)++ - j->db.units.n];
        if (!link->program || main_of(j, link) != UINT32_MAX || access(link->made, F_OK) != 0) continue;
        *why = "nobody saw how the file with its main was compiled";
        return front_link_shown(j, link);
    }
    return NULL;
}
