// SPDX-License-Identifier: MIT
// What the library does, as far as the program can tell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct meter {
    int channels;
    struct meter *next;
};

struct meter *meter_open(int port)
{
    struct meter *m;
    if (__VERIFIER_nondet_int()) return NULL;
    m = malloc(sizeof *m);
    m->channels = __VERIFIER_nondet_int();
    m->next = NULL;
    return m;
}

int meter_read(struct meter *m, int *value)
{
    m->channels = __VERIFIER_nondet_int();
    *value = __VERIFIER_nondet_int();
    return __VERIFIER_nondet_int();
}

void meter_close(struct meter *m)
{
    free(m);
}
