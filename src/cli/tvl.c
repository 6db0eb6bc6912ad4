// SPDX-License-Identifier: MIT
#include "cli/tvl.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/supervise.h"
#include "tvl/run.h"

static void emit(int fd, const struct buf *text) {
    for (size_t done = 0; done < text->n;) {
        ssize_t n = write(fd, text->text + done, text->n - done);
        if (n < 0) return;
        done += (size_t)n;
    }
}

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
    r.picture = o->picture != NULL;
    for (uint32_t i = 0; i < o->flags.n; i++)
        if (strncmp(o->flags.at[i], "-D", 2) == 0) vec_push(&r.define, o->flags.at[i] + 2);
    struct buf out = {0}, error = {0};
    enum tvl_answer answer = tvl_run(&r, &out, &error);
    if (error.n) fprintf(stderr, "heapproof: error: %s\n", buf_text(&error));
    emit(fd, &out);
    buf_free(&out);
    buf_free(&error);
    vec_free(&r.define);
    return status[answer];
}
