// SPDX-License-Identifier: MIT
// Null in its forms: members at an offset, array elements, functions, indirect writes.
// run: inputs=0 -> ok
// run: inputs=1 -> null-dereference @member
// run: inputs=2 -> null-dereference @element
// run: inputs=3 -> null-dereference @write
// run: inputs=4 -> null-dereference @copy
// run: inputs=5 -> null-dereference @string
// run: inputs=6 -> null-dereference @double
// also: -m32
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct big {
    int head[20];
    struct { char pad[30]; short tail; } in;
    struct big *next;
};

int main(void) {
    struct big one = {.in.tail = 3}, *volatile p = NULL, copy;
    char *volatile s = NULL;
    int **volatile pp = NULL;
    switch (__VERIFIER_nondet_int()) {
    case 0: p = &one; break;
    case 1: printf("%d\n", p->in.tail); break; // @member
    case 2: p = one.next; printf("%d\n", p->head[7]); break; // @element
    case 3: s[5] = 'x'; break; // @write
    case 4: copy = *p; memcpy(&one, &copy, sizeof one); break; // @copy
    case 5: strcpy(s, "abc"); break; // @string
    case 6: **pp = 1; break; // @double
    }
    printf("%d\n", p->in.tail);
    return 0;
}
