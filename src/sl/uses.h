// SPDX-License-Identifier: MIT
// The uses of values and objects: every place of a draft that holds one, told once (uses.def) for all who number, replace, count, copy or
// look for them.  A new kind of fact about values is a line there; what it says is the business of the module that has it.
//
// Kinds of uses have groups:
//   ROOT      variables and results
//   NUMBER    members of an object: what its size and its end are told by
//   FIELD     contents of objects: fields and links
//   APART     sides of a disequality
//   RELATION  sides of a relation
//   TERM      members of a term
//   ORIGIN    what a draft remembers of how values were made: nothing of it is sealed, and it stays true of a value that was replaced
//   PLACE     objects that are roots (globals that are dirty are, too)
//   TARGET    the objects that addresses lead to
// An object that is not valid holds nothing any more, whatever its fields are: see sl_told.
//
// A loop over uses gives each one once, kind after kind in the order of uses.def; those that are 0 (none), too.  On the way what a use
// holds may be changed, but the vector that is gone through may not grow: neither values on the way through origins and targets, nor
// objects on that through numbers.
#ifndef HP_SL_USES_H
#define HP_SL_USES_H
#include <assert.h>
#include <stddef.h>

#include "sl/state.h"

enum sl_use {
#define SL_USE(kind, group, vector, first, offset) SL_USE_##kind,
#include "sl/uses.def"
    SL_N_USES
};
enum sl_use_group {
    SL_GROUP_ROOT,
    SL_GROUP_NUMBER,
    SL_GROUP_FIELD,
    SL_GROUP_APART,
    SL_GROUP_RELATION,
    SL_GROUP_TERM,
    SL_GROUP_ORIGIN,
    SL_GROUP_PLACE,
    SL_GROUP_TARGET
};
// Sets of kinds: a bit each.
#define SL_ONLY(kind) (1u << SL_USE_##kind)
static inline uint32_t sl_uses_in(enum sl_use_group x) {
    return 0
#define SL_USE(kind, group, vector, first, offset) | (uint32_t)(SL_GROUP_##group == x) << SL_USE_##kind
#include "sl/uses.def"
        ;
}
#define SL_ROOTS sl_uses_in(SL_GROUP_ROOT)
#define SL_NUMBERS sl_uses_in(SL_GROUP_NUMBER)
#define SL_FIELDS sl_uses_in(SL_GROUP_FIELD)
#define SL_TERMS sl_uses_in(SL_GROUP_TERM)
#define SL_FACTS (sl_uses_in(SL_GROUP_APART) | sl_uses_in(SL_GROUP_RELATION) | SL_TERMS)
#define SL_RELATIONS sl_uses_in(SL_GROUP_RELATION)
#define SL_PLACED sl_uses_in(SL_GROUP_PLACE)
#define SL_HOLDERS (SL_ROOTS | SL_NUMBERS | SL_FIELDS | SL_FACTS)  // all that means something in a sealed state

struct sl_uses {
    const struct sl_draft *draft;
    uint32_t left;    // kinds to come
    uint32_t object;  // 0: of all
    enum sl_use kind;
    enum sl_use_group group;
    char *at, *last;  // where the value is; NULL: before the first
    size_t step;      // from one element of the vector to the next
};
// The first of the next kind that there are any of, or at NULL.  (By value: a loop keeps where it is in registers.)
struct sl_uses sl_next_kind(struct sl_uses u);
static inline bool sl_next_use(struct sl_uses *u) {
    if (u->at != u->last) {
        u->at += u->step;
        return true;
    }
    if (!u->left) return false;
    *u = sl_next_kind(*u);
    return u->at;
}
// Without an object that has a size or an end there are no numbers.
static inline uint32_t sl_present(const struct sl_draft *d, uint32_t kinds) {
    uint32_t absent = (d->sized ? 0 : SL_NUMBERS) | (d->links.n ? 0 : SL_ONLY(LINK)) | (d->terms.n ? 0 : SL_TERMS);
    return kinds & ~absent;
}
// All uses of these kinds: `SL_EACH_USE(u, d, kinds) if (sl_used(&u) == v) ...`.
#define SL_EACH_USE(u, d, kinds) for (struct sl_uses u = {.draft = (d), .left = sl_present((d), (kinds))}; sl_next_use(&u);)
// Only those in one object: its numbers and fields.
#define SL_EACH_USE_OF(u, d, o, kinds) \
    for (struct sl_uses u = {.draft = (d), .left = sl_present((d), (kinds)), .object = (o)}; sl_next_use(&u);)

// Where the value (or the object) is.
static inline uint32_t *sl_use_at(const struct sl_uses *u) {
    return (uint32_t *)(void *)u->at;
}
static inline uint32_t sl_used(const struct sl_uses *u) {
    return *sl_use_at(u);
}
// Of a field: which one.
static inline const struct sl_field *sl_use_field(const struct sl_uses *u) {
    return (const struct sl_field *)(const void *)(u->at - offsetof(struct sl_field, value));
}
// The object in which it is; 0: in none.
static inline uint32_t sl_user(const struct sl_uses *u) {
    enum { BACK = offsetof(struct sl_field, value) - offsetof(struct sl_field, object) };
    static_assert(BACK == offsetof(struct sl_link, value) - offsetof(struct sl_link, object), "found in the same way");
    if (u->group == SL_GROUP_FIELD) return *(const uint32_t *)(const void *)(u->at - BACK);
    return u->group == SL_GROUP_NUMBER ? (uint32_t)((size_t)(u->at - (char *)u->draft->objects.at) / u->step) : 0;
}
// Of a link: which one.
static inline const struct sl_link *sl_use_link(const struct sl_uses *u) {
    return (const struct sl_link *)(const void *)(u->at - offsetof(struct sl_link, value));
}
static inline bool sl_use_is_measure(const struct sl_uses *u) {  // the index of a part of a table, how many nodes there are
    return u->kind == SL_USE_LINK && sl_is_measure(sl_use_link(u)->role);
}
// Of what a segment holds: is it the segment's, not its nodes'?
static inline bool sl_use_leads_out(const struct sl_uses *u) {
    if (u->kind == SL_USE_LINK) return !sl_is_of_nodes(sl_use_link(u)->role);
    return sl_is_link(&u->draft->objects.at[sl_user(u)], sl_use_field(u)->offset);
}
// Is it in no object, or in a valid one?
static inline bool sl_use_counts(const struct sl_uses *u) {
    return u->draft->objects.at[sl_user(u)].life == SL_VALID;
}

// What of its numbers and fields an object tells: kinds of uses.  Only valid objects tell anything; sizes and ends are told of plain ones, parts
// and ends of those of level 0, and parts only with a size.
uint32_t sl_told(const struct sl_object *o);
static inline bool sl_tells(const struct sl_object *o, uint32_t kinds) {
    return sl_told(o) & kinds;
}
bool sl_all_lead(const struct sl_draft *d);  // does every use lead to a value or an object that there is?
// Besides, are the fields in order, apart from each other and of objects that there are?  So it is of every draft at any time.
bool sl_is_well_formed(const struct sl_draft *d);
bool sl_holds_address(const struct sl_draft *d, uint32_t object);  // is there one in its contents?
bool sl_is_used(const struct sl_draft *d, uint32_t v, uint32_t kinds);  // is there such a use of v?
// Every place that holds `from` holds `to`, origins excepted.  Relations and terms of the offset of an address, which is that of another one
// now, are forgotten.
void sl_replace(struct sl_draft *d, uint32_t from, uint32_t to);
#endif
