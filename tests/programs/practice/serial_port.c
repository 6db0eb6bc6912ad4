// expect: safe
// The requests of a serial port wait in four lists: reads, writes, masks and purges; one may be current.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct request {
    struct request *next;
    int kind;
};

enum { READ, WRITE, MASK, PURGE };

struct port {
    struct request *reads, *writes, *masks, *purges;
    struct request *current;
};

static struct request **list_of(struct port *p, int kind) {
    switch (kind) {
    case READ: return &p->reads;
    case WRITE: return &p->writes;
    case MASK: return &p->masks;
    default: return &p->purges;
    }
}

static void submit(struct port *p, int kind) {
    struct request **list = list_of(p, kind);
    struct request *r = malloc(sizeof *r);
    r->kind = kind;
    r->next = *list;
    *list = r;
}

static void start_next(struct port *p, int kind) {
    struct request **list = list_of(p, kind);
    if (p->current || !*list) return;
    p->current = *list;
    *list = p->current->next;
    p->current->next = NULL;
}

static void complete(struct port *p) {
    if (!p->current) return;
    free(p->current);
    p->current = NULL;
}

static void cancel(struct port *p, int kind) {
    struct request **list = list_of(p, kind);
    while (*list) {
        struct request *r = *list;
        if (r->kind != kind) reach_error();
        *list = r->next;
        free(r);
    }
}

int main(void) {
    struct port p = {NULL, NULL, NULL, NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        int kind = __VERIFIER_nondet_int() & 3;
        switch (__VERIFIER_nondet_int()) {
        case 0: submit(&p, kind); break;
        case 1: start_next(&p, kind); break;
        case 2: complete(&p); break;
        default: cancel(&p, kind);
        }
    }
    complete(&p);
    cancel(&p, READ);
    cancel(&p, WRITE);
    cancel(&p, MASK);
    cancel(&p, PURGE);
    return 0;
}
