// SPDX-License-Identifier: MIT
#include "ir/lib.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"

const struct ir_lib_kind_info ir_lib_kinds[IR_N_LIB_KINDS] = {
#define KIND(name, needs, help) {#name, needs, help},
#include "ir/libkind.def"
};

// The rows as text.  A row whose name is NULL is the heading of a section, in `result`.
struct source {
    const char *name;
    uint8_t kind;
    uint32_t param;
    const char *result, *args;
};
static const struct source sources[] = {
#define SECTION(title) {NULL, 0, 0, title, NULL},
#define LIB(name, kind, result, args) {#name, IR_LIB_K_##kind, IR_LIB_P_NONE, result, args},
#define LIBX(name, kind, param, result, args) {#name, IR_LIB_K_##kind, IR_LIB_P_##param, result, args},
#include "ir/libc.def"
};
enum { N_SOURCES = sizeof sources / sizeof *sources };

static const struct {
    const char *name;
    uint32_t size[2];
    const char *fields;
} layout_sources[] = {
#define LAYOUT(name, size64, size32, fields) {#name, {size64, size32}, fields},
#include "ir/libc.def"
};
enum { N_LAYOUTS = sizeof layout_sources / sizeof *layout_sources };

static const struct {
    const char *name;
    uint32_t bits;
} checked[] = {
#define CHECKED(name, bits) {#name, bits},
#include "ir/libc.def"
};
enum { N_CHECKED = sizeof checked / sizeof *checked };

static const char *const untried[] = {
#define UNTRIED(name, why) #name,
#include "ir/libc.def"
    NULL,
};

static const struct ir_lib_var vars[] = {
#define VAR(name, kind, value) {#name, IR_LIB_V_##kind, value},
#include "ir/libc.def"
};
enum { N_VARS = sizeof vars / sizeof *vars };

struct ir_lib_table {
    struct arena arena;
    struct ir_lib_layout layouts[N_LAYOUTS];
    struct intern names;  // of rows; the number is the row's index
    VEC(struct ir_lib *) rows;
    struct intern var_names;  // the number is the index in `vars`
    struct intern checked_names;
};

static bool read_layouts(struct ir_lib_table *t, struct buf *why) {
    bool ok = true;
    for (uint32_t i = 0; i < N_LAYOUTS; i++) {
        t->layouts[i].name = layout_sources[i].name;
        memcpy(t->layouts[i].size, layout_sources[i].size, sizeof t->layouts[i].size);
        ok &= ir_lib_parse_layout(&t->layouts[i], layout_sources[i].fields, why);
    }
    return ok;
}

// A duplicate name keeps its first row.
static bool add_row(struct ir_lib_table *t, struct ir_lib *row, struct buf *why) {
    if (intern_find(&t->names, row->name) != INTERN_NONE) {
        buf_printf(why, "%s: there are two rows\n", row->name);
        return false;
    }
    intern_add(&t->names, row->name);
    vec_push(&t->rows, row);
    return true;
}

static bool read_rows(struct ir_lib_table *t, struct buf *why) {
    bool ok = true;
    const char *section = "";
    struct ir_lib *rows = ARENA_ARRAY(&t->arena, struct ir_lib, N_SOURCES);
    for (uint32_t i = 0; i < N_SOURCES; i++) {
        const struct source *s = &sources[i];
        if (!s->name) {
            section = s->result;
            continue;
        }
        struct ir_lib *row = &rows[i];
        row->name = s->name;
        row->section = section;
        row->kind = s->kind;
        row->param = s->param;
        row->always = s->kind == IR_LIB_K_ERROR;
        ok &= ir_lib_parse(row, s->result, s->args, t->layouts, N_LAYOUTS, why) && add_row(t, row, why);
    }
    return ok;
}

// Of other kinds nothing could be said without a model that was tried.
static bool can_be_untried(const struct ir_lib *row) {
    return row->kind == IR_LIB_K_GENERIC || row->kind == IR_LIB_K_COMPUTED || row->kind == IR_LIB_K_STABLE;
}

static bool read_names(struct ir_lib_table *t, struct buf *why) {
    bool ok = true;
    for (uint32_t i = 0; i < N_VARS; i++) {
        if (intern_add(&t->var_names, vars[i].name) != i) {
            buf_printf(why, "%s: there are two variables\n", vars[i].name);
            ok = false;
        }
    }
    for (uint32_t i = 0; i < N_CHECKED; i++) {
        if (intern_add(&t->checked_names, checked[i].name) != i || intern_find(&t->names, checked[i].name) == INTERN_NONE) {
            buf_printf(why, "%s: a checked spelling of no row, or two of one\n", checked[i].name);
            ok = false;
        }
    }
    for (uint32_t i = 0; untried[i]; i++) {
        uint32_t row = intern_find(&t->names, untried[i]);
        if (row == INTERN_NONE || t->rows.at[row]->untried || !can_be_untried(t->rows.at[row])) {
            buf_printf(why, "%s: not tried, but no row, one of a special kind, or said twice\n", untried[i]);
            ok = false;
        } else {
            t->rows.at[row]->untried = true;
        }
    }
    return ok;
}

static struct ir_lib_table *read_table(struct buf *why, bool *ok) {
    struct ir_lib_table *t = calloc(1, sizeof *t);
    if (!t) {
        base_out_of_memory();
    }
    *ok = read_layouts(t, why);
    *ok &= read_rows(t, why);
    *ok &= read_names(t, why);
    return t;
}

static uint32_t count_role(const struct ir_lib *row, char letter) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < row->n_args; i++) {
        n += ir_lib_letter((enum ir_lib_role)row->args[i].role) == letter;
    }
    return n;
}

// A kind finds its operands by role: they must be there.
static bool check_needs(const struct ir_lib *row, struct buf *why) {
    bool ok = true;
    const char *needs = ir_lib_kinds[row->kind].needs;
    for (const char *l = needs; *l; l++) {
        uint32_t wanted = 0;
        if (*l == '@' || *l == '+') {
            continue;
        }
        for (const char *k = needs; *k; k++) {
            wanted += *k == *l;
        }
        if (count_role(row, *l) < wanted) {
            buf_printf(why, "%s: kind %s needs argument '%c'\n", row->name, ir_lib_kinds[row->kind].text, *l);
            ok = false;
        }
    }
    return ok;
}

bool ir_lib_check(struct buf *why) {
    bool ok;
    struct ir_lib_table *t = read_table(why, &ok);
    for (uint32_t i = 0; i < t->rows.n; i++) {
        ok &= check_needs(t->rows.at[i], why);
    }
    ir_lib_free(t);
    return ok;
}

struct ir_lib_table *ir_lib_new(void) {
    struct buf why = {0};
    bool ok;
    struct ir_lib_table *t = read_table(&why, &ok);
    assert(ok);
    buf_free(&why);
    return t;
}

void ir_lib_free(struct ir_lib_table *t) {
    if (t) {
        arena_free(&t->arena);
        intern_free(&t->names);
        vec_free(&t->rows);
        intern_free(&t->var_names);
        intern_free(&t->checked_names);
        free(t);
    }
}

static bool add_like(struct ir_lib_table *t, const char *spec, const char *like, enum ir_lib_answer answer, struct buf *why) {
    const char *equals = strchr(spec, '=');
    const char *name = equals ? arena_strndup(&t->arena, spec, (size_t)(equals - spec)) : arena_strdup(&t->arena, spec);
    like = equals ? equals + 1 : like;
    struct ir_lib_use model = ir_lib_find(t, like);
    bool frees = model.row && ir_lib_role(model.row, IR_LIB_RELEASE) >= 0 && model.row->result.answer == IR_LIB_VOID;
    bool allocates = model.row && (model.row->result.answer == IR_LIB_NEW || model.row->result.answer == IR_LIB_RESIZED);
    if (*name == '\0') {
        buf_printf(why, "'%s' names no function", spec);
        return false;
    }
    if (answer == IR_LIB_VOID ? !frees : !allocates) {
        buf_printf(why, "'%s' is not a known %s function", like, answer == IR_LIB_VOID ? "deallocation" : "allocation");
        return false;
    }
    struct ir_lib *row = arena_copy(&t->arena, model.row, sizeof *row);
    row->name = name;
    row->section = "By option";
    row->always = true;
    uint32_t old = intern_find(&t->names, name);
    if (old != INTERN_NONE) {
        t->rows.at[old] = row;
        return true;
    }
    return add_row(t, row, why);
}

bool ir_lib_add_alloc(struct ir_lib_table *t, const char *spec, struct buf *why) {
    return add_like(t, spec, "malloc", IR_LIB_NEW, why);
}

bool ir_lib_add_free(struct ir_lib_table *t, const char *spec, struct buf *why) {
    return add_like(t, spec, "free", IR_LIB_VOID, why);
}

void ir_lib_befriend(struct ir_lib_table *t) {
    static const char *const names[] = {
#define FRIENDLY(name) #name,
#include "ir/libfriendly.def"
    };
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t n = intern_find(&t->names, names[i]);
        assert(n != INTERN_NONE);
        struct ir_lib *row = arena_copy(&t->arena, t->rows.at[n], sizeof *row);
        assert(row->result.null || row->result.failure.given);
        row->result.null = row->result.spoils = row->result.failure.given = false;
        row->friendly = true;
        t->rows.at[n] = row;
    }
}

// ---- spellings ---------------------------------------------------------------------------------------------------------------------

static const struct ir_lib *exact(const struct ir_lib_table *t, const char *name, size_t n) {
    char key[128];
    if (n >= sizeof key) {
        return NULL;
    }
    memcpy(key, name, n);
    key[n] = '\0';
    uint32_t i = intern_find(&t->names, key);
    return i == INTERN_NONE ? NULL : t->rows.at[i];
}

static uint32_t dropped(const struct ir_lib_table *t, const struct ir_lib *row) {
    uint32_t i = intern_find(&t->checked_names, row->name);
    return i == INTERN_NONE ? 1u << row->n_args : checked[i].bits;
}

static bool has_suffix(const char *name, size_t n, const char *suffix) {
    size_t k = strlen(suffix);
    return n > k && memcmp(name + n - k, suffix, k) == 0;
}

// __X_chk, with X of n bytes starting after the underscores.
static struct ir_lib_use find_checked(const struct ir_lib_table *t, const char *name, size_t n) {
    const struct ir_lib *row = exact(t, name, n);
    if (!row && has_suffix(name, n, "_unlocked")) {
        row = exact(t, name, n - strlen("_unlocked"));
    }
    return (struct ir_lib_use){row, row ? dropped(t, row) : 0};
}

static bool same_width(const struct ir_lib_size *s) {
    bool same = s->add[0] == s->add[1];
    for (uint32_t i = 0; i < s->n; i++) {
        same &= s->factors[i].atom != IR_LIB_LAYOUT && s->factors[i].value[0] == s->factors[i].value[1];
    }
    return same;
}

// A structure or a cell that differs between 32 and 64 bits may be one with offsets: those of X64 have 8 bytes.
static bool touches_offsets(const struct ir_lib *row) {
    bool same = same_width(&row->result.size);
    for (uint32_t i = 0; i < row->n_args; i++) {
        same &= same_width(&row->args[i].size);
    }
    return !same;
}

static struct ir_lib_use find_suffixed(const struct ir_lib_table *t, const char *name, size_t n) {
    const struct ir_lib *row = NULL;
    if (has_suffix(name, n, "_unlocked")) {
        row = exact(t, name, n - 9);
        if (!row && *name == '_') {
            row = exact(t, name + 1, n - 10);
        }
    } else if (has_suffix(name, n, "64")) {
        row = exact(t, name, n - 2);
        row = row && !touches_offsets(row) ? row : NULL;
    } else if (has_suffix(name, n, "f") || has_suffix(name, n, "l")) {
        row = exact(t, name, n - 1);
        row = row && strncmp(row->section, "Mathematics", 11) == 0 ? row : NULL;
    }
    return (struct ir_lib_use){row, 0};
}

static struct ir_lib_use find_plain(const struct ir_lib_table *t, const char *name, size_t n) {
    const struct ir_lib *row = exact(t, name, n);
    if (row) {
        return (struct ir_lib_use){row, 0};
    }
    if (n > 6 && memcmp(name, "__", 2) == 0 && has_suffix(name, n, "_chk")) {
        return find_checked(t, name + 2, n - 6);
    }
    return find_suffixed(t, name, n);
}

struct ir_lib_use ir_lib_find(const struct ir_lib_table *t, const char *name) {
    static const char *const prefixes[] = {"__builtin_", "__isoc99_", "__isoc23_"};
    name += *name == '\x01';
    struct ir_lib_use use = find_plain(t, name, strlen(name));
    for (uint32_t i = 0; !use.row && i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], n) == 0) {
            use = find_plain(t, name + n, strlen(name + n));
        }
    }
    return use;
}

// ---- uses --------------------------------------------------------------------------------------------------------------------------

static bool needs_pointer(const struct ir_lib_arg *a) {
    return a->role != IR_LIB_VALUE && a->role != IR_LIB_VA_LIST && a->role != IR_LIB_ALIGN;
}

static bool gives_pointer(const struct ir_lib_result *r) {
    return r->answer >= IR_LIB_SAME;
}

static bool declared_right(const struct ir_lib_use *u, const struct ir_program *p, const struct ir_func *f) {
    const struct ir_lib *row = u->row;
    if (f->n_params == 0 && (f->flags & IR_VARIADIC)) {
        return true;  // declared without a prototype: the call decides
    }
    if (!ir_lib_fits(u, f->n_params)) {
        return false;
    }
    for (uint32_t i = 0; i < row->n_args; i++) {
        if (needs_pointer(&row->args[i]) && ir_kind(f->locals.at[ir_lib_actual(u, i)].type) != IR_PTR) {
            return false;
        }
    }
    return !gives_pointer(&row->result) || f->n_rets == 0 || f->rets[0] == ir_ptr(p);
}

struct ir_lib_use ir_lib_of(const struct ir_lib_table *t, const struct ir_program *p, const struct ir_func *f) {
    struct ir_lib_use use = ir_lib_find(t, f->name);
    if (use.row && use.row->always) {
        return use;
    }
    if (!use.row || !(f->flags & IR_EXTERN) || !declared_right(&use, p, f)) {
        return (struct ir_lib_use){0};
    }
    return use;
}

bool ir_lib_is_entered(const struct ir_lib_table *t, const struct ir_program *p, const struct ir_func *f) {
    return f->flags & IR_MODEL || (!(f->flags & IR_EXTERN) && !ir_lib_of(t, p, f).row);
}

bool ir_lib_fits(const struct ir_lib_use *u, uint32_t n_args) {
    uint32_t known = u->row->n_args + (uint32_t)__builtin_popcount(u->drop);
    return n_args == known || (u->row->variadic && n_args > known);
}

uint32_t ir_lib_actual(const struct ir_lib_use *u, uint32_t i) {
    uint32_t at = 0;
    for (;; at++) {
        if (u->drop >> at & 1) {
            continue;
        }
        if (i-- == 0) {
            return at;
        }
    }
}

int ir_lib_role(const struct ir_lib *row, enum ir_lib_role role) {
    for (uint32_t i = 0; i < row->n_args; i++) {
        if (row->args[i].role == role) {
            return (int)i;
        }
    }
    return -1;
}

bool ir_lib_is_wide(const struct ir_lib *row) {
    for (uint32_t i = 0; i < row->n_args; i++)
        if (row->args[i].unit > 1) return true;
    return false;
}

bool ir_lib_changes(enum ir_lib_role role) {
    switch (role) {
    case IR_LIB_WRITE:
    case IR_LIB_UPDATE:
    case IR_LIB_FILL:
    case IR_LIB_EDIT:
    case IR_LIB_ECHO:
    case IR_LIB_INTO:
    case IR_LIB_FRESH:
    case IR_LIB_SHRINK: return true;
    default: return false;
    }
}

bool ir_lib_writes(const struct ir_lib *row) {
    bool writes = row->variadic && ir_lib_role(row, IR_LIB_PRINTF_FORMAT) < 0;
    for (uint32_t i = 0; i < row->n_args; i++) {
        writes |= ir_lib_changes((enum ir_lib_role)row->args[i].role);
    }
    return writes;
}

const struct ir_lib_var *ir_lib_var(const struct ir_lib_table *t, const char *name) {
    uint32_t i = intern_find(&t->var_names, name + (*name == '\x01'));
    return i == INTERN_NONE ? NULL : &vars[i];
}

const struct ir_lib_setting *ir_lib_setting(int64_t number) {
    static const struct ir_lib_setting settings[] = {
#define SETTING(name, which, least, most) {which, least, most},
#include "ir/libsetting.def"
    };
    for (uint32_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (settings[i].number == number) {
            return &settings[i];
        }
    }
    return NULL;
}

const struct ir_lib_layout *ir_lib_layout(const struct ir_lib_table *t, uint8_t layout) {
    return layout < N_LAYOUTS ? &t->layouts[layout] : NULL;
}

uint64_t ir_lib_turned(const struct ir_lib_factor *f, uint64_t v, bool narrow) {
    uint64_t by = f->value[narrow];
    switch ((enum ir_lib_turn)f->turn) {
    case IR_LIB_AT_MOST: return v < by ? v : by;
    case IR_LIB_DOWN: return v / by;
    case IR_LIB_UP: return v / by + (v % by != 0);
    case IR_LIB_AS_IT_IS: break;
    }
    return v;
}

bool ir_lib_minds_locale(const struct ir_lib *row) {
    return strchr(ir_lib_kinds[row->kind].needs, '@') != NULL;
}

bool ir_lib_is_opaque(const struct ir_lib *row) {
    return row->kind == IR_LIB_K_UNMODELLED || row->kind == IR_LIB_K_SETJMP || row->kind == IR_LIB_K_LONGJMP;
}

bool ir_lib_is_described(const struct ir_lib *row) {
    return row->untried ? row->kind != IR_LIB_K_UNMODELLED : strchr(ir_lib_kinds[row->kind].needs, '+') != NULL;
}

bool ir_lib_has(const struct ir_lib_table *t, const struct ir_program *p, enum ir_lib_kind kind) {
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_lib *row = ir_lib_of(t, p, &p->funcs.at[i]).row;
        if (row && row->kind == kind) return true;
    }
    return false;
}

bool ir_lib_size_const(const struct ir_lib_table *t, const struct ir_lib_size *s, uint32_t pointer_bits, uint64_t *out) {
    uint32_t narrow = pointer_bits == 32;
    *out = 1;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct ir_lib_factor *f = &s->factors[i];
        if (f->atom == IR_LIB_CONST) {
            *out *= f->value[narrow];
        } else if (f->atom == IR_LIB_LAYOUT) {
            *out *= t->layouts[f->arg].size[narrow];
        } else {
            return false;
        }
    }
    *out += s->add[narrow];
    return s->n > 0;
}

uint32_t ir_lib_count(const struct ir_lib_table *t) {
    return t->rows.n;
}

const struct ir_lib *ir_lib_at(const struct ir_lib_table *t, uint32_t i) {
    assert(i < t->rows.n);
    return t->rows.at[i];
}

static bool between(int c, int lo, int hi) {
    return c >= lo && c <= hi;
}

uint16_t ir_lib_ctype(int c) {
    bool upper = between(c, 'A', 'Z'), lower = between(c, 'a', 'z'), digit = between(c, '0', '9');
    bool graph = between(c, '!', '~'), alnum = upper || lower || digit;
    uint32_t bits = 0;
    bits |= upper ? IR_LIB_P_UPPER : 0;
    bits |= lower ? IR_LIB_P_LOWER : 0;
    bits |= upper || lower ? IR_LIB_P_ALPHA : 0;
    bits |= digit ? IR_LIB_P_DIGIT : 0;
    bits |= digit || between(c, 'A', 'F') || between(c, 'a', 'f') ? IR_LIB_P_XDIGIT : 0;
    bits |= c == ' ' || between(c, '\t', '\r') ? IR_LIB_P_SPACE : 0;
    bits |= graph || c == ' ' ? IR_LIB_P_PRINT : 0;
    bits |= graph ? IR_LIB_P_GRAPH : 0;
    bits |= c == ' ' || c == '\t' ? IR_LIB_P_BLANK : 0;
    bits |= between(c, 0, 31) || c == 127 ? IR_LIB_P_CNTRL : 0;
    bits |= graph && !alnum ? IR_LIB_P_PUNCT : 0;
    bits |= alnum ? IR_LIB_P_ALNUM : 0;
    return (uint16_t)bits;
}
