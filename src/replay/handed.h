// SPDX-License-Identifier: MIT
// What callers handed to an open entry, in words: a line for each argument and global, and one for each object that they lead to.
#ifndef HP_REPLAY_HANDED_H
#define HP_REPLAY_HANDED_H
#include "replay/log.h"

// Lines such as "list = #1" and "#1 = {next: #2, value: 3}"; a string is shown as such.
void replay_handed_words(const struct replay_log *l, void *self, void (*line)(void *self, const char *text));
#endif
