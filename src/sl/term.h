// SPDX-License-Identifier: MIT
// Terms: numbers that follow from others for good, sums of two, multiples, quotients and what was loaded (state.h, draft.terms).
//
// A sum says of three words that one is the other two and a constant, modulo 2^n, narrower ones read as signed numbers; so it stays true whatever becomes of them, and is never
// about wrapping.  Where bounds leave only one way to read it as a sum of plain integers, the closed matrix draws what follows
// (num_diff_sum).  What was loaded at an address is there for as long as nothing else is written to the object (sl_open_text): loaded again
// it is the same number, and what a test tells of it is known of every address where it was found.
//
// Terms are of level 0, and there are some only in drafts that are sized.  When a draft settles, a sum is told by numbers that are still
// held, where these were made from its own by adding a constant; one of the three may be a ghost, which nothing else holds: what the other
// two add up to, or are apart.  A multiple stays as long as both numbers are held; between the two a size is often tested.  So does a quotient; nothing need hold it if
// other numbers are compared with it: then it is what it is of the number that is held.
//
// Two numbers that go up by different steps, by 3 and by 4, or by 1 and by at most 3, lie to each other as multiples of how often they went: a ghost that
// one of them is so many times, or that one itself (quotients without rest), and of which the other is so many times, or not above or below that.  They are found where
// a loop comes back for the first time, if a size is a multiple of something (term_join.c), and stay where they hold after each step; bounds follow from the
// steps that sizes are multiples of, since 3 * k < 3 * m makes 4 * k <= 4 * m - 4.  They are told of plain integers: a number that may have wrapped since
// is at no known distance from what it was, and the term is lost.  The ghost stays itself, however near other numbers are here and there.
//
//  An address that nothing holds stays if its distance to a number that is held is known.
#ifndef HP_SL_TERM_H
#define HP_SL_TERM_H
#include "sl/number.h"

// value is a + b + plus, as signed numbers modulo 2 to the power of the greatest width; all of them numbers of level 0.
void sl_tell_sum(struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b, int64_t plus);
// Is it so, as far as is known?  k is the closed matrix.
bool sl_is_sum(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t);
// The same for any constant, *plus, if a is one number.
bool sl_rest_of_sum(const struct sl_draft *d, const struct num_diff *k, uint32_t value, uint32_t a, uint32_t b, int64_t *plus);

// x - y as plain integers, read as signed numbers, if that is one number; k is the closed matrix.
bool sl_distance(const struct sl_draft *d, const struct num_diff *k, uint32_t x, uint32_t y, int64_t *out);

// The number v is in the object at the address a.
void sl_tell_loaded(struct sl_draft *d, uint32_t v, uint32_t a);
// The number of so many bits that was found at the address a, or 0.
uint32_t sl_loaded_before(const struct sl_draft *d, uint32_t a, unsigned bits);
void sl_forget_all_loads(struct sl_draft *d);
// The numbers that both were extended from in one way; false: there are none.
bool sl_same_extension(const struct sl_draft *d, uint32_t *a, uint32_t *b);

// Is the number `value` so many times the number a, without sign, modulo 2^n?
bool sl_is_multiple(const struct sl_draft *d, uint32_t value, uint32_t a, int64_t times);
// May a multiple, a product or a quotient be of these, by what they are?
bool sl_may_be_multiple(const struct sl_draft *d, const struct sl_term *t);
// Is it a times b, without sign, modulo 2^n?  And: it is, to be kept as a term if none of them is one number.
bool sl_is_product(const struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b);
void sl_tell_product(struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b);
// a is from times * value + plus to that and `over` more, both without sign; and: is it so, as far as is known?  k is the closed matrix.
// What a is besides times * value, as far as is known; and a term of which it is from least to most, or one of both; false: that says nothing.
struct sl_span {
    num_sword least, most;
};
struct sl_span sl_rest_of(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t);
bool sl_give_rest(struct sl_term *t, num_sword least, num_sword most);
void sl_tell_quotient(struct sl_draft *d, struct sl_term t);
bool sl_is_quotient(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t);
// The size of the elements that the size of the object of the address a is told by; 0: it is not, or a is one number, or none.  And: of addresses that
// are held, which element they lie at becomes known as a quotient without rest.
uint32_t sl_element_size(const struct sl_draft *d, uint32_t a);
bool sl_element_form(const struct sl_draft *d, uint32_t a, struct sl_form *out);  // the element that an address is, told by a number; false: not known
bool sl_is_aligned(const struct sl_draft *d, uint32_t a, uint32_t by);  // is the offset of the address a multiple of that?
void sl_tell_elements(struct sl_draft *d, const struct num_diff *k, uint8_t *held);
bool sl_resolve_products(struct sl_draft *d);  // where a factor is one number by now; false: impossible
// Of values that are held: which are multiples of others, as terms; and back, which were made from which.
void sl_tell_multiples(struct sl_draft *d, const uint8_t *held);
void sl_recall_multiples(struct sl_draft *d);

// Leaves what can be said by values that are held (by value; addresses of loads that stay are marked), as far as limits allow.  k is the
// closed matrix, into which such addresses are brought.
void sl_settle_terms(struct sl_draft *d, struct num_diff *k, uint8_t *held);
// Where one of three has turned out to be one number, the relation of the others says it all.
void sl_drop_known_sums(struct sl_draft *d);
#endif
