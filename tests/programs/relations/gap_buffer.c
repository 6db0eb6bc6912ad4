// expect: safe
// expect -DLEFT: unsafe out-of-bounds @left
// expect -DTYPE: unsafe out-of-bounds @type
// The text of an editor with a gap where the cursor is: a cursor that goes left of the text, and a key more than there is room.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct text {
    char *bytes;
    size_t size, before, behind; // the gap is from before to behind
};

static void left(struct text *t) {
#ifndef LEFT
    if (t->before == 0) return;
#endif
    t->bytes[--t->behind] = t->bytes[--t->before]; // @left
}

static void right(struct text *t) {
    if (t->behind == t->size) return;
    t->bytes[t->before++] = t->bytes[t->behind++];
}

static void type(struct text *t, char key) {
#ifdef TYPE
    if (t->before > t->behind) return;
#else
    if (t->before == t->behind) return;
#endif
    t->bytes[t->before++] = key; // @type
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    struct text t = {calloc(n, 1), n, 0, n};
    if (!t.bytes) return 1;
    for (int key = 0; (key = __VERIFIER_nondet_int());)
        switch (key) {
        case 1: left(&t); break;
        case 2: right(&t); break;
        case 3: t.before -= t.before > 0; break;
        default: type(&t, (char)key);
        }
    free(t.bytes);
    return 0;
}
