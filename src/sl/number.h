// SPDX-License-Identifier: MIT
// Numbers of a draft: what is known of how far they are apart, closed, and kept so while facts are added.
//
// An address stands for its offset here, as a signed number.  Numbers are read as plain integers, signed or unsigned; a value that is not
// negative has one reading, the signed one.
//
// Facts are the relations of the draft (sl_relate), the ranges of its values, what sizes and ends of objects are, and how values were made
// from others (value.source), wherever that did not wrap.  A fact says something about words that cannot change, so it holds from then on,
// whatever becomes of the ranges.  All facts that have to do with relations, sizes and ends make one difference-bound matrix (num_diff.h),
// which is made when it is first asked and stays with the draft (draft.closed): a relation that comes later is added to it.  What else
// changes a fact on which it stands is noticed at the next question by a hash of them (sl_closed.key), and it is made anew.  A number that
// is in no such fact is brought into a copy of it for one question; so the answer to one does not depend on those before.
//
// Of numbers that nodes have for themselves nothing is concluded (but in drafts that are valued, if there are such nodes): from x <= y and y <= z, where a node holds y, nothing follows if there is
// no such node.  They say something of each node's own numbers, and become usable when a node is opened.
//
// Relations are kept only if they lead to the size of an object, or to where a string in it ends, through any number of others, or compare
// a number that a size will be made from: in states without such an object or comparison (draft.sized) nothing is kept and nothing asked.
#ifndef HP_SL_NUMBER_H
#define HP_SL_NUMBER_H
#include "sl/state.h"

#define SL_NO_BOUND NUM_DIFF_NONE

// ---- readings
// A number of at most 64 bits, or an address, which counts as the number that its offset is.
static inline bool sl_is_number(const struct sl_draft *d, uint32_t v) {
    return v && (d->values.at[v].kind == SL_INT || d->values.at[v].kind == SL_ADDR) && d->values.at[v].range.bits <= 64;
}
static inline bool sl_is_known(const struct sl_draft *d, uint32_t v) {  // is the number, or the offset, one number?
    return num_range_is_const(d->values.at[v].range, NULL);
}
// The reading of a number; bits 0: v is none.
struct num_var sl_reading(const struct sl_draft *d, uint32_t v, bool is_signed);
// What x is at least and at most, by its range alone.
static inline num_sword sl_lowest(const struct sl_draft *d, struct num_var x) {
    struct num_range r = d->values.at[x.id].range;
    return x.is_signed ? num_range_smin(r) : (num_sword)num_range_umin(r);
}
static inline num_sword sl_highest(const struct sl_draft *d, struct num_var x) {
    struct num_range r = d->values.at[x.id].range;
    return x.is_signed ? num_range_smax(r) : (num_sword)num_range_umax(r);
}

// ---- how values were made
// times * value + plus, as signed numbers; value 0: the constant plus.
struct sl_form {
    uint32_t value;
    int64_t times, plus;
};
// v is `times` (0: once) source plus delta, modulo 2^n; or extended or cut from it: see sl_value.
void sl_made_from(struct sl_draft *d, uint32_t v, uint32_t source, uint32_t times, uint64_t delta);
static inline bool sl_is_made_from(const struct sl_draft *d, uint32_t v, uint32_t from) {  // by any number of steps
    while (v && v != from) v = d->values.at[v].source;
    return v;
}
// v as a multiple of its source, if nothing wraps; v is an address or as wide as its source.
bool sl_multiple_of(const struct sl_draft *d, uint32_t v, struct sl_form *out);
// One step down from a form to what its value was made from, as signed numbers; false: it is not known.
bool sl_step_down(const struct sl_draft *d, struct sl_form *f);
// The form as a multiple of the value that it is a multiple of, by the last multiplication on the way.
struct sl_form sl_as_multiple(const struct sl_draft *d, struct sl_form f);
// The offset of the address v as a multiple of an index; false: not known.
bool sl_index_form(const struct sl_draft *d, uint32_t v, struct sl_form *out);
// The range of v became smaller: so do those of the values that it was made from.  False: impossible.
bool sl_learnt(struct sl_draft *d, uint32_t v);
// What a number that v is (or is not) means for the value that v was made from; false: that one cannot be such a number.
bool sl_source_of(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range *out);

// ---- what is known
// The least c known with a - b <= c, or SL_NO_BOUND.
int64_t sl_bound(const struct sl_draft *d, struct num_var a, struct num_var b);
// Is v an address in a string of the world (argv), surely not behind its end?
bool sl_is_string(const struct sl_draft *d, uint32_t v);
// From now on a - b <= most.
void sl_relate(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most);
// Is there such a number: is it no node's own, or of a list that has nodes?  (Of a draft that is not valued, the former.)
bool sl_has_nodes(const struct sl_draft *d, uint32_t v);
static inline bool sl_is_there(const struct sl_draft *d, uint32_t v) { return !d->values.at[v].level || (d->valued && sl_has_nodes(d, v)); }
// Is it about a number that nodes have for themselves?
static inline bool sl_is_in_nodes(const struct sl_draft *d, struct num_var a, struct num_var b) {
    return d->values.at[a.id].level || d->values.at[b.id].level;
}
// Is it still the reading of such a number?
static inline bool sl_is_reading(const struct sl_draft *d, struct num_var x) {
    return sl_is_number(d, x.id) && d->values.at[x.id].range.bits == x.bits;
}
bool sl_is_told(const struct sl_draft *d, const struct sl_link *l);  // is it a number, of something that is there?
int64_t sl_told_bound(const struct sl_draft *d, struct num_var a, struct num_var b);  // by relations of just these two

// The matrix, until the draft is changed or asked again; a copy of it may be told more, and is asked like the draft.
const struct num_diff *sl_closed(const struct sl_draft *d);
// Brings in x, its range and all that it was made from.
void sl_closed_bring(const struct sl_draft *d, struct num_diff *k, struct num_var x);
void sl_closed_add(const struct sl_draft *d, struct num_diff *k, struct num_var a, struct num_var b, int64_t most);  // brings in both
bool sl_closed_quotients(const struct sl_draft *d, struct num_diff *k);  // adds what follows from quotients and multiples; was it new?
// Of numbers that it has not only the ranges count.
int64_t sl_closed_bound(const struct sl_draft *d, const struct num_diff *k, struct num_var a, struct num_var b);
#endif
