// expect: unsafe assertion-failure 40
// Seeded: an edge may lead out of the graph
// A graph as an array of lists of neighbours.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { VERTICES = 3 };

struct edge {
    unsigned to;
    struct edge *next;
};

static struct edge *edges[VERTICES];

static void connect(unsigned from, unsigned to) {
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = edges[from];
    edges[from] = e;
}

static void disconnect(unsigned from) {
    while (edges[from]) {
        struct edge *e = edges[from];
        edges[from] = e->next;
        free(e);
    }
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned from = (unsigned)__VERIFIER_nondet_int() % VERTICES;
        unsigned to = (unsigned)__VERIFIER_nondet_int() % (VERTICES + 1);
        connect(from, to);
    }
    for (unsigned v = 0; v < VERTICES; v++)
        for (struct edge *e = edges[v]; e; e = e->next) assert(e->to < VERTICES);
    for (unsigned v = 0; v < VERTICES; v++) disconnect(v);
    return 0;
}
