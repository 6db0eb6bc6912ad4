// SPDX-License-Identifier: MIT
#include "ir/node_shape.h"

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

bool ir_called_like(const char *name, const char *const *words) {
    for (; *words; words++)
        if (strstr(name, *words)) return true;
    return false;
}

struct links {
    const struct ir_inputs *in;
    const struct ir_program *p;
    uint32_t owner;
    uint32_t n, others, data;  // links; other members; such that are no links, followed or not
    uint64_t at[2];
    const char *name[2];
    uint64_t child[IR_INPUT_CHILDREN];
    bool others_named;  // one of them is called like next, prev or parent
    uint32_t n_next, n_back;  // called like next, like prev
    uint64_t next, back;      // the last of these
    uint32_t n_up;            // pointers to links that are used
    uint64_t up;
    uint32_t n_parents, n_used, n_children;  // links that are called like parent and used; others that are; all others
    uint64_t parent;
    bool parents;  // so there are children, and a parent
};

static const char *const back_words[] = {"prev", "Prev", "PREV", "back", "Back", "pred", NULL};
static const char *const next_words[] = {"next", "Next", "NEXT", "forw", "Forw", "succ", NULL};

static const char *const up_words[] = {"parent", "Parent", "PARENT", "father", "up", "Up", "UP", NULL};
static const char *const other_words[] = {"owner", "root", "head", "tail", "last", NULL};

// Is the element at the offset one of the array that begins at `first`?
static bool is_element(const struct ir_program *p, uint32_t owner, uint64_t first, uint64_t offset) {
    const struct ir_ctype *t = type_at(p, owner);
    for (uint32_t i = 0; t && t->kind == IR_C_STRUCT && i < t->n_fields; i++) {
        const struct ir_ctype *member = type_at(p, t->fields[i].ctype);
        if (t->fields[i].bit_offset / 8 == first && member) return offset >= first && offset - first < member->size;
    }
    return offset == first;
}

// Does the function, or what it calls, take the pointer at this place of something of a type, or (`written`) put one there?
bool ir_is_followed(const struct ir_inputs *in, uint32_t owner, uint64_t offset, bool written) {
    for (uint32_t i = 0; i < in->usage->asked.n; i++) {
        const struct ir_asked *a = &in->usage->asked.at[i];
        if (a->written && !written) continue;
        if (a->global != UINT32_MAX || !ir_same_type(in->program, a->owner, owner)) continue;
        if (a->indexed ? is_element(in->program, owner, a->offset, offset) : a->offset == offset) return true;
    }
    return false;
}

// Does some function put something's own address to this place of it?
bool ir_is_turned(const struct ir_inputs *in, uint32_t owner, uint64_t offset) {
    for (uint32_t i = 0; i < in->usage->turned.n; i++)
        if (in->usage->turned.at[i].offset == offset && ir_same_type(in->program, in->usage->turned.at[i].owner, owner)) return true;
    return false;
}

bool ir_leads_to(const struct ir_program *p, uint32_t ctype, uint32_t target) {
    const struct ir_ctype *t = type_at(p, ctype);
    return t && t->kind == IR_C_POINTER && ir_same_type(p, t->target, target);
}

// A pointer to a pointer to something of a type, and not to several?
bool ir_leads_to_link(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype, uint32_t target) {
    const struct ir_ctype *t = type_at(in->program, ctype);
    struct ir_length n;
    return t && t->kind == IR_C_POINTER && ir_leads_to(in->program, t->target, target) && !(ir_proposes(in, IR_PROPOSE_ARRAYS) && ir_length_of_member(in->program, owner, offset, &n));
}

static void take_link(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct links *l = self;
    (void)size;
    bool link = ir_leads_to(l->p, ctype, l->owner);
    bool used = ir_proposes(l->in, IR_PROPOSE_QUEUES) || ir_is_followed(l->in, l->owner, offset, true);  // it may be used as the end of a queue
    if (used && ir_leads_to_link(l->in, l->owner, offset, ctype, l->owner)) l->up = offset, l->n_up++;
    bool next = ir_called_like(name, next_words), back = ir_called_like(name, back_words);
    bool parent = link && ir_called_like(name, up_words), unused = parent && !ir_is_followed(l->in, l->owner, offset, true);
    bool omitted = l->parents ? offset == l->parent : ir_proposes(l->in, IR_PROPOSE_FOLLOWED) && !ir_is_followed(l->in, l->owner, offset, next || back);
    l->data += !link;
    if (!link || unused || omitted) {
        l->others++;
        return;
    }
    if (l->n < 2) l->at[l->n] = offset, l->name[l->n] = name;
    if (l->n < IR_INPUT_CHILDREN) l->child[l->n] = offset;
    l->n++;
    l->others_named |= back || parent || ir_called_like(name, other_words) || (next && !ir_proposes(l->in, IR_PROPOSE_FOLLOWED));
    if (next) l->next = offset, l->n_next++;
    if (back) l->back = offset, l->n_back++;
}

static void take_parent(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name) {
    struct links *l = self;
    (void)size;
    bool link = ir_leads_to(l->p, ctype, l->owner), parent = link && ir_called_like(name, up_words), used = link && ir_is_followed(l->in, l->owner, offset, true);
    bool child = link && !parent && !ir_called_like(name, next_words) && !ir_called_like(name, back_words);
    if (parent && used) l->parent = offset, l->n_parents++;
    l->n_used += child && used;
    l->n_children += child;
}

static bool is_back(const struct links *l, uint32_t k) {
    return ir_called_like(l->name[k], back_words) && ir_called_like(l->name[1 - k], next_words);
}

const struct ir_container *ir_container_of(const struct ir_inputs *in, uint32_t ctype) {
    for (uint32_t i = 0; i < in->usage->containers.n; i++)
        if (ir_same_type(in->program, in->usage->containers.at[i].part, ctype)) return &in->usage->containers.at[i];
    return NULL;
}

void ir_node_shape(const struct ir_inputs *in, struct ir_shape *s) {
    struct links l = {.in = in, .p = in->program, .owner = s->ctype};
    bool followed = ir_proposes(in, IR_PROPOSE_FOLLOWED);
    ir_members(in->program, s->ctype, &l, take_parent);
    l.parents = !followed && l.n_parents == 1 && l.n_used && l.n_children > 1;
    ir_members(in->program, s->ctype, &l, take_link);
    s->ring = ir_proposes(in, IR_PROPOSE_RINGS) && !l.data;
    bool both = l.n == 2 && (is_back(&l, 0) || is_back(&l, 1));  // those of a ring, rather
    bool part = ir_proposes(in, IR_PROPOSE_PARTS) && ir_container_of(in, s->ctype) && !both;
    if (l.n && !l.others && !followed && !s->ring && !part) {
        s->kind = IR_SHAPE_ANY;
    } else if (l.n == 1) {
        s->linked = l.n_up == 1 && !s->ring;
        s->kind = s->linked ? IR_SHAPE_DOUBLY : IR_SHAPE_LIST;
        s->next = l.at[0];
        s->back = l.up;
        s->backwards = followed && l.n_back;
    } else if (followed && l.n_next == 1 && l.n_back == 1) {
        s->kind = IR_SHAPE_DOUBLY;
        s->next = l.next;
        s->back = l.back;
    } else if (both) {
        bool first = is_back(&l, 0);
        s->kind = IR_SHAPE_DOUBLY;
        s->next = l.at[first];
        s->back = l.at[!first];
    } else if (l.n_next == 1 && (!followed || l.others_named)) {
        s->kind = IR_SHAPE_LIST;
        s->next = l.next;
    } else if (l.n > 1 && l.n <= IR_INPUT_CHILDREN && !l.others_named) {
        s->kind = IR_SHAPE_TREE;
        s->n_children = l.n;
        memcpy(s->child, l.child, sizeof l.child);
        s->parents = l.parents;
        s->up = l.parent;
    }
}

bool ir_has_links(const struct ir_inputs *in, uint32_t ctype) {
    struct links l = {.in = in, .p = in->program, .owner = ctype};
    const struct ir_ctype *t = type_at(in->program, ctype);
    if (t && t->kind == IR_C_STRUCT) ir_members(in->program, ctype, &l, take_link);
    return l.n || l.others > l.data;
}
