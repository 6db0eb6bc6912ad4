// SPDX-License-Identifier: MIT
// Two heaps walked in step: what stands for both is built up as the walk goes on.  The join of two states and the merge of two
// neighbouring nodes of one state are this walk.
//
// Objects are paired one to one; so what only one node owns on one side is owned by one node in the result.  A segment may be paired with a
// plain object (a segment, its least the smaller), one of pairs with two plain objects, and with nothing: where the other side has its link instead, the result has a segment
// that may be empty.  Where something must be given up that could matter, the walk fails and the caller keeps the two apart.
//
// Two states: sides 0 and 1 are private copies, the result is a third draft.  Two nodes of one state: all three are one draft, to which
// values and objects are added; what is not private to the nodes must be the same.
//
// Literature: H. Yang et al., On scalable shape analysis (RR-07-10, Queen Mary, 2007), section 3.2: the join of two symbolic heaps as a walk over both.
#ifndef HP_SL_WALK_H
#define HP_SL_WALK_H
#include "sl/lattice.h"

// Where the walk is.  What a node has for itself has these levels, on each side and in the result.  A side is open if its node is
// plain but stands for a segment: there, what is its own cannot be told from what is shared by the level.
struct sl_place_in {
    const struct sl_place_in *outer;  // NULL: outside of all nodes
    uint8_t level[2], out;
    uint32_t node[2], segment;        // whose nodes it is in, on each side and in the result; 0: not said
    bool open[2];
    bool inside;  // the values are in a node, whether they are its own or not
    bool block;   // they are in a block of the heap, at this offset
    uint64_t offset;
    bool behind;  // they are behind the last node of a mixed segment, or of a list that the other side has not
    bool table;   // they are in a table of plain data: no single one of them matters much
    bool place;   // they are in the places of a run: likewise
};

struct sl_met {
    uint32_t of[2], out;
    uint32_t next;  // values: another pair with the same value of side 0, as index + 1; objects: in whose nodes it is in the result, or 0
};
struct sl_skipped {  // a segment of one side that the other has not; by end:
    uint32_t other[2];   // what the other side has in place of an address in this node, or 0
    uint32_t link[2];    // what stands for that and the segment's link, then
    uint32_t object, out;
    uint8_t side;
};
struct sl_copied {  // a number of a skipped segment's nodes, or of what they own, and what stands for it
    uint32_t value, out, segment;
    uint8_t side;
};
struct sl_later {  // a field of a skipped segment, or a hole, that is shared with things that may not be paired yet
    uint32_t out, value;
    uint64_t offset, size;
    uint8_t side;
    bool hole;
};

struct sl_lifted {  // made a mixed segment for the sake of the walk (lift.h), from one node or a list
    struct sl_draft before;  // the side as it was
    uint32_t object;
    uint8_t side;
    bool plain;
};

// What was known on each side and is not known of the result: nothing; ranges of numbers and the like; what may tell one kind of nodes from
// another (constants, functions, whether something is owned).
enum sl_loss { SL_KEEPS, SL_BLURS, SL_MIXES };

struct sl_walk {
    struct sl *sl;
    const struct sl_precision *precision;
    struct sl_draft *side[2], *out;
    bool widen;
    VEC(int64_t) thresholds;  // for that
    int8_t richer;    // the side (0, 1) that has the segments which the other has not; -1: none was skipped yet, outside of nodes
    enum sl_loss loses;  // of two nodes
    enum sl_veto veto;   // why the last try came to nothing
    uint32_t steps;   // left before the walk gives up
    void *block;      // in which its vectors begin
    size_t size;      // of it
    struct sl_counts counts[2];          // of the sides, made when first needed
    VEC(struct sl_met) values, objects;  // pairs; of[k] is 0 for an object that one side has not
    VEC(uint32_t) chain;                 // by value of side 0: its first pair as index + 1
    VEC(uint32_t) pair[2];               // by object of a side: its pair as index + 1
    VEC(struct sl_skipped) skipped;
    VEC(uint32_t) ends;                  // ends of skipped segments that were met, as index * 2 + end, in this order
    VEC(struct sl_later) later;
    VEC(struct sl_copied) copied;
    VEC(struct sl_lifted) lifted;
    uint32_t moved;                      // so often fields of a side have moved
    bool judges;                         // it is looked at what the two sides lose, too
    bool tells, differ;                  // of two nodes: each holds another constant or function; owns something else
    bool tagged;                         // likewise: another constant, for which the program asks
};

void sl_walk_begin(struct sl_walk *w, struct sl *s, const struct sl_precision *p, struct sl_draft *a, struct sl_draft *b, struct sl_draft *out);
void sl_walk_end(struct sl_walk *w);
static inline uint32_t sl_walk_veto(struct sl_walk *w, enum sl_veto why) {  // 0, for this reason
    w->veto = why;
    return 0;
}
// What stands for a and b, or 0.
uint32_t sl_walk_value(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at);
uint32_t sl_walk_object(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at);
// The fields of a paired object, but for the links of a segment if `links` is false.
bool sl_walk_fields(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at, bool links);
// The address of the second node of the pair that begins with this one and is to be one of the segment `out`, or 0.
uint32_t sl_walk_second(const struct sl_walk *w, int side, uint32_t first, uint32_t out);
void sl_walk_lose(struct sl_walk *w, enum sl_loss what);
void sl_walk_pair(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, uint32_t around);  // which is in nodes of `around`
uint32_t sl_walk_paired(const struct sl_walk *w, int side, uint32_t object);  // what stands for the object, or 0
// What was put off; to be called when everything else has been walked.
bool sl_walk_settle(struct sl_walk *w);


// Two nodes of one state, and what may stand for both.
struct sl_trial {
    struct sl_walk walk;
    uint32_t values, objects;  // how many there were
    uint32_t out;
    bool lost, lax;
};
void sl_trial_begin(struct sl_trial *t, struct sl *s, const struct sl_precision *p, struct sl_draft *d, struct sl_object o);  // it will be such an object, t->out
bool sl_trial_walk(struct sl_trial *t, uint32_t a, uint32_t b, const struct sl_place_in *at);     // all but the links; false: nothing can
void sl_trial_end(struct sl_trial *t, bool keep);  // kept: it stands for what was walked, which is gone; else all is as it was

static inline bool sl_walk_in_one(const struct sl_walk *w) { return w->side[0] == w->side[1]; }

// ---- number_join.c: numbers of two objects x and y, of what stands for both (o), and relations
// The bounds of the size.
void sl_walk_extent(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o);
// The same, and what the size is on both sides; false: nothing.
bool sl_walk_size(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o);
// What the size is of what nodes own, as far as it can be said.
void sl_walk_own_size(struct sl_walk *w, const struct sl_object *x, const struct sl_object *y, struct sl_object *o,
                      const struct sl_place_in *at);
void sl_walk_open_sizes(struct sl_walk *w);  // of what one side has, when all pairs are known
// Where a byte is 0 on both sides.
void sl_walk_string(struct sl_walk *w, uint32_t a, uint32_t b, struct sl_object *o);

// ---- characters.c
// Characters at f, of which the sides know different parts: both are strings, or anything.  Other members of variables are told apart.
bool sl_walk_characters(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, struct sl_field f, const struct sl_place_in *at);
// A character that one side has not given (x, y: what they hold), of objects in which a string ends on both: it lies behind the end, or was given, too
// (initialised-elements).
bool sl_walk_is_behind(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_field *f, uint32_t x, uint32_t y);
bool sl_walk_lacks(const struct sl_walk *w, int side, uint32_t object, const struct sl_field *f);  // was some byte of f not given?
// Relations that hold on both sides; of two nodes of one state, those of what nodes have for themselves.
void sl_walk_relations(struct sl_walk *w);
// ---- trend_join.c
// Two states: trends that both have.
void sl_walk_trends(struct sl_walk *w);
// Two neighbours of one state that become the list `out`, a before b: trends of what stands for both.
void sl_merge_trends(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out);
// ---- term_join.c: terms of two states
// Numbers that only terms hold, to be walked before relations: where something was loaded on both sides from the same object, what two numbers add up to
// or are apart on both.
void sl_walk_unheld(struct sl_walk *w);
// Numbers that are the sum of others on both sides.
void sl_walk_sums(struct sl_walk *w);
// ---- nodes_join.c: how many nodes lists have
// False: of a list of which a number tells how long it is on a side nothing does any more.
bool sl_walk_nodes(struct sl_walk *w);
// ---- tree.c: nodes that branch
bool sl_branches_add(struct sl_branches *b, uint64_t offset);  // false: too many
bool sl_branches_has(const struct sl_branches *b, uint64_t offset);
bool sl_branches_of(const struct sl_draft *d, uint32_t tree, struct sl_branches *b);  // adds those of a tree
// The link at an offset of a node that may become one of a tree: null or an address, or 0 for something else.
uint32_t sl_branch(struct sl_draft *d, uint32_t node, uint64_t offset, unsigned pointer_bits);
bool sl_is_childless(struct sl_draft *d, uint32_t node, const struct sl_branches *b, unsigned pointer_bits);  // are all such links null?
// The children and the hole of what stands for a tree and another, or for one and a plain node.
bool sl_walk_tree(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at);
// Is it known of each of two plain nodes whether one of its children is there, of another child than of the other node?  What stands for both would tell
// neither, nor that one of the children is missing, or there.
bool sl_walk_lose_children(const struct sl_walk *w, uint32_t a, uint32_t b);
void sl_branches_see(struct sl *s, uint64_t size, const struct sl_branches *b, uint64_t up);  // reports that such nodes do branch; up: as in sl_branching
// Are the nodes of what should be a list taken for trees, or does the field show that they branch?  That is reported.
bool sl_walk_branches(struct sl_walk *w, const struct sl_object *list, uint64_t offset, uint32_t x, uint32_t y, const struct sl_place_in *at);
void sl_put_children(struct sl_draft *d, uint32_t tree, const struct sl_branches *b, unsigned pointer_bits);
// ---- levels.c: links that end where the node's own leads
// SL_AFTER, if a and b are what the link of the node holds that the walk is in on each side; 0: they are not.  If one of them is 0, of the other side alone.
uint32_t sl_walk_after(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at);
// What the plain node becomes that only this side has, where the other has `other`: an option, or a list if there is what may follow the node.
struct sl_shape sl_walk_lone(const struct sl_walk *w, int side, uint32_t node, uint32_t other, const struct sl_place_in *at);
// Does what the node that the walk is in has for itself, as a list of such a shape, lead on to what is behind: where that one's link does, or another
// list of its own?  How many nodes there are between tells nothing then.
bool sl_walk_is_lower(const struct sl_walk *w, int side, uint32_t object, const struct sl_shape *s, const struct sl_place_in *at);
int sl_walk_lower_side(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at);  // 1: b leads to a list of a lower level than a
bool sl_walk_same_level(const struct sl_walk *w, uint32_t a, uint32_t b);  // false: one is a list, the other a node that has a link beyond that level
// Does the value lead to where the link of the node does that the walk is in, at once or over another node, or a list?
bool sl_walk_goes_on(const struct sl_walk *w, int side, uint32_t v, const struct sl_place_in *at);
// ---- pairs.c: nodes that alternate, and do not
uint32_t sl_second_of(const struct sl_draft *d, uint32_t pairs);  // the second nodes of a segment of pairs
// Could x and y (or the first or second nodes of pairs) be nodes of one segment with such links, and does nothing tell them apart?
bool sl_are_alike(struct sl *s, const struct sl_precision *p, struct sl_draft *d, uint32_t x, uint32_t y, const struct sl_shape *links);
// Pairs become nodes that hold what either of a pair may; false: there are none for both.
bool sl_give_up_pairs(struct sl *s, const struct sl_precision *p, struct sl_draft *d, uint32_t segment);

// ---- tags.c: constants that tell kinds of nodes
// Do the two, at this place, tell of which kind a node is, as far as the program asks?
bool sl_walk_tags(const struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at);
bool sl_walk_told(const struct sl_walk *w);  // does a tag tell the nodes apart that were walked?
// ---- variants.c: nodes of several kinds
// What the addresses lead to is a mixed segment on both sides then, if it is on one and can be on the other.
void sl_walk_level_mixed(struct sl_walk *w, uint32_t a, uint32_t b);
bool sl_walk_mix(struct sl_walk *w, uint32_t a, uint32_t b);  // the same, if one of them is a list of one kind; false: perhaps one of them is
void sl_walk_lower(struct sl_walk *w, uint32_t n);  // but for the first n, all is as before it was lifted
bool sl_walk_is_one(const struct sl_walk *w, int side, uint32_t object);  // is it one node, or was before?
bool sl_walk_mixed(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at);  // at: in the nodes
// What stands for two variants and loses no more; 0: nothing does, and all is as it was.
uint32_t sl_walk_variants(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at, enum sl_loss most);

// ---- parts.c: tables
// Both are tables then, if one of them is and the other can be.
void sl_walk_level_tables(struct sl_walk *w, uint32_t a, uint32_t b);
bool sl_walk_parts(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out);
// The arrays of two single places.
bool sl_walk_arrays(struct sl_walk *w, uint32_t a, uint32_t b);

// ---- absent.c: what only one side has
// What stands for a run of one side in which the other has no places.
uint32_t sl_walk_missing_run(struct sl_walk *w, int side, uint32_t run);
// What stands for a variant of a mixed segment that only this side has, in the segment `out`.
uint32_t sl_walk_alone(struct sl_walk *w, int side, uint32_t mixed, uint32_t variant, uint32_t out);
// The value of `side` leads to a segment (or what may be one) where the other side has `other`.
uint32_t sl_walk_absent(struct sl_walk *w, int side, uint32_t v, uint32_t other, const struct sl_place_in *at);
const struct sl_counts *sl_walk_counts(struct sl_walk *w, int side);  // of all places of the side; made when first asked for
bool sl_walk_is_skipped(const struct sl_walk *w, int side, uint32_t object);
#endif
