// expect: safe
// expect -DBAD_END: unsafe use-after-free topology.h@end; inputs 0,0,0,0,6,0,5,14,0,5,6,0,5
// expect -DBAD_ELECT: unsafe null-dereference topology.h@elect
// expect -DBAD_MANAGER: unsafe use-after-free topology.h@manager; inputs 0,0,0,0,6,268566528,5,14,0,5,22,0,5,30,0,5,62,0,5
// expect -DBAD_OWNER: unsafe use-after-free disk.h@owner; inputs 0,0,0,0,4,17,5,12,1,5,76,1,5
// expect -DBAD_QUEUE: unsafe memory-leak disk.h@queue; inputs 0,0,0,0,4,1,5,20,1,5,12,1,5
// expect -DBAD_TRIES: unsafe use-after-free disk.h@tries; inputs 0,0,0,0,0,0,1,0,4,1,5,20,1,5,28,1,5,36,33,5
// expect -DBAD_TAKE: unsafe use-after-free manager.h@application; inputs 0,0,0,0,0,0,2,0,0,2,1,0,2,0,0,2
// expect -DBAD_SERVE: unsafe memory-leak manager.h@serve; inputs 0,0,0,0,0,0,2,0,0,2,1,0,2
// expect -DBAD_RESOLVED: unsafe memory-leak network.h@queue; inputs 0,0,0,0,5,0,5,5,0,5,13,0,5
// expect -DBAD_WAITING: unsafe memory-leak network.h@waiting; inputs 0,0,0,0,5,0,5,37,0,5
// expect -DBAD_OVERLAP: unsafe memory-leak network.h@overlap; inputs 0,0,0,0,29,0,5,29,0,5
// expect -DBAD_FORGET: unsafe use-after-free power.h@forget; inputs 0,0,0,0,2,0,3,4,0,3,3,0,3,5,0,3
// expect -DBAD_LINE: unsafe out-of-bounds trace.h@line
// expect -DBAD_USERS: unsafe memory-leak files.h@users; inputs 0,0,0,0,7,0,5,23,1,5
// expect -DBAD_BACK: unsafe null-dereference files.h@back; inputs 0,0,0,0,7,0,5,47,1,5
// The whole bus driver: five cyclic lists of the device, topology, channels and bandwidth, a disk, a network, power, files and a trace.
// The environment builds the lists of the device and calls the dispatch routines in any order; the parts are called through a table.
#include "core.h"
#include "address.h"
#include "crom.h"
#include "disk.h"
#include "files.h"
#include "isoch.h"
#include "manager.h"
#include "network.h"
#include "pnp.h"
#include "power.h"
#include "reset.h"
#include "topology.h"
#include "trace.h"

struct bus {
    struct device *device;
    struct topology topology;
    struct manager manager;
    struct disk disk;
    struct network network;
    struct power_state power;
    struct files files;
    struct trace trace;
    unsigned calls[8];
};

typedef enum status routine(struct bus *b, unsigned code, unsigned argument);

static enum status on_reset(struct bus *b, unsigned code, unsigned argument) {
    enum status s = reset_dispatch(b->device, code, argument);
    if (code % 4 == 3) {
        disk_requeue(&b->disk);
        trace_add(&b->trace, 1, "bus reset");
    }
    return s;
}

static enum status on_crom(struct bus *b, unsigned code, unsigned argument) { return crom_dispatch(b->device, code, argument); }

// Who stops listening gives its channel back.
static enum status on_isoch(struct bus *b, unsigned code, unsigned argument) {
    enum status s = isoch_dispatch(b->device, code, argument);
    if (s == SUCCESS && code % 10 == 0) s = manager_apply(&b->manager, argument, argument >> 8, argument & 7);
    if (s == SUCCESS && code % 10 == 1) manager_forget(&b->manager, argument & 7);
    return s;
}

static enum status on_address(struct bus *b, unsigned code, unsigned argument) { return address_dispatch(b->device, code, argument); }

static enum status on_disk(struct bus *b, unsigned code, unsigned argument) {
    if (b->device->state != STARTED && code % 11 == 3) return INVALID;
    return disk_dispatch(&b->disk, code, argument);
}

static enum status on_network(struct bus *b, unsigned code, unsigned argument) {
    enum status s = network_dispatch(&b->network, code, argument);
    if (s == NO_MEMORY) trace_add(&b->trace, 7, "error: no memory");
    return s;
}

static enum status on_topology(struct bus *b, unsigned code, unsigned argument) {
    enum status s = topology_dispatch(&b->topology, code, argument);
    if (s == SUCCESS && code % 9 == 1) b->device->generation++;
    return s;
}

static enum status on_files(struct bus *b, unsigned code, unsigned argument) {
    enum status s = files_dispatch(&b->files, code, argument);
    if (s == SUCCESS && code % 8 == 0) b->device->opened++;
    return s;
}

static routine *const routines[] = {on_reset, on_crom, on_isoch, on_address, on_disk, on_network, on_topology, on_files};

#define ROUTINES (sizeof routines / sizeof *routines)

static enum status bus_call(struct bus *b, unsigned which, unsigned code, unsigned argument) {
    which %= ROUTINES;
    b->calls[which]++;
    return routines[which](b, code, argument);
}

static int bus_start(struct bus *b) {
    b->device = device_new();
    if (!b->device) return 0;
    topology_init(&b->topology);
    manager_init(&b->manager);
    disk_init(&b->disk, b->device);
    network_init(&b->network);
    power_init(&b->power, b->device);
    files_init(&b->files);
    trace_init(&b->trace);
    for (unsigned i = 0; i < ROUTINES; i++) b->calls[i] = 0;
    reset_populate(b->device);
    crom_populate(b->device);
    isoch_populate(b->device);
    address_populate(b->device);
    return 1;
}

// In an order in which nothing is used by what goes later.
static void bus_remove(struct bus *b) {
    b->device->state = REMOVING;
    files_clear(&b->files);
    power_clear(&b->power);
    disk_clear(&b->disk);
    network_clear(&b->network);
    manager_clear(&b->manager);
    topology_clear(&b->topology);
    trace_clear(&b->trace);
    isoch_clear(b->device);
    address_clear(b->device);
    reset_clear(b->device);
    crom_clear(b->device);
    device_free(b->device);
}

int main(void) {
    static struct bus b;
    if (!bus_start(&b)) return 1;
    for (;;) {
        unsigned code = __VERIFIER_nondet_uint(), argument = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_int()) {
            case 0: bus_remove(&b); return 0;
            case 1: pnp_dispatch(b.device, code, argument); break;
            case 2: manager_dispatch(&b.manager, code, argument); break;
            case 3: power_dispatch(&b.power, code, argument); break;
            case 4: trace_dispatch(&b.trace, code, argument); break;
            default: bus_call(&b, code & 7, code >> 3, argument); break;
        }
    }
}
