// SPDX-License-Identifier: MIT
// States as text, and the invariant.
#include "tvheap/local.h"

#include <inttypes.h>

static void print_range(struct num_range r, struct buf *out) {
    if (r.bits > 64 || num_range_is_full(r))
        buf_str(out, "any");
    else if (num_range_smin(r) == num_range_smax(r))
        buf_printf(out, "%" PRId64, num_range_smin(r));
    else
        buf_printf(out, "%" PRId64 "..%" PRId64, num_range_smin(r), num_range_smax(r));
}

static void print_value(const struct step_value *v, struct buf *out) {
    static const char *const words[] = {[TVHEAP_UNINIT] = "uninit", [TVHEAP_FREED] = "freed", [TVHEAP_GONE] = "gone", [TVHEAP_ODD] = "odd"};
    switch ((enum tvheap_kind)v->kind) {
    case TVHEAP_NUMBER: print_range(v->range, out); break;
    case TVHEAP_POINTER: buf_printf(out, "x%u%+" PRId64, v->name, v->offset); break;
    case TVHEAP_ADDRESS: buf_printf(out, "object %u of frame %u%+" PRId64, v->object, v->frame, v->offset); break;
    case TVHEAP_CODE: buf_printf(out, "function %u", v->object); break;
    default: buf_str(out, words[v->kind]); break;
    }
}

static void print_values(const struct tvheap_draft *d, uint32_t first, uint32_t end, const struct ir_func *f, struct buf *out) {
    for (uint32_t i = first; i < end; i++) {
        if (d->values.at[i].kind == TVHEAP_UNINIT) continue;
        if (f && i - first < f->locals.n && f->locals.at[i - first].name)
            buf_printf(out, "  %%%s = ", f->locals.at[i - first].name);
        else
            buf_printf(out, "  [%u] = ", i - first);
        print_value(&d->values.at[i], out);
        buf_str(out, "\n");
    }
}

void tvheap_print(void *self, dom_state state, struct buf *out) {
    struct tvheap *s = self;
    struct tvheap_draft *d = tvheap_unseal(s, state);
    buf_str(out, "globals\n");
    print_values(d, 0, d->frames.n ? d->frames.at[0].first : d->values.n, NULL, out);
    for (uint32_t i = 0; i < d->frames.n; i++) {
        const struct tvheap_frame *x = &d->frames.at[i];
        const struct ir_func *f = x->func == TVHEAP_GHOSTS ? NULL : &s->step.program->funcs.at[x->func];
        buf_printf(out, "frame %s\n", f ? f->name : "of the callers");
        print_values(d, x->first, i + 1 < d->frames.n ? x[1].first : d->values.n, f, out);
    }
    for (uint32_t i = 0; i < d->results.n; i++) {
        buf_printf(out, "result %u = ", i);
        print_value(&d->results.at[i], out);
        buf_str(out, "\n");
    }
    tvl_show_tvs(s->vocabulary.machine.vocab, d->heap, out);
    tvheap_draft_free(&s->vocabulary, d);
}

// Each name that is held is one individual's, which is one block and has no other name; no other name is anybody's.
static bool names_valid(const struct tvheap_vocabulary *v, const struct tvheap_draft *d) {
    uint32_t held = tvheap_names_held(d);
    tvl_set named = 0;
    for (uint32_t k = 0; k < TVHEAP_NAMES; k++) {
        tvl_set is1 = d->heap->flat[tvl_plane(v->machine.vocab, v->name[k], TVL_IS1)];
        tvl_set is0 = d->heap->flat[tvl_plane(v->machine.vocab, v->name[k], TVL_IS0)];
        if ((is0 | is1) != d->heap->all || is1 & named || is1 & tvl_sm(d->heap)) return false;
        if (held >> k & 1 ? !is1 || is1 & (is1 - 1) : is1 != 0) return false;
        named |= is1;
    }
    return true;
}

bool tvheap_valid(void *self, dom_state state, struct buf *why) {
    struct tvheap *s = self;
    struct tvheap_draft *d = tvheap_unseal(s, state);
    bool heap = tvl_draft_valid(s->vocabulary.machine.vocab, d->heap), names = heap && names_valid(&s->vocabulary, d);
    if (!heap) buf_str(why, "the structure is malformed");
    if (heap && !names) buf_str(why, "a name is not one individual's");
    tvheap_draft_free(&s->vocabulary, d);
    return heap && names;
}
