// SPDX-License-Identifier: MIT
// How many nodes a list has, where a number of the program tells.
//
// A list of level 0, or what may be there or not, may have a link SL_NODES, a number: it has as many nodes as that says, less another
// number, SL_LESS, if it has that, plus a constant, the index of SL_NODES read as a signed number; modulo 2^n, for numbers of n bits.  A
// node more is one more, a node taken out one less, two lists that become one have the sum.  So what a program counts on its own is known
// to be the length of its list, and a test of the one tells of the other.
//
// That a number is not 0 says that there are nodes, however many.  That it is 0 says that there are none only if they are not 2^n: a
// number of as many bits as a pointer cannot be wrong about that.  Of smaller ones it is an assumption (counter-fits), which is noted where
// it is made use of.
//
// Literature: S. Magill, J. Berdine, E. Clarke, B. Cook, Arithmetic strengthening for shape analysis (SAS 2007): numbers that stand for
// lengths.
#ifndef HP_SL_NODES_H
#define HP_SL_NODES_H
#include "sl/context.h"

struct sl_nodes {          // plus - minus + more, modulo 2^bits; 0: no such number
    uint32_t plus, minus;  // no constants
    int32_t more;
    uint32_t bits;
};
// Of a list, one node or (0) nothing; false: not known.
bool sl_nodes_of(const struct sl_draft *d, uint32_t object, struct sl_nodes *out);
// Of numbers of as many bits: is v the other plus a small constant?
bool sl_is_near(const struct sl_draft *d, uint32_t v, uint32_t w, int64_t *by);
// Constants among its numbers become part of `more`; false: too large.
bool sl_fold_constants(const struct sl_draft *d, struct sl_nodes *n);
void sl_set_nodes(struct sl_draft *d, uint32_t object, const struct sl_nodes *n);  // NULL: not known
// The segment stands for a and b, one behind the other.
void sl_add_nodes(struct sl_draft *d, uint32_t segment, uint32_t a, uint32_t b);
void sl_take_node(struct sl_draft *d, uint32_t segment);  // one was taken out
// It has none; false: impossible.
bool sl_assume_no_nodes(struct sl_draft *d, uint32_t segment);
// It has some, if it is an option one; false: impossible.
bool sl_assume_nodes(struct sl *s, struct sl_draft *d, uint32_t segment);
bool sl_has_no_nodes(struct sl *s, const struct sl_draft *d, uint32_t segment);  // surely?
// What is known of lists and of the numbers that tell their lengths goes from the ones to the others; false: impossible, and not all of it
// did.
bool sl_level_nodes(struct sl *s, struct sl_draft *d);
// Lengths are told by numbers that something else holds, too, or forgotten.
void sl_settle_nodes(struct sl_draft *d);
#endif
