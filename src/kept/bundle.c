// SPDX-License-Identifier: MIT
// The runs of one function as bytes in the store, and the key under which they are.
#include <assert.h>
#include <zstd.h>

#include "kept/kept.h"

static const char format[] = "runs of a function, 4";

// ---- keys ------------------------------------------------------------------------------------------------------------------------------

static void add_callee(struct kept *k, struct buf *b, uint32_t func, uint32_t callee) {
    const struct fix *f = k->t->f;
    const struct ir_calls *calls = k->t->calls;
    cache_item(b, k->digests->program->funcs.at[callee].name);
    buf_printf(b, "%d;%d;", calls->recursive[callee], calls->component[callee] == calls->component[func]);
    if (!k->digests->program->funcs.at[callee].blocks.n) return;
    f->dom->keep->about_callee(f->d, callee, b);
}

// What it may call; if that is not known, or may call back, everything whose address is taken.
static void add_callees(struct kept *k, struct buf *b, uint32_t func) {
    const struct ir_program *p = k->digests->program;
    const struct ir_calls *calls = k->t->calls;
    bool open = false;
    for (uint32_t s = calls->site_first[func]; s < calls->site_first[func + 1]; s++) {
        uint32_t target = calls->sites[s].target;
        open |= target == UINT32_MAX || p->funcs.at[target].flags & IR_EXTERN;
        if (target != UINT32_MAX) add_callee(k, b, func, target);
    }
    for (uint32_t i = 0; i < calls->n && open; i++)
        if (calls->taken[i]) add_callee(k, b, func, i);
}

static struct cache_key bundle_key(struct kept *k, uint32_t func) {
    const struct fix *f = k->t->f;
    struct buf b = {0};
    cache_item(&b, format);
    cache_item_key(&b, k->context);
    buf_add(&b, (const char *)&k->digests->funcs[func], sizeof k->digests->funcs[func]);
    buf_printf(&b, "%d;", k->t->calls->recursive[func]);
    f->dom->keep->about(f->d, func, &b);
    add_callees(k, &b, func);
    struct cache_key key = cache_hash(b.text, b.n);
    buf_free(&b);
    return key;
}

// ---- bytes -----------------------------------------------------------------------------------------------------------------------------

enum { LEVEL = 1 };  // of compression: texts of states are much alike

static bool pack(const struct buf *from, struct buf *to) {
    size_t room = ZSTD_compressBound(from->n);
    char *p = malloc(room);
    if (!p) base_out_of_memory();
    size_t n = ZSTD_compress(p, room, buf_text(from), from->n, LEVEL);
    if (!ZSTD_isError(n)) buf_add(to, p, n);
    free(p);
    return !ZSTD_isError(n);
}

static bool unpack(const struct buf *from, struct buf *to) {
    unsigned long long size = ZSTD_getFrameContentSize(buf_text(from), from->n);
    if (!size || size > kept_limits[KEPT_LIMIT_UNPACKED].value) return false;  // the two errors are large numbers
    char *p = malloc(size);
    if (!p) base_out_of_memory();
    size_t n = ZSTD_decompress(p, size, from->text, from->n);
    if (n == size) buf_add(to, p, n);
    free(p);
    return n == size;
}

struct kept_bundle *kept_bundle_of(struct kept *k, uint32_t func) {
    struct kept_bundle *b = &k->bundles[func];
    struct kept_record r;
    struct buf packed = {0};
    if (b->read) return b;
    b->read = true;
    b->key = bundle_key(k, func);
    bool there = cache_get(k->cache, b->key, &packed) && unpack(&packed, &b->bytes);
    buf_free(&packed);
    if (!there) return b;
    const char *at = b->bytes.text, *end = at + b->bytes.n;
    while (at < end && kept_record_read(&r, &at, end)) vec_push(&b->records, r);
    return b;
}

struct kept_record *kept_find(struct kept *k, uint32_t func, struct cache_key key) {
    struct kept_bundle *b = kept_bundle_of(k, func);
    for (uint32_t i = 0; i < b->records.n; i++)
        if (cache_same(b->records.at[i].key, key)) return &b->records.at[i];
    return NULL;
}

// A record that was found and did not hold has a successor with its key.
static bool is_replaced(const struct kept *k, uint32_t func, const struct kept_record *r) {
    for (uint32_t i = 0; i < k->runs.n; i++)
        if (k->runs.at[i].keyed && !k->runs.at[i].record && k->t->f->graph.runs.at[i].func == func && cache_same(k->runs.at[i].key, r->key)) return true;
    return false;
}

// What is new comes first, then what was used.
static void write_bundle(struct kept *k, uint32_t func) {
    struct kept_bundle *b = &k->bundles[func];
    struct buf all = {0}, packed = {0};
    buf_add(&all, buf_text(&b->fresh), b->fresh.n);
    for (int used = 1; used >= 0; used--)
        for (uint32_t i = 0; i < b->records.n; i++) {
            const struct kept_record *r = &b->records.at[i];
            if (r->used == used && all.n + r->bytes.n <= kept_limits[KEPT_LIMIT_BUNDLE].value && !is_replaced(k, func, r)) buf_add(&all, r->bytes.at, r->bytes.n);
        }
    if (pack(&all, &packed)) cache_put(k->cache, b->key, &packed);
    buf_free(&all);
    buf_free(&packed);
}

void kept_bundle_end(struct kept *k, uint32_t func) {
    struct kept_bundle *b = &k->bundles[func];
    if (b->news) write_bundle(k, func);
    for (uint32_t i = 0; i < b->records.n; i++) kept_record_free(&b->records.at[i]);
    vec_free(&b->records);
    buf_free(&b->bytes);
    buf_free(&b->fresh);
}
