// expect: safe
// expect -DBAD_PENDING: unsafe use-after-free core.h@pending
// expect -DBAD_MAP: unsafe memory-leak core.h@map
// expect -DBAD_DEREGISTER: unsafe use-after-free reset.h@deregister
// expect -DBAD_CURRENT: unsafe use-after-free crom.h@leaf
// expect -DBAD_NO_CURRENT: unsafe null-dereference crom.h@leaf
// expect -DBAD_MERGE: unsafe memory-leak crom.h@merge
// expect -DBAD_STOP: unsafe memory-leak pnp.h@stop
// A bus driver with notifications of resets and a configuration ROM.  The environment builds the lists and calls the dispatch routines in any order.
#include "core.h"
#include "crom.h"
#include "pnp.h"
#include "reset.h"

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
            case 1: reset_dispatch(d, code, argument); break;
            case 2: crom_dispatch(d, code, argument); break;
            default: pnp_dispatch(d, code, argument); break;
        }
    }
}
