// expect: safe
// expect -DBEFORE: unsafe out-of-bounds @value
// expect -DFULL: unsafe out-of-bounds @name
// Settings by name: an index below the first, and one more than there is room for.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct setting {
    char name[8];
    int value;
};

int main(void) {
    struct setting all[20] = {0};
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        const char *name = __VERIFIER_nondet_int() ? "width" : "height";
        int i = 0;
        while (i < count && strcmp(all[i].name, name) != 0) i++;
#ifdef FULL
        if (__VERIFIER_nondet_int()) i = count;
#else
        if (i == count && count == 20) return 1;
#endif
        if (i == count) {
            strcpy(all[i].name, name); // @name
            count++;
        }
#ifdef BEFORE
        i -= 1;
#endif
        all[i].value = 1; // @value
    }
    return 0;
}
