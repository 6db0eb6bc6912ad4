// SPDX-License-Identifier: MIT
// libFuzzer target: any bytes as a specification, then the same bytes as structures for it.  It is read, or there is one line that says why not.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tvl/lex.h"
#include "tvl/spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what, const struct buf *detail) {
    if (holds) return;
    fprintf(stderr, "%s\n%s\n", what, buf_text(detail));
    abort();
}

static void judge(bool fine, const struct buf *error) {
    require(fine == (error->n == 0), "an error and success, or neither", error);
    require(!error->n || !memchr(buf_text(error), '\n', error->n), "an error of more than one line", error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int fd = memfd_create("input", 0);
    char path[64];
    struct buf error = {0};
    struct arena arena = {0};
    struct tvl_spec spec;
    tvl_drafts drafts = {0};
    if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct tvl_source source = {.arena = &arena, .error = &error};
    tvl_spec_init(&spec);
    bool fine = tvl_read_tvp(&spec, &source, path);
    judge(fine, &error);
    buf_free(&error);
    judge(tvl_read_tvs(&spec, &source, path, &drafts), &error);
    for (uint32_t i = 0; i < drafts.n; i++) {
        require(tvl_draft_valid(&spec.vocab, drafts.at[i]), "a structure that is not valid", &error);
        tvl_draft_free(drafts.at[i]);
    }
    vec_free(&drafts);
    tvl_spec_free(&spec);
    arena_free(&arena);
    buf_free(&error);
    close(fd);
    return 0;
}
