// SPDX-License-Identifier: MIT
#include "cli/tvl.h"

#include <stdio.h>

#include "cli/frame.h"
#include "cli/supervise.h"
#include "tvl/run.h"

int cli_tvl(const struct cli_options *o, int fd) {
    static const int status[] = {
        [TVL_PROVED] = CLI_OK, [TVL_MESSAGES] = CLI_UNKNOWN, [TVL_STOPPED] = CLI_UNKNOWN, [TVL_UNREADABLE] = CLI_UNREADABLE};
    struct tvl_request r = {
        .program = o->files.at[0], .input = o->files.n > 1 ? o->files.at[1] : NULL, .properties = o->props, .merge = o->merge};
    r.apart = o->apart;
    r.stats = o->stats;
    r.structures = o->structures;
    r.whole = o->whole;
    r.two_level = o->two_level;
    for (uint32_t i = 0; i < o->flags.n; i++)
        if (strncmp(o->flags.at[i], "-D", 2) == 0) vec_push(&r.define, o->flags.at[i] + 2);
    struct buf out = {0}, picture = {0}, error = {0};
    enum tvl_answer answer = tvl_run(&r, &out, o->picture ? &picture : NULL, &error);
    if (error.n) fprintf(stderr, "heapproof: error: %s\n", buf_text(&error));
    cli_frame_write(fd, CLI_FRAME_TEXT, &out);
    if (picture.n) cli_frame_write(fd, CLI_FRAME_PICTURE, &picture);
    buf_free(&out);
    buf_free(&picture);
    buf_free(&error);
    vec_free(&r.define);
    return status[answer];
}
