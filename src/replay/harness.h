// SPDX-License-Identifier: MIT
// The inputs of a run as C: definitions that make the compiled program meet the same world, to be linked to it.
#ifndef HP_REPLAY_HARNESS_H
#define HP_REPLAY_HARNESS_H
#include "base/buf.h"
#include "replay/log.h"

// `text` is a C file.  `symbols` are options for objcopy, quoted for sh, to be applied to the program's own objects before linking.  What it is for decides what else it does:
// blocks that are still allocated at the end are told; memory that nobody has written holds no zeros.  False: l->unable says why not.
enum replay_purpose { REPLAY_SHOW, REPLAY_COUNT, REPLAY_PAINT };
bool replay_harness(struct replay_log *l, enum replay_purpose purpose, const char *title, struct buf *text, struct buf *symbols);
// The word, quoted for sh, in ASCII.
void replay_quote(struct buf *out, const char *word);
#endif
