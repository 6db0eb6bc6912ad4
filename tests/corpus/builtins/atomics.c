// SPDX-License-Identifier: MIT
// C11 atomics and the older __sync and __atomic builtins on one thread.
// run: inputs=5 -> ok
// run: inputs=-1 -> ok
// run: POP inputs=1 -> null-dereference @pop
// run: LOST inputs=2 -> memory-leak @lost
// also: -m32
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int v;
};

static _Atomic(struct item *) top;
static atomic_int count;
static int plain;
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void push(int v) {
    struct item *i = malloc(sizeof *i);
    i->v = v;
    i->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &i->next, i))
        ;
    atomic_fetch_add(&count, 1);
}

static int pop(void) {
    struct item *i = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &i, i->next)) // @pop
        ;
    int v = i->v;
    free(i);
    atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed);
    return v;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    push(n);
    push(n + 1);
    printf("%d %d\n", pop(), atomic_load(&count));
    printf("%d %d\n", __sync_fetch_and_add(&plain, 7), __sync_add_and_fetch(&plain, n));
    printf("%d %d\n", __sync_bool_compare_and_swap(&plain, n + 7, 3), __sync_val_compare_and_swap(&plain, 99, 4));
    printf("%d\n", __atomic_exchange_n(&plain, 10, __ATOMIC_SEQ_CST));
    printf("%d %d\n", __atomic_fetch_or(&plain, 5, __ATOMIC_RELAXED), __atomic_fetch_xor(&plain, 1, __ATOMIC_RELAXED));
    printf("%d %d\n", __atomic_and_fetch(&plain, 6, __ATOMIC_RELAXED), __atomic_load_n(&plain, __ATOMIC_ACQUIRE));
    printf("%d %d\n", atomic_flag_test_and_set(&lock), atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    __sync_synchronize();
    atomic_thread_fence(memory_order_acq_rel);
    _Atomic long long wide = 1LL << 40;
    wide += n;
    printf("%lld\n", (long long)wide);
#ifdef LOST
    struct item *old = atomic_exchange(&top, NULL);
    old = NULL; // the compiler's temporary still holds it
    return 0; // @lost
#endif
    printf("%d\n", pop());
#ifdef POP
    pop();
#endif
    return atomic_load(&count);
}
