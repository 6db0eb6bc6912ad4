// SPDX-License-Identifier: MIT
// The search of member.c: trees, with and without links to the parents.
#include "sl/search.h"

enum { MOST_ABOVE = 64 };  // nodes between the last one and the root

struct link {
    uint32_t block;  // 0: none
    int32_t offset;
};
typedef VEC(struct link) links;

static bool is_child(const struct search *s, uint32_t i, uint32_t o) {
    const struct sl_value *v = &s->d->values.at[s->d->fields.at[i].value];
    return v->kind == SL_ADDR && v->end == SL_CHILD && v->object == o;
}

// The nodes from a block on, and all their links; links that are not null lead to nodes, each to another, but for the hole.
static bool grow(const struct search *s, uint32_t o, uint32_t block, struct link hole, blocks *nodes, links *all) {
    const struct sl_object *x = &s->d->objects.at[o];
    bool good = search_is_node(s, x, block);
    for (uint32_t i = 0; i < nodes->n; i++) good &= nodes->at[i] != block;
    if (!good) return false;
    vec_push(nodes, block);
    for (uint32_t i = sl_first_field(s->d, o); sl_has(s->d, i, o); i++) {
        struct link l = {block, (int32_t)s->d->fields.at[i].offset};
        uint32_t to = 0;
        if (!is_child(s, i, o)) continue;
        vec_push(all, l);
        struct word w = search_link_word(s, block, l.offset);
        if ((!w.bits && !w.any) || (l.block == hole.block && l.offset == hole.offset)) continue;
        if (!search_leads_to(s, block, l.offset, x->shape.tree.head, &to) || !grow(s, o, to, hole, nodes, all)) good = false;
        if (good && x->shape.kind == SL_PARENTED && !search_is_linked(s, &x->shape, true, to, &block)) good = false;
    }
    return good;
}

// What the link of the root to its parent holds.
static const struct goal *goal_above(struct search *s, struct env *e, uint32_t o, uint32_t root, const struct goal *rest) {
    const struct sl_shape *x = &s->d->objects.at[o].shape;
    return search_goal(s, e, sl_beyond(s->d, o, 1, s->memory->pointer_bits), search_link_word(s, root, (int32_t)sl_link_at(x, 1)), rest);
}

static bool try_hole(struct search *s, struct env *e, uint32_t o, uint32_t root, struct link hole, const struct goal *rest) {
    struct word w = {.bytes = s->memory->pointer_bits / 8};
    blocks nodes = {0};
    links all = {0};
    bool good = grow(s, o, root, hole, &nodes, &all), met = !hole.block;
    uint32_t n = nodes.n;
    for (uint32_t i = 0; i < n; i++) met |= nodes.at[i] == hole.block;
    if (hole.block) vec_push(&nodes, hole.block);  // of one with parents, it is the last
    if (good && met) {
        search_bind(s, e, (struct bound){.id = o, .nodes = arena_copy(&s->arena, nodes.at, nodes.n * sizeof *nodes.at), .n = nodes.n});
        for (uint32_t i = 0; i < n && good; i++) {
            struct env node = {e, e->level + 1, o, nodes.at[i], NULL, 0}, *in = arena_copy(&s->arena, &node, sizeof node);
            good = search_own(s, nodes.at[i]) && search_add_fields(s, in, o, nodes.at[i], &rest);
        }
        if (hole.block) w = search_link_word(s, hole.block, hole.offset);
        if (s->d->objects.at[o].shape.kind == SL_PARENTED) rest = goal_above(s, e, o, root, rest);
        good = good && search_solve(s, search_goal(s, e, sl_linked(s->d, o, SL_HOLE, 0), w, rest));
    }
    vec_free(&nodes);
    vec_free(&all);
    return good && met;
}

// The tree from this root on, in which the last node is this one (0: any).
static bool try_root(struct search *s, struct env *e, uint32_t o, uint32_t root, uint32_t last, const struct goal *rest) {
    uint32_t mark = s->trail.n;
    blocks nodes = {0};
    links all = {0};
    grow(s, o, root, (struct link){0}, &nodes, &all);
    bool found = !last && sl_is_null(s->d, sl_linked(s->d, o, SL_HOLE, 0)) && try_hole(s, e, o, root, (struct link){0}, rest);
    for (uint32_t i = 0; i < all.n && !found; i++) {
        if (last && all.at[i].block != last) continue;
        search_go_back(s, mark);
        found = try_hole(s, e, o, root, all.at[i], rest);
    }
    vec_free(&nodes);
    vec_free(&all);
    return found;
}

// From the root, or from the last node: then any of those above may be the root.
bool search_try_tree(struct search *s, struct env *e, const struct sl_value *v, struct word w, const struct goal *rest) {
    uint32_t block, mark = s->trail.n, last = 0;
    uint64_t at;
    if (!search_locate(s, &w, &block, &at) || !num_range_has(v->range, at)) return search_complain(s, "a word that leads to no root of o%u", v->object);
    const struct sl_object *x = &s->d->objects.at[v->object];
    if (v->end == SL_LAST) last = block;
    bool found = try_root(s, e, v->object, block, last, rest);
    for (uint32_t n = 0; last && !found && n < MOST_ABOVE; n++) {
        uint32_t above = 0;
        search_go_back(s, mark);
        if (!search_is_linked(s, &x->shape, true, block, &above) || !search_is_node(s, x, above)) return false;
        block = above;
        found = try_root(s, e, v->object, block, last, rest);
    }
    return found;
}
