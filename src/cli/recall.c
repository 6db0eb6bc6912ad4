// SPDX-License-Identifier: MIT
#include "cli/recall.h"

#include <stdlib.h>
#include <string.h>

#include "cli/decisive.h"
#include "cli/reports.h"

// A page has more to show than other reports: pictures, loops.
static void add_options(struct buf *out, const struct cli_worker *w) {
    struct arena a = {0};
    cli_list words = {0};
    cli_decisive(w->o, true, &a, &words);
    for (uint32_t i = 0; i < words.n; i++) cache_item(out, words.at[i]);
    buf_printf(out, "%x;%x;%d;", w->property->rules, w->property->notes, cli_reports_show(w->o, CLI_HTML));
    vec_free(&words);
    arena_free(&a);
}

static struct cache_key name_of(const struct cli_worker *w, struct cli_entry e) {
    struct buf all = {0};
    char *path = realpath(w->o->project, NULL);
    cache_item(&all, "result in frames");
    cache_item(&all, path ? path : w->o->project);
    cache_item(&all, e.file ? e.file : "");
    cache_item(&all, e.name ? e.name : "");
    add_options(&all, w);
    struct cache_key k = cache_hash(buf_text(&all), all.n);
    buf_free(&all);
    free(path);
    return k;
}

// An entry: the key of its contents, the length of the output, the output, the messages.
enum { HEAD = sizeof(struct cache_key) + sizeof(uint64_t) };

static bool take(struct cli_recalled *r, const struct buf *entry) {
    struct cache_key content;
    uint64_t n;
    if (entry->n < HEAD) return false;
    memcpy(&content, entry->text, sizeof content);
    memcpy(&n, entry->text + sizeof content, sizeof n);
    if (!cache_same(content, r->content) || n > entry->n - HEAD) return false;
    buf_add(&r->output, entry->text + HEAD, n);
    buf_add(&r->messages, entry->text + HEAD + n, entry->n - HEAD - n);
    return true;
}

void cli_recall(struct cli_worker *w, struct front_project *project, struct cli_entry e, struct cli_recalled *r) {
    struct buf entry = {0};
    r->keyed = front_project_key(project, e.file, e.name, &r->content);
    if (!r->keyed) return;
    r->name = name_of(w, e);
    r->known = cache_get(w->front.cache, r->name, &entry) && take(r, &entry);
    buf_free(&entry);
}

void cli_keep(struct cache *c, const struct cli_recalled *r, const struct buf *output, const struct buf *messages) {
    struct buf entry = {0};
    uint64_t n = output->n;
    if (!r->keyed) return;
    buf_add(&entry, (const char *)&r->content, sizeof r->content);
    buf_add(&entry, (const char *)&n, sizeof n);
    buf_add(&entry, buf_text(output), output->n);
    buf_add(&entry, buf_text(messages), messages->n);
    cache_put(c, r->name, &entry);
    buf_free(&entry);
}

void cli_context(const struct cli_worker *w, struct buf *out) {
    struct buf self = {0};
    const char *why;
    char digits[CACHE_DIGITS + 1] = "";
    struct arena a = {0};
    cli_list words = {0};
    if (buf_read_regular(&self, "/proc/self/exe", &why)) cache_key_text(cache_hash(self.text, self.n), digits);
    cache_item(out, HEAPPROOF_VERSION);
    cache_item(out, digits);
    cli_decisive(w->o, false, &a, &words);
    for (uint32_t i = 0; i < words.n; i++) cache_item(out, words.at[i]);
    vec_free(&words);
    arena_free(&a);
    buf_free(&self);
}

const char *cli_cache_folder(const struct cli_options *o, struct arena *a) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (o->no_cache) return NULL;
    if (o->cache) return o->cache;
    if (o->plan) return arena_printf(a, "%s/cache", o->plan);
    if (base && *base == '/') return arena_printf(a, "%s/heapproof", base);
    return home && *home == '/' ? arena_printf(a, "%s/.cache/heapproof", home) : NULL;
}
