// SPDX-License-Identifier: MIT
// Values of the program as a domain hands them to the driver and gets them back.
//
// The driver knows two kinds: a value that was never given, and a number of a range.  All others are the domain's own, and so is what
// the words of such a value say; the driver asks the domain about them (step_ops.range, move, ...).  A value is valid for the draft that
// it came from, until that changes.
#ifndef HP_STEP_VALUE_H
#define HP_STEP_VALUE_H
#include "num/num_range.h"

enum step_kind { STEP_UNINIT, STEP_NUMBER, STEP_OWN };  // from STEP_OWN on: the domain's
struct step_value {
    uint8_t kind;
    uint8_t name;  // this and the next three are the domain's
    uint16_t frame;
    uint32_t object;
    int64_t offset;
    struct num_range range;  // NUMBER
};
// An address: a value, and a number of bytes from low to high that is added to it.
struct step_place {
    struct step_value base;
    int64_t low, high;
};
// How many: at least lo, at most hi; if `times` is not 0, at most so many times the value `number` (as an unsigned one) plus `plus`,
// and plus the value `other`, if there is one.  The two are values that the domain told apart (step_ops.number).
struct step_extent {
    uint64_t lo, hi;
    uint32_t number, times;
    int64_t plus;
    uint32_t other;
    bool exact;  // it is the value `number`, no more and no less
};

static inline struct step_value step_number(struct num_range r) {
    return (struct step_value){.kind = STEP_NUMBER, .range = r};
}
static inline struct step_value step_plain(unsigned kind) {
    return (struct step_value){.kind = (uint8_t)kind};
}
#endif
