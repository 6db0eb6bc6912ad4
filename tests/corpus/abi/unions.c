// SPDX-License-Identifier: MIT
// Type punning and tagged unions, pointers stored as integers in a union.
// run: inputs=5 -> ok
// run: inputs=-3 -> ok
// run: TAG inputs=0 -> null-dereference @tag
// run: SHRINK inputs=4 -> out-of-bounds @shrink
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
    float real;
};

struct value {
    enum { INT, STRING, LIST } tag;
    union {
        int number;
        const char *string;
        struct { struct value *items; unsigned n; } list;
    } as;
};

static void print(const struct value *v) {
    switch (v->tag) {
    case INT: printf("%d", v->as.number); break;
    case STRING: printf("\"%c...\"", v->as.string[0]); break; // @tag
    case LIST:
        printf("[");
        for (unsigned i = 0; i < v->as.list.n; i++) print(&v->as.list.items[i]);
        printf("]");
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    union word w = {.whole = 0x01020304};
    w.bytes[0] = (uint8_t)n;
    printf("%08x %04x %d\n", (unsigned)w.whole, w.halves[1], w.bytes[0]);
    w.real = 1.0f;
    printf("%x\n", (unsigned)w.whole);
    union { void *p; uintptr_t n; char raw[sizeof(void *)]; } u = {.p = &w};
    u.n += 2;
    printf("%td\n", (char *)u.p - (char *)&w);
    struct value items[2] = {{.tag = INT, .as.number = n}, {.tag = STRING, .as.string = "text"}};
    struct value list = {LIST, .as.list = {items, 2}};
#ifdef TAG
    items[0] = (struct value){.tag = STRING, .as.string = NULL};
#endif
    print(&list);
    printf("\n");
#ifdef SHRINK
    union word *small = malloc(2);
    small->halves[0] = 1;
    small->whole = 1; // @shrink
    free(small);
#endif
    return sizeof(union word);
}
