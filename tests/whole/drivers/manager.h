// SPDX-License-Identifier: MIT
// Who may use which channel and how much bandwidth: grants in the order of their channels, applications that wait, and a history of what was done.

#define CHANNELS 8
#define BANDWIDTH 100
#define HISTORY 16

struct grant {
    struct grant *next;
    unsigned channel, bandwidth, holder;
};

struct application {
    struct application *next;
    unsigned channel, bandwidth, holder;
};

struct deed {
    struct deed *next;
    unsigned what, channel;
};

struct manager {
    struct grant *grants;
    struct application *first, *last;
    struct deed *history;
    unsigned free_bandwidth, deeds;
    int taken[CHANNELS];
};

static void manager_init(struct manager *m) {
    m->grants = NULL;
    m->first = m->last = NULL;
    m->history = NULL;
    m->free_bandwidth = BANDWIDTH;
    m->deeds = 0;
    for (int i = 0; i < CHANNELS; i++) m->taken[i] = 0;
}

// ---- history: the newest first, and no more than so many ----------------------------------------------------------------------------------

static void history_trim(struct manager *m) {
    struct deed **at = &m->history;
    for (unsigned n = 0; *at && n < HISTORY; n++) at = &(*at)->next;
    while (*at) {
        struct deed *old = *at;
        *at = old->next;
        free(old);
    }
    m->deeds = HISTORY;
}

static void history_note(struct manager *m, unsigned what, unsigned channel) {
    struct deed *x = malloc(sizeof *x);
    if (!x) return;
    x->what = what;
    x->channel = channel;
    x->next = m->history;
    m->history = x;
    if (++m->deeds > 2 * HISTORY) history_trim(m);
}

static unsigned history_count(const struct manager *m, unsigned what) {
    unsigned n = 0;
    for (const struct deed *x = m->history; x; x = x->next) n += x->what == what;
    return n;
}

static void history_reverse(struct manager *m) {
    struct deed *done = NULL;
    while (m->history) {
        struct deed *x = m->history;
        m->history = x->next;
        x->next = done;
        done = x;
    }
    m->history = done;
}

// ---- grants ------------------------------------------------------------------------------------------------------------------------------

static enum status grant_add(struct manager *m, unsigned channel, unsigned bandwidth, unsigned holder) {
    struct grant *g = malloc(sizeof *g);
    if (!g) return NO_MEMORY;
    g->channel = channel;
    g->bandwidth = bandwidth;
    g->holder = holder;
    struct grant **at = &m->grants;
    while (*at && (*at)->channel < channel) at = &(*at)->next;
    g->next = *at;
    *at = g;
    m->taken[channel] = 1;
    m->free_bandwidth -= bandwidth;
    history_note(m, 1, channel);
    return SUCCESS;
}

static void grant_release(struct manager *m, struct grant **at) {
    struct grant *g = *at;
    *at = g->next;
    m->taken[g->channel] = 0;
    m->free_bandwidth += g->bandwidth;
    history_note(m, 2, g->channel);
    free(g);
}

static struct grant **grant_place(struct manager *m, unsigned channel) {
    struct grant **at = &m->grants;
    while (*at && (*at)->channel != channel) at = &(*at)->next;
    return at;
}

// ---- applications: a queue ---------------------------------------------------------------------------------------------------------------

static enum status application_add(struct manager *m, unsigned channel, unsigned bandwidth, unsigned holder) {
    struct application *a = malloc(sizeof *a);
    if (!a) return NO_MEMORY;
    a->next = NULL;
    a->channel = channel;
    a->bandwidth = bandwidth;
    a->holder = holder;
    if (m->last)
        m->last->next = a;  // @application
    else
        m->first = a;
    m->last = a;
    return PENDING;
}

static struct application *application_take(struct manager *m) {
    struct application *a = m->first;
    if (!a) return NULL;
    m->first = a->next;
#ifndef BAD_TAKE
    if (!m->first) m->last = NULL;
#endif
    return a;
}

static int possible(const struct manager *m, unsigned channel, unsigned bandwidth) {
    return !m->taken[channel] && bandwidth <= m->free_bandwidth;
}

static enum status manager_apply(struct manager *m, unsigned channel, unsigned bandwidth, unsigned holder) {
    channel %= CHANNELS;
    bandwidth %= BANDWIDTH;
    if (m->first || !possible(m, channel, bandwidth)) return application_add(m, channel, bandwidth, holder);
    return grant_add(m, channel, bandwidth, holder);
}

// Those that wait are served in turn, as long as it is possible.
static unsigned manager_serve(struct manager *m) {
    unsigned served = 0;
    while (m->first && possible(m, m->first->channel, m->first->bandwidth)) {
        struct application *a = application_take(m);
        enum status s = grant_add(m, a->channel, a->bandwidth, a->holder);
#ifndef BAD_SERVE
        free(a);
#endif
        if (s != SUCCESS) break;
        served++;
    }  // @serve
    return served;
}

static enum status manager_release(struct manager *m, unsigned channel) {
    struct grant **at = grant_place(m, channel % CHANNELS);
    if (!*at) return NOT_FOUND;
    grant_release(m, at);
    manager_serve(m);
    return SUCCESS;
}

// All that a holder has and has applied for.
static unsigned manager_forget(struct manager *m, unsigned holder) {
    unsigned n = 0;
    struct grant **at = &m->grants;
    while (*at) {
        if ((*at)->holder == holder) {
            grant_release(m, at);
            n++;
        } else {
            at = &(*at)->next;
        }
    }
    struct application **a = &m->first, *kept = NULL;
    while (*a) {
        struct application *old = *a;
        if (old->holder == holder) {
            *a = old->next;
            free(old);
            n++;
        } else {
            kept = old;
            a = &old->next;
        }
    }
    m->last = kept;
    return n;
}

static unsigned manager_used(const struct manager *m) {
    unsigned used = 0;
    for (const struct grant *g = m->grants; g; g = g->next) used += g->bandwidth;
    return used;
}

// Those who hold more than a share give half of it back.
static void manager_balance(struct manager *m, unsigned share) {
    for (struct grant *g = m->grants; g; g = g->next) {
        if (g->bandwidth <= share) continue;
        unsigned half = g->bandwidth / 2;
        g->bandwidth -= half;
        m->free_bandwidth += half;
        history_note(m, 3, g->channel);
    }
}

static void manager_clear(struct manager *m) {
    while (m->grants) grant_release(m, &m->grants);
    struct application *a;
    while ((a = application_take(m))) free(a);
    while (m->history) {
        struct deed *x = m->history;
        m->history = x->next;
        free(x);
    }
}

static enum status manager_dispatch(struct manager *m, unsigned code, unsigned argument) {
    unsigned holder = argument & 15, rest = argument >> 4;
    switch (code % 8) {
        case 0: return manager_apply(m, rest & 15, rest >> 4, holder);
        case 1: return manager_release(m, rest);
        case 2: return manager_forget(m, holder) > 0 ? SUCCESS : NOT_FOUND;
        case 3: return manager_serve(m) > 0 ? SUCCESS : NOT_FOUND;
        case 4: manager_balance(m, rest); return SUCCESS;
        case 5: return manager_used(m) > BANDWIDTH ? INVALID : SUCCESS;
        case 6: history_reverse(m); return SUCCESS;
        default: return history_count(m, rest & 3) > 0 ? SUCCESS : NOT_FOUND;
    }
}
