// expect: safe
// expect -DBAD_FIRST: unsafe memory-leak @free
// expect -DBAD_LINK: unsafe use-after-free @use
// Lists in the places of a table, whose nodes own a name; nodes are entered, changed and taken out, then one place after the other is cleared.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { PLACES = 2 };

struct node {
    unsigned key;
    char *name;
    struct node *next;
};
struct table {
    struct node *place[PLACES];
};

static struct node *find(struct table *t, unsigned key) {
    struct node *n = t->place[key % PLACES];
    while (n && n->key != key) n = n->next;  // @use
    return n;
}

static char *copied(const char *name) {
    return strcpy(malloc(strlen(name) + 1), name);
}

static void enter(struct table *t, unsigned key, const char *name) {
    struct node *n = find(t, key);
    if (n) {
        free(n->name);
    } else {
        n = malloc(sizeof *n);
        n->key = key;
        n->next = t->place[key % PLACES];
        t->place[key % PLACES] = n;
    }
    n->name = copied(name);
}

static void take_out(struct table *t, unsigned key) {
    for (struct node **p = &t->place[key % PLACES]; *p; p = &(*p)->next) {
        struct node *n = *p;
        if (n->key != key) continue;
#ifndef BAD_LINK
        *p = n->next;
#endif
        free(n->name);
        free(n);
        return;
    }
}

static void clear(struct table *t) {
#ifdef BAD_FIRST
    for (unsigned i = 1; i < PLACES; i++)
#else
    for (unsigned i = 0; i < PLACES; i++)
#endif
        while (t->place[i]) {
            struct node *n = t->place[i];
            t->place[i] = n->next;
            free(n->name);
            free(n);
        }
}

int main(void) {
    struct table *t = calloc(1, sizeof *t);
    while (__VERIFIER_nondet_uint()) {
        unsigned key = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_uint()) {
        case 0: enter(t, key, "one"); break;
        case 1: enter(t, key, "three"); break;
        case 2: take_out(t, key); break;
        }
    }
    clear(t);
    free(t);  // @free
    return 0;
}
