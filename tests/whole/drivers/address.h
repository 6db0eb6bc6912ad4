// SPDX-License-Identifier: MIT
// Address ranges that others may read and write: each has its memory and a list of the accesses to it.

struct access {
    struct access *next;
    unsigned offset, length;
    int write;
};

struct address_range {
    struct list link;
    struct device *device;
    unsigned low, size;
    unsigned char *memory;
    struct access *accesses;
    struct access *last_access;
};

static struct address_range *range_at(struct device *d, unsigned address) {
    for (struct list *e = d->addresses.next; e != &d->addresses; e = e->next) {
        struct address_range *r = ENTRY(e, struct address_range, link);
        if (address >= r->low && address - r->low < r->size) return r;
    }
    return NULL;
}

static struct address_range *range_new(struct device *d, unsigned low, unsigned size) {
    struct address_range *r = malloc(sizeof *r);
    if (!r) return NULL;
    r->device = d;
    r->low = low;
    r->size = size;
    r->accesses = r->last_access = NULL;
    r->memory = calloc(size, 1);
    if (!r->memory) {
        free(r);
        return NULL;
    }
    return r;
}

static void accesses_free(struct address_range *r) {
    struct access *a = r->accesses;
    while (a) {
        struct access *next = a->next;
        free(a);
        a = next;
    }
    r->accesses = NULL;
#ifndef BAD_LAST
    r->last_access = NULL;
#endif
}

static void range_free(struct address_range *r) {
    accesses_free(r);
    free(r->memory);
    free(r);
}

// Ranges are in the order of their addresses, and do not overlap.
static enum status address_allocate(struct device *d, unsigned low, unsigned size) {
    if (size == 0 || low + size < low) return INVALID;
    struct list *at = &d->addresses;
    while (at->next != &d->addresses) {
        const struct address_range *next = ENTRY(at->next, struct address_range, link);
        if (next->low >= low + size) break;
        if (next->low + next->size > low) return BUSY;
        at = at->next;
    }
    struct address_range *r = range_new(d, low, size);
    if (!r) return NO_MEMORY;
    list_insert(at, &r->link);
    return SUCCESS;
}

static enum status address_free(struct device *d, unsigned address) {
    struct address_range *r = range_at(d, address);
    if (!r) return NOT_FOUND;
#ifdef BAD_RANGE
    range_free(r);
    list_remove(&r->link);  // reads the range
#else
    list_remove(&r->link);
    range_free(r);
#endif
    return SUCCESS;
}

// What happens to a range is noted at the end of its list.
static enum status access_note(struct address_range *r, unsigned offset, unsigned length, int write) {
    struct access *a = malloc(sizeof *a);
    if (!a) return NO_MEMORY;
    a->next = NULL;
    a->offset = offset;
    a->length = length;
    a->write = write;
    if (r->last_access)
        r->last_access->next = a;  // @last
    else
        r->accesses = a;
    r->last_access = a;
    return SUCCESS;
}

static enum status address_write(struct device *d, unsigned address, unsigned char value) {
    struct address_range *r = range_at(d, address);
    if (!r) return NOT_FOUND;
#ifdef BAD_WRITE
    r->memory[address - r->low + 1] = value;  // @write
#else
    r->memory[address - r->low] = value;
#endif
    return access_note(r, address - r->low, 1, 1);
}

static enum status address_read(struct device *d, unsigned address, unsigned *value) {
    struct address_range *r = range_at(d, address);
    if (!r) return NOT_FOUND;
    *value = r->memory[address - r->low];
    return access_note(r, address - r->low, 1, 0);
}

// Compares and swaps; the old value is kept in a request that waits.
static enum status address_lock(struct device *d, unsigned address, unsigned char old, unsigned char value) {
    struct address_range *r = range_at(d, address);
    if (!r) return NOT_FOUND;
    struct request *q = request_new(2, 8);
    if (!q) return NO_MEMORY;
    q->buffer[0] = r->memory[address - r->low];
    if (q->buffer[0] != old) {
#ifndef BAD_LOCK
        request_free(q);
#endif
        return BUSY;
    }
    r->memory[address - r->low] = value;
    pending_add(d, q);
    return PENDING;
}  // @lock

// Writes before the given offset are forgotten.
static unsigned access_prune(struct device *d, unsigned address, unsigned offset) {
    struct address_range *r = range_at(d, address);
    if (!r) return 0;
    unsigned n = 0;
    struct access **at = &r->accesses, *kept = NULL;
    while (*at) {
        struct access *a = *at;
        if (a->write && a->offset < offset) {
            *at = a->next;
            free(a);
            n++;
        } else {
            kept = a;
            at = &a->next;
        }
    }
    r->last_access = kept;
    return n;
}

// A range is cut into two at an address; accesses stay with the first.
static enum status address_split(struct device *d, unsigned address) {
    struct address_range *r = range_at(d, address);
    if (!r || r->low == address) return NOT_FOUND;
    unsigned first = address - r->low;
    struct address_range *second = range_new(d, address, r->size - first);
    if (!second) return NO_MEMORY;
    memcpy(second->memory, r->memory + first, second->size);
    unsigned char *memory = realloc(r->memory, first);
    if (!memory) {
        range_free(second);
        return NO_MEMORY;
    }
    r->memory = memory;
    r->size = first;
    list_insert(&r->link, &second->link);
    return SUCCESS;
}

static unsigned address_count(const struct device *d, int write) {
    unsigned n = 0;
    for (const struct list *e = d->addresses.next; e != &d->addresses; e = e->next) {
        const struct address_range *r = ENTRY(e, const struct address_range, link);
        for (const struct access *a = r->accesses; a; a = a->next)
            if (a->write == write) n += a->length;
    }
    return n;
}

static void address_forget(struct device *d) {
    for (struct list *e = d->addresses.next; e != &d->addresses; e = e->next) accesses_free(ENTRY(e, struct address_range, link));
}

static void address_populate(struct device *d) {
    unsigned low = 0;
    while (__VERIFIER_nondet_int() && low < 1000) {
        unsigned size = __VERIFIER_nondet_uint() % 16 + 1;
        struct address_range *r = range_new(d, low, size);
        if (!r) return;
        while (__VERIFIER_nondet_int())
            if (access_note(r, 0, 1, 0) != SUCCESS) break;
        list_add_tail(&d->addresses, &r->link);
        low += size;
    }
}

static void address_clear(struct device *d) {
    struct list *e;
    while ((e = list_take(&d->addresses))) range_free(ENTRY(e, struct address_range, link));
}

static enum status address_dispatch(struct device *d, unsigned code, unsigned argument) {
    unsigned address = argument & 63, rest = argument >> 6, value;
    switch (code % 10) {
        case 0: return address_allocate(d, address, rest & 31);
        case 1: return address_free(d, address);
        case 2: return address_write(d, address, (unsigned char)rest);
        case 3: return address_read(d, address, &value);
        case 4: return address_lock(d, address, 0, (unsigned char)rest);
        case 5: return access_prune(d, address, rest) > 0 ? SUCCESS : NOT_FOUND;
        case 6: return address_split(d, address);
        case 7: return address_count(d, 1) > address_count(d, 0) ? BUSY : SUCCESS;
        case 8: address_forget(d); return SUCCESS;
        default: return node_of(d, address) == ~0u ? INVALID : SUCCESS;
    }
}
