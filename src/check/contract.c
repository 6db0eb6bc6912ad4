// SPDX-License-Identifier: MIT
#include "check/contract.h"

#include "ir/calls.h"
#include "ir/clauses.h"
#include "ir/name.h"
#include "view/view.h"

enum { MOST_EXITS = 64, MOST_NODES = 32 };  // beyond them nothing is said: exits, nodes of a list that are there one by one

// ---- what a pointer leads to -------------------------------------------------------------------------------------------------------------

struct ensured {  // about a path
    const char *path;
    bool lost, freed;  // an exit says nothing of it; in one it leads to what was freed
    uint32_t n;
    const char *forms[CHECK_MOST_FORMS + 1];  // without those
    struct check_promise promise;  // the same
    uint32_t seen;  // exits
};
struct contract {
    struct check_result *r;
    struct fix *f;
    const struct ir_inputs *in;
    struct check_case *to;
    VEC(struct ensured) paths;
    uint32_t exits;
    // The exit in hand.
    const struct ir_program *p;
    const struct view *v;
    uint32_t holder;  // what the pointer in hand is a member of; UINT32_MAX: nothing
    uint64_t member;
};

static const struct view_field *field_at(const struct contract *c, uint32_t node, uint64_t offset) {
    const struct view_node *n = &c->v->nodes.at[node];
    for (uint32_t i = 0; i < n->n; i++)
        if (c->v->fields.at[n->first + i].offset == offset) return &c->v->fields.at[n->first + i];
    return NULL;
}

// The only value of a field; NULL: there are several, or none.
static const struct view_value *value_of(const struct contract *c, const struct view_field *f) {
    return f && f->n == 1 ? &c->v->values.at[f->first] : NULL;
}

static bool is_null(const struct view_value *x) {
    return x->kind == VIEW_NULL || (x->kind == VIEW_NUMBER && x->bounded && !x->lo && !x->hi);
}

static bool is_start(const struct view_value *x) {
    return x->kind == VIEW_POINTER && x->bounded && x->lo == 0 && x->hi == 0 && x->end == VIEW_FIRST;
}

static bool is_there(const struct view_node *n) {
    bool data = n->storage == VIEW_HEAP || n->storage == VIEW_STACK || n->storage == VIEW_GLOBAL;
    return data && n->life == VIEW_LIVE && !n->maybe && !n->owner;
}

// ---- what a pointer leads to -------------------------------------------------------------------------------------------------------------

static bool has_link(const struct contract *c, uint32_t node, uint64_t offset, bool back) {
    const struct view_field *f = field_at(c, node, offset);
    return f && (back ? f->back : f->link);
}

static bool leads_into(const struct view_value *x, uint32_t node, enum view_end end, uint64_t offset) {
    return x && x->kind == VIEW_POINTER && x->node == node && x->end == end && x->bounded && x->lo == (int64_t)offset && x->hi == (int64_t)offset;
}

static enum view_end end_of(const struct contract *c, uint32_t node) {
    return c->v->nodes.at[node].shape == VIEW_CHAIN || c->v->nodes.at[node].shape == VIEW_TREE ? VIEW_LAST : VIEW_FIRST;
}

// Does the link back of a node lead to the one before?  Of the first it leads anywhere, or to the member that leads to it.
static bool leads_back(const struct contract *c, uint32_t node, uint32_t before, const struct ir_shape *s) {
    const struct view_value *x = value_of(c, field_at(c, node, s->back));
    if (before == UINT32_MAX) return !s->linked || c->holder == UINT32_MAX || leads_into(x, c->holder, VIEW_FIRST, c->member);
    return leads_into(x, before, end_of(c, before), ir_shape_back_to(s));
}

// To where pointers to such nodes lead.
static bool leads_to_node(const struct view_value *x, const struct ir_shape *s) {
    return leads_into(x, x->node, VIEW_FIRST, s->at);
}

static bool is_last_of(const struct contract *c, const struct view_value *x, uint32_t node, const struct ir_shape *s) {
    return leads_into(x, node, end_of(c, node), s->at);
}

static bool is_part(const struct contract *c, uint32_t node, const struct ir_shape *s) {
    const struct view_node *n = &c->v->nodes.at[node];
    if (!is_there(n) || n->ctype != s->ctype) return false;
    if (n->shape == VIEW_ONE) return true;
    bool doubly = s->kind == IR_SHAPE_DOUBLY;
    return n->shape == VIEW_CHAIN && has_link(c, node, s->next, false) && (!doubly || has_link(c, node, s->back, true));
}

// From a node on, by the links of the shape, up to null or, of a ring, round.  *last: where it ends.
static bool is_list(const struct contract *c, uint32_t start, const struct ir_shape *s, uint32_t *last) {
    uint32_t node = start, before = UINT32_MAX;
    for (uint32_t i = 0; i < MOST_NODES; i++) {
        if (!is_part(c, node, s) || (s->kind == IR_SHAPE_DOUBLY && !leads_back(c, node, before, s))) return false;
        const struct view_value *x = value_of(c, field_at(c, node, s->next));
        if (!x) return false;
        *last = node;
        if (is_null(x)) return !s->ring;
        if (!leads_to_node(x, s)) return false;
        if (x->node == start) return s->ring && (s->kind != IR_SHAPE_DOUBLY || leads_back(c, start, node, s));
        before = node;
        node = x->node;
    }
    return false;
}

// The nodes before one, each of which leads to the next, up to null.
static bool begins_with_null(const struct contract *c, uint32_t start, const struct ir_shape *s) {
    uint32_t node = start;
    for (uint32_t i = 0; i < MOST_NODES; i++) {
        const struct view_value *x = value_of(c, field_at(c, node, s->back));
        if (x && is_null(x)) return true;
        if (!x || x->kind != VIEW_POINTER || !is_last_of(c, x, x->node, s) || !is_part(c, x->node, s)) return false;
        const struct view_value *next = value_of(c, field_at(c, x->node, s->next));
        if (!next || !leads_to_node(next, s) || next->node != node) return false;
        node = x->node;
    }
    return false;
}

// Is it no matter where links back lead?
static bool goes_forward(const struct ir_inputs *in) {
    for (uint32_t i = 0; i < in->options.n_loose; i++)
        if (in->options.loose[i].how == IR_LOOSE_FORWARD) return true;
    return false;
}

// Do first nodes lead back to last ones?
static bool is_round(const struct ir_inputs *in) {
    return in->options.proposal & (IR_PROPOSE_LOOPED | IR_PROPOSE_TURNED);
}

// The shape of the list at a node, of those that the type has; false: it is none.
static bool find_list(const struct contract *c, uint32_t node, struct ir_shape *s) {
    uint32_t last;
    bool open = s->kind == IR_SHAPE_DOUBLY && !s->ring, doubly = is_list(c, node, s, &last);
    if (!open || s->linked || (doubly && begins_with_null(c, node, s))) return doubly;
    s->looped = doubly && is_last_of(c, value_of(c, field_at(c, node, s->back)), last, s);
    if (!s->looped && (goes_forward(c->in) || is_round(c->in))) s->kind = IR_SHAPE_LIST;
    return s->looped || (s->kind == IR_SHAPE_LIST && is_list(c, node, s, &last));
}

// Where the links of a node lead; of several nodes at once, the one that leads out of them.
static bool is_child(const struct view_field *f, const struct view_node *n, const struct ir_shape *s) {
    return n->shape == VIEW_TREE ? f->link && f->offset >= n->size : ir_shape_is_link(s, f->offset);
}

// All that hangs below a node, each part once.  *left: how many may still come.
static bool is_tree(const struct contract *c, uint32_t node, const struct ir_shape *s, bool *met, uint32_t *left) {
    const struct view_node *n = &c->v->nodes.at[node];
    if (met[node] || !(*left)-- || !is_there(n) || n->ctype != s->ctype || (n->shape != VIEW_ONE && n->shape != VIEW_TREE)) return false;
    met[node] = true;
    for (uint32_t i = 0; i < n->n; i++) {
        const struct view_field *f = &c->v->fields.at[n->first + i];
        const struct view_value *x = value_of(c, f);
        if (!is_child(f, n, s) || (x && is_null(x))) continue;
        if (!x || !leads_to_node(x, s) || !is_tree(c, x->node, s, met, left)) return false;
        const struct view_value *up = value_of(c, field_at(c, x->node, s->up));
        if (s->parents && !is_last_of(c, up, node, s)) return false;
    }
    return !s->parents || n->shape == VIEW_ONE || has_link(c, node, s->up, true);
}

static bool is_whole_tree(struct contract *c, uint32_t node, const struct ir_shape *s) {
    bool *met = ARENA_ARRAY(&c->r->arena, bool, c->v->nodes.n);
    uint32_t left = MOST_NODES;
    return is_tree(c, node, s, met, &left);
}

static void say_member(const struct contract *c, uint32_t ctype, uint64_t offset, struct buf *out) {
    uint32_t part;
    buf_str(out, ", ");
    ir_name_member(c->p, ctype, offset, c->p->pointer_bits / 8, out, &part);
}

static void say_shape(const struct contract *c, const char *path, const struct ir_shape *s, struct buf *out) {
    static const char *const words[] = {[IR_SHAPE_LIST] = "list", [IR_SHAPE_DOUBLY] = "dlist", [IR_SHAPE_TREE] = "tree"};
    bool nodes = ir_shape_is_list(s);
    buf_printf(out, "%s(%s", nodes && s->ring ? "ring" : s->linked ? "hlist" : s->looped ? "looped" : s->parents ? "ptree" : words[s->kind], path);
    if (nodes) say_member(c, s->ctype, s->next, out);
    if (s->kind == IR_SHAPE_DOUBLY) say_member(c, s->ctype, s->back, out);
    for (uint32_t i = 0; s->kind == IR_SHAPE_TREE && i < s->n_children; i++) say_member(c, s->ctype, s->child[i], out);
    if (s->parents) say_member(c, s->ctype, s->up, out);
    buf_str(out, ") of ");
    ir_name_ctype(c->p, s->ctype, out);
    if (s->ring || s->whole_ctype == IR_NO_TYPE) return;
    buf_str(out, " in ");
    ir_name_ctype(c->p, s->whole_ctype, out);
    buf_char(out, '.');
    ir_name_part(c->p, s->whole_ctype, s->part, s->ctype, out);
}

// ---- all exits ---------------------------------------------------------------------------------------------------------------------------

static struct ensured *path_of(struct contract *c, const char *path, struct check_promise where) {
    for (uint32_t i = 0; i < c->paths.n; i++)
        if (strcmp(c->paths.at[i].path, path) == 0) return &c->paths.at[i];
    vec_push(&c->paths, (struct ensured){.path = arena_strdup(&c->r->arena, path), .promise = where});
    return &vec_last(&c->paths);
}

static bool has_form(const struct ensured *e, const char *text) {
    for (uint32_t i = 0; i < e->n; i++)
        if (strcmp(e->forms[i], text) == 0) return true;
    return false;
}

static void add_form(struct contract *c, struct ensured *e, const char *text, const struct ir_shape *s) {
    if (has_form(e, text)) return;
    e->lost |= e->promise.n == CHECK_MOST_FORMS;
    if (e->lost) return;
    e->forms[e->n++] = arena_strdup(&c->r->arena, text);
    e->promise.shapes[e->promise.n++] = *s;
}

static void add_null(struct contract *c, struct ensured *e) {
    if (!e->promise.null) e->forms[e->n++] = arena_printf(&c->r->arena, "%s == null", e->path);
    e->promise.null = true;
}

// Of what a value leads to: an object of the type that was seen, or a node that is a part of it.  ANY: nothing is known.
static struct ir_shape shape_of(const struct contract *c, const struct view_value *x) {
    const struct view_node *n = &c->v->nodes.at[x->node];
    struct ir_shape s = {.kind = IR_SHAPE_ANY};
    if (!is_there(n) || n->ctype >= c->p->ctypes.n) return s;
    if (is_start(x)) s = ir_input_nodes(c->in, n->ctype);
    for (uint32_t i = 0; i < c->in->usage->containers.n && !ir_shape_is_list(&s) && s.kind != IR_SHAPE_TREE; i++) {
        struct ir_shape part = ir_input_nodes(c->in, c->in->usage->containers.at[i].part), whole;
        if (part.ring || !ir_shape_has_whole(&part, &whole) || !leads_into(x, x->node, VIEW_FIRST, whole.at)) continue;
        if (ir_same_type(c->p, whole.ctype, n->ctype)) s = part;
    }
    return s;
}

// Of an array, its elements.
static uint32_t first_of(const struct ir_program *p, uint32_t ctype) {
    while (p->ctypes.at[ctype].kind == IR_C_ARRAY && p->ctypes.at[ctype].target < p->ctypes.n) ctype = p->ctypes.at[ctype].target;
    return ctype;
}

static void add_pointer(struct contract *c, struct ensured *e, const struct view_value *x) {
    const struct view_node *n = &c->v->nodes.at[x->node];
    struct buf text = {0};
    if (n->life == VIEW_FREED) {
        e->freed = true;
        return;
    }
    struct ir_shape s = shape_of(c, x), by_type = s, node = ir_shape_of_node(&s);
    if (n->shape == VIEW_OPTION || ((n->shape == VIEW_CHAIN || n->shape == VIEW_TREE) && !n->least)) add_null(c, e);  // what is not there, null leads to
    if ((ir_shape_is_list(&s) && find_list(c, x->node, &node)) || (s.kind == IR_SHAPE_TREE && is_whole_tree(c, x->node, &node))) {
        s.kind = node.kind;
        s.looped = node.looped;
        say_shape(c, e->path, &s, &text);
    } else if (by_type.kind != IR_SHAPE_ANY && is_start(x) && n->shape <= VIEW_OPTION) {
        s.kind = IR_SHAPE_OBJECT;
        s.ctype = first_of(c->p, n->ctype);
        buf_printf(&text, "object(%s) of ", e->path);
        ir_name_ctype(c->p, s.ctype, &text);
    }
    if (text.n)
        add_form(c, e, buf_text(&text), &s);
    else
        e->lost = true;
    buf_free(&text);
}

static void look_at_value(struct contract *c, const struct view_value *x, const char *path, struct check_promise where) {
    struct ensured *e = path_of(c, path, where);
    e->seen++;
    if (x && is_null(x))
        add_null(c, e);
    else if (x && x->kind == VIEW_POINTER)
        add_pointer(c, e, x);
    else
        e->lost = true;
}

static bool is_pointer(const struct contract *c, uint32_t ctype) {
    const struct ir_ctype *t = ctype < c->p->ctypes.n ? &c->p->ctypes.at[ctype] : NULL;
    return t && t->kind == IR_C_POINTER && t->target < c->p->ctypes.n && c->p->ctypes.at[t->target].kind != IR_C_FUNCTION;
}

// Does the member lead to the null pointer at the end of the list beside it?
static bool is_tail(const struct contract *c, uint32_t holder, const struct ir_tail *t) {
    struct ir_shape s = ir_input_nodes(c->in, t->node);
    const struct view_value *end = value_of(c, field_at(c, holder, t->tail)), *x = value_of(c, field_at(c, holder, t->first));
    uint32_t node = holder;
    uint64_t at = t->first;
    bool sure = true;  // that the node is there, or else the end is what its link back leads to
    for (uint32_t i = 0; i < MOST_NODES && x && !is_null(x); i++) {
        if (!is_start(x) || !ir_shape_is_list(&s) || !is_part(c, x->node, &s)) return false;
        bool back = s.linked && leads_into(value_of(c, field_at(c, x->node, s.back)), node, end_of(c, node), at);
        node = x->node;
        at = s.next;
        sure = c->v->nodes.at[node].least || back;
        x = value_of(c, field_at(c, node, at));
    }
    return x && is_null(x) && leads_into(end, node, end_of(c, node), at) && sure;
}

static bool look_at_tail(struct contract *c, uint32_t holder, const char *name, uint32_t param, uint64_t offset) {
    struct ir_tail t;
    struct buf path = {0};
    uint32_t part, ctype = c->v->nodes.at[holder].ctype, word = c->p->pointer_bits / 8;
    if (!ir_input_may_tail(c->in, ctype, &t) || t.tail != offset) return false;
    struct ir_shape s = ir_input_nodes(c->in, t.node);
    buf_printf(&path, "tail(%s->", name);
    ir_name_member(c->p, ctype, t.first, word, &path, &part);
    buf_printf(&path, ", %s->", name);
    ir_name_member(c->p, ctype, t.tail, word, &path, &part);
    buf_char(&path, ')');
    struct ensured *e = path_of(c, buf_text(&path), (struct check_promise){.param = param, .inside = true, .offset = t.tail, .tail = true, .first = t.first});
    e->seen++;
    bool tail = is_tail(c, holder, &t);
    if (tail)
        add_form(c, e, buf_text(&path), &s);
    else
        e->lost = true;
    buf_free(&path);
    return tail;
}

// Does it lead to an array, of which there are no words for what it is at the end?
static bool is_array(const struct contract *c, uint32_t owner, const struct view_field *f) {
    return f->ctype < c->p->ctypes.n && ir_input_member(c->in, owner, f->offset, f->ctype).kind == IR_SHAPE_ARRAY;
}

// The pointers in the object that a parameter leads to, unless it is a node, whose links are told with it.
static void look_inside(struct contract *c, const struct view_value *x, const char *name, uint32_t param) {
    const struct view_node *n = &c->v->nodes.at[x->node];
    if (!is_start(x) || !is_there(n) || n->shape != VIEW_ONE || n->ctype >= c->p->ctypes.n || ir_input_nodes(c->in, n->ctype).kind != IR_SHAPE_OBJECT) return;
    for (uint32_t i = 0; i < n->n; i++) {
        const struct view_field *f = &c->v->fields.at[n->first + i];
        struct buf path = {0}, member = {0};
        uint32_t part;
        if (!is_pointer(c, f->ctype) || look_at_tail(c, x->node, name, param, f->offset)) continue;
        if (c->p->ctypes.at[n->ctype].kind == IR_C_STRUCT) ir_name_member(c->p, n->ctype, f->offset, f->size, &member, &part);
        buf_printf(&path, member.n ? "%s->%s" : "*%s", name, buf_text(&member));
        c->holder = x->node;
        c->member = f->offset;
        struct check_promise where = {.param = param, .inside = true, .offset = f->offset};
        const struct view_value *to = value_of(c, f);
        if (is_array(c, n->ctype, f) && !(to && is_null(to)))
            path_of(c, buf_text(&path), where)->lost = true;
        else
            look_at_value(c, to, buf_text(&path), where);
        c->holder = UINT32_MAX;
        buf_free(&path);
        buf_free(&member);
    }
}

// What callers hold of the pointers that they handed over, in the order of the parameters.
static void look_at_held(struct contract *c, const struct view_node *callers) {
    const struct ir_func *f = &c->p->funcs.at[c->in->entry];
    for (uint32_t i = 0, held = 0; i < f->n_params; i++) {
        if (ir_kind(f->locals.at[i].type) != IR_PTR) continue;
        const struct view_value *x = held < callers->n ? value_of(c, &c->v->fields.at[callers->first + held]) : NULL;
        held++;
        if (!f->locals.at[i].name || ir_input_param(c->in, i).whole) continue;
        look_at_value(c, x, f->locals.at[i].name, (struct check_promise){.param = i});
        if (x && x->kind == VIEW_POINTER) look_inside(c, x, f->locals.at[i].name, i);
    }
}

static bool is_result(const struct view_field *f) {
    return f->name && strcmp(f->name, "return value") == 0;
}

static void look_at_result(struct contract *c, const struct view_node *call) {
    const struct ir_func *f = &c->p->funcs.at[c->in->entry];
    if (f->n_rets != 1 || ir_kind(f->rets[0]) != IR_PTR) return;
    for (uint32_t i = 0; i < call->n; i++) {
        const struct view_field *x = &c->v->fields.at[call->first + i];
        if (is_result(x)) look_at_value(c, value_of(c, x), "result", (struct check_promise){.param = UINT32_MAX});
    }
}

// The types that the pointers of callers and the result have, from which those of nodes follow.
static void set_types(const struct contract *c, struct view *v) {
    const struct ir_func *f = &c->p->funcs.at[c->in->entry];
    for (uint32_t i = 0; i < v->nodes.n && v->nodes.at[i].storage == VIEW_CALL; i++) {
        const struct view_node *n = &v->nodes.at[i];
        bool callers = strcmp(n->name, "callers") == 0;
        for (uint32_t k = 0, held = 0; k < f->n_params && callers && held < n->n; k++)
            if (ir_kind(f->locals.at[k].type) == IR_PTR) v->fields.at[n->first + held++].ctype = f->locals.at[k].ctype;
        for (uint32_t k = 0; k < n->n && !callers && f->ctype < c->p->ctypes.n; k++)
            if (is_result(&v->fields.at[n->first + k])) v->fields.at[n->first + k].ctype = c->p->ctypes.at[f->ctype].target;
    }
}

static void look_at_exit(struct contract *c, dom_state state) {
    struct view v = {0};
    c->f->dom->show->view(c->f->d, state, &v);
    set_types(c, &v);
    view_finish(&v, c->p);
    c->v = &v;
    for (uint32_t i = 0; i < v.nodes.n && v.nodes.at[i].storage == VIEW_CALL; i++) {
        if (strcmp(v.nodes.at[i].name, "callers") == 0)
            look_at_held(c, &v.nodes.at[i]);
        else
            look_at_result(c, &v.nodes.at[i]);
    }
    c->exits++;
    c->v = NULL;
    view_free(&v);
}

// ---- what is freed -----------------------------------------------------------------------------------------------------------------------

// Does the function, or what it calls, free anything, or call what may?
static bool may_free(const struct ir_inputs *in) {
    const struct ir_program *p = in->program;
    bool frees = false;
    for (uint32_t i = 0; i < p->funcs.n && !frees; i++) {
        const struct ir_lib *row = in->usage->reached[i] && p->funcs.at[i].flags & IR_EXTERN ? ir_lib_of(in->lib, p, &p->funcs.at[i]).row : NULL;
        frees = row && ir_lib_role(row, IR_LIB_RELEASE) >= 0;
    }
    return frees;
}

// Is it freed in every exit, unless it is null there?
static bool is_always_freed(const struct contract *c, const struct ensured *e) {
    if (c->exits >= MOST_EXITS || e->seen != c->exits) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (!strstr(e->forms[i], " == null")) return false;
    return !e->lost;
}

static void set_frees(struct contract *c) {
    struct buf text = {0};
    for (uint32_t i = 0; i < c->paths.n; i++) {
        const struct ensured *e = &c->paths.at[i];
        if (e->freed) buf_printf(&text, "%s%s%s", text.n ? ", " : "", is_always_freed(c, e) ? "" : "perhaps ", e->path);
    }
    bool all = c->exits < MOST_EXITS && text.n;  // an exit that was not looked at may free anything else
    if (!all && may_free(c->in))
        buf_printf(&text, "%sperhaps anything", text.n ? ", " : "");
    else if (!text.n)
        buf_str(&text, "nothing");
    c->to->frees = arena_strdup(&c->r->arena, buf_text(&text));
    buf_free(&text);
}

// A parameter that is not null at first stays so.
static bool is_never_null(const struct contract *c, const struct ensured *e) {
    const struct ir_func *f = &c->p->funcs.at[c->in->entry];
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->locals.at[i].name && strcmp(f->locals.at[i].name, e->path) == 0) return !ir_input_param(c->in, i).null;
    return false;
}

// That a parameter still leads to an object is no news.
static bool is_worth_it(const struct ensured *e) {
    bool news = strpbrk(e->path, "*>") || strcmp(e->path, "result") == 0;
    for (uint32_t i = 0; i < e->n && !news; i++) news = strncmp(e->forms[i], "object(", 7) != 0 && !strstr(e->forms[i], " == null");
    return news;
}

static void set_ensures(struct contract *c) {
    for (uint32_t i = 0; i < c->paths.n; i++) {
        const struct ensured *e = &c->paths.at[i];
        struct buf text = {0};
        if (e->lost || e->freed || e->seen != c->exits || (!c->in->options.required && !is_worth_it(e))) continue;
        for (uint32_t null = is_never_null(c, e) ? 1 : 2; null-- > 0;)  // first that it is null
            for (uint32_t k = 0; k < e->n; k++)
                if ((strstr(e->forms[k], " == null") != NULL) == null) buf_printf(&text, "%s%s", text.n ? " or " : "", e->forms[k]);
        vec_push(&c->to->ensures, (const char *)arena_strdup(&c->r->arena, buf_text(&text)));
        vec_push(&c->to->promises, e->promise);
        buf_free(&text);
    }
}

// ---- cases -------------------------------------------------------------------------------------------------------------------------------

static void add_clause(void *self, const char *text, const struct ir_demand *which) {
    struct contract *c = self;
    vec_push(&c->to->clauses, *which);
    vec_push(&c->to->requires, (const char *)arena_strdup(&c->r->arena, text));
}

void check_add_case(struct check_result *r, struct fix *f, const struct ir_inputs *in) {
    struct contract c = {.r = r, .f = f, .in = in, .to = vec_add(&r->contract), .p = f->program, .holder = UINT32_MAX};
    *c.to = (struct check_case){.inputs = in->options};
    ir_inputs_clauses(in, &c, add_clause);
    for (uint32_t i = 0; i < f->graph.runs.n && f->dom->show; i++) {
        const struct fix_run *run = &f->graph.runs.at[i];
        if (run->func != in->entry || run->caller != FIX_NONE) continue;
        for (uint32_t k = 0; k < run->exits.n && c.exits < MOST_EXITS; k++) {
            dom_state s = fix_state(f, run->exits.at[k]);
            if (s != DOM_NONE && !f->graph.nodes.at[run->exits.at[k]].gone)
                look_at_exit(&c, s);
            else if (s == DOM_NONE)
                c.exits = MOST_EXITS;
        }
    }
    if (c.exits < MOST_EXITS) set_ensures(&c);
    set_frees(&c);
    vec_free(&c.paths);
}

// Does one of them say as much: nothing but what the text allows?
static bool is_within(const char *clause, const char *text) {
    struct arena a = {0};
    bool within = true;
    for (char *form = arena_strdup(&a, clause), *next; form && within; form = next) {
        next = strstr(form, " or ");
        if (next) *next = 0, next += 4;
        const char *at = strstr(text, form);
        size_t n = strlen(form);
        within = at && (at == text || strncmp(at - 4, " or ", 4) == 0) && (!at[n] || strncmp(at + n, " or ", 4) == 0);
    }
    arena_free(&a);
    return within;
}

static bool says_clause(const char *text, const char *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (is_within(at[i], text)) return true;
    return false;
}

bool check_has_clause(const char *text, const char *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(at[i], text) == 0) return true;
    return false;
}

static bool begins(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

// Is what is ensured no more than what is required: the same, or one object of what is several?
static bool passes(const char *required, const char *ensured) {
    static const char null[] = " == null or ";
    size_t n, m;
    const char *s = check_subject_of(required, &n), *t = check_subject_of(ensured, &m), *x = strstr(required, null), *y = strstr(ensured, null);
    if (strcmp(required, ensured) == 0) return true;
    if (n != m || strncmp(s, t, n) != 0 || (y && !x)) return false;
    x = x ? x + strlen(null) : required;
    y = y ? y + strlen(null) : ensured;
    return (begins(x, "string(") || begins(x, "array(") || begins(x, "range(")) && begins(y, "object(") && !strstr(y, " or ");
}

bool check_is_passed(const char *text, const struct check_case *c) {
    for (uint32_t i = 0; i < c->requires.n; i++)
        if (passes(c->requires.at[i], text)) return true;
    return false;
}

const char *check_subject_of(const char *clause, size_t *n) {
    const char *equals = strstr(clause, " == "), *parenthesis = strchr(clause, '(');
    bool shape = parenthesis && (!equals || parenthesis < equals) && parenthesis != clause;
    const char *start = shape ? parenthesis + 1 : clause;
    size_t depth = 0;
    *n = equals ? (size_t)(equals - start) : strlen(start);
    for (const char *x = start; shape && *x; x++) {
        if ((*x == ',' || *x == ')') && !depth) return *n = (size_t)(x - start), start;
        depth += *x == '(';
        depth -= *x == ')';
    }
    return start;
}

// What a clause says of its subject: "dlist", and "next, prev) of struct node".
static bool same_nodes(const char *a, const char *b) {
    size_t n, m;
    const char *x = strrchr(a, '('), *y = strrchr(b, '(');
    while (x > a && x[-1] != ' ') x--;
    while (y > b && y[-1] != ' ') y--;
    const char *s = check_subject_of(x, &n), *t = check_subject_of(y, &m);
    bool nodes = strncmp(x, "list(", 5) == 0 || strncmp(x, "dlist(", 6) == 0 || strncmp(x, "tree(", 5) == 0;
    return nodes && s - x == t - y && strncmp(x, y, (size_t)(s - x)) == 0 && strcmp(s + n, t + m) == 0;
}

bool check_has_twin(const struct check_case *c, uint32_t k) {
    const char *text = c->requires.at[k];
    bool twin = false, shared = false;
    size_t n;
    const char *subject = check_subject_of(text, &n);
    for (uint32_t i = 0; i < c->requires.n; i++) {
        const char *other = c->requires.at[i];
        bool shape = c->clauses.at[i].kind == IR_DEMAND_SHAPE;
        twin |= i != k && shape && c->clauses.at[k].kind == IR_DEMAND_SHAPE && strchr(other, '(') && strchr(text, '(') && same_nodes(text, other);
        const char *found = shape ? NULL : strstr(other, subject);
        shared |= found && strspn(found + n, ",)");
    }
    return twin && !shared;
}

bool check_has_link_place(const struct check_case *c) {
    for (uint32_t i = 0; i < c->requires.n; i++) {
        const char *text = c->requires.at[i], *type = strstr(text, ") of ");
        bool place = strncmp(text, "object(", 7) == 0 && c->clauses.at[i].owner != IR_NO_TYPE && type && text[strlen(text) - 1] == '*';
        for (uint32_t k = 0; k < c->requires.n && place; k++) {
            const char *other = strstr(c->requires.at[k], "dlist("), *of = other ? strstr(other, ") of ") : NULL;
            if (of && strncmp(of, type, strlen(of)) == 0 && strcmp(type + strlen(of), " *") == 0) return true;
        }
    }
    return false;
}

static bool has_clause_or_null(const char *text, const char *const *at, uint32_t count) {
    size_t n;
    const char *subject = check_subject_of(text, &n);
    for (uint32_t i = 0; i < count; i++)
        if (strncmp(at[i], subject, n) == 0 && strncmp(at[i] + n, " == null or ", 12) == 0 && strcmp(at[i] + n + 12, text) == 0) return true;
    return check_has_clause(text, at, count);
}

bool check_says_as_much(const struct check_case *weaker, const struct check_case *c) {
    for (uint32_t i = 0; i < c->ensures.n; i++) {
        const char *text = c->ensures.at[i];
        bool dropped = c->promises.at[i].passed && !check_is_passed(text, weaker);
        bool said = has_clause_or_null(text, weaker->ensures.at, weaker->ensures.n) || says_clause(text, weaker->ensures.at, weaker->ensures.n);
        if (!dropped && !said) return false;
    }
    return strcmp(c->frees, weaker->frees) == 0;
}

static bool are_among(const char *const *some, uint32_t n_some, const char *const *all, uint32_t n_all) {
    for (uint32_t i = 0; i < n_some; i++)
        if (!check_has_clause(some[i], all, n_all)) return false;
    return true;
}

bool check_requires_less(const struct check_result *r, const struct check_case *c) {
    for (uint32_t i = 0; i < r->contract.n; i++)
        if (are_among(r->contract.at[i].requires.at, r->contract.at[i].requires.n, c->requires.at, c->requires.n)) return true;
    return false;
}

static bool lets_be_null(const struct check_case *c, const struct check_case *d) {
    for (uint32_t i = 0; i < d->requires.n; i++) {
        const char *text = d->requires.at[i];
        if (!check_has_clause(text, c->requires.at, c->requires.n) && has_clause_or_null(text, c->requires.at, c->requires.n)) return true;
    }
    return false;
}

static bool excludes_empty(const struct check_case *c) {
    for (uint32_t i = 0; i < c->requires.n; i++) {
        const char *text = c->requires.at[i];
        bool list = strncmp(text, "list(", 5) == 0 || strncmp(text, "dlist(", 6) == 0;
        if (list && c->clauses.at[i].kind == IR_DEMAND_SHAPE && c->clauses.at[i].owner != IR_NO_TYPE) return true;
    }
    return false;
}

bool check_excludes_empty(const struct check_result *r) {
    bool all = r->contract.n;
    for (uint32_t i = 0; i < r->contract.n && all; i++) all = excludes_empty(&r->contract.at[i]);
    return all;
}

bool check_admits_null(const struct check_result *r, const struct check_result *other) {
    bool more = other->contract.n == 1;
    for (uint32_t i = 0; i < r->contract.n && more; i++) more = lets_be_null(&other->contract.at[0], &r->contract.at[i]);
    return more;
}

bool check_is_implied(const struct check_result *r, const struct check_case *c) {
    for (uint32_t i = 0; i < r->contract.n; i++) {
        const struct check_case *d = &r->contract.at[i];
        bool weaker = are_among(d->requires.at, d->requires.n, c->requires.at, c->requires.n), frees = strcmp(c->frees, d->frees) == 0;
        if (weaker && frees && are_among(c->ensures.at, c->ensures.n, d->ensures.at, d->ensures.n)) return true;
    }
    return false;
}

void check_add_cases(struct check_result *r, const struct check_result *other) {
    for (uint32_t i = 0; i < other->contract.n; i++) {
        const struct check_case *from = &other->contract.at[i];
        struct check_case *to = vec_add(&r->contract);
        *to = (struct check_case){.frees = arena_strdup(&r->arena, from->frees), .inputs = from->inputs};
        for (uint32_t k = 0; k < from->clauses.n; k++) vec_push(&to->clauses, from->clauses.at[k]);
        for (uint32_t k = 0; k < from->promises.n; k++) vec_push(&to->promises, from->promises.at[k]);
        for (uint32_t k = 0; k < from->requires.n; k++) vec_push(&to->requires, (const char *)arena_strdup(&r->arena, from->requires.at[k]));
        for (uint32_t k = 0; k < from->ensures.n; k++) vec_push(&to->ensures, (const char *)arena_strdup(&r->arena, from->ensures.at[k]));
    }
}
