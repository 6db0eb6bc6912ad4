// expect: safe
// expect -DSMALL: safe
// expect -DBAD_DELETE: unsafe use-after-free @find
// expect -DBAD_UNSET: not safe
// expect -DBAD_SHORT: not safe
// property: memory-safety,memory-cleanup
// Heads of doubly linked rings in an array; items hold their links and own a name.
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef SMALL
#define SIZE 17
#else
#define SIZE 64
#endif
struct list_head {
    struct list_head *next, *prev;
};
struct item {
    unsigned key;
    struct list_head link;
    char *name;
};
static struct list_head table[SIZE];
static void init(struct list_head *head) {
    head->next = head;
    head->prev = head;
}
static void add(struct list_head *new, struct list_head *head) {
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}
static void delete(struct item *i) {
#ifndef BAD_DELETE
    i->link.prev->next = i->link.next;
#endif
    i->link.next->prev = i->link.prev;
    free(i->name);
    free(i);
}
static struct item *item_of(struct list_head *link) { return (struct item *)((char *)link - offsetof(struct item, link)); }
static struct item *find(unsigned key) {
    struct list_head *head = &table[key % SIZE];
    for (struct list_head *p = head->next; p != head; p = p->next)
        if (item_of(p)->key == key) return item_of(p);  // @find
    return NULL;
}
int main(void) {
#ifdef BAD_UNSET
    for (int i = 1; i < SIZE; i++) init(&table[i]);
#else
    for (int i = 0; i < SIZE; i++) init(&table[i]);
#endif
    while (__VERIFIER_nondet_uint()) {
        unsigned key = __VERIFIER_nondet_uint();
        struct item *i = find(key);
        if (i) {
            delete(i);
        } else {
            i = malloc(sizeof *i);
            i->key = key;
            i->name = malloc(8);
            add(&i->link, &table[key % SIZE]);
        }
    }
#ifdef BAD_SHORT
    for (int i = 0; i < SIZE - 1; i++)
#else
    for (int i = 0; i < SIZE; i++)
#endif
        while (table[i].next != &table[i]) delete(item_of(table[i].next));
    return 0;
}
