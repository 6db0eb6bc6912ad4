// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @copy by size-overflow
// The size is computed when the request is read, and used later.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct request {
    uint32_t records, record_size, bytes;
};

static int read_request(struct request *r) {
    r->records = __VERIFIER_nondet_uint();
    r->record_size = 48;
#ifndef WRAPS
    if (r->records > UINT32_MAX / 48) return 0;
#endif
    r->bytes = r->records * r->record_size;
    return r->records > 0;
}

int main(void) {
    struct request r;
    char record[48] = {0};
    if (!read_request(&r)) return 1;
    char *store = malloc(r.bytes);
    if (!store) return 1;
    memcpy(store, record, r.record_size); // @copy
    free(store);
    return 0;
}
