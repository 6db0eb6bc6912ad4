// expect: unsafe invalid-free 34
// Seeded: the link is freed instead of the packet
// Two queues are joined; appending afterwards uses the tail pointer of the joined one.
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct packet {
    unsigned length;
    STAILQ_ENTRY(packet) link;
};

STAILQ_HEAD(queue, packet);

static void receive(struct queue *q, unsigned length) {
    struct packet *p = malloc(sizeof *p);
    p->length = length;
    STAILQ_INSERT_TAIL(q, p, link);
}

int main(void) {
    struct queue in, out;
    STAILQ_INIT(&in);
    STAILQ_INIT(&out);
    while (__VERIFIER_nondet_int()) receive(&in, 1);
    while (__VERIFIER_nondet_int()) receive(&out, 2);
    STAILQ_CONCAT(&out, &in);
    receive(&out, 3);
    receive(&in, 4);
    struct packet *p;
    while ((p = STAILQ_FIRST(&out))) {
        STAILQ_REMOVE_HEAD(&out, link);
        free(&p->link);
    }
    while ((p = STAILQ_FIRST(&in))) {
        STAILQ_REMOVE_HEAD(&in, link);
        free(p);
    }
    return 0;
}
