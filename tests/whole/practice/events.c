// expect: safe
// expect -DBAD_CANCEL: unsafe use-after-free @cancel
// expect -DBAD_PAYLOAD: unsafe memory-leak @payload
// expect -DBAD_HANDLER: unsafe null-dereference @handler
// expect -DBAD_REPEAT: unsafe use-after-free @repeat
// expect -DBAD_STACK: unsafe use-out-of-scope @message
// An event queue: events in the order of their time, handlers that schedule and cancel others, and sources that listen.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct queue;
struct event;

typedef void handler(struct queue *q, struct event *e);

struct message {
    unsigned length;
    const unsigned *words;
};

struct event {
    struct event *next;
    unsigned time, id, period;
    handler *handle;
    struct message *message;
};

struct listener {
    struct listener *next;
    unsigned interest, count;
};

struct queue {
    struct event *first;
    struct listener *listeners;
    unsigned now, last_id, handled;
};

// ---- events ----------------------------------------------------------------------------------------------------------------------------

static struct event *new_event(struct queue *q, unsigned time, handler *handle) {
    struct event *e = malloc(sizeof *e);
    if (!e) abort();
    e->next = NULL;
    e->time = time;
    e->id = ++q->last_id;
    e->period = 0;
    e->handle = handle;
    e->message = NULL;
    return e;
}

static void free_event(struct event *e) {
#ifndef BAD_PAYLOAD
    free(e->message);
#endif
    free(e);  // @payload
}

static void schedule(struct queue *q, struct event *e) {
    struct event **at = &q->first;
    while (*at && (*at)->time <= e->time) at = &(*at)->next;
    e->next = *at;
    *at = e;
}

static int cancel(struct queue *q, unsigned id) {
    for (struct event **at = &q->first; *at; at = &(*at)->next) {
        if ((*at)->id != id) continue;
        struct event *e = *at;
#ifdef BAD_CANCEL
        free_event(e);
        *at = e->next;  // @cancel
#else
        *at = e->next;
        free_event(e);
#endif
        return 1;
    }
    return 0;
}

static void cancel_all_of(struct queue *q, handler *handle) {
    struct event **at = &q->first;
    while (*at) {
        struct event *e = *at;
        if (e->handle == handle) {
            *at = e->next;
            free_event(e);
        } else {
            at = &e->next;
        }
    }
}

// ---- listeners -------------------------------------------------------------------------------------------------------------------------

static void listen(struct queue *q, unsigned interest) {
    struct listener *l = malloc(sizeof *l);
    if (!l) abort();
    l->interest = interest;
    l->count = 0;
    l->next = q->listeners;
    q->listeners = l;
}

static void notify(struct queue *q, unsigned what) {
    for (struct listener *l = q->listeners; l; l = l->next)
        if (l->interest == what % 8) l->count++;
}

static void forget(struct queue *q, unsigned interest) {
    struct listener **at = &q->listeners;
    while (*at) {
        struct listener *l = *at;
        if (l->interest == interest) {
            *at = l->next;
            free(l);
        } else {
            at = &l->next;
        }
    }
}

// ---- handlers --------------------------------------------------------------------------------------------------------------------------

static void on_tick(struct queue *q, struct event *e) {
    notify(q, e->id);
    if (__VERIFIER_nondet_int()) cancel(q, e->id - 1);
}

static void on_message(struct queue *q, struct event *e) {
    if (!e->message) return;
    unsigned sum = 0;
    for (unsigned i = 0; i < e->message->length; i++) sum += e->message->words[i];  // @message
    notify(q, sum);
}

static void on_flush(struct queue *q, struct event *e) {
    (void)e;
    cancel_all_of(q, on_message);
}

static void on_chain(struct queue *q, struct event *e) {
    struct event *follow = new_event(q, e->time + 2, on_tick);
    follow->period = e->period / 2;
    schedule(q, follow);
}

// ---- the loop --------------------------------------------------------------------------------------------------------------------------

static const unsigned greeting[] = {3, 1, 4, 1};

static void post(struct queue *q) {
#ifdef BAD_STACK
    unsigned words[] = {3, 1, 4, 1};
#else
    const unsigned *words = greeting;
#endif
    struct event *e = new_event(q, q->now + 1, on_message);
    e->message = malloc(sizeof *e->message);
    if (!e->message) abort();
    e->message->length = 1 + __VERIFIER_nondet_uint() % 4;
    e->message->words = words;
    schedule(q, e);
}

static void start_timer(struct queue *q) {
    struct event *e = new_event(q, q->now + __VERIFIER_nondet_uint() % 16, on_tick);
    e->period = __VERIFIER_nondet_uint() % 4;
    schedule(q, e);
}

// An event with a period comes back; the others are done with.
static void run_one(struct queue *q) {
    struct event *e = q->first;
    if (!e) return;
    assert(!e->next || e->next->time >= e->time);
    q->first = e->next;
    e->next = NULL;
    q->now = e->time;
    q->handled++;
    e->handle(q, e);  // @handler
    if (e->period && e->period < 4) {
#ifdef BAD_REPEAT
        free_event(e);
#endif
        e->time += e->period;  // @repeat
        e->period--;
        schedule(q, e);
    } else {
        free_event(e);
    }
}

static void finish(struct queue *q) {
    while (q->first) {
        struct event *e = q->first;
        q->first = e->next;
        free_event(e);
    }
    while (q->listeners) {
        struct listener *l = q->listeners;
        q->listeners = l->next;
        free(l);
    }
}

int main(void) {
    struct queue q = {0};
    int request;
    while ((request = __VERIFIER_nondet_int()) != 0) {
        switch (request) {
            case 1: start_timer(&q); break;
            case 2: post(&q); break;
            case 3: schedule(&q, new_event(&q, q.now + 3, on_flush)); break;
            case 4: schedule(&q, new_event(&q, q.now, on_chain)); break;
            case 5: run_one(&q); break;
            case 6: cancel(&q, __VERIFIER_nondet_uint()); break;
            case 7: listen(&q, __VERIFIER_nondet_uint() % 8); break;
            case 8: forget(&q, __VERIFIER_nondet_uint() % 8); break;
#ifdef BAD_HANDLER
            case 9: schedule(&q, new_event(&q, q.now, NULL)); break;
#endif
            default:
                while (q.first && q.first->time < q.now + 8 && q.handled < 100) run_one(&q);
                break;
        }
    }
    finish(&q);
    return q.handled > 50;
}
