// SPDX-License-Identifier: MIT
// Length-prefixed messages packed into and read from a byte buffer.
// run: inputs=3 -> ok
// run: inputs=0 -> ok
// run: TRUST inputs=2 -> out-of-bounds @trust
// run: KEEP inputs=2 -> memory-leak @keep
// also: -m32
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static size_t pack(uint8_t *to, const char *message) {
    uint16_t n = (uint16_t)strlen(message);
    memcpy(to, &n, sizeof n);
    memcpy(to + sizeof n, message, n);
    return sizeof n + n;
}

static char *unpack(const uint8_t **from, const uint8_t *end) {
    uint16_t n;
    if (end - *from < (ptrdiff_t)sizeof n) return NULL;
    memcpy(&n, *from, sizeof n);
#ifdef TRUST
    n += 200;
#endif
    char *message = malloc(n + 1u);
    memcpy(message, *from + sizeof n, n); // @trust
    message[n] = 0;
    *from += sizeof n + n;
    return message;
}

int main(void) {
    static const char *const messages[] = {"hello", "", "a longer message"};
    uint8_t wire[64];
    uint8_t *to = wire;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) to += pack(to, messages[i]);
    const uint8_t *from = wire;
    char *m;
    while ((m = unpack(&from, to)) != NULL) { // @keep
        printf("[%s]", m);
#ifdef KEEP
        if (m[0] == 'h') continue;
#endif
        free(m);
    }
    printf(" %td bytes\n", to - wire);
    return 0;
}
