// expect: safe
// expect -DBAD: unsafe use-out-of-scope @bad
// Waiters on the stacks of callers, linked by recursion; each frame unlinks itself.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct waiter {
    struct waiter *next;
    int woken;
};
static struct waiter *waiting;
static void wake_all(void) {
    for (struct waiter *w = waiting; w; w = w->next) w->woken = 1;  // @bad
}
static int wait_deep(int depth) {
    struct waiter me = {waiting, 0};
    waiting = &me;
    int r = 0;
    if (depth > 0 && __VERIFIER_nondet_int())
        r = wait_deep(depth - 1);
    else
        wake_all();
    assert(me.woken);
#ifdef BAD
    if (r != 3)
#endif
        waiting = me.next;
    return r + 1;
}
int main(void) {
    wait_deep(5);
    wake_all();
    assert(!waiting);
    return 0;
}
