// expect: safe
// Records that own what they are compared by, sorted and found by the library; the record that is found is one of them, or none.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct record {
    int key;
    char *name;
};
static int by_name(const void *a, const void *b) { return strcmp(((const struct record *)a)->name, ((const struct record *)b)->name); }
static int get_key(struct record *all, size_t n, char *name) {
    struct record like = {0, name}, *found = bsearch(&like, all, n, sizeof *all, by_name);
    return found ? found->key + (found->name[0] == 'n') : 0;
}
int main(void) {
    size_t n = 1 + __VERIFIER_nondet_uint() % 50;
    struct record *all = malloc(n * sizeof *all);
    if (!all) return 0;
    for (size_t i = 0; i < n; i++) {
        all[i].key = (int)i;
        if (!(all[i].name = strdup("name"))) exit(1);
    }
    qsort(all, n, sizeof *all, by_name);
    int key = get_key(all, n, "name");
    for (size_t i = 0; i < n; i++) free(all[i].name);
    free(all);
    return key > 0;
}
