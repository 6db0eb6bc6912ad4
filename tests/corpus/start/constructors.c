// SPDX-License-Identifier: MIT
// Constructors with priorities, destructors, atexit handlers, and main between them.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: LATE inputs=0 -> use-after-free @late
// run: EARLY inputs=0 -> null-dereference @early
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int *log_buffer;
static int used;

__attribute__((constructor(201))) static void second(void) {
    log_buffer[used++] = 2; // @early
    puts("second");
}

#ifdef EARLY
__attribute__((constructor(301)))
#else
__attribute__((constructor(101)))
#endif
static void first(void) {
    log_buffer = malloc(8 * sizeof(int));
    log_buffer[used++] = 1;
    puts("first");
}

__attribute__((destructor)) static void last(void) {
    printf("last %d\n", used);
    free(log_buffer);
}

static void handler_a(void) {
    puts("handler a");
#ifdef LATE
    free(log_buffer);
#endif
}
static void handler_b(void) {
    log_buffer[used++] = 3;
    puts("handler b");
}
static void handler_c(void) {
#ifdef LATE
    log_buffer[0] = 9; // @late
#endif
    puts("handler c");
}

int main(void) {
    atexit(handler_c);
    atexit(handler_a);
    atexit(handler_b);
    printf("main %d %d\n", log_buffer[0], used);
    if (__VERIFIER_nondet_int()) exit(5);
    return 4;
}
