// SPDX-License-Identifier: MIT
// Kinds of structures that no name gives away, or that another one hides: links called anything, nodes behind void pointers, lists of lists, items of lists in the
// manner of utlist, unions by a tag.
#include <stdlib.h>
#include <string.h>

// ---- links called anything -------------------------------------------------------------------------------------------------------------

struct bead {
    int colour;
    struct bead *thread;
};

int beads_of(const struct bead *b, int colour) {  // expect: safe
    int n = 0;
    for (; b; b = b->thread) n += b->colour == colour;
    return n;
}

int beads_paired(const struct bead *b) {  // expect: null-dereference
    int n = 0;
    for (; b; b = b->thread->thread) n++;  // fault
    return n;
}

struct bead *bead_put(struct bead *b, int colour) {  // expect: safe
    struct bead *x = malloc(sizeof *x);
    if (!x) return b;
    x->colour = colour;
    x->thread = b;
    return x;
}

void beads_cut(struct bead *b) {  // expect: safe
    while (b) {
        struct bead *rest = b->thread;
        free(b);
        b = rest;
    }
}

void beads_cut_late(struct bead *b) {  // expect: unsafe use-after-free
    while (b) {
        free(b);
        b = b->thread;  // fault
    }
}

struct bead *beads_turned(struct bead *b) {  // expect: safe
    struct bead *done = NULL;
    while (b) {
        struct bead *rest = b->thread;
        b->thread = done;
        done = b;
        b = rest;
    }
    return done;
}

void bead_drop(struct bead **at, int colour) {  // expect: safe
    while (*at && (*at)->colour != colour) at = &(*at)->thread;
    struct bead *x = *at;
    if (!x) return;
    *at = x->thread;
    free(x);
}

int bead_drop_and_look(struct bead **at) {  // expect: unsafe use-after-free
    struct bead *x = *at;
    if (!x) return 0;
    *at = x->thread;
    free(x);
    return x->colour;  // fault
}

struct bead *bead_at(struct bead *b, unsigned i) {  // expect: safe
    while (b && i--) b = b->thread;
    return b;
}

// ---- behind void pointers ----------------------------------------------------------------------------------------------------------------

struct box {
    void *content;
    struct box *next;
};

int boxes_sum(const struct box *b) {  // expect: safe
    int n = 0;
    for (; b; b = b->next) n += b->content != NULL;
    return n;
}

struct box *box_put(struct box *b, void *content) {  // expect: safe
    struct box *x = malloc(sizeof *x);
    if (!x) return b;
    x->content = content;
    x->next = b;
    return x;
}

struct box *box_put_lost(struct box *b, void *content) {  // expect: unsafe memory-leak
    struct box *x = malloc(sizeof *x);
    if (!x) return b;
    x->content = content;
    return b;
}  // fault

void *box_take(struct box **b) {  // expect: safe
    struct box *x = *b;
    if (!x) return NULL;
    void *content = x->content;
    *b = x->next;
    free(x);
    return content;
}

void *box_take_gone(struct box **b) {  // expect: unsafe use-after-free
    struct box *x = *b;
    if (!x) return NULL;
    *b = x->next;
    free(x);
    return x->content;  // fault
}

void boxes_drop(struct box *b) {  // expect: safe
    while (b) {
        struct box *rest = b->next;
        free(b);
        b = rest;
    }
}

struct box *box_find(struct box *b, const void *content) {  // expect: safe
    while (b && b->content != content) b = b->next;
    return b;
}

void boxes_each(struct box *b, void (*visit)(void *)) {  // expect: safe
    for (; b; b = b->next) visit(b->content);
}

// ---- lists of lists ------------------------------------------------------------------------------------------------------------------------

struct card {
    struct card *next;
    int number;
};
struct pile {
    struct pile *next;
    struct card *cards;
};

int piles_total(const struct pile *p) {  // expect: safe
    int n = 0;
    for (; p; p = p->next)
        for (const struct card *c = p->cards; c; c = c->next) n += c->number;
    return n;
}

int piles_tops(const struct pile *p) {  // expect: null-dereference
    int n = 0;
    for (; p; p = p->next) {
        n += p->cards->number;  // fault
        if (!p->cards) break;
    }
    return n;
}

void piles_drop(struct pile *p) {  // expect: safe
    while (p) {
        struct pile *rest = p->next;
        while (p->cards) {
            struct card *c = p->cards;
            p->cards = c->next;
            free(c);
        }
        free(p);
        p = rest;
    }
}

void piles_drop_twice(struct pile *p) {  // expect: unsafe double-free
    while (p) {
        struct pile *rest = p->next;
        for (struct card *c = p->cards, *d; c; c = d) {
            d = c->next;
            free(c);
        }
        if (p->cards) free(p->cards);  // fault
        free(p);
        p = rest;
    }
}

void card_put(struct pile *p, int number) {  // expect: safe
    struct card *c = malloc(sizeof *c);
    if (!c) return;
    c->number = number;
    c->next = p->cards;
    p->cards = c;
}

void card_put_lost(struct pile *p, int number) {  // expect: unsafe memory-leak
    struct card *c = malloc(sizeof *c);
    if (!c) return;
    c->number = number;
    c->next = p->cards;
}  // fault

int card_take(struct pile *p) {  // expect: safe
    struct card *c = p->cards;
    if (!c) return 0;
    int number = c->number;
    p->cards = c->next;
    free(c);
    return number;
}

struct pile *pile_of(struct pile *p, int number) {  // expect: safe
    for (; p; p = p->next)
        for (struct card *c = p->cards; c; c = c->next)
            if (c->number == number) return p;
    return NULL;
}

struct pile *pile_new(struct pile *p) {  // expect: safe
    struct pile *x = calloc(1, sizeof *x);
    if (!x) return p;
    x->next = p;
    return x;
}

// ---- hlist: a node knows the link that leads to it ---------------------------------------------------------------------------------------------

struct hnode {
    struct hnode *next, **pprev;
};
struct hhead {
    struct hnode *first;
};

int hlist_is_empty(const struct hhead *h) {  // expect: safe
    return !h->first;
}

void hlist_begin(struct hhead *h) {  // expect: safe
    h->first = NULL;
}

int hlist_length(const struct hhead *h) {  // expect: safe
    int n = 0;
    for (const struct hnode *x = h->first; x; x = x->next) n++;
    return n;
}

void hlist_add(struct hnode *x, struct hhead *h) {  // expect: safe
    x->next = h->first;
    if (h->first) h->first->pprev = &x->next;
    h->first = x;
    x->pprev = &h->first;
}

int hlist_length_from_second(const struct hhead *h) {  // expect: null-dereference
    int n = 0;
    for (const struct hnode *x = h->first->next; x; x = x->next) n++;  // fault
    return h->first ? n : -1;
}

// ---- in the manner of utlist: the first node's prev is the last -----------------------------------------------------------------------------------

struct element {
    int key;
    struct element *prev, *next;
};

// contract: requires head == null or looped(head, next, prev) of struct element
// contract: requires object(x) of struct element
// contract: ensures head == null or looped(head, next, prev) of struct element
// contract: ensures list(x, next) of struct element or looped(x, next, prev) of struct element
// contract: ensures looped(result, next, prev) of struct element
// contract: frees nothing
struct element *element_append(struct element *head, struct element *x) {  // expect: safe
    if (!head) {
        x->prev = x;
        x->next = NULL;
        return x;
    }
    x->prev = head->prev;
    head->prev->next = x;
    head->prev = x;
    x->next = NULL;
    return head;
}

struct element *elements_concat(struct element *a, struct element *b) {  // expect: safe
    if (!a || !b) return a ? a : b;
    struct element *last = b->prev;
    b->prev = a->prev;
    a->prev->next = b;
    a->prev = last;
    return a;
}

struct element *elements_concat_unasked(struct element *a, struct element *b) {  // expect: null-dereference
    struct element *last = b->prev;  // fault
    if (!a || !b) return a ? a : b;
    b->prev = a->prev;
    a->prev->next = b;  // fault
    a->prev = last;
    return a;
}

struct element *element_take_last(struct element **head) {  // expect: safe
    if (!*head) return NULL;
    struct element *last = (*head)->prev;
    if (last == *head) {
        *head = NULL;
    } else {
        last->prev->next = NULL;
        (*head)->prev = last->prev;
    }
    return last;
}

void element_drop_last(struct element **head) {  // expect: unsafe use-after-free
    if (!*head || (*head)->prev == *head) return;
    struct element *last = (*head)->prev;
    free(last);
    last->prev->next = NULL;  // fault
    (*head)->prev = last->prev;
}

int elements_count(const struct element *head) {  // expect: safe
    int n = 0;
    for (; head; head = head->next) n++;
    return n;
}

struct element *element_find(struct element *head, int key) {  // expect: safe
    for (; head; head = head->next)
        if (head->key == key) return head;
    return NULL;
}

void elements_drop(struct element *head) {  // expect: safe
    for (struct element *x; head; head = x) {
        x = head->next;
        free(head);
    }
}

void elements_drop_late(struct element *head) {  // expect: unsafe use-after-free
    for (; head; head = head->next) free(head);  // fault
}

struct element *element_prepend(struct element *head, int key) {  // expect: safe
    struct element *x = malloc(sizeof *x);
    if (!x) return head;
    x->key = key;
    x->next = head;
    x->prev = head ? head->prev : x;
    if (head) head->prev = x;
    return x;
}

// ---- unions by a tag -------------------------------------------------------------------------------------------------------------------------

struct token {
    int kind;
    union {
        int number;
        char letter;
        double real;
    } as;
    struct token *next;
};

int tokens_sum(const struct token *t) {  // expect: safe
    int n = 0;
    for (; t; t = t->next) n += t->kind == 0 ? t->as.number : t->kind == 1 ? t->as.letter : 0;
    return n;
}

struct token *token_number(struct token *list, int number) {  // expect: safe
    struct token *t = malloc(sizeof *t);
    if (!t) return list;
    t->kind = 0;
    t->as.number = number;
    t->next = list;
    return t;
}

struct token *token_letter_lost(struct token *list, char letter) {  // expect: unsafe memory-leak
    struct token *t = malloc(sizeof *t);
    if (!t) return list;
    t->kind = 1;
    t->as.letter = letter;
    return list;
}  // fault

void tokens_drop(struct token *t) {  // expect: safe
    while (t) {
        struct token *next = t->next;
        free(t);
        t = next;
    }
}

int token_kinds(const struct token *t) {  // expect: safe
    int seen = 0;
    for (; t; t = t->next)
        if (t->kind >= 0 && t->kind < 3) seen |= 1 << t->kind;
    return seen;
}

int token_second(const struct token *t) {  // expect: null-dereference
    return t ? t->next->kind : 0;  // fault
}

struct token *token_skip(struct token *t, int kind) {  // expect: safe
    while (t && t->kind == kind) t = t->next;
    return t;
}

void token_negate(struct token *t) {  // expect: safe
    for (; t; t = t->next)
        if (t->kind == 2) t->as.real = -t->as.real;
}

int tokens_drop_and_count(struct token *t) {  // expect: unsafe use-after-free
    int n = 0;
    for (; t; t = t->next) {  // fault
        n += t->kind;
        free(t);
    }
    return n;
}
