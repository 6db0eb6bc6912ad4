// SPDX-License-Identifier: MIT
// A directed graph with adjacency lists, sorted topologically, cycles refused.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: EDGES inputs=0 -> memory-leak @edges
// run: DEGREE inputs=0 -> out-of-bounds @degree
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct edge {
    int to;
    struct edge *next;
};
struct graph {
    int n;
    struct vertex {
        int degree;
        struct edge *out;
    } v[];
};

static struct graph *make(int n) {
    struct graph *g = calloc(1, sizeof *g + (size_t)n * sizeof(struct vertex));
    g->n = n;
    return g;
}

static void connect(struct graph *g, int from, int to) {
    struct edge *e = malloc(sizeof *e);
    *e = (struct edge){to, g->v[from].out};
    g->v[from].out = e;
    g->v[to].degree++; // @degree
}

static int sort(struct graph *g, int *order) {
    int n = 0, done = 0;
    for (int i = 0; i < g->n; i++)
        if (g->v[i].degree == 0) order[n++] = i;
    while (done < n)
        for (struct edge *e = g->v[order[done++]].out; e; e = e->next)
            if (--g->v[e->to].degree == 0) order[n++] = e->to;
    return n;
}

static void release(struct graph *g) {
#ifndef EDGES
    for (int i = 0; i < g->n; i++)
        for (struct edge *e = g->v[i].out, *next; e; e = next) {
            next = e->next;
            free(e);
        }
#endif
    free(g); // @edges
}

int main(void) {
    static const int edges[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}};
    struct graph *g = make(5);
    int order[5];
    for (unsigned i = 0; i < sizeof edges / sizeof edges[0]; i++) connect(g, edges[i][0], edges[i][1]);
    if (__VERIFIER_nondet_int()) connect(g, 4, 1);
#ifdef DEGREE
    connect(g, 1, 5);
#endif
    int n = sort(g, order);
    for (int i = 0; i < n; i++) printf("%d ", order[i]);
    printf("%s\n", n == g->n ? "sorted" : "has a cycle");
    release(g);
    return n;
}
