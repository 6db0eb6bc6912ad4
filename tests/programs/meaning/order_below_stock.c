// expect: safe
// expect -DBAD_SOLD: unsafe error-call @more
// expect -DBAD_ORDER: unsafe error-call @more
// Articles of which never more are ordered than there are in stock; deliveries, sales and orders go through the list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct article {
    int order, stock;
    struct article *next;
};

static struct article *assortment(void) {
    struct article *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct article *a = malloc(sizeof *a);
        if (!a) exit(1);
        a->stock = __VERIFIER_nondet_int();
        if (a->stock < 0) a->stock = 0;
        a->order = 0;
        a->next = list;
        list = a;
    }
    return list;
}

static void order(struct article *list) {
    for (struct article *it = list; it; it = it->next) {
        int wanted = __VERIFIER_nondet_int();
#ifdef BAD_ORDER
        if (wanted > 0 && wanted <= it->stock + 1 && it->stock < 1000) it->order = wanted;
#else
        if (wanted > 0 && wanted <= it->stock) it->order = wanted;
#endif
    }
}

static void sell(struct article *list) {
    for (struct article *it = list; it; it = it->next) {
        if (it->stock == 0 || !__VERIFIER_nondet_int()) continue;
        it->stock--;
#ifdef BAD_SOLD
        if (it->order > it->stock + 1) it->order = it->stock;
#else
        if (it->order > it->stock) it->order = it->stock;
#endif
    }
}

int main(void) {
    struct article *list = assortment();
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            order(list);
        else
            sell(list);
    }
    while (list) {
        struct article *it = list;
        if (it->order > it->stock) reach_error();  // @more
        list = it->next;
        free(it);
    }
    return 0;
}
