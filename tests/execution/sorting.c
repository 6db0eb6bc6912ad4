// expect: safe
// expect -DTIES: open compare equal
// expect -DSAME: safe
// expect -DCOUNTED: open a comparison that changes something
// expect -DNO_ORDER: open no order
// expect -DONE_SIDED: open compare equal
// expect -DBY_PLACE: open where objects lie
// expect -DLOOKS_BACK: open while it is sorted
// expect -DSEARCH: safe
// expect -DSEARCH_TWICE: open found first
// expect -DSTRINGS: safe
// expect -DMANY: open elements are sorted
// What qsort and bsearch come to, whatever way they go.
#include <stdlib.h>
#include <string.h>

struct item {
    int key, number;
};
static struct item items[5] = {{5, 0}, {1, 1}, {4, 2}, {2, 3}, {3, 4}};
static int calls;

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
#if defined COUNTED
    calls++;
#elif defined NO_ORDER
    return (x->key + 1) % 5 == y->key % 5 ? -1 : 1;
#elif defined ONE_SIDED
    return x->key < y->key ? -1 : 0;
#elif defined BY_PLACE
    return x < y ? -1 : 1;
#elif defined LOOKS_BACK
    if (items[0].key == 1) return 1;
#endif
    return x->key < y->key ? -1 : x->key > y->key;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    int seen[6] = {0};
#if defined TIES
    items[0].key = 1;
#elif defined SAME
    items[0] = items[1];
#endif
    qsort(items, 5, sizeof *items, by_key);
    if (items[0].number == 1) seen[items[4].key]++;
#if defined SEARCH || defined SEARCH_TWICE
    struct item key = {4, 0};
#if defined SEARCH_TWICE
    items[2].key = 4;
#endif
    struct item *found = bsearch(&key, items, 5, sizeof *items, by_key);
    if (found && found->number == 2) seen[1]++;
#elif defined STRINGS
    char *names[3];
    for (int i = 0; i < 3; i++) {
        names[i] = malloc(8);
        names[i][0] = (char)('c' - i), names[i][1] = 0;
    }
    qsort(names, 3, sizeof *names, by_name);
    if (names[0][0] == 'a') seen[2]++;
    for (int i = 0; i < 3; i++) free(names[i]);
#elif defined MANY
    static struct item many[1000];
    for (int i = 0; i < 1000; i++) many[i].key = i;
    qsort(many, 1000, sizeof *many, by_key);
#endif
    return calls ? seen[0] : 0;
}
