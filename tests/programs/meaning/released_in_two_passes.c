// expect: safe
// expect -DBAD_FLAG_FIRST: unsafe memory-leak @node
// expect -DBAD_FLAG_LEFT: unsafe double-free @second
// Cached pages are given back under pressure, the rest at the end; a page that is not there is loaded again when it is read.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct page {
    struct page *next;
    unsigned char loaded;
    char *data;
};

static void load(struct page *p) {
    p->data = calloc(1, 16);
    if (!p->data) exit(1);
    p->loaded = 1;
}

static void press(struct page *p) {
    while (p) {
        if (p->loaded && __VERIFIER_nondet_int()) {
#ifdef BAD_FLAG_FIRST
            p->loaded = 0;
            if (p->next) free(p->data);
#else
            free(p->data);
#ifdef BAD_FLAG_LEFT
            p->loaded = !p->next;
#else
            p->loaded = 0;
#endif
#endif
        }
        p = p->next;
    }
}

static int visit(struct page *p) {
    int sum = 0;
    for (; p; p = p->next) {
        if (p->loaded != 1) load(p);
        sum += p->data[15];
    }
    return sum;
}

int main(void) {
    struct page *pages = NULL;
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        struct page *p = malloc(sizeof *p);
        if (!p) exit(1);
        p->loaded = 0;
        p->next = pages;
        pages = p;
    }
    if (__VERIFIER_nondet_int()) sum += visit(pages);
    press(pages);
#if !defined BAD_FLAG_FIRST && !defined BAD_FLAG_LEFT
    if (__VERIFIER_nondet_int()) sum += visit(pages);
#endif
    while (pages) {
        struct page *p = pages;
        pages = p->next;
        if (p->loaded) free(p->data);  // @second
        free(p);  // @node
    }
    return sum;
}
