// SPDX-License-Identifier: MIT
// Static initialisers that hold addresses: of globals, functions, interiors, labels, strings, themselves.
// run: inputs=1 -> ok
// run: inputs=0 -> ok
// run: SKEW inputs=1 -> out-of-bounds @skew
// run: CONST inputs=1 -> invalid-free @const
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int numbers[6] = {1, 2, 3, 4, 5, 6};
static int hello(int x) { return x + 100; }

struct node {
    const char *name;
    struct node *next;
    int *value;
    int (*call)(int);
};
static struct node third = {"third", NULL, numbers + 5, hello};
static struct node second = {"second", &third, &numbers[2], hello};
static struct node first = {"first", &second, numbers, hello};
static struct node *const list = &first;
static struct node self = {.name = &"xself"[1], .next = &self};
static int *one_past = numbers + 6;
static char *text = "literal";
static char array[] = "array", *into_array = array + 2;
static long distance = (char *)&numbers[4] - (char *)&numbers[1];
static struct node **const links[2] = {&first.next, &second.next};

int main(void) {
    int i = __VERIFIER_nondet_int();
    for (struct node *n = list; n; n = n->next) printf("%s %d\n", n->name, n->call(*n->value));
    printf("%s %d %s %s %ld\n", self.name, self.next == &self, text, into_array, distance);
    printf("%d %s\n", one_past[-1], (*links[i])->name);
#ifdef SKEW
    printf("%d\n", *one_past); // @skew
#endif
#ifdef CONST
    free(array); // @const
#endif
    *into_array = 'R';
    puts(array);
    return 0;
}
