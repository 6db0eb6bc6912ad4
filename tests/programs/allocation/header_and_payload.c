// expect: safe
// expect -DMIXED: unsafe out-of-bounds @last
// expect -DEND: unsafe out-of-bounds @put
// expect -DWRAPS: unsafe out-of-bounds @kind by size-overflow
// The last byte by an index of eight bits with a sign, one byte too many, and all of it counted in 16 bits.  A message of a header of four bytes and a payload, as one array of bytes.
#include <stdint.h>
#include <stdlib.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
enum { HEADER = 4 };

#ifdef WRAPS
typedef uint16_t length;
#else
typedef uint32_t length;
#endif

int main(void) {
    uint16_t payload = __VERIFIER_nondet_ushort();
    length all = (length)(payload + HEADER);
    uint8_t *message = malloc(all);
    if (!message) return 1;
    message[0] = 1;
    message[1] = 0;
    message[2] = (uint8_t)(payload >> 8);
    message[3] = (uint8_t)payload; // @kind
#ifdef MIXED
    signed char last = (signed char)(payload - 1);
    if (payload > 0 && payload < 256) message[HEADER + last] = 0; // @last
#else
    if (payload > 0) message[HEADER + payload - 1] = 0;
#endif
#ifdef END
    for (uint32_t i = 0; i <= payload; i++)
#else
    for (uint32_t i = 0; i < payload; i++)
#endif
        message[HEADER + i] = 0; // @put
    free(message);
    return 0;
}
