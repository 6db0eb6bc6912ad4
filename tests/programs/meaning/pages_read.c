// expect: safe
// expect -DBAD_JUMP: unsafe error-call @beyond
// expect -DBAD_REPRINT: unsafe error-call @beyond
// A shelf of books in a doubly linked list, with the page up to which each was read; a book that was read is put away from the middle.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct book {
    struct book *prev, *next;
    unsigned char pages, read;
};

static struct book *buy(struct book *shelf) {
    struct book *b = malloc(sizeof *b);
    if (!b) exit(1);
    b->pages = __VERIFIER_nondet_uchar();
    b->read = 0;
    b->prev = NULL;
    b->next = shelf;
    if (shelf) shelf->prev = b;
    return b;
}

static struct book *put_away(struct book *shelf, struct book *b) {
    if (b->next) b->next->prev = b->prev;
    if (b->prev)
        b->prev->next = b->next;
    else
        shelf = b->next;
    free(b);
    return shelf;
}

static struct book *read_all(struct book *shelf) {
    for (struct book *b = shelf, *next; b; b = next) {
        next = b->next;
        unsigned char turn = __VERIFIER_nondet_uchar();
#ifdef BAD_JUMP
        if (turn < b->pages) b->read += turn;
#else
        if (turn < b->pages - b->read) b->read += turn;
#endif
        if (b->read + 1 == b->pages) shelf = put_away(shelf, b);
    }
    return shelf;
}

static void reprint(struct book *shelf, unsigned char pages) {
    for (struct book *b = shelf; b; b = b->next) {
        b->pages = pages;
#ifdef BAD_REPRINT
        if (pages == 0) b->read = 0;
#else
        if (b->read > pages) b->read = pages;
#endif
    }
}

int main(void) {
    struct book *shelf = NULL;
    while (__VERIFIER_nondet_int()) shelf = buy(shelf);
    while (__VERIFIER_nondet_int()) shelf = read_all(shelf);
    if (__VERIFIER_nondet_int()) reprint(shelf, __VERIFIER_nondet_uchar());
    for (const struct book *b = shelf; b; b = b->next)
        if (b->read > b->pages) reach_error();  // @beyond
    while (shelf) shelf = put_away(shelf, shelf);
    return 0;
}
