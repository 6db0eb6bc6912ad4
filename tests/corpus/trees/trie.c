// SPDX-License-Identifier: MIT
// A trie over lower-case words.
// run: inputs=0 -> ok
// run: inputs=3 -> ok
// run: UPPER inputs=1 -> out-of-bounds @upper
// run: SHALLOW inputs=1 -> memory-leak @shallow
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct trie {
    struct trie *next['z' - 'a' + 1];
    int words;
};

static void add(struct trie *t, const char *word) {
    for (; *word; word++) {
        struct trie **slot = &t->next[*word - 'a'];
        if (*slot == NULL) *slot = calloc(1, sizeof(struct trie)); // @upper
        t = *slot;
    }
    t->words++;
}

static int count(const struct trie *t, const char *word) {
    while (*word) {
        t = t->next[*word++ - 'a'];
        if (t == NULL) return 0;
    }
    return t->words;
}

static unsigned release(struct trie *t) {
    unsigned n = 1;
    for (size_t i = 0; i < sizeof t->next / sizeof t->next[0]; i++)
#ifdef SHALLOW
        if (t->next[i] && t->next[i]->words == 0)
#else
        if (t->next[i])
#endif
            n += release(t->next[i]);
    free(t); // @shallow
    return n;
}

int main(void) {
    static const char *const words[] = {"tree", "trie", "try", "tea", "ten", "tree", "a"};
    struct trie *t = calloc(1, sizeof *t);
    for (int i = __VERIFIER_nondet_int(); i < (int)(sizeof words / sizeof *words); i++) add(t, words[i]);
#ifdef UPPER
    struct trie *pair = calloc(1, sizeof *pair);
    free(t->next[0]);
    t->next[0] = pair;
    add(pair, "{a");
    add(pair, "}a");
#endif
    printf("%d %d %d\n", count(t, "tree"), count(t, "te"), count(t, "ten"));
    printf("%u nodes\n", release(t));
    return 0;
}
