// SPDX-License-Identifier: MIT
// Structures behind pointers to void: parameters and members that a function takes for something.
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    struct item *next;
};
struct slot {
    void *content;
    struct slot *next;
};
struct person {
    int age;
    int height;
};

// contract: requires object(a) of struct person
// contract: requires object(b) of struct person
// contract: requires may_share(a, b)
// contract: frees nothing
int by_age(const void *a, const void *b) {  // expect: safe
    const struct person *x = a, *y = b;
    return x->age - y->age;
}

int by_age_next(const void *a, const void *b) {  // expect: out-of-bounds
    const struct person *x = a, *y = b;
    return x[1].age - y->age;  // fault
}

void person_grow(void *who) {  // expect: safe
    struct person *p = who;
    p->height++;
}

// contract: requires list == null or list(list, next) of struct item
// contract: frees nothing
int items_length(const void *list) {  // expect: safe
    int n = 0;
    for (const struct item *i = list; i; i = i->next) n++;
    return n;
}

int items_second(const void *list) {  // expect: null-dereference
    int n = 0;
    const struct item *i = list;
    if (i && i->next->key) n++;  // fault
    return n;
}

void items_release(void *list) {  // expect: safe
    struct item *i = list;
    while (i) {
        struct item *next = i->next;
        free(i);
        i = next;
    }
}

void items_release_late(void *list) {  // expect: unsafe use-after-free
    for (struct item *i = list; i; i = i->next) free(i);  // fault
}

void *items_push(void *list, int key) {  // expect: safe
    struct item *i = malloc(sizeof *i), *rest = list;
    if (!i) return list;
    i->key = key;
    i->next = rest;
    return i;
}

// contract: requires list == null or list(list, next) of struct slot
// contract: requires list->content == null or object(list->content) of struct person
// contract: ensures list == null or list(list, next) of struct slot
// contract: frees nothing
int slots_tallest(const struct slot *list) {  // expect: safe
    int most = 0;
    for (; list; list = list->next) {
        const struct person *p = list->content;
        if (p && p->height > most) most = p->height;
    }
    return most;
}

int slots_tallest_unasked(const struct slot *list) {  // expect: null-dereference
    int most = 0;
    for (; list; list = list->next) {
        const struct person *p = list->content;
        if (p->height > most) most = p->height;  // fault
        if (!p) break;
    }
    return most;
}

void slots_release(struct slot *list) {  // expect: safe
    while (list) {
        struct slot *next = list->next;
        struct person *p = list->content;
        free(p);
        free(list);
        list = next;
    }
}

int slots_visit(struct slot *list, int (*visit)(void *content, void *context), void *context) {  // expect: safe
    for (; list; list = list->next)
        if (visit(list->content, context)) return 1;
    return 0;
}

// ---- numbers -------------------------------------------------------------------------------------------------------------------------------

// contract: requires object(a) of int
// contract: requires object(b) of int
// contract: requires may_share(a, b)
// contract: frees nothing
int by_number(const void *a, const void *b) {  // expect: safe
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int by_number_next(const void *a, const void *b) {  // expect: out-of-bounds
    const int *x = a, *y = b;
    return (x[1] > *y) - (x[1] < *y);  // fault
}

// ---- texts ------------------------------------------------------------------------------------------------------------------------------

// contract: requires string(text)
// contract: frees nothing
unsigned hash_of(const void *text) {  // expect: safe
    unsigned h = 5381;
    for (const unsigned char *p = text; *p; p++) h = h * 33 + *p;
    return h;
}

unsigned hash_of_gone(const void *text) {  // expect: unsafe use-after-free
    unsigned h = 5381;
    char *copy = strdup(text);
    if (!copy) return 0;
    free(copy);
    for (const unsigned char *p = (unsigned char *)copy; *p; p++) h = h * 33 + *p;  // fault
    return h;
}

// contract: requires string(a)
// contract: requires string(b)
// contract: requires may_share(a, b)
// contract: frees nothing
int by_name(const void *a, const void *b) {  // expect: safe
    return strcmp(a, b);
}

// contract: requires string(s)
// contract: frees nothing
int words_in(const unsigned char *s) {  // expect: safe
    int n = 0;
    for (; *s; s++) n += *s == ' ';
    return n;
}

// contract: requires object(flags) of unsigned char
// contract: frees nothing
int is_marked(const unsigned char *flags) {  // expect: safe
    return *flags & 1;
}

// contract: requires array(bytes, n) of char
// contract: frees nothing
unsigned sum_of(const void *bytes, size_t n) {  // expect: safe
    const unsigned char *p = bytes;
    unsigned sum = 0;
    while (n--) sum += *p++;
    return sum;
}
