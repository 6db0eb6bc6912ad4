// expect: safe
// expect -DMEMCPY: unsafe overlapping-copy @memcpy
// expect -DBACKWARDS: unsafe overlapping-copy @backwards
// expect -DPOINTER: unsafe overlapping-copy @pointer
// expect -DSTRCPY: unsafe overlapping-copy @strcpy
// expect -DSTRNCPY: unsafe overlapping-copy @strncpy
// expect -DSTRCAT: unsafe overlapping-copy @strcat
// expect -DSTRNCAT: unsafe overlapping-copy @strncat
// expect -DSPRINTF: unsafe overlapping-copy @sprintf
// expect -DSNPRINTF: unsafe overlapping-copy @snprintf
// expect -DINDEX: unsafe overlapping-copy @index
// expect -DASSIGN: unsafe overlapping-copy @assign
// Copies inside of one object: between ranges that are apart, that are the same, by memmove; and between ranges that overlap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct both {
    char a[16], b[16];
};
struct pair {
    long x, y;
};

int main(void) {
    struct both s = {"one", "two"};
    char buffer[32] = "0123456789";
    long words[3] = {1, 2, 3};
    int n = __VERIFIER_nondet_int();
    void *(*copy)(void *, const void *, size_t) = memcpy;
    if (n < 8 || n > 16) return 0;
    memcpy(s.a, s.b, 16);
    strcpy(s.b, s.a);
    sprintf(s.b, "%s", "three");
    snprintf(s.a, sizeof s.a, "%s", s.b);
    s = *&s;
    memcpy(buffer, buffer, 4);
    memmove(buffer, buffer + 1, 5);
    memcpy(buffer + 16, buffer, 16);
    memcpy(buffer, buffer + n, 8);
    copy(buffer, buffer + 8, 8);
    memset(buffer, 0, sizeof buffer);
    strcpy(buffer, "0123456789");
    strncpy(buffer + 20, buffer, 4);
#ifdef MEMCPY
    memcpy(buffer, buffer + 4, 8);  // @memcpy
#elif defined BACKWARDS
    memcpy(buffer + 1, buffer, 2);  // @backwards
#elif defined POINTER
    copy(buffer, buffer + 7, 8);  // @pointer
#elif defined STRCPY
    strcpy(buffer, buffer + 1);  // @strcpy
#elif defined STRNCPY
    strncpy(buffer + 2, buffer, 4);  // @strncpy
#elif defined STRCAT
    strcat(buffer, buffer + 2);  // @strcat
#elif defined STRNCAT
    strncat(buffer, buffer + 8, 8);  // @strncat
#elif defined SPRINTF
    sprintf(buffer, "%s.", buffer);  // @sprintf
#elif defined SNPRINTF
    snprintf(buffer + 2, 8, "%d%s", n, buffer);  // @snprintf
#elif defined INDEX
    memcpy(buffer, buffer + n, 9);  // @index
#elif defined ASSIGN
    *(struct pair *)words = *(struct pair *)(words + 1);  // @assign
#endif
    return buffer[0] + s.a[0] + (int)words[0];
}
