// expect: safe
// expect -DBAD_ACK: unsafe assertion-failure @ack
// expect -DBAD_RESET: unsafe assertion-failure @sent
// Connections in a tail queue count what was written, sent and acknowledged, in this order; none of the three gets ahead of the one before.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/queue.h>
extern int __VERIFIER_nondet_int(void);
struct connection {
    unsigned long written, sent, acknowledged;
    STAILQ_ENTRY(connection) link;
};
STAILQ_HEAD(connections, connection);

static void accept_one(struct connections *all) {
    struct connection *c = calloc(1, sizeof *c);
    if (!c) abort();
    STAILQ_INSERT_TAIL(all, c, link);
}

static void step(struct connection *c, int event) {
    switch (event) {
    case 1:
        if (c->written < ULONG_MAX) c->written++;
        break;
    case 2:
        if (c->sent < c->written) c->sent++;
        break;
    case 3:
#ifdef BAD_ACK
        if (c->acknowledged < c->written) c->acknowledged++;
#else
        if (c->acknowledged < c->sent) c->acknowledged++;
#endif
        break;
    case 4:
#ifdef BAD_RESET
        c->written = 0;
        if (c->sent == c->acknowledged) c->sent = c->acknowledged = 0;
#else
        c->written = c->sent = c->acknowledged;
#endif
        break;
    }
}

int main(void) {
    struct connections all = STAILQ_HEAD_INITIALIZER(all);
    struct connection *c;
    while (__VERIFIER_nondet_int()) accept_one(&all);
    while (__VERIFIER_nondet_int()) STAILQ_FOREACH(c, &all, link) step(c, __VERIFIER_nondet_int());
    while ((c = STAILQ_FIRST(&all))) {
        assert(c->sent <= c->written);  // @sent
        assert(c->acknowledged <= c->sent);  // @ack
        STAILQ_REMOVE_HEAD(&all, link);
        free(c);
    }
    return 0;
}
