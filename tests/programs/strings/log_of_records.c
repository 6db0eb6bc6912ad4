// expect: safe
// expect -DBAD_ROOM: unsafe out-of-bounds @record
// expect -DBAD_SIGN: unsafe out-of-bounds @record
// Records of one size, copied one behind the other into a buffer that is written out when it is full: the room is tested for one byte too few,
// and by a difference without sign that wraps.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct record {
    unsigned short kind;
    char text[10];
};

int main(void) {
    size_t room = __VERIFIER_nondet_uint() % 4096 + 12, used = 0;
    char *log = malloc(room);
    if (!log) return 1;
    while (__VERIFIER_nondet_uint()) {
        struct record r = {7, "record"};
#ifdef BAD_ROOM
        if (used + sizeof r - 1 > room) used = 0;
#elif defined BAD_SIGN
        if (room - sizeof r - used > room) used = used / 2;
#else
        if (used + sizeof r > room) used = 0;
#endif
        memcpy(log + used, &r, sizeof r); // @record
        used += sizeof r;
    }
    free(log);
    return 0;
}
