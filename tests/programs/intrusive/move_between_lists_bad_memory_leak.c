// expect: unsafe memory-leak 57
// Seeded: the requests that still wait are forgotten
// Requests move from the list of waiting ones to the list of running ones, and are then finished.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

struct request {
    unsigned long sector;
    struct link queue;
};

#define REQUEST(l) ((struct request *)((char *)(l) - offsetof(struct request, queue)))

static struct link waiting = {&waiting, &waiting};
static struct link running = {&running, &running};

static void insert(struct link *at, struct link *l) {
    l->prev = at;
    l->next = at->next;
    at->next->prev = l;
    at->next = l;
}

static void detach(struct link *l) {
    l->next->prev = l->prev;
    l->prev->next = l->next;
    l->next = l->prev = l;
}

static int empty(const struct link *l) {
    return l->next == l;
}

int main(void) {
    int event;
    while ((event = __VERIFIER_nondet_int()) != 0) {
        if (event == 1) {
            struct request *r = malloc(sizeof *r);
            r->sector = 0;
            insert(waiting.prev, &r->queue);
        } else if (event == 2 && !empty(&waiting)) {
            struct link *l = waiting.next;
            detach(l);
            insert(&running, l);
        } else if (!empty(&running)) {
            struct request *r = REQUEST(running.prev);
            detach(&r->queue);
            free(r);
        }
    }
    waiting.next = waiting.prev = &waiting;
    while (!empty(&running)) {
        struct request *r = REQUEST(running.next);
        detach(&r->queue);
        free(r);
    }
    return 0;
}
