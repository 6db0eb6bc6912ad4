// SPDX-License-Identifier: MIT
// What processes say to each other: frames, each of a kind, with the length of what is in it.
//
// A worker appends frames to the file that it shares with its supervisor (supervise.h); the cache keeps them as they are.  A frame that
// is cut off, since the worker was ended while it wrote, and what is behind it, is none.
#ifndef HP_CLI_FRAME_H
#define HP_CLI_FRAME_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum cli_frame_kind {
    CLI_FRAME_BEGUN,    // empty: several programs are being checked, limits hold for each of them from now on
    CLI_FRAME_RESULT,   // of a program, as report_pack has it
    CLI_FRAME_TEXT,     // for the user, ready
    CLI_FRAME_PICTURE,  // for graphviz
    CLI_FRAME_KNOWN,    // empty: of a line that was to be shown something is known
    CLI_FRAME_FUNCTIONS,  // of the files that were read, for the language server: JSON (served.h)
    CLI_N_FRAMES
};
struct cli_frame {
    enum cli_frame_kind kind;
    const char *text;  // n bytes, not ended by 0
    size_t n;
};

void cli_frame_add(struct buf *out, enum cli_frame_kind kind, const struct buf *contents);  // NULL: empty
// The frame at *at, which is then behind it; false: there is none.
bool cli_frame_next(const struct buf *all, size_t *at, struct cli_frame *f);
// The first frame of a kind; false: there is none.
bool cli_frame_find(const struct buf *all, enum cli_frame_kind kind, struct cli_frame *f);
// Writes frames as they are; false: they cannot be written.
bool cli_frame_pass(int fd, const struct buf *frames);
// Writes a frame.
bool cli_frame_write(int fd, enum cli_frame_kind kind, const struct buf *contents);
#endif
