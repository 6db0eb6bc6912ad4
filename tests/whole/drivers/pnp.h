// SPDX-License-Identifier: MIT
// The device is started, stopped and removed; requests are queued and answered.

static enum status pnp_start(struct device *d) {
    if (d->state != STOPPED) return INVALID;
    enum status s = node_map_renew(d, __VERIFIER_nondet_uint());
    if (s == SUCCESS) d->state = STARTED;
    return s;
}

static enum status pnp_stop(struct device *d) {
    if (d->state != STARTED) return INVALID;
    pending_finish(d, 0, CANCELLED);
#ifndef BAD_STOP
    free(d->node_map);
#endif
    d->node_map = NULL;  // @stop
    d->nodes = 0;
    d->state = STOPPED;
    return SUCCESS;
}

// A request that cannot be answered at once waits.
static enum status pnp_submit(struct device *d, unsigned code, unsigned length) {
    struct request *r = request_new(code, length);
    if (!r) return NO_MEMORY;
    if (d->state == STARTED && code != 0) {
        pending_add(d, r);
        return PENDING;
    }
    request_finish(d, r, d->state == STARTED ? SUCCESS : INVALID);
    return SUCCESS;
}

static enum status pnp_answer(struct device *d, unsigned number) {
    struct list *e = list_take(&d->pending);
    if (!e) return NOT_FOUND;
    struct request *r = ENTRY(e, struct request, link);
    r->buffer[0] = (unsigned char)node_of(d, number);
    request_finish(d, r, SUCCESS);
#ifdef BAD_ANSWER
    if (r->status != SUCCESS) return INVALID;  // @answer
#endif
    return SUCCESS;
}

static enum status pnp_dispatch(struct device *d, unsigned code, unsigned argument) {
    switch (code % 5) {
        case 0: return pnp_start(d);
        case 1: return pnp_stop(d);
        case 2: return pnp_submit(d, argument & 3, argument >> 2);
        case 3: return pnp_answer(d, argument);
        default: return pending_finish(d, argument, CANCELLED) ? SUCCESS : NOT_FOUND;
    }
}
