// SPDX-License-Identifier: MIT
// An editor's gap buffer: memmove around the gap.
// run: inputs=4,0,3,5,1 -> ok
// run: inputs=2,1,1 -> ok
// run: inputs=0 -> ok
// run: OVER inputs=1,3 -> out-of-bounds @over
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct gap {
    char *text;
    size_t size, start, end; // the gap is [start, end)
};

static void move_to(struct gap *g, size_t at) {
    if (at < g->start) {
        size_t n = g->start - at;
        memmove(g->text + g->end - n, g->text + at, n);
        g->start -= n;
        g->end -= n;
    } else if (at > g->start) {
        size_t n = at - g->start;
#ifdef OVER
        n += g->size;
#endif
        memmove(g->text + g->start, g->text + g->end, n); // @over
        g->start += n;
        g->end += n;
    }
}

static void type(struct gap *g, size_t at, char c) {
    move_to(g, at);
    if (g->start == g->end) {
        size_t more = 4, tail = g->size - g->end;
        g->text = realloc(g->text, g->size + more);
        memmove(g->text + g->end + more, g->text + g->end, tail);
        g->size += more;
        g->end += more;
    }
    g->text[g->start++] = c;
}

int main(void) {
    struct gap g = {malloc(8), 8, 4, 8};
    memcpy(g.text, "edit", 4);
    move_to(&g, 2);
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) type(&g, (size_t)__VERIFIER_nondet_int(), (char)('A' + i));
    printf("%.*s%.*s\n", (int)g.start, g.text, (int)(g.size - g.end), g.text + g.end);
    free(g.text);
    return 0;
}
