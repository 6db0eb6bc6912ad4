// SPDX-License-Identifier: MIT
// Lists by macros, in the manner of <sys/queue.h>: a head, an element with the address of the link before it.
#include "seed.h"

#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_FIRST(h) ((h)->slh_first)
#define SLIST_NEXT(e, f) ((e)->f.sle_next)
#define SLIST_EMPTY(h) (SLIST_FIRST(h) == NULL)
#define SLIST_INSERT_HEAD(h, e, f) do { SLIST_NEXT(e, f) = SLIST_FIRST(h); SLIST_FIRST(h) = (e); } while (0)
#define SLIST_REMOVE_HEAD(h, f) (SLIST_FIRST(h) = SLIST_NEXT(SLIST_FIRST(h), f))
#define SLIST_FOREACH(v, h, f) for ((v) = SLIST_FIRST(h); (v); (v) = SLIST_NEXT(v, f))
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }

struct route {
    unsigned net, mask;
    SLIST_ENTRY(route) link;
};
SLIST_HEAD(routes, route);

struct job {
    int id;
    char *command;
    struct job *next;
};
STAILQ_HEAD(jobs, job);

int route_add(struct routes *t, unsigned net, unsigned mask) {  // seed: memory-leak
    struct route *r = malloc(sizeof *r), *q;
    if (!r) return -1;
    r->net = net & mask;
    r->mask = mask;
    SLIST_FOREACH(q, t, link) {
        if (q->net == r->net && q->mask == mask) {
            if (!BAD) free(r);
            return 1;
        }
    }
    SLIST_INSERT_HEAD(t, r, link);
    return 0;
}

void routes_flush(struct routes *t) {  // seed: use-after-free
    while (!SLIST_EMPTY(t)) {
        struct route *r = SLIST_FIRST(t);
        if (BAD) free(r);
        SLIST_REMOVE_HEAD(t, link);
        if (!BAD) free(r);
    }
}

unsigned routes_expire(struct routes *t, unsigned net) {  // seed: use-after-free
    unsigned n = 0;
    struct route *r, *before = NULL, *next;
    for (r = SLIST_FIRST(t); r; r = next) {
        next = SLIST_NEXT(r, link);
        if (r->net == net) {
            if (before)
                SLIST_NEXT(before, link) = next;
            else
                SLIST_FIRST(t) = next;
            free(r);
            n++;
            if (!BAD) continue;
        }
        before = r;
    }
    return n;
}

struct route *route_lookup_or_default(const struct routes *t, unsigned address) {  // seed: memory-leak
    struct route *r, *found = calloc(1, sizeof *found);
    if (!found) return NULL;
    SLIST_FOREACH(r, t, link) {
        if ((address & r->mask) != r->net) continue;
        if (BAD) found = calloc(1, sizeof *found);
        if (!found) return NULL;
        found->net = r->net;
        found->mask = r->mask;
        break;
    }
    return found;
}

void jobs_init(struct jobs *q) {
    q->stqh_first = NULL;
    q->stqh_last = &q->stqh_first;
}

int job_parse(const char *line, struct job *out) {  // seed: memory-leak
    char *copy = strdup(line);
    if (!copy) return -1;
    char *space = strchr(copy, ' ');
    if (!space) {
        if (!BAD) free(copy);
        return -1;
    }
    *space = 0;
    out->id = atoi(copy);
    out->command = strdup(space + 1);
    out->next = NULL;
    free(copy);
    return out->command ? 0 : -1;
}

void job_cancel(struct job **first, int id) {  // seed: use-after-free
    for (; *first; first = &(*first)->next) {
        struct job *j = *first;
        if (j->id != id) continue;
        *first = j->next;
        free(j->command);
        free(j);
        if (BAD) free(j->command);
        return;
    }
}

void jobs_cancel_all(struct job *first) {  // seed: double-free
    for (struct job *j = first, *next; j; j = next) {
        next = j->next;
        free(j->command);
        free(j);
    }
    if (BAD && first) free(first);
}

struct job *job_dup(const struct job *j) {  // seed: use-after-free
    struct job *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    copy->id = j->id;
    copy->next = NULL;
    copy->command = strdup(j->command);
    if (!copy->command) {
        free(copy);
        if (BAD) copy->id = 0;
        return NULL;
    }
    return copy;
}

#ifdef TRY
int main(void) {
    struct routes t = {NULL};
    struct jobs q;
    struct job j, *list = NULL;
    jobs_init(&q);
    route_add(&t, 0x0a000000, 0xff000000);
    route_add(&t, 0x0a000001, 0xff000000);
    route_add(&t, 0x0b000000, 0xff000000);
    route_add(&t, 0x0c000000, 0xff000000);
    free(route_lookup_or_default(&t, 0x0a010101));
    free(route_lookup_or_default(&t, 1));
    routes_expire(&t, 0x0a000000);
    routes_expire(&t, 0x0c000000);
    routes_flush(&t);
    job_parse("none", &j);
    if (job_parse("7 run", &j) == 0) {
        list = job_dup(&j);
        list->next = job_dup(&j);
        list->next->id = 8;
        free(j.command);
    }
    job_cancel(&list, 8);
    job_cancel(&list, 9);
    jobs_cancel_all(list);
    return 0;
}
#endif
