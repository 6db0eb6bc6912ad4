// SPDX-License-Identifier: MIT
#include "set/set.h"

#include <assert.h>

// ---- options -----------------------------------------------------------------------------------------------------------------------

static const char *const policies[SET_N_POLICIES] = {"powerset", "partial"};

// NAME=NUMBER, not 0.
static bool parse_number(const char *text, const char *name, uint32_t *out) {
    size_t n = strlen(name), digits = strncmp(text, name, n) == 0 && text[n] == '=' ? strspn(text + n + 1, "0123456789") : 0;
    uint64_t x = 0;
    if (!digits || digits > 9 || text[n + 1 + digits]) return false;
    for (size_t i = 0; i < digits; i++) x = x * 10 + (uint64_t)(text[n + 1 + i] - '0');
    *out = (uint32_t)x;
    return x > 0;
}

static bool parse_policy(const char *text, size_t n, struct set_options *o) {
    for (uint32_t i = 0; i < SET_N_POLICIES; i++)
        if (strlen(policies[i]) == n && memcmp(policies[i], text, n) == 0) {
            o->policy = (enum set_policy)i;
            return true;
        }
    return false;
}

bool set_parse(const char *text, struct set_options *o, struct buf *why) {
    *o = (struct set_options){.policy = SET_POWERSET, .delay = SET_DELAY};
    size_t n = strcspn(text, ",");
    bool policy = parse_policy(text, n, o), joins = policy && o->policy == SET_PARTIAL;
    const char *rest = !policy ? text : text[n] ? text + n + 1 : NULL;
    bool good = !rest || parse_number(rest, "cap", &o->cap) || (joins && parse_number(rest, "apart", &o->apart));
    if (!good) buf_printf(why, "set policy '%s' does not exist: choose powerset, partial, cap=N, partial,cap=N or partial,apart=N", text);
    return good;
}

bool set_fits(const struct set_options *o, const struct dom *dom, struct buf *why) {
    if (o->policy != SET_PARTIAL || dom->core.join) return true;
    buf_printf(why, "domain '%s' has no join, which set policy 'partial' needs", dom->name);
    return false;
}

// ---- groups ------------------------------------------------------------------------------------------------------------------------

static uint32_t probe(const struct set *s, uint64_t group) {
    uint32_t mask = s->n_slots - 1, i = (uint32_t)((group * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (s->slot[i] && s->entries.at[s->slot[i] - 1].group != group) i = (i + 1) & mask;
    return i;
}

static void grow(struct set *s) {
    uint32_t *old = s->slot, n = s->n_slots;
    s->n_slots = n ? n * 2 : 4;
    s->slot = calloc(s->n_slots, sizeof *s->slot);
    if (!s->slot) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++)
        if (old[i]) s->slot[probe(s, s->entries.at[old[i] - 1].group)] = old[i];
    free(old);
}

// The first entry of a group, as index + 1, or 0.
static uint32_t first(const struct set *s, uint64_t group) {
    return s->n_slots ? s->slot[probe(s, group)] : 0;
}

static bool full(const struct set *s) {
    return s->options->cap && s->n >= s->options->cap;
}

static void append(struct set *s, struct set_entry e) {
    assert(e.state && !full(s));
    if ((s->n_groups + 1) * 2 > s->n_slots) grow(s);
    uint32_t i = probe(s, e.group), *link = &s->slot[i];
    s->n_groups += !*link;
    while (*link) link = &s->entries.at[*link - 1].next;
    *link = s->entries.n + 1;
    vec_push(&s->entries, e);
    s->n++;
}

static void drop(struct set *s, struct set_entry *e) {
    assert(e->state && s->n);
    vec_push(&s->gone, e->tag);
    e->state = DOM_NONE;
    s->n--;
}

// On a straight line only equal states are one, unless the cap makes it join.
static uint64_t group_of(const struct set *s, dom_state state, enum set_place place) {
    if (place == SET_STRAIGHT && !s->options->cap) return state;
    return s->dom->core.group ? s->dom->core.group(s->d, state) : 0;
}

// ---- adding ------------------------------------------------------------------------------------------------------------------------

#define EACH(e, s, group)                                                                                                                  \
    for (uint32_t at_ = first(s, group); at_ && ((e) = &(s)->entries.at[at_ - 1], true); at_ = (s)->entries.at[at_ - 1].next)              \
        if ((e)->state)

// The entry that covers the state, or NULL.  Equality costs nothing, so it is tried on all before anything else.
static const struct set_entry *covering(struct set *s, uint64_t group, dom_state state, enum set_place place) {
    const struct set_entry *e;
    EACH(e, s, group) if (e->state == state) return e;
    if (place == SET_STRAIGHT) return NULL;
    EACH(e, s, group) {
        s->compared++;
        if (s->dom->core.leq(s->d, state, e->state)) return e;
    }
    return NULL;
}

// What may stand for both the entry and the state, or DOM_NONE.  An entry that the state covers goes in any case; at a loop head that is
// one more link of a chain, so it counts as a join.
static dom_state merge(const struct set *s, const struct set_entry *e, dom_state state, enum set_place place) {
    bool many = place != SET_STRAIGHT && s->n >= s->options->apart;
    bool joins = s->dom->core.join && ((s->options->policy == SET_PARTIAL && many) || full(s));
    bool widens = place == SET_HEAD && e->joins >= s->options->delay && s->dom->core.widen;
    if (!joins && (place == SET_STRAIGHT || !s->dom->core.leq(s->d, e->state, state))) return DOM_NONE;
    dom_state j = widens ? s->dom->core.widen(s->d, e->state, state) : joins ? s->dom->core.join(s->d, e->state, state) : state;
    return j || place == SET_STRAIGHT || !s->dom->core.leq(s->d, e->state, state) ? j : state;
}

// The first entry that merges with the new one goes, and the new one becomes what stands for both.
static struct set_entry *merge_one(struct set *s, struct set_entry *new, enum set_place place) {
    struct set_entry *e;
    EACH(e, s, new->group) {
        s->compared += place != SET_STRAIGHT;
        dom_state j = merge(s, e, new->state, place);
        if (!j) continue;
        if (j == e->state) return e;
        new->state = j;
        new->joins = (new->joins > e->joins ? new->joins : e->joins) + 1;
        drop(s, e);
        return e;
    }
    return NULL;
}

enum set_outcome set_add(struct set *s, dom_state state, uint32_t tag, enum set_place place, dom_state *kept) {
    struct set_entry new = {.state = state, .tag = tag};
    assert(state && s->dom && place <= SET_HEAD);
    vec_clear(&s->gone);
    s->compared = 0;
    for (;;) {
        new.group = group_of(s, new.state, place);
        const struct set_entry *e = covering(s, new.group, new.state, place);
        if (!e) {
            e = merge_one(s, &new, place);
            if (!e) break;
        }
        *kept = e->state;
        assert(e->state || s->gone.n);
        if (e->state) return SET_COVERED;
    }
    *kept = full(s) ? DOM_NONE : new.state;
    if (!*kept) return SET_FULL;
    append(s, new);
    assert(s->n && (!s->options->cap || s->n <= s->options->cap));
    return s->gone.n ? SET_REPLACED : SET_ADDED;
}

// ---- the set -----------------------------------------------------------------------------------------------------------------------

void set_begin(struct set *s, const struct set_options *o, const struct dom *dom, void *d) {
    assert(o->policy < SET_N_POLICIES && !(o->cap && o->apart));
    *s = (struct set){.options = o, .dom = dom, .d = d};
}

void set_free(struct set *s) {
    vec_free(&s->entries);
    vec_free(&s->gone);
    free(s->slot);
    *s = (struct set){0};
}

const struct set_entry *set_next(const struct set *s, uint32_t *i) {
    while (*i < s->entries.n && !s->entries.at[*i].state) ++*i;
    return *i < s->entries.n ? &s->entries.at[*i] : NULL;
}
