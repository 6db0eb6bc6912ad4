// SPDX-License-Identifier: MIT
// Internet packets over the bus: datagrams are put together from fragments, neighbours are kept in a list, and what is to be sent waits by priority.

struct fragment {
    struct fragment *next;
    unsigned offset, length;
    unsigned char *bytes;
};

struct datagram {
    struct list link;
    unsigned source, label, size, age;
    struct fragment *fragments;  // in the order of their offsets, without overlap
};

struct neighbour {
    struct neighbour *next;
    unsigned address, node, age;
    struct packet *waiting;  // until its node is known
};

struct packet {
    struct packet *next;
    unsigned target, priority, length;
    unsigned char *bytes;
};

struct network {
    struct list datagrams;
    struct neighbour *neighbours;
    struct packet *outgoing;
    unsigned delivered, dropped, sent;
};

static void network_init(struct network *w) {
    list_init(&w->datagrams);
    w->neighbours = NULL;
    w->outgoing = NULL;
    w->delivered = w->dropped = w->sent = 0;
}

// ---- packets -----------------------------------------------------------------------------------------------------------------------------

static struct packet *packet_new(unsigned target, unsigned priority, unsigned length) {
    struct packet *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->next = NULL;
    p->target = target;
    p->priority = priority;
    p->length = length % 48 + 4;
    p->bytes = malloc(p->length);
    if (!p->bytes) {
        free(p);
        return NULL;
    }
    p->bytes[0] = (unsigned char)target;
    p->bytes[p->length - 1] = (unsigned char)priority;
    return p;
}

static void packet_free(struct packet *p) {
    free(p->bytes);
    free(p);
}

static unsigned packets_free(struct packet *p) {
    unsigned n = 0;
    while (p) {
        struct packet *next = p->next;
        packet_free(p);
        p = next;
        n++;
    }
    return n;
}

// The larger priority first; among equals, the older.
static void packet_queue(struct network *w, struct packet *p) {
    struct packet **at = &w->outgoing;
    while (*at && (*at)->priority >= p->priority) at = &(*at)->next;
    p->next = *at;  // @queue
    *at = p;
}

// ---- neighbours --------------------------------------------------------------------------------------------------------------------------

static struct neighbour *neighbour_find(struct network *w, unsigned address) {
    struct neighbour *n = w->neighbours;
    while (n && n->address != address) n = n->next;
    return n;
}

static struct neighbour *neighbour_add(struct network *w, unsigned address) {
    struct neighbour *n = malloc(sizeof *n);
    if (!n) return NULL;
    n->address = address;
    n->node = ~0u;
    n->age = 0;
    n->waiting = NULL;
    n->next = w->neighbours;
    w->neighbours = n;
    return n;
}

// Sends to a neighbour, or waits until its node is known.
static enum status network_send(struct network *w, unsigned address, unsigned priority, unsigned length) {
    struct neighbour *n = neighbour_find(w, address);
    if (!n) n = neighbour_add(w, address);
    if (!n) return NO_MEMORY;
    struct packet *p = packet_new(address, priority, length);
    if (!p) return NO_MEMORY;
    if (n->node != ~0u) {
        packet_queue(w, p);
        return SUCCESS;
    }
    p->next = n->waiting;
    n->waiting = p;
    return PENDING;
}

// The node of a neighbour has become known: what waits for it can go.
static enum status network_resolved(struct network *w, unsigned address, unsigned node) {
    struct neighbour *n = neighbour_find(w, address);
    if (!n) return NOT_FOUND;
    n->node = node;
    n->age = 0;
#ifdef BAD_RESOLVED
    struct packet *p = n->waiting;
    n->waiting = NULL;
    if (p) packet_queue(w, p);  // and those behind it?
#else
    while (n->waiting) {
        struct packet *p = n->waiting;
        n->waiting = p->next;
        packet_queue(w, p);
    }
#endif
    return SUCCESS;
}

// Neighbours that were not heard of for long are forgotten, with what waits for them.
static void neighbours_age(struct network *w, unsigned limit) {
    struct neighbour **at = &w->neighbours;
    while (*at) {
        struct neighbour *n = *at;
        if (++n->age <= limit) {
            at = &n->next;
            continue;
        }
        *at = n->next;
#ifndef BAD_WAITING
        w->dropped += packets_free(n->waiting);
#endif
        free(n);  // @waiting
    }
}

static unsigned network_transmit(struct network *w, unsigned most) {
    unsigned n = 0;
    while (w->outgoing && n < most) {
        struct packet *p = w->outgoing;
        w->outgoing = p->next;
        w->sent += p->length;
        packet_free(p);
        n++;
    }
    return n;
}

// ---- datagrams ---------------------------------------------------------------------------------------------------------------------------

static struct fragment *fragment_new(unsigned offset, unsigned length) {
    struct fragment *f = malloc(sizeof *f);
    if (!f) return NULL;
    f->next = NULL;
    f->offset = offset;
    f->length = length;
    f->bytes = calloc(length, 1);
    if (!f->bytes) {
        free(f);
        return NULL;
    }
    return f;
}

static void fragments_free(struct fragment *f) {
    while (f) {
        struct fragment *next = f->next;
        free(f->bytes);
        free(f);
        f = next;
    }
}

static void datagram_free(struct datagram *g) {
    fragments_free(g->fragments);
    free(g);
}

static struct datagram *datagram_find(struct network *w, unsigned source, unsigned label) {
    for (struct list *e = w->datagrams.next; e != &w->datagrams; e = e->next) {
        struct datagram *g = ENTRY(e, struct datagram, link);
        if (g->source == source && g->label == label) return g;
    }
    return NULL;
}

static struct datagram *datagram_new(struct network *w, unsigned source, unsigned label, unsigned size) {
    struct datagram *g = malloc(sizeof *g);
    if (!g) return NULL;
    g->source = source;
    g->label = label;
    g->size = size;
    g->age = 0;
    g->fragments = NULL;
    list_add_tail(&w->datagrams, &g->link);
    return g;
}

// The fragment finds its place; one that overlaps another is not taken.
static enum status fragment_insert(struct datagram *g, struct fragment *f) {
    struct fragment **at = &g->fragments;
    while (*at && (*at)->offset + (*at)->length <= f->offset) at = &(*at)->next;
    if (*at && (*at)->offset < f->offset + f->length) return BUSY;
    f->next = *at;
    *at = f;
    return SUCCESS;
}

static int datagram_complete(const struct datagram *g) {
    unsigned at = 0;
    const struct fragment *f = g->fragments;
    while (f && f->offset == at) {
        at += f->length;
        f = f->next;
    }
    return !f && at == g->size;
}

// All fragments in one block, which the caller frees.
static unsigned char *datagram_join(const struct datagram *g) {
    unsigned char *all = malloc(g->size);
    if (!all) return NULL;
    unsigned at = 0;
    for (const struct fragment *f = g->fragments; f; f = f->next) {
        if (f->length > g->size - at) break;
        memcpy(all + at, f->bytes, f->length);
        at += f->length;
    }
    return all;
}

static enum status network_receive(struct network *w, unsigned source, unsigned offset, unsigned length) {
    offset %= 32;
    length = length % 16 + 1;
    struct datagram *g = datagram_find(w, source, 0);
    if (!g) g = datagram_new(w, source, 0, 32);
    if (!g) return NO_MEMORY;
    if (offset + length > g->size) return INVALID;
    struct fragment *f = fragment_new(offset, length);
    if (!f) return NO_MEMORY;
    if (fragment_insert(g, f) != SUCCESS) {
#ifdef BAD_OVERLAP
        free(f);  // @overlap
#else
        fragments_free(f);
#endif
        w->dropped++;
        return BUSY;
    }
    if (!datagram_complete(g)) return PENDING;
    unsigned char *all = datagram_join(g);
    if (!all) return NO_MEMORY;
    w->delivered += all[0] == 0;
    free(all);
    list_remove(&g->link);
    datagram_free(g);
    return SUCCESS;
}

static void datagrams_age(struct network *w, unsigned limit) {
    struct list *e = w->datagrams.next;
    while (e != &w->datagrams) {
        struct datagram *g = ENTRY(e, struct datagram, link);
        e = e->next;
        if (++g->age <= limit) continue;
        list_remove(&g->link);
        datagram_free(g);
        w->dropped++;
    }
}

static void network_clear(struct network *w) {
    struct list *e;
    while ((e = list_take(&w->datagrams))) datagram_free(ENTRY(e, struct datagram, link));
    neighbours_age(w, 0);
    while (w->neighbours) {
        struct neighbour *n = w->neighbours;
        w->neighbours = n->next;
        packets_free(n->waiting);
        free(n);
    }
    packets_free(w->outgoing);
    w->outgoing = NULL;
}

static enum status network_dispatch(struct network *w, unsigned code, unsigned argument) {
    unsigned a = argument & 7, b = (argument >> 3) & 63, c = argument >> 9;
    switch (code % 6) {
        case 0: return network_send(w, a, b, c);
        case 1: return network_resolved(w, a, b);
        case 2: return network_transmit(w, argument) > 0 ? SUCCESS : NOT_FOUND;
        case 3: return network_receive(w, a, b, c);
        case 4: neighbours_age(w, b); return SUCCESS;
        default: datagrams_age(w, b); return SUCCESS;
    }
}
