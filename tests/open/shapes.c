// SPDX-License-Identifier: MIT
// What inputs are made of: structures, doubly linked lists, lists of lists, strings, globals, and what cannot be built.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct twin {
    struct twin *next, *prev;
    int value;
};
struct word {
    struct word *next;
    char *text;
};
struct group {
    struct group *next;
    struct word *words;
};
struct list {
    struct word *head;
    int n;
    int history[5];
};
struct queue {
    struct word *first, *last;
    int n;
};
struct deque {
    struct twin *front, *rear;
};
struct knot {
    struct knot *left, *right, *up;
    int key;
};
struct menu {
    struct menu *below;
    int key;
    struct menu *next;
};
struct link {
    struct link *next, *prev;
};
struct operations {
    int (*run)(int);
    int n;
};
struct flexible {
    unsigned n;
    int data[];
};
union either {
    struct word *word;
    long number;
};

// assume: 'x' is the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// contract: requires dlist(x, next, prev) of struct twin
// contract: frees x
void cut(struct twin *x) {  // expect: safe
    if (x->prev) x->prev->next = x->next;
    if (x->next) x->next->prev = x->prev;
    free(x);
}

void cut_first(struct twin *x) {  // expect: null-dereference
    x->prev->next = x->next;  // fault
    if (x->next) x->next->prev = x->prev;
    free(x);
}

void cut_late(struct twin *x) {  // expect: unsafe use-after-free
    if (x->prev) x->prev->next = x->next;
    free(x);
    if (x->next) abort();  // fault
}

// contract: requires dlist(x, next, prev) of struct twin
// contract: ensures dlist(x, next, prev) of struct twin
// contract: ensures dlist(result, next, prev) of struct twin
// contract: frees nothing
struct twin *begin(struct twin *x) {  // expect: safe
    while (x->prev) x = x->prev;
    return x;
}

// assume: 'x' is the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// assume: 'y' is the address of a node of an acyclic list of 'struct twin', linked by 'next' and 'prev'
// assume: 'x', 'y': both may lead to lists with common nodes
void free_neighbour(struct twin *x, struct twin *y) {  // expect: use-after-free
    if (x->next) free(x->next);
    y->value = 0;  // fault
}

// assume: 'g' is null or the address of a node of an acyclic list of 'struct group', linked by 'next'
// assume: 'g->words' is null or the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'g->words->text' is null or a string
void release_groups(struct group *g) {  // expect: safe
    while (g) {
        struct group *next = g->next;
        while (g->words) {
            struct word *w = g->words;
            g->words = w->next;
            free(w->text);
            free(w);
        }
        free(g);
        g = next;
    }
}

void release_groups_twice(struct group *g) {  // expect: unsafe double-free
    while (g) {
        struct group *next = g->next;
        while (g->words) {
            struct word *w = g->words;
            g->words = w->next;
            free(w->text);
            if (w->next == NULL) free(w->text);  // fault
            free(w);
        }
        free(g);
        g = next;
    }
}

// assume: 'l' is null or the address of one 'struct list'
// assume: 'l->head' is null or the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'l->head->text' is null or a string
void clear(struct list *l) {  // expect: safe
    if (!l) return;
    while (l->head) {
        struct word *w = l->head;
        l->head = w->next;
        free(w->text);
        free(w);
    }
    free(l);
}

// assume: 'q' is the address of one 'struct queue'
// assume: 'q->first' is null or the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'q->last' is the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'q->first', 'q->last': the second may be the last node of the first's list
// assume: or instead: 'q->last' is null or the address of a node of an acyclic list of 'struct word', linked by 'next'; 'q->first', 'q->last': both are null, or the first and the last node of one list
void put(struct queue *q) {  // expect: safe
    struct word *w = malloc(sizeof *w);
    w->next = NULL;
    w->text = NULL;
    if (q->first)
        q->last->next = w;
    else
        q->first = w;
    q->last = w;
    q->n++;
}

// Nothing is wrong unless the first word is the last.
char *take(struct queue *q) {  // expect: unsafe use-after-free
    struct word *w = q->first;
    if (!w) return NULL;
    q->first = w->next;
    free(w);
    return q->last->text;  // fault
}

// contract: requires object(d) of struct deque
// contract: requires d->front == null or dlist(d->front, next, prev) of struct twin
// contract: requires dlist(d->rear, next, prev) of struct twin
// contract: requires may_end(d->front, d->rear)
// contract: ensures d->front == null or dlist(d->front, next, prev) of struct twin
// contract: ensures d->rear == null or dlist(d->rear, next, prev) of struct twin
// contract: frees perhaps anything
void drop_rear(struct deque *d) {  // expect: safe
    struct twin *x = d->rear, *before = x->prev;
    d->rear = before;
    if (before) before->next = NULL;
    if (d->front == x) d->front = NULL;
    free(x);
}

int drop_rear_and_look(struct deque *d) {  // expect: unsafe use-after-free
    struct twin *x = d->rear, *before = x->prev;
    d->rear = before;
    if (before) before->next = NULL;
    free(x);
    return d->front->value;  // fault
}

int history(struct list *l, unsigned i) {  // expect: safe
    return i < 5 ? l->history[i] : 0;
}

int history_too_far(struct list *l, unsigned i) {  // expect: out-of-bounds
    return i <= 5 ? l->history[i] : 0;  // fault
}

// assume: 's' is a string
size_t blanks(const char *s) {  // expect: safe
    return strlen(s) - strspn(s, " ");
}

char *copy_short(const char *s) {  // expect: out-of-bounds
    char *t = malloc(4);
    strcpy(t, s);  // fault
    return t;
}

// assume: 'l.head' is null or the address of a node of an acyclic list of 'struct word', linked by 'next'
void release_head(struct list l) {  // expect: safe
    free(l.head);
}

void release_argument(struct list l) {  // expect: invalid-free
    free(&l);  // fault
}

struct list make(int n) {  // expect: safe
    struct list l = {NULL, n, {0}};
    l.head = malloc(sizeof *l.head);
    l.head->next = NULL;
    l.head->text = NULL;
    return l;
}

int swap(int *a, int *b) {  // expect: safe
    int x = *a;
    *a = *b;
    *b = x;
    return *a;
}

void release_same(int *a, int *b) {  // expect: double-free
    free(a);
    free(b);  // fault
}

// ---- globals -------------------------------------------------------------------------------------------------------------------------

static struct word *words;
static struct list lists;
int calls;
const int limit = 3;
static int table[4];

// assume: 'calls' holds anything of its type
// assume: 'words' is null or the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'words->text' is null or a string
void drop_words(void) {  // expect: safe
    calls++;
    while (words) {
        struct word *w = words;
        words = w->next;
        free(w->text);
        free(w);
    }
}

void drop_first_word(void) {  // expect: unsafe use-after-free
    struct word *w = words;
    if (!w) return;
    free(w);
    words = w->next;  // fault
}

// assume: 'lists' holds anything of its type
// assume: 'lists.head' is the address of a node of an acyclic list of 'struct word', linked by 'next'
int size(void) {  // expect: safe
    return lists.n + (lists.head->text != NULL);
}

// The number of calls is not 0, as it is when the program begins.
int entry_of_table(void) {  // expect: out-of-bounds
    return table[calls];  // fault
}

// assume: none
int constant(void) {  // expect: safe
    static const int values[4] = {1, 2, 3, 4};
    return values[limit];
}

// assume: 'w' is the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'w->text' is a string
// assume: 'words' is the address of a node of an acyclic list of 'struct word', linked by 'next'
// assume: 'words->text' is a string
// assume: 'w', 'words': both may lead to lists with common nodes
char *release_known(struct word *w) {  // expect: use-after-free
    free(w);
    return words->text;  // fault
}

// ---- what cannot be built --------------------------------------------------------------------------------------------------------------

int depth(struct knot *t) {  // expect: null-dereference
    return t->key + t->left->key;  // fault
}

// assume: 't' is null or the address of one 'struct knot'
int key(struct knot *t) {  // expect: safe
    return t ? t->key : 0;
}

// assume: 'm' is null or the address of a node of an acyclic list of 'struct menu', linked by 'next'
int entries(const struct menu *m) {  // expect: safe
    int n = 0;
    for (; m; m = m->next) n++;
    return n;
}

int below(const struct menu *m) {  // expect: unknown 'm->below->key' through a pointer that is not followed
    return m->below->key;
}

// assume: 'o' is the address of one 'struct operations'
// assume: 'o->run' is a function that returns and leaves all that 'run' works on as it is
int run(struct operations *o) {  // expect: safe
    return o->run(o->n);
}

// assume: none
int anything(void *p) {  // expect: unknown '*p' through a pointer that is not followed
    return *(int *)p;
}

// assume: 'at' is the address of a node of an acyclic list of 'struct link', linked by 'next'
// assume: 'l' is the address of one 'struct link'
// assume: or instead: 'at' is the address of a node of a ring of 'struct link', linked by 'next' and 'prev'; 'l' is the address of a node of a ring of 'struct link', linked by 'next' and 'prev'; 'at', 'l': both may be in one ring
// assume: or instead: 'at' is the address of a node of a ring of 'struct link', linked by 'next'
void insert_link(struct link *at, struct link *l) {  // expect: safe
    l->next = at->next;
    at->next = l;
}

long number(union either *e) {  // expect: unknown through a pointer that is not followed
    return e->number;
}

int element(struct flexible *f, unsigned i) {  // expect: unknown in an object of unknown size
    return i < f->n ? f->data[i] : 0;
}

int argument(int n, ...) {  // expect: unknown through a pointer that is not followed
    va_list list;
    va_start(list, n);
    int x = va_arg(list, int);
    va_end(list);
    return x;
}
