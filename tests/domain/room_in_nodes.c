// expect: safe
// expect -DBAD_PUSH: unsafe out-of-bounds @push
// expect -DBAD_ROOM: unsafe out-of-bounds @push
// expect -DBAD_POP: unsafe out-of-bounds @pop
// Stacks in a list: each has room for some elements, and uses no more of them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct stack {
    struct stack *next;
    size_t used, room;
    short *at;
};

static struct stack *add(struct stack *next) {
    struct stack *s = malloc(sizeof *s);
    s->next = next;
    s->room = __VERIFIER_nondet_uint() % 5 + 1;
    s->used = 0;
    s->at = malloc(s->room * sizeof *s->at);
    return s;
}

static void push(struct stack *s, short x) {
#ifdef BAD_PUSH
    if (s->used <= s->room)
#else
    if (s->used < s->room)
#endif
        s->at[s->used++] = x;  // @push
}

static void pop(struct stack *s) {
#ifdef BAD_POP
    s->used--;
#else
    if (s->used) s->used--;
#endif
}

int main(void) {
    struct stack *list = NULL;
    while (__VERIFIER_nondet_int()) {
        list = add(list);
        push(list, 1);
    }
    for (struct stack *s = list; s; s = s->next) {
#ifdef BAD_ROOM
        if (s->next) s->room++;
#endif
        push(s, 2);
        pop(s);
        pop(s);
        if (s->used) s->at[s->used - 1] = 8;  // @pop
    }
    while (list) {
        struct stack *next = list->next;
        push(list, 3);
        push(list, 4);
        push(list, 5);
        for (size_t i = 0; i < list->used; i++) list->at[i]++;
        free(list->at);
        free(list);
        list = next;
    }
    return 0;
}
