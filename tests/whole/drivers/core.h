// SPDX-License-Identifier: MIT
// What all parts of the bus driver share: cyclic lists, requests, and the extension of the device, which is the head of five lists and more.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

// ---- cyclic lists: a head and its entries -----------------------------------------------------------------------------------------------

struct list {
    struct list *next, *prev;
};

#define ENTRY(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static void list_init(struct list *head) { head->next = head->prev = head; }

static int list_empty(const struct list *head) { return head->next == head; }

static void list_insert(struct list *before, struct list *e) {
    e->next = before->next;
    e->prev = before;
    before->next->prev = e;
    before->next = e;
}

static void list_add_tail(struct list *head, struct list *e) { list_insert(head->prev, e); }

static void list_remove(struct list *e) {
    e->prev->next = e->next;  // @remove
    e->next->prev = e->prev;
}

// The first entry, taken out; null if there is none.
static struct list *list_take(struct list *head) {
    if (list_empty(head)) return NULL;
    struct list *e = head->next;
    list_remove(e);
    return e;
}

// ---- status ------------------------------------------------------------------------------------------------------------------------------

enum status { SUCCESS, PENDING, NO_MEMORY, NOT_FOUND, INVALID, REMOVED, CANCELLED, BUSY };

enum device_state { STOPPED, STARTED, REMOVING };

// ---- the device --------------------------------------------------------------------------------------------------------------------------

struct request;
struct crom_directory;
struct device;

typedef void completion(struct device *d, struct request *r);

struct request {
    struct list link;
    unsigned code, length;
    enum status status;
    unsigned char *buffer;
    completion *complete;
};

struct device {
    struct list resets;     // struct reset_notification
    struct list crom;       // struct crom_directory, with leaves
    struct list resources;  // struct isoch_resource, with buffers
    struct list detached;   // struct isoch_detach, with a request
    struct list addresses;  // struct address_range, with accesses
    struct list pending;    // struct request
    struct crom_directory *current_directory;
    enum device_state state;
    unsigned generation, opened, completed, failed;
    unsigned *node_map;
    unsigned nodes;
};

// ---- requests ----------------------------------------------------------------------------------------------------------------------------

static void count_completion(struct device *d, struct request *r) {
    if (r->status == SUCCESS)
        d->completed++;
    else
        d->failed++;
}

static struct request *request_new(unsigned code, unsigned length) {
    struct request *r = malloc(sizeof *r);
    if (!r) return NULL;
    r->code = code;
    r->length = length % 64 + 1;
    r->status = PENDING;
    r->complete = count_completion;
    r->buffer = malloc(r->length);
    if (!r->buffer) {
        free(r);
        return NULL;
    }
    memset(r->buffer, 0, r->length);
    return r;
}

static void request_free(struct request *r) {
    free(r->buffer);
    free(r);
}

// Gives the request back: its completion is called, and it is gone.
static void request_finish(struct device *d, struct request *r, enum status status) {
    r->status = status;
    r->complete(d, r);
    request_free(r);
}

static void pending_add(struct device *d, struct request *r) { list_add_tail(&d->pending, &r->link); }

// All pending requests with a code; 0 stands for any.
static unsigned pending_finish(struct device *d, unsigned code, enum status status) {
    unsigned n = 0;
    struct list *e = d->pending.next;
    while (e != &d->pending) {
        struct request *r = ENTRY(e, struct request, link);
        e = e->next;
        if (code != 0 && r->code != code) continue;
        list_remove(&r->link);
        request_finish(d, r, status);
#ifdef BAD_PENDING
        n += r->length;  // @pending
#else
        n++;
#endif
    }
    return n;
}

// ---- life --------------------------------------------------------------------------------------------------------------------------------

static struct device *device_new(void) {
    struct device *d = malloc(sizeof *d);
    if (!d) return NULL;
    list_init(&d->resets);
    list_init(&d->crom);
    list_init(&d->resources);
    list_init(&d->detached);
    list_init(&d->addresses);
    list_init(&d->pending);
    d->current_directory = NULL;
    d->state = STOPPED;
    d->generation = 1;
    d->opened = d->completed = d->failed = 0;
    d->node_map = NULL;
    d->nodes = 0;
    return d;
}

static void device_free(struct device *d) {
    pending_finish(d, 0, CANCELLED);
    free(d->node_map);
    free(d);
}

// The map of nodes is made anew after every reset of the bus.
static enum status node_map_renew(struct device *d, unsigned nodes) {
    unsigned count = nodes % 63 + 1;
    unsigned *map = malloc(count * sizeof *map);
    if (!map) return NO_MEMORY;
    for (unsigned i = 0; i < count; i++) map[i] = (d->generation << 6) | i;
#ifndef BAD_MAP
    free(d->node_map);
#endif
    d->node_map = map;  // @map
    d->nodes = count;
    return SUCCESS;
}

static unsigned node_of(const struct device *d, unsigned number) {
    if (!d->node_map || number >= d->nodes) return ~0u;
    return d->node_map[number];
}
