// expect: safe
// expect -DBAD_NUMBER: unsafe null-dereference @stop
// expect -DBAD_TABLE: unsafe double-free @table
// Devices are brought up in stages, each of which may fail; the number of the stage that was reached says what there is to be undone.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum stage { NOTHING, BUFFER_READY, TABLE_READY, RUNNING };
struct device {
    struct device *next;
    enum stage stage;
    char *buffer;
    int *table;
    int *started;
};

static enum stage bring_up(struct device *d) {
    d->buffer = NULL;
    d->table = d->started = NULL;
    if (__VERIFIER_nondet_int()) return NOTHING;
    d->buffer = malloc(32);
    if (!d->buffer) return NOTHING;
    if (__VERIFIER_nondet_int()) return BUFFER_READY;
    d->table = calloc(4, sizeof *d->table);
    if (!d->table) return BUFFER_READY;
#ifdef BAD_NUMBER
    if (__VERIFIER_nondet_int()) return __VERIFIER_nondet_int() == 1 ? RUNNING : TABLE_READY;
#else
    if (__VERIFIER_nondet_int()) return TABLE_READY;
#endif
    d->started = &d->table[3];
    *d->started = 1;
    return RUNNING;
}

static void shut_down(struct device *d) {
    switch (d->stage) {
    case RUNNING:
        *d->started = 0;  // @stop
#ifdef BAD_TABLE
        free(d->table);
#endif
        /* fall through */
    case TABLE_READY:
        free(d->table);  // @table
        /* fall through */
    case BUFFER_READY:
        free(d->buffer);
        /* fall through */
    case NOTHING:
        break;
    }
}

int main(void) {
    struct device *devices = NULL;
    while (__VERIFIER_nondet_int()) {
        struct device *d = malloc(sizeof *d);
        if (!d) exit(1);
        d->stage = bring_up(d);
        d->next = devices;
        devices = d;
    }
    while (devices) {
        struct device *d = devices;
        devices = d->next;
        shut_down(d);
        free(d);
    }
    return 0;
}
