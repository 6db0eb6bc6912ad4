// SPDX-License-Identifier: MIT
// Threads are not modelled: the interpreter must say so.
// run: inputs=2 -> unknown
#include <pthread.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    total += *(int *)arg;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, work, &n);
    pthread_join(t, NULL);
    printf("%d\n", total);
    return 0;
}
