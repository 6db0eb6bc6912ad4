// expect: safe
// expect -DBAD_BYTES: unsafe memory-leak isoch.h@bytes
// expect -DBAD_ATTACHED: unsafe memory-leak isoch.h@attached
// expect -DBAD_ROOM: unsafe null-dereference isoch.h@room; inputs 0,0,0,0,0,0,3,2,8,3,5,0,3,7,0,3,7,0,3
// expect -DBAD_TICK: unsafe use-after-free isoch.h@tick; inputs 0,0,0,0,0,0,3,2,8,3,5,0,3,3,0,3,9,0,3,9,0,3,9,0,3,9,0,3
// expect -DBAD_LAST: unsafe use-after-free address.h@last; inputs 0,0,0,0,0,64,4,2,0,4,8,0,4,2,0,4
// expect -DBAD_RANGE: unsafe use-after-free core.h@remove
// expect -DBAD_WRITE: unsafe out-of-bounds address.h@write
// expect -DBAD_LOCK: unsafe memory-leak address.h@lock; inputs 0,0,0,0,0,64,4,2,64,4,4,0,4
// A bus driver with five cyclic lists: notifications of resets, a configuration ROM, isochronous resources, what waits to be detached, address ranges.
// The environment builds the lists and calls the dispatch routines in any order.
#include "core.h"
#include "address.h"
#include "crom.h"
#include "isoch.h"
#include "pnp.h"
#include "reset.h"

static void removed(struct device *d) {
    d->state = REMOVING;
    isoch_clear(d);
    address_clear(d);
    reset_clear(d);
    crom_clear(d);
    if (!list_empty(&d->resources) || !list_empty(&d->detached)) reach_error();
    device_free(d);
}

int main(void) {
    struct device *d = device_new();
    if (!d) return 1;
    reset_populate(d);
    crom_populate(d);
    isoch_populate(d);
    address_populate(d);
    for (;;) {
        unsigned code = __VERIFIER_nondet_uint(), argument = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_int()) {
            case 0: removed(d); return 0;
            case 1: reset_dispatch(d, code, argument); break;
            case 2: crom_dispatch(d, code, argument); break;
            case 3: isoch_dispatch(d, code, argument); break;
            case 4: address_dispatch(d, code, argument); break;
            default: pnp_dispatch(d, code, argument); break;
        }
    }
}
