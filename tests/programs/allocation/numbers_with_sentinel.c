// expect: safe
// expect -DBAD_ROOM: unsafe out-of-bounds @end
// expect -DBAD_START: unsafe out-of-bounds @end
// Numbers that come one by one, in a block of 8 at first, and a sentinel behind the last: no room for it, and a block smaller than is noted.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct numbers {
    char *at;
    size_t used, room;
};

static int put(struct numbers *v, char x) {
#ifdef BAD_ROOM
    if (v->used >= v->room) {
#else
    if (v->used + 1 >= v->room) {
#endif
        size_t room = v->room * 2;
        char *at = realloc(v->at, room * sizeof *at);
        if (!at) return 0;
        v->at = at;
        v->room = room;
    }
    v->at[v->used++] = x;
    return 1;
}

int main(void) {
#ifdef BAD_START
    struct numbers v = {malloc(7 * sizeof(char)), 0, 8};
#else
    struct numbers v = {malloc(8 * sizeof(char)), 0, 8};
#endif
    if (!v.at) return 1;
    while (__VERIFIER_nondet_int() && put(&v, (char)(__VERIFIER_nondet_int() | 1))) continue;
    v.at[v.used] = 0; // @end
    free(v.at);
    return 0;
}
