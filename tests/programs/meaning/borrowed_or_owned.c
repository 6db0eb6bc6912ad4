// expect: safe
// expect -DBAD_DETACHED: unsafe invalid-free @release
// expect -DBAD_FORGOTTEN: unsafe memory-leak @drop
// Messages lead to a text of the program or to a copy of their own, which their flag tells; a message that is edited gets a copy first.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char greeting[] = "hello";
struct message {
    struct message *next, *prev;
    int owned : 1;
    char *text;
};
struct box {
    struct message *first;
};

static void own(struct message *m) {
    char *copy = malloc(sizeof greeting);
    if (!copy) exit(1);
    memcpy(copy, m->text, sizeof greeting);
    m->text = copy;
#ifdef BAD_FORGOTTEN
    if (!m->next)
#endif
        m->owned = -1;
}

static void arrive(struct box *b) {
    struct message *m = calloc(1, sizeof *m);
    if (!m) exit(1);
    m->text = greeting;
    m->prev = NULL;
    m->next = b->first;
    if (m->next) m->next->prev = m;
    b->first = m;
    if (__VERIFIER_nondet_int()) own(m);
}

static void edit(struct box *b) {
    for (struct message *m = b->first; m; m = m->next) {
        if (!__VERIFIER_nondet_int()) continue;
#ifdef BAD_DETACHED
        if (m->prev) m->owned = -1;
#endif
        if (!m->owned) own(m);
        m->text[0] = 'H';
    }
}

int main(void) {
    struct box b = {NULL};
    while (__VERIFIER_nondet_int()) arrive(&b);
    edit(&b);
    while (b.first) {
        struct message *m = b.first;
        b.first = m->next;
        if (m->owned) free(m->text);  // @release
        free(m);  // @drop
    }
    return 0;
}
