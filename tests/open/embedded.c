// SPDX-License-Identifier: MIT
// Nodes that consist of links alone: rings through heads, and through structures that the nodes are parts of.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next, *prev;
};
struct item {
    int key;
    struct link link;
};
struct owner {
    long id;
    void *context;
    struct link items;
};
#define ITEM(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))

// ---- links -------------------------------------------------------------------------------------------------------------------------

void link_add(struct link *n, struct link *head) {  // expect: safe
    n->next = head->next;
    n->prev = head;
    head->next->prev = n;
    head->next = n;
}

void link_add_tail(struct link *n, struct link *head) {  // expect: safe
    n->next = head;
    n->prev = head->prev;
    head->prev->next = n;
    head->prev = n;
}

void link_delete(struct link *l) {  // expect: safe
    l->next->prev = l->prev;
    l->prev->next = l->next;
    l->next = l->prev = l;
}

void link_move(struct link *l, struct link *head) {  // expect: safe
    link_delete(l);
    link_add_tail(l, head);
}

bool link_is_empty(const struct link *head) {  // expect: safe
    return head->next == head;
}

void link_splice(struct link *from, struct link *to) {  // expect: safe
    if (link_is_empty(from)) return;
    struct link *first = from->next, *last = from->prev, *at = to->next;
    first->prev = to;
    to->next = first;
    last->next = at;
    at->prev = last;
    from->next = from->prev = from;
}

void link_free(struct link *l) {  // expect: unsafe use-after-free
    free(l);
    l->next->prev = l->prev;  // fault
    l->prev->next = l->next;  // fault
}

// ---- what they are parts of --------------------------------------------------------------------------------------------------------

// assume: 'head' is the address of a node of a ring of 'struct link', linked by 'next' and 'prev'; the other nodes are 'link' of a 'struct item' each
struct item *item_find(struct link *head, int key) {  // expect: safe
    for (struct link *l = head->next; l != head; l = l->next) {
        struct item *i = ITEM(l);
        if (i->key == key) return i;
    }
    return NULL;
}

void items_release(struct link *head) {  // expect: safe
    for (struct link *l = head->next, *next; l != head; l = next) {
        next = l->next;
        free(ITEM(l));
    }
    head->next = head->prev = head;
}

void items_release_late(struct link *head) {  // expect: unsafe use-after-free
    for (struct link *l = head->next; l != head; l = l->next) free(ITEM(l));  // fault
    head->next = head->prev = head;
}

struct item *item_add(struct link *head, int key) {  // expect: safe
    struct item *i = malloc(sizeof *i);
    if (!i) return NULL;
    i->key = key;
    link_add_tail(&i->link, head);
    return i;
}

struct item *item_add_nowhere(struct link *head, int key) {  // expect: unsafe memory-leak
    struct item *i = malloc(sizeof *i);
    if (!i) return NULL;
    i->key = key;
    i->link.next = i->link.prev = &i->link;
    return head->next == head ? NULL : ITEM(head->next);
}  // fault

// ---- heads in structures -----------------------------------------------------------------------------------------------------------

// assume: 'o' is the address of one 'struct owner'
// assume: 'o->items' is a node of a ring of 'struct link', linked by 'next' and 'prev'; the other nodes are 'link' of a 'struct item' each
int owner_mix(const struct owner *o) {  // expect: safe
    int x = 0;
    for (const struct link *l = o->items.next; l != &o->items; l = l->next) x ^= ITEM(l)->key;
    return x;
}

void owner_remove(struct owner *o, int key) {  // expect: safe
    for (struct link *l = o->items.next, *next; l != &o->items; l = next) {
        next = l->next;
        if (ITEM(l)->key != key) continue;
        link_delete(l);
        free(ITEM(l));
    }
}

void owner_remove_first(struct owner *o) {  // expect: unknown a pointer that is not followed
    struct item *i = ITEM(o->items.next);
    link_delete(&i->link);
    free(i);
}

void owner_release(struct owner *o) {  // expect: safe
    while (!link_is_empty(&o->items)) {
        struct item *i = ITEM(o->items.next);
        link_delete(&i->link);
        free(i);
    }
    free(o);
}

void owner_release_early(struct owner *o) {  // expect: unsafe use-after-free
    free(o);
    o->items.next = o->items.prev = NULL;  // fault
}

// spare: ring(&i->link, next, prev) of struct link in struct item.link: links that are members are nodes of rings, all of them
void owner_take(struct owner *o, struct item *i) {  // expect: safe
    link_add(&i->link, &o->items);
}

void owner_begin(struct owner *o) {  // expect: safe
    o->id = 0;
    o->context = NULL;
    o->items.next = o->items.prev = &o->items;
}

// ---- a head of the program -----------------------------------------------------------------------------------------------------------

static struct link devices = {&devices, &devices};

// assume: 'devices' is a node of a ring of 'struct link', linked by 'next' and 'prev'; the other nodes are 'link' of a 'struct item' each
struct item *device_find(int key) {  // expect: safe
    for (struct link *l = devices.next; l != &devices; l = l->next)
        if (ITEM(l)->key == key) return ITEM(l);
    return NULL;
}

// spare: ring(&i->link, next, prev) of struct link in struct item.link: links that are members are nodes of rings, all of them
void device_add(struct item *i) {  // expect: safe
    link_add_tail(&i->link, &devices);
}

void devices_release(void) {  // expect: safe
    while (devices.next != &devices) {
        struct item *i = ITEM(devices.next);
        link_delete(&i->link);
        free(i);
    }
}

void devices_forget(void) {  // expect: unsafe use-after-free
    while (devices.next != &devices) {
        struct item *i = ITEM(devices.next);
        free(i);
        devices.next = devices.next->next;  // fault
    }
}

// ---- nodes with something of their own -------------------------------------------------------------------------------------------------

struct ring {
    struct ring *next, *prev;
};
struct named {
    char *name;
    struct ring ring;
};

// assume: 'r' is the address of a node of a ring of 'struct ring', linked by 'next' and 'prev'; the other nodes are 'ring' of a 'struct named' each
// assume: 'struct named.name' is a string
unsigned names_mixed(const struct ring *r) {  // expect: safe
    unsigned x = 0;
    for (const struct ring *p = r->next; p != r; p = p->next) {
        const struct named *n = (const struct named *)((const char *)p - offsetof(struct named, ring));
        x ^= (unsigned)n->name[0];
    }
    return x;
}
