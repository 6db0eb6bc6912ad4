// SPDX-License-Identifier: MIT
// Can a state be read back from its text, and be drawn?
#ifndef HP_TESTS_SL_SHOWN_H
#define HP_TESTS_SL_SHOWN_H
#include "sl/sl.h"

// print(parse(print(s))) == print(s), parse(print(s)) is s; its picture and what was marked in it are well formed.  False: *why says what is not.
bool shown_well(struct sl *s, dom_state state, struct buf *why);
#endif
