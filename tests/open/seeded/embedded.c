// SPDX-License-Identifier: MIT
// Rings of embedded heads, in the manner of the Linux kernel's list.h.
#include "seed.h"

struct list_head {
    struct list_head *next, *prev;
};
#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))
#define list_for_each(p, head) for ((p) = (head)->next; (p) != (head); (p) = (p)->next)

static void list_init(struct list_head *h) {
    h->next = h->prev = h;
}

static void list_add_tail(struct list_head *n, struct list_head *h) {
    n->prev = h->prev;
    n->next = h;
    h->prev->next = n;
    h->prev = n;
}

static void list_del(struct list_head *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

struct task {
    int pid;
    struct list_head link;
};
struct timer {
    struct list_head link;
    unsigned long expires;
};
struct pool {
    struct list_head idle;
    unsigned used;
};

int task_spawn(struct list_head *tasks, int pid) {  // seed: memory-leak
    struct task *t = malloc(sizeof *t);
    if (!t) return -1;
    t->pid = pid;
    list_init(&t->link);
    if (pid <= 0) {
        if (!BAD) free(t);
        return -1;
    }
    list_add_tail(&t->link, tasks);
    return 0;
}

void task_exit(struct task *t) {  // seed: use-after-free
    if (BAD) free(t);
    list_del(&t->link);
    if (!BAD) free(t);
}

void task_exit_quietly(struct task *t) {  // seed: double-free
    list_del(&t->link);
    if (BAD && t->pid == 0) free(t);
    free(t);
}

struct list_head *tasks_new(void) {  // seed: memory-leak
    struct list_head *h = malloc(sizeof *h);
    struct task *idle = malloc(sizeof *idle);
    if (!h || !idle) {
        free(h);
        if (!BAD) free(idle);
        return NULL;
    }
    list_init(h);
    idle->pid = 0;
    list_add_tail(&idle->link, h);
    return h;
}

int timer_start(struct list_head *wheel, unsigned long now, unsigned long delay) {  // seed: use-after-free
    struct timer *t = malloc(sizeof *t);
    if (!t) return -1;
    t->expires = now + delay;
    if (t->expires < now) {
        if (BAD) free(t);
        list_init(&t->link);
        if (!BAD) free(t);
        return -1;
    }
    list_add_tail(&t->link, wheel);
    return 0;
}

void timers_run(struct list_head *wheel, unsigned long now) {  // seed: use-after-free
    struct list_head *p = wheel->next;
    while (p != wheel) {
        struct timer *t = container_of(p, struct timer, link);
        struct list_head *next = p->next;
        if (t->expires <= now) {
            list_del(p);
            free(t);
        }
        p = BAD ? p->next : next;
    }
}

unsigned timers_clear(struct list_head *wheel) {  // seed: double-free
    unsigned n = 0;
    while (wheel->next != wheel) {
        struct list_head *p = wheel->next;
        list_del(p);
        free(container_of(p, struct timer, link));
        n++;
        if (BAD && n == 2) free(p);
    }
    return n;
}

int pool_grow(struct pool *p, unsigned n) {  // seed: memory-leak
    for (unsigned i = 0; i < n; i++) {
        struct task *t = calloc(1, sizeof *t);
        if (!t) return -1;
        if (BAD && i == 1) continue;
        list_add_tail(&t->link, &p->idle);
    }
    return 0;
}

void pool_drain(struct pool *p) {  // seed: use-after-free
    struct list_head *at, *next;
    for (at = p->idle.next; at != &p->idle; at = next) {
        struct task *t = container_of(at, struct task, link);
        next = at->next;
        free(t);
        if (BAD) next = at->next;
    }
    list_init(&p->idle);
    p->used = 0;
}

#ifdef TRY
int main(void) {
    struct list_head tasks, wheel, *own = tasks_new(), *p;
    struct pool pool = {.used = 1};
    int n = 0;
    list_init(&tasks);
    list_init(&wheel);
    list_init(&pool.idle);
    task_spawn(&tasks, 0);
    task_spawn(&tasks, 1);
    task_spawn(&tasks, 2);
    list_for_each(p, &tasks) n++;
    task_exit(container_of(tasks.next, struct task, link));
    task_exit_quietly(container_of(tasks.next, struct task, link));
    timer_start(&wheel, 5, 5);
    timer_start(&wheel, 5, 1);
    timer_start(&wheel, 5, ULONG_MAX);
    timers_run(&wheel, 7);
    timer_start(&wheel, 5, 1);
    timer_start(&wheel, 5, 1);
    timers_clear(&wheel);
    pool_grow(&pool, 3);
    pool_drain(&pool);
    task_exit(container_of(own->next, struct task, link));
    free(own);
    return n != 2;
}
#endif
