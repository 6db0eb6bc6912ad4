// SPDX-License-Identifier: MIT
// What callers handed to an open entry: read from a run when the entry begins, written as C that builds the same heap.
#ifndef HP_REPLAY_GIVEN_H
#define HP_REPLAY_GIVEN_H
#include "base/buf.h"
#include "exec/machine.h"
#include "replay/log.h"

// The entry is about to begin: its objects are added to the log.
void replay_given_look(struct replay_log *l, const struct exec_machine *m);
// What an argument leads to, if that is one of them.
void replay_given_value(const struct replay_log *l, const struct exec_machine *m, const struct exec_value *v, struct replay_value *out);
// Definitions: what main calls first, which makes the objects, and how they are named.  False: it cannot be written, and l->unable says why.
bool replay_given_write(struct replay_log *l, const char *prefix, struct buf *out, struct buf *symbols);
// One argument.
void replay_given_name(const struct replay_value *v, const char *prefix, struct buf *out);
#endif
