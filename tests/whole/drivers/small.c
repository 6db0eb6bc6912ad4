// expect: safe
// expect -DBAD_PENDING: unsafe use-after-free core.h@pending
// expect -DBAD_MAP: unsafe memory-leak core.h@map
// expect -DBAD_DEREGISTER: unsafe use-after-free reset.h@deregister
// expect -DBAD_CURRENT: unsafe use-after-free crom.h@leaf
// expect -DBAD_NO_CURRENT: unsafe null-dereference crom.h@leaf
// expect -DBAD_MERGE: unsafe memory-leak crom.h@merge
// expect -DBAD_STOP: unsafe memory-leak @stop
// A bus driver with notifications of resets and a configuration ROM.  The environment builds the lists and calls the dispatch routines in any order.
#include "core.h"
#include "crom.h"
#include "reset.h"

static enum status start(struct device *d) {
    if (d->state != STOPPED) return INVALID;
    enum status s = node_map_renew(d, __VERIFIER_nondet_uint());
    if (s == SUCCESS) d->state = STARTED;
    return s;
}

static enum status stop(struct device *d) {
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
static enum status submit(struct device *d, unsigned code, unsigned length) {
    struct request *r = request_new(code, length);
    if (!r) return NO_MEMORY;
    if (d->state == STARTED && code != 0) {
        pending_add(d, r);
        return PENDING;
    }
    request_finish(d, r, d->state == STARTED ? SUCCESS : INVALID);
    return SUCCESS;
}

static enum status answer(struct device *d, unsigned number) {
    struct list *e = list_take(&d->pending);
    if (!e) return NOT_FOUND;
    struct request *r = ENTRY(e, struct request, link);
    r->buffer[0] = (unsigned char)node_of(d, number);
    request_finish(d, r, SUCCESS);
    return SUCCESS;
}

static void removed(struct device *d) {
    d->state = REMOVING;
    reset_clear(d);
    crom_clear(d);
    if (!list_empty(&d->resets) || !list_empty(&d->crom)) reach_error();
    device_free(d);
}

int main(void) {
    struct device *d = device_new();
    if (!d) return 1;
    reset_populate(d);
    crom_populate(d);
    for (;;) {
        unsigned code = __VERIFIER_nondet_uint(), argument = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_int()) {
            case 0: removed(d); return 0;
            case 1: start(d); break;
            case 2: stop(d); break;
            case 3: submit(d, code, argument); break;
            case 4: answer(d, argument); break;
            case 5: reset_dispatch(d, code, argument); break;
            case 6: crom_dispatch(d, code, argument); break;
            default: pending_finish(d, code, CANCELLED); break;
        }
    }
}
