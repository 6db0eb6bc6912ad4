// SPDX-License-Identifier: MIT
#include "check/hint.h"
#include "ir/clauses.h"

#include <inttypes.h>
#include <stdio.h>

// Everything that decides: the options, and the program as a whole.
static struct cache_key key_of(const struct check_task *t) {
    const struct ir_program *p = t->p;
    const struct ir_digests *d = t->digests;
    struct buf all = {0};
    cache_item(&all, "how it was proved");
    cache_item(&all, t->o->context);
    cache_item(&all, p->funcs.at[t->entry].name);
    buf_printf(&all, "%x;%x;%u;%d;", t->o->rules, t->notes, t->o->strategies, t->o->malloc_may_fail);
    if (t->o->inputs) ir_inputs_key(t->o->inputs, &all);
    for (uint32_t i = 0; i < p->funcs.n; i++) buf_add(&all, (const char *)&d->funcs[i], sizeof d->funcs[i]);
    for (uint32_t i = 0; i < p->globals.n; i++) buf_add(&all, (const char *)&d->globals[i], sizeof d->globals[i]);
    for (uint32_t i = 0; i < p->ctypes.n; i++) buf_add(&all, (const char *)&d->ctypes[i], sizeof d->ctypes[i]);
    for (uint32_t i = 0; i < p->ctors.n; i++) buf_printf(&all, "+%u:%u", p->ctors.at[i].func, p->ctors.at[i].priority);
    for (uint32_t i = 0; i < p->dtors.n; i++) buf_printf(&all, "-%u:%u", p->dtors.at[i].func, p->dtors.at[i].priority);
    struct cache_key key = cache_hash(all.text, all.n);
    buf_free(&all);
    return key;
}

bool check_hint_get(const struct check_task *t, struct check_hint *h) {
    struct buf text = {0};
    int other, at = 0;
    if (!t->digests || !cache_get(t->o->store, key_of(t), &text)) return false;
    bool good = sscanf(buf_text(&text), "%" SCNu32 " %" SCNu32 " %" SCNu32 " %d %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %n", &h->turn, &h->variant,
                       &h->apart, &other, &h->runs, &h->steps, &h->paths, &h->questions, &at) == 8 && at;
    h->other = good && other;
    if (good) buf_str(&h->knowledge, text.text + at);
    buf_free(&text);
    return good;
}

void check_hint_put(const struct check_task *t, const struct check_hint *h) {
    struct buf text = {0};
    buf_printf(&text, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %s", h->turn, h->variant, h->apart, h->other, h->runs,
               h->steps, h->paths, h->questions, buf_text(&h->knowledge));
    cache_put(t->o->store, key_of(t), &text);
    buf_free(&text);
}
