// expect: safe
// expect -DBAD_LAST: unsafe out-of-bounds @last
// expect -DBAD_LOST: unsafe memory-leak @lost
// A graph of any size, of one vertex too: each edge is in the lists of both its ends, which may be one.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct edge {
    unsigned to;
    struct edge *next;
};
struct graph {
    unsigned n;
    struct edge **edges;
};
static void half(struct graph *g, unsigned from, unsigned to) {
    struct edge *e = malloc(sizeof *e);
    if (!e) abort();
    e->to = to;
#ifdef BAD_LOST
    e->next = NULL;
#else
    e->next = g->edges[from];
#endif
    g->edges[from] = e;  // @lost
}
int main(void) {
    struct graph g;
    g.n = __VERIFIER_nondet_uint();
    if (g.n < 1 || g.n > 1000) return 0;
    g.edges = malloc(g.n * sizeof *g.edges);
    if (!g.edges) abort();
    for (unsigned i = 0; i < g.n; i++) g.edges[i] = NULL;
    while (__VERIFIER_nondet_uint()) {
        unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
        if (a >= g.n || b >= g.n) continue;
        half(&g, a, b);
        half(&g, b, a);
    }
#ifdef BAD_LAST
    for (unsigned i = 0; i <= g.n; i++)
#else
    for (unsigned i = 0; i < g.n; i++)
#endif
        for (struct edge *e = g.edges[i], *next; e; e = next) {  // @last
            next = e->next;
            free(e);
        }
    free(g.edges);
    return 0;
}
