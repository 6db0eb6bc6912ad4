// SPDX-License-Identifier: MIT
// Power: what keeps the device awake, who wants to be woken, and timers in the order of their time.

enum power { AWAKE, DOZING, ASLEEP };

struct wake_lock {
    struct wake_lock *next;
    unsigned holder, depth;
};

struct waker {
    struct list link;
    unsigned event;
    struct request *request;
};

struct timer {
    struct timer *next;
    unsigned due, period;
    struct waker *waker;  // one of the list, or null
};

struct power_state {
    enum power power;
    struct wake_lock *locks;
    struct list wakers;
    struct timer *timers;
    unsigned now, woken;
    struct device *device;
};

static void power_init(struct power_state *p, struct device *d) {
    p->power = AWAKE;
    p->locks = NULL;
    list_init(&p->wakers);
    p->timers = NULL;
    p->now = p->woken = 0;
    p->device = d;
}

// ---- locks -------------------------------------------------------------------------------------------------------------------------------

static struct wake_lock **lock_place(struct power_state *p, unsigned holder) {
    struct wake_lock **at = &p->locks;
    while (*at && (*at)->holder != holder) at = &(*at)->next;
    return at;
}

static enum status lock_acquire(struct power_state *p, unsigned holder) {
    struct wake_lock **at = lock_place(p, holder);
    if (!*at) {
        *at = malloc(sizeof **at);
        if (!*at) return NO_MEMORY;
        (*at)->next = NULL;
        (*at)->holder = holder;
        (*at)->depth = 0;
    }
    (*at)->depth++;
    return SUCCESS;
}

static enum status lock_release(struct power_state *p, unsigned holder) {
    struct wake_lock **at = lock_place(p, holder), *l = *at;
    if (!l) return NOT_FOUND;
    if (--l->depth > 0) return PENDING;
    *at = l->next;
    free(l);
    return SUCCESS;
}

// ---- timers ------------------------------------------------------------------------------------------------------------------------------

static void timer_insert(struct power_state *p, struct timer *t) {
    struct timer **at = &p->timers;
    while (*at && (*at)->due <= t->due) at = &(*at)->next;
    t->next = *at;
    *at = t;
}

static enum status timer_start(struct power_state *p, unsigned delay, unsigned period) {
    struct timer *t = malloc(sizeof *t);
    if (!t) return NO_MEMORY;
    t->due = p->now + delay;
    t->period = period;
    t->waker = list_empty(&p->wakers) ? NULL : ENTRY(p->wakers.next, struct waker, link);
    timer_insert(p, t);
    return SUCCESS;
}

// Nobody is to be woken by a waker that goes.
static void timers_forget(struct power_state *p, const struct waker *w) {
    for (struct timer *t = p->timers; t; t = t->next)
        if (t->waker == w) t->waker = NULL;
}

// ---- wakers ------------------------------------------------------------------------------------------------------------------------------

static enum status waker_add(struct power_state *p, unsigned event) {
    struct waker *w = malloc(sizeof *w);
    if (!w) return NO_MEMORY;
    w->event = event;
    w->request = request_new(5, 4);
    if (!w->request) {
        free(w);
        return NO_MEMORY;
    }
    list_insert(&p->wakers, &w->link);
    return PENDING;
}

static void waker_finish(struct power_state *p, struct waker *w, enum status status) {
    list_remove(&w->link);
#ifndef BAD_FORGET
    timers_forget(p, w);
#endif
    request_finish(p->device, w->request, status);
    free(w);
}

static unsigned power_event(struct power_state *p, unsigned event) {
    unsigned n = 0;
    struct list *e = p->wakers.next;
    while (e != &p->wakers) {
        struct waker *w = ENTRY(e, struct waker, link);
        e = e->next;
        if (w->event != event) continue;
        waker_finish(p, w, SUCCESS);
        n++;
    }
    if (n > 0) p->power = AWAKE;
    p->woken += n;
    return n;
}

static unsigned power_tick(struct power_state *p) {
    unsigned n = 0;
    p->now++;
    while (p->timers && p->timers->due <= p->now) {
        struct timer *t = p->timers;
        p->timers = t->next;
        if (t->waker) {
            t->waker->event ^= 1;  // @forget
            p->power = AWAKE;
        }
        if (t->period > 0) {
            t->due = p->now + t->period;
            timer_insert(p, t);
        } else {
            free(t);
        }
        n++;
    }
    return n;
}

static enum status power_sleep(struct power_state *p, enum power to) {
    if (p->locks) return BUSY;
    p->power = to;
    return SUCCESS;
}

static void power_clear(struct power_state *p) {
    while (p->timers) {
        struct timer *t = p->timers;
        p->timers = t->next;
        free(t);
    }
    while (!list_empty(&p->wakers)) waker_finish(p, ENTRY(p->wakers.next, struct waker, link), CANCELLED);
    while (p->locks) {
        struct wake_lock *l = p->locks;
        p->locks = l->next;
        free(l);
    }
}

static enum status power_dispatch(struct power_state *p, unsigned code, unsigned argument) {
    switch (code % 8) {
        case 0: return lock_acquire(p, argument);
        case 1: return lock_release(p, argument);
        case 2: return waker_add(p, argument & 3);
        case 3: return power_event(p, argument & 3) > 0 ? SUCCESS : NOT_FOUND;
        case 4: return timer_start(p, argument & 15, argument >> 4);
        case 5: return power_tick(p) > 0 ? SUCCESS : NOT_FOUND;
        case 6: return power_sleep(p, argument & 1 ? DOZING : ASLEEP);
        default: return p->power == AWAKE ? SUCCESS : BUSY;
    }
}
