// expect: safe
// expect -DBAD_HASH: not safe out-of-bounds @hash
// expect -DBAD_KEY: unsafe memory-leak @free
// expect -DBAD_CHAIN: unsafe use-after-free @next
// Lines counted in chains by a hash of their characters; each node owns its line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SIZE 101
struct entry {
    char *key;
    int count;
    struct entry *next;
};
static struct entry *chains[SIZE];
static unsigned hash(const char *s) {
    unsigned h = 5381;
#ifdef BAD_HASH
    while (*s != 'x') h = h * 33 + (unsigned char)*s++;  // @hash
#else
    while (*s) h = h * 33 + (unsigned char)*s++;
#endif
    return h % SIZE;
}
static struct entry *find(const char *key) {
    for (struct entry *e = chains[hash(key)]; e; e = e->next)
        if (strcmp(e->key, key) == 0) return e;
    return NULL;
}
static void count(const char *key) {
    struct entry *e = find(key);
    if (e) {
        e->count++;
        return;
    }
    unsigned h = hash(key);
    e = malloc(sizeof *e);
    if (!e) abort();
    e->key = strdup(key);
    if (!e->key) abort();
    e->count = 1;
    e->next = chains[h];
    chains[h] = e;
}
int main(void) {
    char line[20];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        count(line);
    }
    for (int i = 0; i < SIZE; i++)
        while (chains[i]) {
            struct entry *e = chains[i];
#ifndef BAD_KEY
            free(e->key);
#endif
#ifdef BAD_CHAIN
            free(e);
            chains[i] = e->next;  // @next
#else
            chains[i] = e->next;
            free(e);  // @free
#endif
        }
    return 0;
}
