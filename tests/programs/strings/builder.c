// expect: safe
// expect -DTERMINATOR: unsafe out-of-bounds @end
// expect -DTWICE: unsafe out-of-bounds @append
// A string that others are appended to: room that does not count the terminator, and room that is doubled only once.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct builder {
    char *text;
    size_t length, room;
};

static int append(struct builder *b, const char *s) {
    size_t n = strlen(s);
#ifdef TERMINATOR
    if (b->length + n > b->room) {
#else
    if (b->length + n >= b->room) {
#endif
#ifdef TWICE
        size_t room = b->room ? b->room * 2 : 4;
#else
        size_t room = b->length + n + 15;
#endif
        char *text = realloc(b->text, room);
        if (!text) return 0;
        b->text = text;
        b->room = room;
    }
    memcpy(b->text + b->length, s, n); // @append
    b->length += n;
    b->text[b->length] = 0; // @end
    return 1;
}

int main(void) {
    struct builder b = {0};
    while (__VERIFIER_nondet_int() && append(&b, __VERIFIER_nondet_int() ? "yes, " : "perhaps not, ")) continue;
    free(b.text);
    return 0;
}
