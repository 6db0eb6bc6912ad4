// expect: safe
// expect -DBAD: unsafe memory-leak @bad
// glib-like singly linked list of void* data with destroy callbacks.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
typedef void *gpointer;
typedef const void *gconstpointer;
typedef struct _GSList {
    gpointer data;
    struct _GSList *next;
} GSList;
typedef void (*GFunc)(gpointer data, gpointer user);
typedef void (*GDestroy)(gpointer data);
typedef int (*GCompare)(gconstpointer a, gconstpointer b);
static GSList *g_slist_last(GSList *l) {
    if (l)
        while (l->next) l = l->next;
    return l;
}
static GSList *g_slist_append(GSList *l, gpointer data) {
    GSList *n = malloc(sizeof(GSList));
    n->data = data;
    n->next = NULL;
    if (l) {
        g_slist_last(l)->next = n;
        return l;
    }
    return n;
}
static GSList *g_slist_prepend(GSList *l, gpointer data) {
    GSList *n = malloc(sizeof(GSList));
    n->data = data;
    n->next = l;
    return n;
}
static GSList *g_slist_remove(GSList *l, gconstpointer data) {
    GSList *prev = NULL, *t = l;
    while (t) {
        if (t->data == data) {
            if (prev)
                prev->next = t->next;
            else
                l = t->next;
            free(t);
            break;
        }
        prev = t;
        t = t->next;
    }
    return l;
}
static void g_slist_foreach(GSList *l, GFunc f, gpointer user) {
    while (l) {
        GSList *n = l->next;
        f(l->data, user);
        l = n;
    }
}
static void g_slist_free(GSList *l) {
    while (l) {
        GSList *n = l->next;
        free(l);
        l = n;
    }
}
static void g_slist_free_full(GSList *l, GDestroy f) {
    for (GSList *p = l; p; p = p->next) f(p->data);
    g_slist_free(l);
}
static GSList *g_slist_find_custom(GSList *l, gconstpointer d, GCompare c) {
    for (; l; l = l->next)
        if (c(l->data, d) == 0) break;
    return l;
}
struct point {
    int x, y;
};
static int by_x(gconstpointer a, gconstpointer b) {
    const struct point *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x;
}
static void add(gpointer d, gpointer user) {
    *(int *)user += ((struct point *)d)->y & 7;
}
static struct point *point(int x, int y) {
    struct point *p = malloc(sizeof *p);
    p->x = x;
    p->y = y;
    return p;
}
int main(void) {
    GSList *l = NULL;
    int total = 0;
    while (__VERIFIER_nondet_int()) {
        struct point *p = point(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
        l = __VERIFIER_nondet_int() ? g_slist_prepend(l, p) : g_slist_append(l, p);
    }
    struct point key = {3, 0};
    GSList *hit = g_slist_find_custom(l, &key, by_x);
    if (hit) {
        struct point *p = hit->data;
        l = g_slist_remove(l, p);
#ifndef BAD
        free(p);
#endif
    }  // @bad
    g_slist_foreach(l, add, &total);
    g_slist_free_full(l, free);
    return total & 1;
}
