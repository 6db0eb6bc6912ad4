// expect: safe
// expect -DBAD_TWICE: unsafe memory-leak @open
// expect -DBAD_FIRST: unsafe null-dereference @close
// A recording of events in which every OPEN is followed by WRITEs and its CLOSE is played back; what is open at a time is a block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum event_type { OPEN = 1, WRITE, CLOSE };
struct event {
    enum event_type type;
    struct event *next;
};
struct file {
    int written;
};

static struct event **record(struct event **end, enum event_type type) {
    struct event *e = malloc(sizeof *e);
    if (!e) abort();
    e->type = type;
    e->next = NULL;
    *end = e;
    return &e->next;
}

static struct event *events(void) {
    struct event *first = NULL, **end = &first;
    int is_open = 0;
    while (__VERIFIER_nondet_int()) {
        int want = __VERIFIER_nondet_int();
#ifdef BAD_TWICE
        if (!is_open || want == 3) {
#else
        if (!is_open) {
#endif
            end = record(end, OPEN);
            is_open = 1;
        } else if (want == 1) {
            end = record(end, CLOSE);
            is_open = 0;
        } else {
            end = record(end, WRITE);
        }
    }
#ifdef BAD_FIRST
    if (is_open || !first) record(end, CLOSE);
#else
    if (is_open) record(end, CLOSE);
#endif
    return first;
}

static int play(const struct event *e) {
    struct file *file = NULL;
    int most = 0;
    for (; e; e = e->next) {
        if (e->type == OPEN) {
            file = malloc(sizeof *file);  // @open
            if (!file) abort();
            file->written = 0;
        } else if (e->type == WRITE) {
            if (file->written < 1000) file->written++;
        } else {
            if (file->written > most) most = file->written;  // @close
            free(file);
            file = NULL;
        }
    }
    return most;
}

int main(void) {
    struct event *e = events();
    int most = play(e);
    while (e) {
        struct event *next = e->next;
        free(e);
        e = next;
    }
    return most == 3;
}
