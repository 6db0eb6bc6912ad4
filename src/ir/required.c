// SPDX-License-Identifier: MIT
#include "ir/required.h"

#include <assert.h>
#include <ctype.h>

#include "ir/clauses.h"
#include "ir/name.h"
#include "ir/standin.h"

struct finding {
    const struct ir_stating *by;
    const struct ir_program *p;
    struct ir_required *to;
    struct buf *error;
    uint32_t groups;
};

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

static bool fail(struct finding *f, const char *format, const char *what) {
    if (!f->error->n) buf_printf(f->error, format, what);
    return false;
}

static struct ir_required_row row_at(const struct ir_spoken *at, enum ir_required_kind kind) {
    return (struct ir_required_row){.kind = kind, .param = at->param, .global = at->global, .owner = at->owner, .offset = at->offset};
}

// ---- shapes --------------------------------------------------------------------------------------------------------------------------------

// The type of what a pointer leads to, as the form calls it.  Through a pointer to void it is any that is called so.
static bool find_target(struct finding *f, const struct ir_form *form, const struct ir_spoken *at, uint32_t *out) {
    const struct ir_ctype *t = type_at(f->p, at->ctype), *target = t && t->kind == IR_C_POINTER ? type_at(f->p, t->target) : NULL;
    *out = at->address ? at->ctype : target ? t->target : IR_NO_TYPE;
    if (!at->address && (!t || t->kind != IR_C_POINTER)) return fail(f, "'%s' is no pointer", form->args[0]);
    if (!form->type) return true;
    bool bytes = strcmp(form->word, "array") == 0 && strcmp(form->type, "char") == 0;
    if (!at->address && (!target || target->kind == IR_C_VOID) && !bytes) *out = ir_spoken_type(f->p, form->type);
    if (!bytes && *out == IR_NO_TYPE) return fail(f, "there is no type '%s'", form->type);
    return bytes || ir_spoken_is_type(f->p, *out, form->type) || fail(f, "it does not lead to '%s'", form->type);
}

static bool find_link(struct finding *f, uint32_t ctype, const char *words, uint64_t *out) {
    struct ir_spoken link;
    if (!ir_spoken_member(f->p, ctype, words, &link, f->error)) return false;
    const struct ir_ctype *t = type_at(f->p, link.ctype);
    *out = link.offset;
    return (t && t->kind == IR_C_POINTER) || fail(f, "'%s' is no pointer", words);
}

// Lists, and what is like them: from their first link on.
static bool find_nodes(struct finding *f, const struct ir_form *form, struct ir_shape *s) {
    bool list = strcmp(form->word, "list") == 0, ring = strcmp(form->word, "ring") == 0, doubly = form->n_args == 3;
    if (form->n_args != 2 && (list || form->n_args != 3)) return fail(f, "'%s' has another number of links", form->word);
    if (form->n_args == 2 && !list && !ring) return fail(f, "'%s' has two links", form->word);
    s->kind = doubly ? IR_SHAPE_DOUBLY : IR_SHAPE_LIST;
    s->ring = ring;
    s->linked = strcmp(form->word, "hlist") == 0;
    if (ring) f->to->proposal |= IR_PROPOSE_RINGS;
    s->looped = strcmp(form->word, "looped") == 0;
    if (s->looped) f->to->proposal |= IR_PROPOSE_LOOPED;
    return find_link(f, s->ctype, form->args[1], &s->next) && (!doubly || find_link(f, s->ctype, form->args[2], &s->back));
}

static bool find_whole(struct finding *f, const struct ir_form *form, struct ir_shape *s) {
    struct ir_spoken part;
    struct arena a = {0};
    char *type = form->whole ? arena_strdup(&a, form->whole) : NULL, *dot = type ? strstr(type, " . ") : NULL;
    bool good = true;
    if (type && !dot) good = fail(f, "'in %s' is no member that nodes are", form->whole);
    if (good && type) {
        *dot = 0;
        s->whole_ctype = ir_spoken_type(f->p, type);
        f->to->proposal |= s->ring ? IR_PROPOSE_EMBEDDED : IR_PROPOSE_PARTS;
        good = (s->whole_ctype != IR_NO_TYPE || fail(f, "there is no type '%s'", type)) && ir_spoken_member(f->p, s->whole_ctype, dot + 3, &part, f->error);
        if (good) s->part = part.offset;
    }
    arena_free(&a);
    return good;
}

static bool find_tree(struct finding *f, const struct ir_form *form, struct ir_shape *s) {
    s->kind = IR_SHAPE_TREE;
    s->parents = strcmp(form->word, "ptree") == 0;
    s->n_children = form->n_args - 1 - (s->parents && form->n_args > 1);
    if (!s->n_children || s->n_children > IR_INPUT_CHILDREN) return fail(f, "a tree has at least one link, and not so many%s", "");
    bool good = true;
    for (uint32_t i = 0; i < s->n_children && good; i++) good = find_link(f, s->ctype, form->args[i + 1], &s->child[i]);
    if (good && s->parents) good = find_link(f, s->ctype, form->args[form->n_args - 1], &s->up);
    return good;
}

static bool find_array(struct finding *f, const struct ir_form *form, const struct ir_spoken *at, struct ir_shape *s) {
    struct ir_spoken n;
    bool end = strcmp(form->word, "range") == 0;
    if (form->n_args != 2) return fail(f, "'%s' has a pointer, and a number of elements or their end", form->word);
    if (!ir_spoken_find(f->by, form->args[1], &n, f->error)) return false;
    const struct ir_ctype *t = type_at(f->p, n.ctype);
    bool beside = n.param == UINT32_MAX && at->param == UINT32_MAX && n.global == at->global && n.owner == at->owner;
    bool itself = n.param == at->param && (n.param != UINT32_MAX || (beside && n.offset == at->offset));
    if (end && (itself || !ir_same_type(f->p, n.ctype, at->ctype))) return fail(f, "'%s' is no pointer to where such elements end", form->args[1]);
    if (!end && (!t || (t->kind != IR_C_INT && t->kind != IR_C_UINT))) return fail(f, "'%s' is no number", form->args[1]);
    if (!beside && (n.param == UINT32_MAX || at->param == UINT32_MAX)) return fail(f, "'%s' does not stand beside the pointer", form->args[1]);
    s->kind = IR_SHAPE_ARRAY;
    s->length = (struct ir_length){.param = n.param, .offset = beside ? n.offset : 0, .size = beside ? t->size : 0, .end = end};
    f->to->proposal |= IR_PROPOSE_ARRAYS;
    for (uint32_t i = 0; i < f->to->rows.n && end; i++) {
        const struct ir_required_row *r = &f->to->rows.at[i];
        bool same = r->shape.kind == IR_SHAPE_ARRAY && r->shape.length.end && r->shape.length.param == n.param && (n.param != UINT32_MAX || (r->owner == at->owner && r->global == at->global && r->shape.length.offset == n.offset));
        if (same && (r->param != at->param || r->offset != at->offset)) return fail(f, "'%s' is where something else ends", form->args[1]);
    }
    return true;
}

static bool find_shape(struct finding *f, const struct ir_form *form, const struct ir_spoken *at, struct ir_shape *s) {
    static const char *const lists[] = {"list", "dlist", "hlist", "looped", "ring"};
    *s = (struct ir_shape){.function = UINT32_MAX, .whole_ctype = IR_NO_TYPE, .kind = IR_SHAPE_OBJECT};
    if (!find_target(f, form, at, &s->ctype)) return false;
    const struct ir_ctype *t = type_at(f->p, s->ctype);
    if (strcmp(form->word, "array") == 0 || strcmp(form->word, "range") == 0) return find_array(f, form, at, s);
    if (strcmp(form->word, "string") == 0) s->kind = IR_SHAPE_STRING;
    if (s->kind == IR_SHAPE_STRING && form->n_args == 1 && (!t || t->kind == IR_C_VOID)) return true;
    if (!t) return fail(f, "'%s' leads to nothing that is known", form->args[0]);
    for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(form->word, lists[i]) == 0) return find_nodes(f, form, s) && find_whole(f, form, s);
    if (strcmp(form->word, "tree") == 0 || strcmp(form->word, "ptree") == 0) return find_tree(f, form, s) && find_whole(f, form, s);
    if (form->n_args != 1) return fail(f, "'%s' speaks of one pointer", form->word);
    const struct ir_ctype *last = t->kind == IR_C_STRUCT && t->n_fields ? type_at(f->p, t->fields[t->n_fields - 1].ctype) : NULL;
    s->unbounded = last && last->kind == IR_C_ARRAY && !last->count;
    if (strcmp(form->word, "function") == 0) s->kind = IR_SHAPE_FUNCTION;
    for (int role = 0; role < IR_N_ROLES; role++)
        if (strcmp(form->word, ir_role_words[role]) == 0) s->kind = IR_SHAPE_FUNCTION, s->function = ir_standin(f->p, role);
    bool fits = s->kind == IR_SHAPE_STRING ? t->size == 1 : s->kind == IR_SHAPE_FUNCTION ? t->kind == IR_C_FUNCTION : t->size && t->kind != IR_C_VOID;
    return fits || fail(f, "'%s' leads to something else", form->args[0]);
}

// ---- clauses -------------------------------------------------------------------------------------------------------------------------------

// A function by its name.
static bool find_function(struct finding *f, const struct ir_form *form, const struct ir_spoken *at, struct ir_shape *s) {
    const struct ir_ctype *t = type_at(f->p, at->ctype);
    uint32_t i = 0;
    while (i < f->p->funcs.n && strcmp(f->p->funcs.at[i].name, form->args[1]) != 0) i++;
    if (i == f->p->funcs.n || !t || t->kind != IR_C_POINTER) return fail(f, "'%s' is no function of the program, nor null", form->args[1]);
    *s = (struct ir_shape){.kind = IR_SHAPE_FUNCTION, .ctype = t->target, .function = i, .whole_ctype = IR_NO_TYPE};
    return true;
}

static bool is_same_place(const struct ir_required_row *a, const struct ir_required_row *b) {
    return a->kind == b->kind && a->param == b->param && a->global == b->global && a->owner == b->owner && a->offset == b->offset;
}

static bool is_same_shape(const struct ir_shape *a, const struct ir_shape *b) {
    bool nodes = a->next == b->next && a->back == b->back && a->linked == b->linked && a->looped == b->looped && a->ring == b->ring && a->whole_ctype == b->whole_ctype && a->part == b->part;
    bool rest = a->function == b->function && a->length.param == b->length.param && a->length.offset == b->length.offset && a->length.end == b->length.end && a->n_children == b->n_children;
    rest &= a->parents == b->parents && a->up == b->up;
    return a->kind == b->kind && a->null == b->null && a->ctype == b->ctype && nodes && rest && memcmp(a->child, b->child, sizeof a->child) == 0;
}

// Of a pointer in a union it is required where a number beside it has a value: the clause says first that it has another one.
static bool add_where(struct finding *f, const struct ir_form *differs, struct ir_required_row *row) {
    struct ir_spoken tag;
    char *end;
    if (!ir_spoken_find(f->by, differs->args[0], &tag, f->error)) return false;
    const struct ir_ctype *t = type_at(f->p, tag.ctype);
    bool number = t && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_ENUM) && t->size <= 8, beside = tag.owner != IR_NO_TYPE && tag.owner == row->owner && row->param == UINT32_MAX;
    if (!number || tag.address) return fail(f, "'%s' is no number", differs->args[0]);
    if (!beside) return fail(f, "'%s' does not stand beside the pointer", differs->args[0]);
    row->kind = IR_REQUIRED_TAGGED;
    row->tagged = (struct ir_tagged){.owner = row->owner, .tag = tag.offset, .size = t->size, .value = strtoull(differs->args[1], &end, 10), .offset = row->offset};
    return !*end || fail(f, "'%s' is no number", differs->args[1]);
}

static const struct ir_form *differing(const struct ir_clause *c) {
    for (uint32_t i = 0; i < c->forms.n; i++)
        if (c->forms.at[i].kind == IR_FORM_DIFFERS) return &c->forms.at[i];
    return NULL;
}

static bool add_pointer(struct finding *f, const struct ir_clause *c, const struct ir_form *form) {
    struct ir_spoken at;
    const struct ir_form *differs = differing(c);
    if (!ir_spoken_find(f->by, form->args[0], &at, f->error)) return false;
    struct ir_required_row row = row_at(&at, at.address || c->kind == IR_ENSURES ? IR_REQUIRED_NODES : IR_REQUIRED_POINTER);
    if (differs && !add_where(f, differs, &row)) return false;
    row.tagged.ctype = at.ctype;
    if (!(form->kind == IR_FORM_IS ? find_function(f, form, &at, &row.shape) : find_shape(f, form, &at, &row.shape))) return false;
    for (uint32_t i = 0; i < c->forms.n; i++) {
        if (&c->forms.at[i] == differs) continue;
        bool null = c->forms.at[i].kind == IR_FORM_NULL, same = strcmp(c->forms.at[i].args[0], form->args[0]) == 0;
        if (!same || (!null && &c->forms.at[i] != form && c->kind == IR_REQUIRES)) return fail(f, "of '%s' it requires one thing, or null", form->args[0]);
        row.shape.null |= null;
    }
    for (uint32_t i = 0; i < f->to->rows.n && row.kind == IR_REQUIRED_POINTER; i++)
        if (is_same_place(&f->to->rows.at[i], &row)) return is_same_shape(&f->to->rows.at[i].shape, &row.shape) || fail(f, "something else is said of '%s' before", form->args[0]);
    vec_push(&f->to->rows, row);
    return true;
}

// All nodes are freed: what is required of the path is the function's own.
static bool add_owned(struct finding *f, const struct ir_form *form) {
    struct ir_spoken at;
    struct ir_shape s;
    if (!ir_spoken_find(f->by, form->args[0], &at, f->error) || !find_shape(f, form, &at, &s)) return false;
    struct ir_required_row row = row_at(&at, IR_REQUIRED_POINTER);
    bool nodes = s.kind == IR_SHAPE_TREE || ir_shape_is_list(&s);
    for (uint32_t i = 0; i < f->to->rows.n; i++)
        if (is_same_place(&f->to->rows.at[i], &row)) f->to->rows.at[i].shape.owned = nodes && !form->perhaps;
    return nodes || fail(f, "'%s' has no nodes that are freed", form->word);
}

static bool add_number(struct finding *f, const char *words, enum ir_required_kind kind) {
    struct ir_spoken at;
    if (isdigit((unsigned char)*words)) return true;
    if (!ir_spoken_find(f->by, words, &at, f->error)) return false;
    const struct ir_ctype *t = type_at(f->p, at.ctype);
    if (!t || (t->kind != IR_C_INT && t->kind != IR_C_UINT)) return fail(f, "'%s' is no number", words);
    vec_push(&f->to->rows, row_at(&at, kind));
    return true;
}

// Is it a quarter of what the number can be (IR_PROPOSE_ROOM)?
static bool leaves_room(const struct finding *f, const struct ir_form *form) {
    const struct ir_required_row *row = &vec_last(&f->to->rows);
    struct ir_spoken at;
    struct buf error = {0};
    uint64_t most = form->n_args > 1 && isdigit((unsigned char)*form->args[1]) ? strtoull(form->args[1], NULL, 10) : 0;
    bool found = most && row->kind == IR_REQUIRED_NUMBER && ir_spoken_find(f->by, form->args[0], &at, &error);
    const struct ir_ctype *t = found ? type_at(f->p, at.ctype) : NULL;
    buf_free(&error);
    return t && t->size < 8 && most == (UINT64_C(1) << (t->size * 8 - IR_INPUT_ROOM)) - 1;
}

static bool add_limit(struct finding *f, const struct ir_form *form) {
    f->to->proposal |= IR_PROPOSE_ARRAYS;
    if (form->some && !add_number(f, form->args[0], IR_REQUIRED_SOME)) return false;
    if (form->kind == IR_FORM_SOME) return true;
    if (!add_number(f, form->args[0], IR_REQUIRED_NUMBER)) return false;
    if (leaves_room(f, form)) f->to->proposal |= IR_PROPOSE_ROOM;
    return add_number(f, form->args[1], IR_REQUIRED_NUMBER);
}

// Of several pointers: that they lead to parts of the same.
static bool add_shared(struct finding *f, const struct ir_clause *c, const struct ir_form *form) {
    bool inputs = c->kind == IR_REQUIRES;
    if (form->n_args < 2) return fail(f, "'%s' speaks of several pointers", form->word);
    for (uint32_t i = 0; i < form->n_args; i++) {
        struct ir_spoken at;
        if (!ir_spoken_find(f->by, form->args[i], &at, f->error)) return false;
        struct ir_required_row row = row_at(&at, IR_REQUIRED_SHARED);
        row.group = f->groups;
        if (inputs) vec_push(&f->to->rows, row);
    }
    f->groups++;
    if (inputs) f->to->apart = false;
    if (inputs && strcmp(form->word, "leads_to") == 0) return fail(f, "'%s' is a word of what is ensured", form->word);
    if (inputs && strcmp(form->word, "ends") == 0) f->to->proposal |= IR_PROPOSE_QUEUES;
    return true;
}

// The second of two members leads to the end of the first's list.
static bool add_tail(struct finding *f, const struct ir_clause *c, const struct ir_form *form) {
    struct ir_spoken first, tail;
    if (form->n_args != 2) return fail(f, "'tail' speaks of two members%s", "");
    if (!ir_spoken_find(f->by, form->args[0], &first, f->error) || !ir_spoken_find(f->by, form->args[1], &tail, f->error)) return false;
    struct ir_required_row row = row_at(&tail, IR_REQUIRED_TAIL);
    if (row.global != UINT32_MAX) row.owner = f->p->globals.at[row.global].ctype, row.global = UINT32_MAX;
    if (row.param != UINT32_MAX) return fail(f, "'%s' is said of members", form->word);
    if (c->kind == IR_REQUIRES) vec_push(&f->to->rows, row);
    return true;
}

// A parameter leads to a node of what a member of another's object leads to.
static bool add_within(struct finding *f, const struct ir_clause *c, const struct ir_form *form) {
    struct ir_spoken node, list;
    if (form->n_args != 2) return fail(f, "'%s' speaks of several pointers", form->word);
    if (!ir_spoken_find(f->by, form->args[0], &node, f->error) || !ir_spoken_find(f->by, form->args[1], &list, f->error)) return false;
    const struct ir_ctype *t = type_at(f->p, node.ctype);
    if (node.param == UINT32_MAX || list.root_param == UINT32_MAX || list.owner == IR_NO_TYPE || !t || t->kind != IR_C_POINTER)
        return fail(f, "'%s' is required of a parameter, and of a member that another one leads to", form->word);
    struct ir_required_row row = row_at(&list, IR_REQUIRED_WITHIN);
    row.param = node.param;
    row.group = list.root_param;
    row.shape = (struct ir_shape){.ctype = t->target};
    for (uint32_t i = 0; i < c->forms.n; i++) row.shape.null |= c->forms.at[i].kind == IR_FORM_NULL;
    vec_push(&f->to->rows, row);
    return true;
}

static bool is_about_several(const struct ir_form *form) {
    static const char *const words[] = {"ends", "tail", "may_end", "may_share", "leads_to", "within"};
    for (uint32_t i = 0; i < sizeof words / sizeof *words && form->kind == IR_FORM_SHAPE; i++)
        if (strcmp(form->word, words[i]) == 0) return true;
    return false;
}

static bool is_known(const struct ir_form *form) {
    static const char *const words[] = {"list", "dlist", "hlist", "looped", "ring", "tree", "ptree", "object", "array", "range", "string", "function", "allocator", "reallocator", "deallocator"};
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(form->word, words[i]) == 0) return true;
    return false;
}

static bool add_form(struct finding *f, const struct ir_clause *c, const struct ir_form *form) {
    struct ir_spoken at;
    if (form->kind == IR_FORM_SHAPE && strcmp(form->word, "tail") == 0) return add_tail(f, c, form);
    if (c->kind == IR_REQUIRES && form->kind == IR_FORM_SHAPE && strcmp(form->word, "within") == 0) return add_within(f, c, form);
    if (is_about_several(form)) return add_shared(f, c, form);
    switch (form->kind) {
    case IR_FORM_SHAPE:
        if (!is_known(form)) return fail(f, "'%s' is no word of contracts", form->word);
        return c->kind == IR_FREES ? add_owned(f, form) : add_pointer(f, c, form);
    case IR_FORM_IS: return c->kind == IR_REQUIRES ? add_pointer(f, c, form) : ir_spoken_find(f->by, form->args[0], &at, f->error) && ir_spoken_find(f->by, form->args[1], &at, f->error);
    case IR_FORM_LENGTH: f->to->proposal |= IR_PROPOSE_COUNTS; return ir_spoken_find(f->by, form->args[0], &at, f->error) && add_number(f, form->args[1], IR_REQUIRED_NUMBER);
    case IR_FORM_SOME:
    case IR_FORM_MOST:
    case IR_FORM_BELOW: return add_limit(f, form);
    case IR_FORM_DIFFERS: return c->kind == IR_REQUIRES || fail(f, "'%s' != ... is a word of what is required", form->args[0]);
    case IR_FORM_NULL:
    case IR_FORM_FREED:
    case IR_FORM_PERHAPS: return ir_spoken_find(f->by, form->args[0], &at, f->error);
    default: return true;
    }
}

bool ir_required_find(struct ir_required *r, const struct ir_stating *by, const struct ir_stated_case *c, struct ir_required_error *error) {
    struct ir_stating with_result = *by;
    struct finding f = {.by = by, .p = by->program, .to = r, .error = &error->text};
    bool good = true;
    *r = (struct ir_required){.apart = true};
    with_result.ensures = true;
    for (uint32_t i = 0; i < c->clauses.n && good; i++) {
        const struct ir_clause *x = &c->clauses.at[i];
        f.by = x->kind == IR_ENSURES ? &with_result : by;
        unsigned looped = r->proposal & IR_PROPOSE_LOOPED;
        for (uint32_t k = 0; k < x->forms.n && good; k++) good = add_form(&f, x, &x->forms.at[k]);
        if (x->kind == IR_ENSURES) r->proposal = (r->proposal & ~(unsigned)IR_PROPOSE_LOOPED) | looped;  // what becomes so was something else
        error->line = x->line;
    }
    assert(good || error->text.n);
    if (!good) ir_required_free(r);
    return good;
}

void ir_required_free(struct ir_required *r) {
    vec_free(&r->rows);
}

// ---- as clauses ----------------------------------------------------------------------------------------------------------------------------

const char *ir_required_path(struct arena *a, const struct ir_stating *by, const char *path) {
    size_t start = strspn(path, "&*( "), n = strcspn(path + start, " ");
    const char *name = arena_strndup(a, path + start, n), *own = ir_spoken_name(by, name);
    return arena_printf(a, "%.*s%s%s", (int)start, path, own, path + start + n);
}

// Of nodes only the first argument is a path.
static bool is_path(const struct ir_form *form, uint32_t i) {
    return form->kind != IR_FORM_SHAPE || i == 0 || is_about_several(form) || strcmp(form->word, "array") == 0 || strcmp(form->word, "range") == 0;
}

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

// Is `stated`, by its own names of parameters, the same as `told`?
static bool same_form(struct arena *a, const struct ir_stating *by, const struct ir_form *stated, const struct ir_form *told) {
    if (stated->kind != told->kind || stated->some != told->some || stated->n_args != told->n_args || !same_text(stated->word, told->word)) return false;
    bool same = same_text(stated->type, told->type) && same_text(stated->whole, told->whole);
    for (uint32_t i = 0; i < told->n_args && same; i++)
        same = strcmp(is_path(stated, i) ? ir_required_path(a, by, stated->args[i]) : stated->args[i], told->args[i]) == 0;
    return same;
}

static bool has_form(struct arena *a, const struct ir_stating *by, const struct ir_clause *stated, const struct ir_form *told) {
    for (uint32_t i = 0; i < stated->forms.n; i++)
        if (same_form(a, by, &stated->forms.at[i], told)) return true;
    return false;
}

// Does the stated clause have all forms of the one that is told?
static bool covers(struct arena *a, const struct ir_stating *by, const struct ir_clause *stated, const struct ir_clause *told) {
    for (uint32_t i = 0; i < told->forms.n; i++)
        if (!has_form(a, by, stated, &told->forms.at[i])) return false;
    return true;
}

bool ir_clause_covers(const struct ir_stating *by, struct ir_stated *s, const struct ir_clause *stated, const char *told) {
    struct ir_stated other;
    struct buf error = {0};
    uint32_t line = 1;
    assert(stated->kind == IR_ENSURES);
    bool read = ir_stated_read(&other, arena_printf(&s->arena, "ensures %s;", told), &line, &error);
    bool covered = read && covers(&s->arena, by, stated, &other.cases.at[0].clauses.at[0]);
    if (read) ir_stated_free(&other);
    buf_free(&error);
    return covered;
}

bool ir_clause_is_allowance(const struct ir_clause *c) {
    return strncmp(c->text, "may_", 4) == 0;
}

static void collect(void *self, const char *clause, const struct ir_demand *which) {
    (void)which;
    buf_printf(self, "requires %s;", clause);
}

static bool is_among(struct arena *a, const struct ir_stating *by, const struct ir_stated_case *stated, const struct ir_clause *told) {
    bool found = false;
    for (uint32_t i = 0; i < stated->clauses.n && !found; i++) {
        const struct ir_clause *x = &stated->clauses.at[i];
        found = x->kind == IR_REQUIRES && x->forms.n == told->forms.n && covers(a, by, x, told);
    }
    return found;
}

static bool is_told(struct arena *a, const struct ir_stating *by, const struct ir_clause *stated, const struct ir_stated_case *told) {
    bool found = false;
    for (uint32_t i = 0; i < told->clauses.n && !found; i++) found = told->clauses.at[i].forms.n == stated->forms.n && covers(a, by, stated, &told->clauses.at[i]);
    return found;
}

const char *ir_required_differs(const struct ir_inputs *in, const struct ir_stating *by, struct ir_stated *s, const struct ir_stated_case *c) {
    struct buf all = {0}, error = {0};
    struct ir_stated told;
    uint32_t line = 1;
    const char *differs = NULL;
    ir_inputs_clauses(in, &all, collect);
    bool read = all.n && ir_stated_read(&told, buf_text(&all), &line, &error);
    if (all.n && !read) differs = arena_strdup(&s->arena, buf_text(&error));
    const struct ir_stated_case none = {0}, *t = read ? &told.cases.at[0] : &none;
    for (uint32_t i = 0; i < t->clauses.n && !differs; i++)
        if (!ir_clause_is_allowance(&t->clauses.at[i]) && !is_among(&s->arena, by, c, &t->clauses.at[i])) differs = arena_strdup(&s->arena, t->clauses.at[i].text);
    for (uint32_t i = 0; i < c->clauses.n && !differs; i++)
        if (c->clauses.at[i].kind == IR_REQUIRES && !is_told(&s->arena, by, &c->clauses.at[i], t)) differs = c->clauses.at[i].text;
    if (read) ir_stated_free(&told);
    buf_free(&all);
    buf_free(&error);
    return differs;
}

// ---- of a function -------------------------------------------------------------------------------------------------------------------------

bool ir_agreed_begin(struct ir_agreed *a, const struct ir_program *p, uint32_t func) {
    struct buf error = {0};
    struct ir_required_error wrong = {0};
    uint32_t i = 0;
    while (i < p->contracts.n && p->contracts.at[i].func != func) i++;
    if (i == p->contracts.n) return false;
    const struct ir_contract *x = &p->contracts.at[i];
    uint32_t line = x->loc.line;
    *a = (struct ir_agreed){.contract = x, .by = {.program = p, .func = func, .params = x->params, .n_params = x->n_params}};
    bool good = ir_stated_read(&a->stated, x->text, &line, &error);
    a->required = ARENA_ARRAY(&a->stated.arena, struct ir_required, a->stated.cases.n);
    for (uint32_t k = 0; k < a->stated.cases.n && good; k++) good = ir_required_find(&a->required[k], &a->by, &a->stated.cases.at[k], &wrong);
    assert(good);  // the front end looked
    return true;
}

void ir_agreed_end(struct ir_agreed *a) {
    for (uint32_t k = 0; k < a->stated.cases.n; k++) ir_required_free(&a->required[k]);
    ir_stated_free(&a->stated);
}
