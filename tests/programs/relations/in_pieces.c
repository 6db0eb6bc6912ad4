// expect: safe
// expect -DWHOLE: unsafe out-of-bounds @piece
// expect -DSHIFTED: unsafe out-of-bounds @piece
// A message sent piece by piece, each as long as a packet or what is left: packets that are always full, and a rest that is counted from the wrong end.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { PACKET = 8 };

static unsigned char packet[PACKET];

static size_t send(size_t n) {
    size_t sent = __VERIFIER_nondet_uint();
    return sent < n ? sent : n;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    unsigned char *message = calloc(n, 1);
    if (!message) return 1;
    for (size_t done = 0; done < n;) {
        size_t piece = n - done;
#ifndef WHOLE
        if (piece > PACKET) piece = PACKET;
#else
        piece = PACKET;
#endif
#ifdef SHIFTED
        const unsigned char *from = message + n - done;
#else
        const unsigned char *from = message + done;
#endif
        memcpy(packet, from, piece); // @piece
        done += send(piece);
    }
    free(message);
    return 0;
}
