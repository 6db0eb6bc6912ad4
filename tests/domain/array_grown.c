// expect: safe
// A buffer that grows: its length never is above its capacity.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buffer {
    char *data;
    size_t len, cap;
};
static void push(struct buffer *b, char c) {
    if (b->len == b->cap) {
        size_t cap = b->cap * 2 + 16;
        char *p = realloc(b->data, cap);
        if (!p) exit(1);
        b->data = p;
        b->cap = cap;
    }
    b->data[b->len++] = c;
}
int main(void) {
    struct buffer b = {0, 0, 0};
    while (__VERIFIER_nondet_int()) push(&b, 'x');
    for (size_t i = 0; i < b.len; i++) b.data[i]++;
    free(b.data);
    return 0;
}
