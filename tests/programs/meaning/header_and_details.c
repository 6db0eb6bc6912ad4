// expect: safe
// expect -DBAD_EMPTY: unsafe null-dereference @detail
// expect -DBAD_STRAY: unsafe null-dereference @header
// expect -DBAD_KIND: unsafe error-call @kind
// A ledger of header records, each followed by at least one detail, as files of fixed records have them, and read in one pass.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
#define RECORD_FIELDS(type) struct type *next; int kind
#define APPEND(queue, record) do { (record)->next = NULL; *(queue)->end = (record); (queue)->end = &(record)->next; } while (0)
#define EACH(record, queue) for ((record) = (queue)->first; (record); (record) = (record)->next)
enum { HEADER = 10, DETAIL = 20 };
struct record {
    RECORD_FIELDS(record);
    unsigned short amount;
};
struct ledger {
    struct record *first, **end;
};

static struct record *record(int kind, unsigned short amount) {
    struct record *r = malloc(sizeof *r);
    if (!r) exit(1);
    r->kind = kind;
    r->amount = amount;
    return r;
}

static void load(struct ledger *l) {
    struct record *r;
#ifdef BAD_STRAY
    if (__VERIFIER_nondet_int() == 3) {
        r = record(DETAIL, 0);
        APPEND(l, r);
    }
#endif
    while (__VERIFIER_nondet_int()) {
        r = record(HEADER, 0);
        APPEND(l, r);
#ifdef BAD_EMPTY
        while (__VERIFIER_nondet_int()) {
            r = record(DETAIL, __VERIFIER_nondet_ushort());
            APPEND(l, r);
        }
#else
        do {
            r = record(DETAIL, __VERIFIER_nondet_ushort());
#ifdef BAD_KIND
            if (r->amount == 1) r->kind = HEADER + 1;
#endif
            APPEND(l, r);
        } while (__VERIFIER_nondet_int());
#endif
    }
}

int main(void) {
    struct ledger l = {NULL, &l.first};
    struct record *r, *header = NULL;
    unsigned long total = 0;
    load(&l);
    EACH(r, &l) {
        if (r->kind == HEADER) {
            total += r->next->amount;  // @detail
            header = r;
        } else {
            if (r->kind != DETAIL) reach_error();  // @kind
            header->amount = r->amount;  // @header
        }
    }
    while ((r = l.first)) {
        l.first = r->next;
        free(r);
    }
    return total == 77;
}
