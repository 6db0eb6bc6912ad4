// SPDX-License-Identifier: MIT
// A disk behind the bus: logins, each with a queue of commands; commands have pages, and those that were sent wait for their status.

#define BLOCK 16

struct page {
    struct page *next;
    unsigned length;
    unsigned char bytes[BLOCK];
};

struct command {
    struct list link;
    unsigned tag, lun, tries;
    int write;
    struct page *pages;
    struct request *request;
};

struct login {
    struct list link;
    unsigned id, sent_count;
    int exclusive;
    struct list queue, sent;  // struct command
};

struct disk {
    struct list logins;
    struct login *owner;  // who has exclusive access
    unsigned next_tag, errors;
    struct device *device;
};

static void disk_init(struct disk *k, struct device *d) {
    list_init(&k->logins);
    k->owner = NULL;
    k->next_tag = 1;
    k->errors = 0;
    k->device = d;
}

// ---- pages -------------------------------------------------------------------------------------------------------------------------------

static void pages_free(struct page *p) {
    while (p) {
        struct page *next = p->next;
        free(p);
        p = next;
    }
}

// As many pages as it takes; null if there is no memory, or nothing to hold.
static struct page *pages_new(unsigned length) {
    struct page *first = NULL;
    while (length > 0) {
        struct page *p = malloc(sizeof *p);
        if (!p) {
            pages_free(first);
            return NULL;
        }
        p->length = length < BLOCK ? length : BLOCK;
        memset(p->bytes, 0, p->length);
        p->next = first;
        first = p;
        length -= p->length;
    }
    return first;
}

static unsigned pages_sum(const struct page *p) {
    unsigned sum = 0;
    for (; p; p = p->next)
        for (unsigned i = 0; i < p->length; i++) sum += p->bytes[i];
    return sum;
}

// Empty pages are taken out.
static struct page *pages_compact(struct page *first) {
    struct page **at = &first;
    while (*at) {
        struct page *p = *at;
        if (p->length == 0) {
            *at = p->next;
            free(p);
        } else {
            at = &p->next;
        }
    }
    return first;
}

// ---- commands ----------------------------------------------------------------------------------------------------------------------------

static struct command *command_new(struct disk *k, unsigned lun, unsigned length, int write) {
    struct command *c = malloc(sizeof *c);
    if (!c) return NULL;
    c->request = request_new(4, length);
    if (!c->request) {
        free(c);
        return NULL;
    }
    c->tag = k->next_tag++;
    c->lun = lun;
    c->tries = 0;
    c->write = write;
    c->pages = pages_new(length % 64);
    return c;
}

static void command_finish(struct disk *k, struct command *c, enum status status) {
    if (status != SUCCESS) k->errors++;
    request_finish(k->device, c->request, status);
    pages_free(c->pages);
    free(c);
}

static void commands_finish(struct disk *k, struct list *head, enum status status) {
    struct list *e;
    while ((e = list_take(head))) command_finish(k, ENTRY(e, struct command, link), status);
}

static struct command *command_find(struct list *head, unsigned tag) {
    for (struct list *e = head->next; e != head; e = e->next) {
        struct command *c = ENTRY(e, struct command, link);
        if (c->tag == tag) return c;
    }
    return NULL;
}

// ---- logins ------------------------------------------------------------------------------------------------------------------------------

static struct login *login_find(struct disk *k, unsigned id) {
    for (struct list *e = k->logins.next; e != &k->logins; e = e->next) {
        struct login *l = ENTRY(e, struct login, link);
        if (l->id == id) return l;
    }
    return NULL;
}

static enum status disk_login(struct disk *k, unsigned id, int exclusive) {
    if (login_find(k, id)) return BUSY;
    if (exclusive && k->owner) return BUSY;
    struct login *l = malloc(sizeof *l);
    if (!l) return NO_MEMORY;
    l->id = id;
    l->sent_count = 0;
    l->exclusive = exclusive;
    list_init(&l->queue);
    list_init(&l->sent);
    list_add_tail(&k->logins, &l->link);
    if (exclusive) k->owner = l;
    return SUCCESS;
}

static void login_free(struct disk *k, struct login *l) {
#ifndef BAD_OWNER
    if (k->owner == l) k->owner = NULL;
#endif
    commands_finish(k, &l->sent, CANCELLED);
#ifndef BAD_QUEUE
    commands_finish(k, &l->queue, CANCELLED);
#endif
    list_remove(&l->link);
    free(l);  // @queue
}

static enum status disk_logout(struct disk *k, unsigned id) {
    struct login *l = login_find(k, id);
    if (!l) return NOT_FOUND;
    login_free(k, l);
    return SUCCESS;
}

static unsigned owner_id(const struct disk *k) {
    if (!k->owner) return 0;
    return k->owner->id;  // @owner
}

// ---- work --------------------------------------------------------------------------------------------------------------------------------

static enum status disk_submit(struct disk *k, unsigned id, unsigned length, int write) {
    struct login *l = login_find(k, id);
    if (!l) return NOT_FOUND;
    if (k->owner && k->owner != l) return BUSY;
    struct command *c = command_new(k, id & 7, length, write);
    if (!c) return NO_MEMORY;
    list_add_tail(&l->queue, &c->link);
    return PENDING;
}

// The first command of the queue is sent.
static enum status disk_send(struct disk *k, unsigned id) {
    struct login *l = login_find(k, id);
    if (!l) return NOT_FOUND;
    struct list *e = list_take(&l->queue);
    if (!e) return NOT_FOUND;
    struct command *c = ENTRY(e, struct command, link);
    c->tries++;
    list_add_tail(&l->sent, &c->link);
    l->sent_count++;
    return SUCCESS;
}

// The status of a command has come: it is done, or tried again.
static enum status disk_status(struct disk *k, unsigned id, unsigned tag, int again) {
    struct login *l = login_find(k, id);
    if (!l) return NOT_FOUND;
    struct command *c = command_find(&l->sent, tag);
    if (!c) return NOT_FOUND;
    list_remove(&c->link);
    l->sent_count--;
    if (again && c->tries < 3) {
        list_insert(&l->queue, &c->link);
        return PENDING;
    }
#ifdef BAD_TRIES
    command_finish(k, c, again ? BUSY : SUCCESS);
    return c->tries > 1 ? BUSY : SUCCESS;  // @tries
#else
    command_finish(k, c, again ? BUSY : SUCCESS);
    return SUCCESS;
#endif
}

// A command is given up wherever it is.
static enum status disk_abort(struct disk *k, unsigned tag) {
    for (struct list *e = k->logins.next; e != &k->logins; e = e->next) {
        struct login *l = ENTRY(e, struct login, link);
        struct command *c = command_find(&l->queue, tag);
        if (!c) {
            c = command_find(&l->sent, tag);
            if (c) l->sent_count--;
        }
        if (!c) continue;
        list_remove(&c->link);
        command_finish(k, c, CANCELLED);
        return SUCCESS;
    }
    return NOT_FOUND;
}

// After a reset of the bus, what was sent is queued again, in its order.
static void disk_requeue(struct disk *k) {
    for (struct list *e = k->logins.next; e != &k->logins; e = e->next) {
        struct login *l = ENTRY(e, struct login, link);
        while (!list_empty(&l->sent)) {
            struct list *last = l->sent.prev;
            list_remove(last);
            list_insert(&l->queue, last);
        }
        l->sent_count = 0;
    }
}

// Two writes of the same unit that follow each other become one.
static unsigned disk_coalesce(struct disk *k, unsigned id) {
    struct login *l = login_find(k, id);
    if (!l) return 0;
    unsigned n = 0;
    struct list *e = l->queue.next;
    while (e != &l->queue && e->next != &l->queue) {
        struct command *c = ENTRY(e, struct command, link), *next = ENTRY(e->next, struct command, link);
        if (!c->write || !next->write || c->lun != next->lun) {
            e = e->next;
            continue;
        }
        struct page **end = &c->pages;
        while (*end) end = &(*end)->next;
        *end = next->pages;
        next->pages = NULL;
        list_remove(&next->link);
        command_finish(k, next, SUCCESS);
        n++;
    }
    return n;
}

static unsigned disk_checksum(struct disk *k) {
    unsigned sum = 0;
    for (struct list *e = k->logins.next; e != &k->logins; e = e->next) {
        struct login *l = ENTRY(e, struct login, link);
        for (struct list *f = l->queue.next; f != &l->queue; f = f->next) {
            struct command *c = ENTRY(f, struct command, link);
            c->pages = pages_compact(c->pages);
            sum += pages_sum(c->pages);
        }
    }
    return sum;
}

static void disk_clear(struct disk *k) {
    while (!list_empty(&k->logins)) login_free(k, ENTRY(k->logins.next, struct login, link));
}

static enum status disk_dispatch(struct disk *k, unsigned code, unsigned argument) {
    unsigned id = argument & 15, rest = argument >> 4;
    switch (code % 11) {
        case 0: return disk_login(k, id, rest & 1);
        case 1: return disk_logout(k, id);
        case 2: return disk_submit(k, id, rest >> 1, rest & 1);
        case 3: return disk_send(k, id);
        case 4: return disk_status(k, id, rest >> 1, rest & 1);
        case 5: return disk_abort(k, rest);
        case 6: disk_requeue(k); return SUCCESS;
        case 7: return disk_coalesce(k, id) > 0 ? SUCCESS : NOT_FOUND;
        case 8: return disk_checksum(k) == 0 ? SUCCESS : INVALID;
        case 9: return owner_id(k) == id ? SUCCESS : BUSY;
        default: return k->errors > 10 ? INVALID : SUCCESS;
    }
}
