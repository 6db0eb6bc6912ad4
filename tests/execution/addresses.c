// expect: safe
// expect -DHASH: open where objects lie
// expect -DORDER: open where objects lie
// expect -DREUSED: open where objects lie
// expect -DPRINTED: open where objects lie
// expect -DLITERALS: open where objects lie
// expect -DMOVED: open where objects lie
// expect -DALIGNED: safe
// expect -DINSIDE: safe
// expect -DUNINITIALISED: fault
// expect -DPADDING: safe
// expect -DXOR: safe
// Where blocks lie is not the program's.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char kind;
    struct node *next;
};
static struct node *buckets[16];
static int count;

static void decide(int n) {
    if (n) count++;
}

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->kind = 'a', b->kind = 'b';
    a->next = b, b->next = NULL;
    decide(a != b);
    decide(a->next == b);
#if defined HASH
    buckets[((uintptr_t)a >> 4) & 15] = a;
#elif defined ORDER
    decide(a < b);
#elif defined REUSED
    struct node *c = malloc(sizeof *c);
    uintptr_t was = (uintptr_t)c;
    free(c);
    struct node *d = malloc(sizeof *d);
    decide((uintptr_t)d == was);
    free(d);
#elif defined PRINTED
    char text[40];
    sprintf(text, "%p", (void *)a);
    decide((int)strlen(text) > 10);
#elif defined LITERALS
    const char *x = "same", *y = "same" + 0;
    static const char z[] = "me";
    decide(x + 2 == z || x == y);
    const char *u = "tail", *v = "a tail";
    decide(v + 2 == u);
#elif defined MOVED
    struct node *old = b;
    uintptr_t was = (uintptr_t)old;
    b = realloc(b, 2 * sizeof *b);
    a->next = b;
    decide((uintptr_t)b == was);
#elif defined ALIGNED
    decide(((uintptr_t)a & 15) == 0);
#elif defined INSIDE
    char room[8];
    decide(&room[2] < &room[5]);
    decide((int)(&room[7] - room));
#elif defined UNINITIALISED
    int n;
    decide(n);
#elif defined PADDING
    struct node copy = *a;
    memcpy(b, &copy, sizeof copy);
    b->next = NULL;
#elif defined XOR
    uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;
    struct node *c = (struct node *)(both ^ (uintptr_t)a);
    decide(c->kind == 'b');
#endif
    free(b);
    free(a);
    return 0;
}
