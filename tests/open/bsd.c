// SPDX-License-Identifier: MIT
// Lists in the manner of sys/queue.h: entries in structures, links to links, tails.
#include <stdlib.h>

#define HEAD(name, type) struct name { struct type *first; }
#define TAILED(name, type) struct name { struct type *first, **last; }
#define SINGLE(type) struct { struct type *next; }
#define DOUBLE(type) struct { struct type *next, **prev; }

// ---- SLIST -----------------------------------------------------------------------------------------------------------------------------

struct route {
    unsigned net;
    SINGLE(route) link;
};
HEAD(routes, route);

// contract: requires object(t) of struct routes
// contract: requires t->first == null or list(t->first, link.next) of struct route
// contract: requires object(r) of struct route
// contract: ensures list(t->first, link.next) of struct route
// contract: ensures list(r, link.next) of struct route
// contract: frees nothing
void route_push(struct routes *t, struct route *r) {  // expect: safe
    r->link.next = t->first;
    t->first = r;
}

void route_insert_after(struct route *at, struct route *r) {  // expect: safe
    r->link.next = at->link.next;
    at->link.next = r;
}

struct route *route_pop(struct routes *t) {  // expect: safe
    struct route *r = t->first;
    if (r) t->first = r->link.next;
    return r;
}

struct route *route_find(const struct routes *t, unsigned net) {  // expect: safe
    struct route *r;
    for (r = t->first; r; r = r->link.next)
        if (r->net == net) break;
    return r;
}

// contract: requires object(t) of struct routes
// contract: requires t->first == null or list(t->first, link.next) of struct route
// contract: requires within(r, t->first)
// contract: ensures t->first == null or list(t->first, link.next) of struct route
// contract: ensures list(r, link.next) of struct route
// contract: frees nothing
void route_remove(struct routes *t, struct route *r) {  // expect: safe
    if (t->first == r) {
        t->first = r->link.next;
    } else {
        struct route *before = t->first;
        while (before->link.next != r) before = before->link.next;
        before->link.next = r->link.next;
    }
}

void route_remove_next(struct routes *t, struct route *r) {  // expect: null-dereference
    struct route *before = t->first;
    while (before->link.next != r) before = before->link.next;  // fault
    before->link.next = r->link.next;
}

void routes_flush(struct routes *t) {  // expect: safe
    while (t->first) {
        struct route *r = t->first;
        t->first = r->link.next;
        free(r);
    }
}

void routes_flush_late(struct routes *t) {  // expect: unsafe use-after-free
    while (t->first) {
        free(t->first);
        t->first = t->first->link.next;  // fault
    }
}

// ---- LIST ------------------------------------------------------------------------------------------------------------------------------

struct proc {
    int id;
    DOUBLE(proc) link;
};
HEAD(procs, proc);

void proc_insert(struct procs *l, struct proc *p) {  // expect: safe
    if ((p->link.next = l->first)) l->first->link.prev = &p->link.next;
    l->first = p;
    p->link.prev = &l->first;
}

void proc_insert_after(struct proc *at, struct proc *p) {  // expect: safe
    if ((p->link.next = at->link.next)) at->link.next->link.prev = &p->link.next;
    at->link.next = p;
    p->link.prev = &at->link.next;
}

void proc_insert_before(struct proc *at, struct proc *p) {  // expect: safe
    p->link.prev = at->link.prev;
    p->link.next = at;
    *at->link.prev = p;
    at->link.prev = &p->link.next;
}

// contract: requires hlist(p, link.next, link.prev) of struct proc
// contract: ensures hlist(p, link.next, link.prev) of struct proc or object(p) of struct proc
// contract: frees nothing
void proc_remove(struct proc *p) {  // expect: safe
    if (p->link.next) p->link.next->link.prev = p->link.prev;
    *p->link.prev = p->link.next;
}

void proc_remove_last(struct proc *p) {  // expect: null-dereference
    p->link.next->link.prev = p->link.prev;  // fault
    *p->link.prev = p->link.next;
}

void proc_end(struct proc *p) {  // expect: safe
    proc_remove(p);
    free(p);
}

int proc_end_and_look(struct proc *p) {  // expect: unsafe use-after-free
    proc_end(p);
    return p->id;  // fault
}

void procs_end(struct procs *l, int id) {  // expect: safe
    for (struct proc *p = l->first, *next; p; p = next) {
        next = p->link.next;
        if (p->id == id) proc_end(p);
    }
}

void procs_end_late(struct procs *l, int id) {  // expect: unsafe use-after-free
    for (struct proc *p = l->first; p; p = p->link.next)  // fault
        if (p->id == id) proc_end(p);
}

struct proc *proc_fork(struct procs *l, int id) {  // expect: safe
    struct proc *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->id = id;
    proc_insert(l, p);
    return p;
}

// ---- STAILQ ----------------------------------------------------------------------------------------------------------------------------

struct job {
    int cost;
    SINGLE(job) link;
};
TAILED(jobs, job);

void jobs_init(struct jobs *q) {  // expect: safe
    q->first = NULL;
    q->last = &q->first;
}

// contract: requires object(q) of struct jobs
// contract: requires q->first == null or list(q->first, link.next) of struct job
// contract: requires tail(q->first, q->last)
// contract: requires object(j) of struct job
// contract: ensures q->first == null or list(q->first, link.next) of struct job
// contract: ensures tail(q->first, q->last)
// contract: ensures list(j, link.next) of struct job
// contract: frees nothing
void job_append(struct jobs *q, struct job *j) {  // expect: safe
    j->link.next = NULL;
    *q->last = j;
    q->last = &j->link.next;
}

void job_prepend(struct jobs *q, struct job *j) {  // expect: safe
    if (!(j->link.next = q->first)) q->last = &j->link.next;
    q->first = j;
}

struct job *job_take(struct jobs *q) {  // expect: safe
    struct job *j = q->first;
    if (j && !(q->first = j->link.next)) q->last = &q->first;
    return j;
}

struct job *job_take_unasked(struct jobs *q) {  // expect: null-dereference
    struct job *j = q->first;
    q->first = j->link.next;  // fault
    return q->first ? j : NULL;
}

void jobs_concat(struct jobs *to, struct jobs *from) {  // expect: safe
    if (!from->first) return;
    *to->last = from->first;
    to->last = from->last;
    jobs_init(from);
}

int job_submit(struct jobs *q, int cost) {  // expect: safe
    struct job *j = malloc(sizeof *j);
    if (!j) return 0;
    j->cost = cost;
    job_append(q, j);
    return 1;
}

int job_submit_lost(struct jobs *q, int cost) {  // expect: unsafe memory-leak
    struct job *j = malloc(sizeof *j);
    if (!j) return 0;
    j->cost = cost;
    q->last = &q->first;
    return 1;
}  // fault

void jobs_cancel(struct jobs *q) {  // expect: safe
    for (struct job *j = q->first, *next; j; j = next) {
        next = j->link.next;
        free(j);
    }
    jobs_init(q);
}

// ---- TAILQ -----------------------------------------------------------------------------------------------------------------------------

struct page {
    int number;
    DOUBLE(page) link;
};
TAILED(pages, page);

void pages_init(struct pages *q) {  // expect: safe
    q->first = NULL;
    q->last = &q->first;
}

void page_append(struct pages *q, struct page *p) {  // expect: safe
    p->link.next = NULL;
    p->link.prev = q->last;
    *q->last = p;
    q->last = &p->link.next;
}

void page_prepend(struct pages *q, struct page *p) {  // expect: safe
    if ((p->link.next = q->first))
        q->first->link.prev = &p->link.next;
    else
        q->last = &p->link.next;
    q->first = p;
    p->link.prev = &q->first;
}

void page_remove(struct pages *q, struct page *p) {  // expect: safe
    if (p->link.next)
        p->link.next->link.prev = p->link.prev;
    else
        q->last = p->link.prev;
    *p->link.prev = p->link.next;
}

void page_remove_last(struct pages *q, struct page *p) {  // expect: null-dereference
    p->link.next->link.prev = p->link.prev;  // fault
    if (!q->first) *p->link.prev = p->link.next;
}

struct page *page_last(const struct pages *q) {  // expect: safe
    return *((struct pages *)q->last)->last;
}

struct page *page_before(const struct pages *q, const struct page *p) {  // expect: safe
    (void)q;
    return *((struct pages *)p->link.prev)->last;
}

struct page *page_evict(struct pages *q) {  // expect: safe
    struct page *p = q->first;
    if (p) page_remove(q, p);
    return p;
}

void page_touch(struct pages *q, struct page *p) {  // expect: safe
    page_remove(q, p);
    page_append(q, p);
}

void pages_drop(struct pages *q, int number) {  // expect: safe
    for (struct page *p = q->first, *next; p; p = next) {
        next = p->link.next;
        if (p->number != number) continue;
        page_remove(q, p);
        free(p);
    }
}

void pages_drop_late(struct pages *q, int number) {  // expect: unsafe use-after-free
    for (struct page *p = q->first; p; p = p->link.next) {  // fault
        if (p->number != number) continue;
        page_remove(q, p);
        free(p);
    }
}
