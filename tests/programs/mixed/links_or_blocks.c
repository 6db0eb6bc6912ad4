// expect: safe
// expect -DBAD: unsafe invalid-free @drop
// Nodes lead into a block, or first into a link that leads to one: where the link is led to is not where the block begins.
#include <stddef.h>
#include <stdlib.h>

struct link {
    long size, kind;
    long *next;
    long unused;
};

struct node {
    struct node *next;
    long unused, *own;
};

static struct node *push(struct node *list, int linked) {
    struct node *n = malloc(sizeof *n);
    long *block = malloc(5 * sizeof *block);
    block[0] = block[1] = 0;
    n->next = list;
    n->unused = 0;
    if (linked) {
        struct link *l = malloc(sizeof *l);
        l->size = l->kind = 1;
        l->unused = 0;
        l->next = block;
        n->own = &l->kind;
    } else {
#ifdef BAD
        n->own = &block[1];
#else
        n->own = block;
#endif
    }
    return n;
}

int main(void) {
    struct node *list = push(push(push(push(NULL, 1), 1), 0), 0);
    while (list) {
        struct node *next = list->next;
        long *own = list->own;
        while (*own) {
            struct link *l = (struct link *)((char *)own - offsetof(struct link, kind));
            own = l->next;
            free(l);
        }
        free(own);  // @drop
        free(list);
        list = next;
    }
    return 0;
}
