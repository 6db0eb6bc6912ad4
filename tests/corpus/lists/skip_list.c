// SPDX-License-Identifier: MIT
// A skip list with levels from a small generator; nodes have a flexible array of links.
// run: inputs=8,7 -> ok
// run: inputs=3,1 -> ok
// run: LEVEL inputs=6,3 -> out-of-bounds @level
// run: SKIP inputs=6,3 -> memory-leak @skip
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum { LEVELS = 4 };

struct snode {
    int key;
    int height;
    struct snode *next[];
};

static unsigned state;

static unsigned draw(void) {
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

static struct snode *make(int key, int height) {
    struct snode *s = calloc(1, sizeof *s + sizeof(struct snode *) * height);
    s->key = key;
    s->height = height;
    return s;
}

static void insert(struct snode *head, int key) {
    int height = 1;
    while (height < LEVELS && draw() % 2) height++;
    struct snode *s = make(key, height), *at = head;
    for (int level = LEVELS - 1; level >= 0; level--) {
        while (at->next[level] && at->next[level]->key < key) at = at->next[level];
#ifdef LEVEL
        s->next[level] = at->next[level]; // @level
        at->next[level] = s;
#else
        if (level < height) {
            s->next[level] = at->next[level];
            at->next[level] = s;
        }
#endif
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    state = (unsigned)__VERIFIER_nondet_int();
    struct snode *head = make(-1, LEVELS);
    for (int i = 0; i < n; i++) insert(head, (i * 7) % 11);
    for (int level = LEVELS - 1; level >= 0; level--) {
        printf("%d:", level);
        for (struct snode *s = head->next[level]; s; s = s->next[level]) printf(" %d", s->key);
        printf("\n");
    }
#ifdef SKIP
    for (int level = 0; level < LEVELS; level++) head->next[level] = NULL; // @skip
#endif
    while (head) {
        struct snode *next = head->next[0];
        free(head);
        head = next;
    }
    return 0;
}
