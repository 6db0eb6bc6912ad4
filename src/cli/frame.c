// SPDX-License-Identifier: MIT
#include "cli/frame.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

struct head {
    uint32_t mark, kind;
    uint64_t n;
};
enum { MARK = 0x68706672 };  // no text begins like this

void cli_frame_add(struct buf *out, enum cli_frame_kind kind, const struct buf *contents) {
    struct head head = {MARK, kind, contents ? contents->n : 0};
    assert(kind < CLI_N_FRAMES);
    buf_add(out, (const char *)&head, sizeof head);
    if (head.n) buf_add(out, contents->text, contents->n);
}

bool cli_frame_next(const struct buf *all, size_t *at, struct cli_frame *f) {
    struct head head;
    assert(*at <= all->n);
    if (all->n - *at < sizeof head) return false;
    memcpy(&head, all->text + *at, sizeof head);
    if (head.mark != MARK || head.kind >= CLI_N_FRAMES || head.n > all->n - *at - sizeof head) return false;
    *f = (struct cli_frame){(enum cli_frame_kind)head.kind, all->text + *at + sizeof head, head.n};
    *at += sizeof head + head.n;
    return true;
}

bool cli_frame_find(const struct buf *all, enum cli_frame_kind kind, struct cli_frame *f) {
    size_t at = 0;
    while (cli_frame_next(all, &at, f))
        if (f->kind == kind) return true;
    return false;
}

bool cli_frame_pass(int fd, const struct buf *frames) {
    for (size_t done = 0; done < frames->n;) {
        ssize_t n = write(fd, frames->text + done, frames->n - done);
        if (n < 0) return false;
        done += (size_t)n;
    }
    return true;
}

bool cli_frame_write(int fd, enum cli_frame_kind kind, const struct buf *contents) {
    struct buf all = {0};
    cli_frame_add(&all, kind, contents);
    bool good = cli_frame_pass(fd, &all);
    buf_free(&all);
    return good;
}
