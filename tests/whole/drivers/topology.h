// SPDX-License-Identifier: MIT
// The topology of the bus: nodes with their ports, in a list in one direction; self-identification packets from which it is built; speeds between nodes.

struct port {
    struct port *next;
    unsigned number, peer, speed;
    int connected;
};

struct topology_node {
    struct topology_node *next;
    unsigned id, gap, power;
    int active, contender;
    struct port *ports;
};

struct self_id {
    struct self_id *next;
    unsigned node, word, sequence;
};

struct speed_entry {
    struct speed_entry *next;
    unsigned from, to, speed;
};

struct topology {
    struct topology_node *nodes;
    struct self_id *received, **received_end;
    struct speed_entry *speeds;
    struct topology_node *root, *manager;
    unsigned generation, errors;
};

static void topology_init(struct topology *t) {
    t->nodes = NULL;
    t->received = NULL;
    t->received_end = &t->received;
    t->speeds = NULL;
    t->root = t->manager = NULL;
    t->generation = t->errors = 0;
}

// ---- packets -----------------------------------------------------------------------------------------------------------------------------

static enum status self_id_add(struct topology *t, unsigned node, unsigned word) {
    struct self_id *s = malloc(sizeof *s);
    if (!s) return NO_MEMORY;
    s->next = NULL;
    s->node = node & 63;
    s->word = word;
    s->sequence = (word >> 20) & 7;
    *t->received_end = s;  // @end
    t->received_end = &s->next;
    return SUCCESS;
}

static void self_ids_free(struct topology *t) {
    struct self_id *s = t->received;
    while (s) {
        struct self_id *next = s->next;
        free(s);
        s = next;
    }
    t->received = NULL;
#ifndef BAD_END
    t->received_end = &t->received;
#endif
}

// Packets of a node must come with growing sequence numbers; the others are dropped.
static unsigned self_ids_check(struct topology *t) {
    unsigned dropped = 0;
    struct self_id **at = &t->received;
    while (*at) {
        struct self_id *s = *at, *next = s->next;
        if (next && next->node == s->node && next->sequence < s->sequence) {
            s->next = next->next;
            free(next);
            dropped++;
        } else {
            at = &s->next;
        }
    }
    t->received_end = at;
    t->errors += dropped;
    return dropped;
}

// ---- nodes -------------------------------------------------------------------------------------------------------------------------------

static void ports_free(struct port *p) {
    while (p) {
        struct port *next = p->next;
        free(p);
        p = next;
    }
}

static void node_free(struct topology_node *n) {
    ports_free(n->ports);
    free(n);
}

static void nodes_free(struct topology *t) {
    while (t->nodes) {
        struct topology_node *n = t->nodes;
        t->nodes = n->next;
        node_free(n);
    }
    t->root = t->manager = NULL;
}

static struct topology_node *node_find(const struct topology *t, unsigned id) {
    struct topology_node *n = t->nodes;
    while (n && n->id != id) n = n->next;
    return n;
}

static struct topology_node *node_add(struct topology *t, unsigned id) {
    struct topology_node *n = malloc(sizeof *n);
    if (!n) return NULL;
    n->id = id;
    n->gap = 63;
    n->power = 0;
    n->active = n->contender = 0;
    n->ports = NULL;
    n->next = t->nodes;
    t->nodes = n;
    return n;
}

static enum status port_add(struct topology_node *n, unsigned number, int connected) {
    struct port *p = malloc(sizeof *p);
    if (!p) return NO_MEMORY;
    p->number = number;
    p->peer = ~0u;
    p->speed = 0;
    p->connected = connected;
    p->next = n->ports;
    n->ports = p;
    return SUCCESS;
}

static enum status node_from_packet(struct topology *t, const struct self_id *s) {
    struct topology_node *n = node_find(t, s->node);
    if (!n) n = node_add(t, s->node);
    if (!n) return NO_MEMORY;
    n->gap = (s->word >> 16) & 63;
    n->active = (s->word >> 22) & 1;
    n->contender = (s->word >> 11) & 1;
    n->power = (s->word >> 8) & 7;
    for (unsigned i = 0; i < 3; i++) {
        unsigned state = (s->word >> (6 - 2 * i)) & 3;
        if (state == 0) continue;
        if (port_add(n, i, state > 1) != SUCCESS) return NO_MEMORY;
    }
    return SUCCESS;
}

// The nodes are made from the packets, which are gone then.
static enum status topology_build(struct topology *t) {
    nodes_free(t);
    self_ids_check(t);
    enum status status = SUCCESS;
    for (const struct self_id *s = t->received; s && status == SUCCESS; s = s->next) status = node_from_packet(t, s);
    self_ids_free(t);
    if (status != SUCCESS) {
        nodes_free(t);
        return status;
    }
    t->root = t->nodes;
    t->generation++;
    return SUCCESS;
}

// The contender with the largest number manages the bus.
static enum status topology_elect(struct topology *t) {
    struct topology_node *best = NULL;
    for (struct topology_node *n = t->nodes; n; n = n->next) {
        if (!n->active || !n->contender) continue;
        if (!best || best->id < n->id) best = n;
    }
    t->manager = best;
#ifdef BAD_ELECT
    t->manager->power = 7;  // @elect
#else
    if (t->manager) t->manager->power = 7;
#endif
    return best ? SUCCESS : NOT_FOUND;
}

static enum status topology_drop_node(struct topology *t, unsigned id) {
    for (struct topology_node **at = &t->nodes; *at; at = &(*at)->next) {
        struct topology_node *n = *at;
        if (n->id != id) continue;
        *at = n->next;
        if (t->root == n) t->root = NULL;
#ifndef BAD_MANAGER
        if (t->manager == n) t->manager = NULL;
#endif
        node_free(n);
        return SUCCESS;
    }
    return NOT_FOUND;
}

static unsigned manager_gap(const struct topology *t) {
    if (!t->manager) return 63;
    return t->manager->gap;  // @manager
}

// Ports that nothing is connected to are forgotten.
static unsigned topology_trim(struct topology *t) {
    unsigned n = 0;
    for (struct topology_node *node = t->nodes; node; node = node->next) {
        struct port **at = &node->ports;
        while (*at) {
            struct port *p = *at;
            if (p->connected) {
                at = &p->next;
            } else {
                *at = p->next;
                free(p);
                n++;
            }
        }
    }
    return n;
}

// Connects two nodes by the first free port of each.
static struct port *free_port(struct topology_node *n) {
    struct port *p = n->ports;
    while (p && p->peer != ~0u) p = p->next;
    return p;
}

static enum status topology_connect(struct topology *t, unsigned a, unsigned b) {
    struct topology_node *from = node_find(t, a), *to = node_find(t, b);
    if (!from || !to || from == to) return NOT_FOUND;
    struct port *p = free_port(from), *q = free_port(to);
    if (!p || !q) return BUSY;
    p->peer = b;
    q->peer = a;
    p->speed = q->speed = from->gap < to->gap ? from->gap : to->gap;
    return SUCCESS;
}

// ---- speeds ------------------------------------------------------------------------------------------------------------------------------

static void speeds_free(struct topology *t) {
    while (t->speeds) {
        struct speed_entry *s = t->speeds;
        t->speeds = s->next;
        free(s);
    }
}

// One entry for every connected port.
static enum status speeds_build(struct topology *t) {
    speeds_free(t);
    for (const struct topology_node *n = t->nodes; n; n = n->next) {
        for (const struct port *p = n->ports; p; p = p->next) {
            if (p->peer == ~0u) continue;
            struct speed_entry *s = malloc(sizeof *s);
            if (!s) return NO_MEMORY;
            s->from = n->id;
            s->to = p->peer;
            s->speed = p->speed;
            s->next = t->speeds;
            t->speeds = s;
        }
    }
    return SUCCESS;
}

static unsigned speed_between(const struct topology *t, unsigned from, unsigned to) {
    for (const struct speed_entry *s = t->speeds; s; s = s->next)
        if (s->from == from && s->to == to) return s->speed;
    return 0;
}

static void topology_clear(struct topology *t) {
    self_ids_free(t);
    nodes_free(t);
    speeds_free(t);
}

static enum status topology_dispatch(struct topology *t, unsigned code, unsigned argument) {
    unsigned a = argument & 63, b = (argument >> 6) & 63;
    switch (code % 9) {
        case 0: return self_id_add(t, a, argument >> 6);
        case 1: return topology_build(t);
        case 2: return topology_elect(t);
        case 3: return topology_drop_node(t, a);
        case 4: return topology_trim(t) > 0 ? SUCCESS : NOT_FOUND;
        case 5: return topology_connect(t, a, b);
        case 6: return speeds_build(t);
        case 7: return manager_gap(t) < 32 ? SUCCESS : BUSY;
        default: return speed_between(t, a, b) > 0 ? SUCCESS : NOT_FOUND;
    }
}
