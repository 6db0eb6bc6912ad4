// expect: safe
// expect -DFULL: unsafe out-of-bounds @end
// expect -DSIGNED: unsafe out-of-bounds @put
// Characters that come one by one, and room for one more than there are: the terminator.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#ifdef SIGNED
typedef signed char length;
#else
typedef unsigned long length;
#endif
struct builder {
    char *text;
    length used;
    unsigned long room;
};

static int append(struct builder *b, char c) {
#ifdef FULL
    if (b->used + 1 > b->room) {
#else
    if (b->used + 2 > b->room) {
#endif
        unsigned long room = b->room * 2 + 16;
        char *text = realloc(b->text, room);
        if (!text) return 0;
        b->text = text;
        b->room = room;
    }
    b->text[b->used++] = c; // @put
    return 1;
}

int main(void) {
    struct builder b = {0};
    while (__VERIFIER_nondet_int())
        if (!append(&b, 'x')) break;
    if (b.text) b.text[b.used] = 0; // @end
    free(b.text);
    return 0;
}
