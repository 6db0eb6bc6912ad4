// expect: safe
// expect -DBAD_NO_TERMINATOR: unsafe out-of-bounds @pad
// expect -DBAD_LAST: unsafe out-of-bounds @pad
// The lengths of the names in a column are measured while they are added; a line as long as the longest one serves for all.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct name {
    struct name *next;
    unsigned char length;
};
struct column {
    struct name *names;
    size_t width;
};

static void add(struct column *c, unsigned char length) {
    struct name *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->length = length;
    n->next = c->names;
    c->names = n;
#ifdef BAD_LAST
    c->width = length;
#else
    if (length > c->width) c->width = length;
#endif
}

static void print(const struct column *c) {
#ifdef BAD_NO_TERMINATOR
    char *line = malloc(c->width ? c->width : 1);
#else
    char *line = malloc(c->width + 1);
#endif
    if (!line) exit(1);
    for (const struct name *n = c->names; n; n = n->next) {
        line[n->length] = '\0';  // @pad
        if (n->length > 0) line[n->length - 1] = '.';
    }
    free(line);
}

int main(void) {
    struct column c = {NULL, 0};
    while (__VERIFIER_nondet_int()) add(&c, __VERIFIER_nondet_uchar());
    print(&c);
    while (c.names) {
        struct name *n = c.names->next;
        free(c.names);
        c.names = n;
    }
    return 0;
}
