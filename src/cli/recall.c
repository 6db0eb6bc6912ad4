// SPDX-License-Identifier: MIT
#include "cli/recall.h"

#include <stdlib.h>
#include <string.h>

#include "cli/reports.h"
#include "cli/table.h"

// Options that say how results are shown, or how they are found without changing them.  Any other is part of a result's key.
static const char *const harmless[] = {"--project", "--format",   "--jobs",    "--output",   "--stats",         "--color",
                                       "--cache",   "--no-cache", "--fail-on", "--baseline", "--write-baseline",
                                       "--settings"};

static bool is_harmless(const struct cli_option *row) {
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(row->names[0], harmless[i]) == 0) return true;
    return false;
}

static void add_list(struct buf *out, const cli_list *list) {
    for (uint32_t i = 0; i < list->n; i++) cache_item(out, list->at[i]);
}

static void add_value(struct buf *out, const struct cli_options *o, const struct cli_option *row) {
    const char *at = (const char *)o + row->at;
    switch (row->kind) {
    case CLI_FLAG: break;
    case CLI_TEXT_VALUE:
    case CLI_MAYBE: cache_item(out, *(const char *const *)at); break;
    case CLI_LIST:
    case CLI_PASS: add_list(out, (const cli_list *)at); break;
    case CLI_NUMBER: buf_printf(out, "%llu;", (unsigned long long)*(const uint64_t *)at); break;
    case CLI_SECONDS: buf_printf(out, "%a;", *(const double *)at); break;
    case CLI_CHOICE: buf_printf(out, "%u;", *(const uint32_t *)at); break;
    case CLI_FORMAT:
    case CLI_PATH: break;
    }
}

// What follows -- is among the flags.  A page has more to show than other reports: pictures, loops.
static void add_options(struct buf *out, const struct cli_worker *w) {
    for (unsigned i = 0; i < cli_table_size; i++) {
        if (!w->o->given[i] || is_harmless(&cli_table[i])) continue;
        cache_item(out, cli_table[i].names[0]);
        add_value(out, w->o, &cli_table[i]);
    }
    add_list(out, &w->o->flags);
    buf_printf(out, "%x;%x;%d;", w->property->rules, w->property->notes, cli_reports_show(w->o, CLI_HTML));
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

const char *cli_cache_folder(const struct cli_options *o, struct arena *a) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (o->no_cache) return NULL;
    if (o->cache) return o->cache;
    if (base && *base == '/') return arena_printf(a, "%s/heapproof", base);
    return home && *home == '/' ? arena_printf(a, "%s/.cache/heapproof", home) : NULL;
}
