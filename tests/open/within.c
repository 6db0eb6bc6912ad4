// Pointers that may lead into structures that are handed over beside them: nodes that are only looked for, iterators, places of links.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct cursor {
    struct node **place;
    struct node *current;  // may be gone
};
struct twin {
    struct twin *next, *prev;
    int value;
};
struct ring {
    struct twin *front, *rear;
};
struct walker {
    struct twin **place;
    struct twin *current;
};

// The node may be one of the list, of another one, or gone.
// contract: requires object(list) of struct node *
// contract: requires *list == null or list(*list, next) of struct node
// contract: ensures *list == null or list(*list, next) of struct node
// contract: frees perhaps anything
int remove_node(struct node **list, struct node *node) {  // expect: safe
    struct node **place = list;
    while (*place && *place != node) place = &(*place)->next;
    if (!*place) return 0;
    *place = node->next;
    free(node);
    return 1;
}

int remove_first_twice(struct node **list) {  // expect: unsafe double-free
    struct node *node = *list;
    if (!node) return 0;
    *list = node->next;
    free(node);
    free(node);  // fault
    return 1;
}

// contract: requires list == null or list(list, next) of struct node
// contract: ensures list == null or list(list, next) of struct node
// contract: frees nothing
int is_in(const struct node *list, const struct node *node) {  // expect: safe
    while (list && list != node) list = list->next;
    return list != NULL;
}

// assume: 'cursor' is the address of one 'struct cursor'
// assume: 'cursor->place' is the address of one 'struct node *'
// assume: 'cursor->current' is null or the address of a node of an acyclic list of 'struct node', linked by 'next'
// assume: or instead: '*cursor->place' is null or the address of a node of an acyclic list of 'struct node', linked by 'next'
int has_more(const struct cursor *cursor) {  // expect: safe
    if (!cursor->current || cursor->current != *cursor->place) return *cursor->place != NULL;
    return cursor->current->next != NULL;
}

// contract: requires object(cursor) of struct cursor
// contract: requires object(cursor->place) of struct node *
// contract: requires *cursor->place == null or list(*cursor->place, next) of struct node
// contract: ensures object(cursor->place) of struct node *
// contract: ensures cursor->current == null or list(cursor->current, next) of struct node
// contract: frees nothing
int step(struct cursor *cursor) {  // expect: safe
    if (!cursor->current || cursor->current != *cursor->place) {
        cursor->current = *cursor->place;
    } else {
        cursor->place = &cursor->current->next;
        cursor->current = cursor->current->next;
    }
    return cursor->current ? cursor->current->value : 0;
}

int step_over_what_is_gone(struct cursor *cursor) {  // expect: unsafe use-after-free
    struct node *node = *cursor->place;
    if (!node) return 0;
    *cursor->place = node->next;
    free(node);
    cursor->current = node;
    return cursor->current->value;  // fault
}

// The node may be one of those that the front leads to.
// assume: 'r' is the address of one 'struct ring'
// assume: 'r->front' is the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// assume: 'x' is the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// assume: or instead: 'r->front' is null or the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'; 'x' is the address of a node of what 'r->front' leads to
void unlink_twin(struct ring *r, struct twin *x) {  // expect: safe
    if (x->prev)
        x->prev->next = x->next;
    else
        r->front = x->next;
    if (x->next)
        x->next->prev = x->prev;
    else
        r->rear = x->prev;
    free(x);
}

void unlink_twin_and_look(struct ring *r, struct twin *x) {  // expect: unsafe use-after-free
    if (x->prev)
        x->prev->next = x->next;
    else
        r->front = x->next;
    free(x);
    if (x->next) x->next->prev = NULL;  // fault
}

// The place may be a link of a node before.
int step_twin(struct walker *w) {  // expect: safe
    if (!w->current || w->current != *w->place) {
        w->current = *w->place;
    } else {
        w->place = &w->current->next;
        w->current = w->current->next;
    }
    return w->current ? w->current->value : 0;
}

// Both ends are null together.
// assume: 'r' is the address of one 'struct ring'
// assume: 'r->front' is null or the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// assume: 'r->rear' is the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// assume: 'r->front', 'r->rear': the second may be the last node of the first's list
// assume: or instead: 'r->rear' is null or the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'; 'r->front', 'r->rear': both are null, or the first and the last node of one list
int last_value(const struct ring *r) {  // expect: safe
    return r->front ? r->rear->value : 0;
}

// contract: requires first == null or dlist(first, next, prev) of struct twin
// contract: ensures object(result) of struct twin
// contract: frees nothing
struct twin *no_link_back(struct twin *first) {  // expect: safe
    struct twin *t = malloc(sizeof *t);
    t->next = first;  // its own link back is not written
    if (first) first->prev = t;
    return t;
}
