// SPDX-License-Identifier: MIT
// Huffman codes: a priority list of trees merged until one is left.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: CODE inputs=2 -> out-of-bounds @code
// run: MERGE inputs=0 -> memory-leak @merge
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct tree {
    unsigned weight;
    int symbol;
    struct tree *zero, *one, *next;
};

static struct tree *add(struct tree *queue, struct tree *t) {
    struct tree **link = &queue;
    while (*link && (*link)->weight <= t->weight) link = &(*link)->next;
    t->next = *link;
    *link = t;
    return queue;
}

static struct tree *leaf(int symbol, unsigned weight) {
    struct tree *t = calloc(1, sizeof *t);
    t->symbol = symbol;
    t->weight = weight;
    return t;
}

#ifdef CODE
enum { LONGEST = 3 };
#else
enum { LONGEST = 16 };
#endif

static unsigned print(const struct tree *t, char *code, int depth) {
    if (t->zero == NULL) {
        printf("%c %.*s\n", t->symbol, depth, code);
        return t->weight * (unsigned)depth;
    }
    code[depth] = '0'; // @code
    unsigned bits = print(t->zero, code, depth + 1);
    code[depth] = '1';
    return bits + print(t->one, code, depth + 1);
}

static void release(struct tree *t) {
    if (t == NULL) return;
    release(t->zero);
#ifndef MERGE
    release(t->one);
#endif
    free(t); // @merge
}

int main(void) {
    static const char *const texts[] = {"abracadabra", "aab", "aaaaaaaaaaaaaaaabbbbbbbbccccdde"};
    const char *text = texts[__VERIFIER_nondet_int()];
    unsigned counts[256] = {0};
    for (const char *s = text; *s; s++) counts[(unsigned char)*s]++;
    struct tree *queue = NULL;
    for (int c = 0; c < 256; c++)
        if (counts[c]) queue = add(queue, leaf(c, counts[c]));
    while (queue->next) {
        struct tree *a = queue, *b = a->next, *t = leaf(0, a->weight + b->weight);
        queue = b->next;
        t->zero = a;
        t->one = b;
        queue = add(queue, t);
    }
    char *code = malloc(LONGEST);
    printf("%u bits\n", print(queue, code, 0));
    free(code);
    release(queue);
    return 0;
}
