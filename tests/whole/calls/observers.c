// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// Subjects and observers: callbacks with user data; unsubscribe inside of notify by deferred removal.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct sub {
    struct sub *next;
    void (*fn)(void *, int);
    void *arg;
    int dead;
};
static struct sub *subs;
static int notifying;
static struct sub *subscribe(void (*fn)(void *, int), void *arg) {
    struct sub *s = malloc(sizeof *s);
    s->fn = fn;
    s->arg = arg;
    s->dead = 0;
    s->next = subs;
    return subs = s;
}
static void sweep(void) {
    for (struct sub **p = &subs; *p;) {
        struct sub *s = *p;
        if (s->dead) {
            *p = s->next;
            free(s);
        } else
            p = &s->next;
    }
}
static void unsubscribe(struct sub *s) {
    s->dead = 1;
#ifdef BAD
    sweep();
#else
    if (!notifying) sweep();
#endif
}
static void notify(int what) {
    notifying++;
    for (struct sub *s = subs; s; s = s->next)  // @bad
        if (!s->dead) s->fn(s->arg, what);
    if (!--notifying) sweep();
}
static void count(void *arg, int what) {
    (void)what;
    ++*(int *)arg;
}
static struct sub *once_handle;
static void once(void *arg, int what) {
    (void)arg;
    if (what && once_handle) {
        struct sub *s = once_handle;
        once_handle = NULL;
        unsubscribe(s);
    }
}
int main(void) {
    int n = 0;
    once_handle = subscribe(once, NULL);
    subscribe(count, &n);
    notify(__VERIFIER_nondet_int());
    notify(1);
    while (subs) {
        subs->dead = 1;
        sweep();
    }
    return 0;
}
