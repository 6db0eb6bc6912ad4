// SPDX-License-Identifier: MIT
#include "cli/store.h"

#include <assert.h>
#include <stdio.h>

#include "cli/recall.h"
#include "kept/limits.h"

void cli_store_begin(struct cli_store *s, const struct cli_worker *w, struct check_options *o) {
    struct buf error = {0};
    *s = (struct cli_store){.cache = {.folder = w->o->store}};
    if (!w->o->store) return;
    if (cache_is_remote(w->o->store)) {
        bool good = cache_remote_begin(&s->remote, w->o->store, &error);  // as it was when options were read
        assert(good);
        if (good) s->cache.remote = &s->remote;
    }
    cli_context(w, &s->context);
    o->store = &s->cache;
    o->context = buf_text(&s->context);
    buf_free(&error);
}

void cli_store_end(struct cli_store *s) {
    if (s->cache.remote)
        cache_remote_end(&s->remote);
    else if (s->cache.folder)
        cache_trim(&s->cache, kept_limits[KEPT_LIMIT_STORE].value);
    fwrite(buf_text(&s->cache.notes), 1, s->cache.notes.n, stderr);
    buf_free(&s->cache.notes);
    buf_free(&s->context);
}
