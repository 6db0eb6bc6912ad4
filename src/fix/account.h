// SPDX-License-Identifier: MIT
// What came to light on the way: faults, unknowns, and for every instruction of the program whether it was met and whether it held.
//
// An instruction is met if some state of the domain came to it.  A fault or unknown is written down once for its place and kind, in order of discovery, with the node in whose code it was met; an exact
// node takes the place of one that is not.  An instruction where a path was cut off (an unknown, or a fault after
// which the domain does not follow the runs in which it does not happen) is marked, since nothing is proved of what follows it.
#ifndef HP_FIX_ACCOUNT_H
#define HP_FIX_ACCOUNT_H
#include "base/arena.h"
#include "base/intern.h"
#include "dom/dom.h"

enum { FIX_MET = 1, FIX_FAILED = 2, FIX_CUT = 4, FIX_LOST = 8, FIX_BEHIND = 16 };  // of an instruction; LOST, BEHIND: see lost.h

struct fix_fault {
    enum ir_rule rule;
    uint32_t func, instr;
    bool always, cut;      // as the domain says; cut: after some state it is
    bool exact;            // nothing was joined or abstracted on the way
    const char *message;
    struct ir_loc allocation;
    uint32_t node, via;    // in whose code; via: after the run that ends in this exit node, entered by that code (either may be FIX_NONE)
};
struct fix_unknown {
    uint32_t func, instr;  // func UINT32_MAX: outside the program
    bool exact;            // it was met in a node to which nothing was joined or abstracted on the way
    bool stop;             // a limit ended the analysis: what it cut off is marked where it was
    const char *reason;
};
struct fix_account {
    struct arena arena;
    const struct ir_program *program;
    uint8_t **bits;        // by function, by instruction; NULL: never entered
    ir_rule_set noted;     // rules whose faults decide nothing
    VEC(struct fix_fault) faults, notes;  // notes: of such rules
    VEC(struct fix_unknown) unknowns;
    struct intern keys, note_keys;  // of faults, then their numbers in `faults`; of notes, in `notes`
    struct intern reasons;
};

void fix_account_begin(struct fix_account *a, const struct ir_program *p);
void fix_account_free(struct fix_account *a);
void fix_account_fault(struct fix_account *a, const struct dom_fault *f, uint32_t node, uint32_t via, bool exact);
void fix_account_unknown(struct fix_account *a, uint32_t func, uint32_t instr, const char *reason, bool exact);
// The analysis was stopped by this limit; once, at its end.
void fix_account_stop(struct fix_account *a, const char *reason);
void fix_account_mark(struct fix_account *a, uint32_t func, uint32_t instr, uint8_t bits);
uint8_t fix_account_bits(const struct fix_account *a, uint32_t func, uint32_t instr);
#endif
