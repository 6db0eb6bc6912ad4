// expect: safe
// The address of one of several buckets, kept in a variable.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
    struct pair *next;
    unsigned key;
};
struct pair *buckets[3];
static void add(unsigned key) {
    struct pair **at = &buckets[key % 3], *p = malloc(sizeof *p);
    p->key = key;
    p->next = *at;
    *at = p;
}
int main(void) {
    add(__VERIFIER_nondet_uint());
    add(__VERIFIER_nondet_uint());
    for (int i = 0; i < 3; i++)
        while (buckets[i]) {
            struct pair *next = buckets[i]->next;
            free(buckets[i]);
            buckets[i] = next;
        }
    return 0;
}
