// expect: unsafe out-of-bounds 32
// Keys and values of different sizes follow one another.
// Seeded: a key without value.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct key {
    void *next;
    int number;
};
struct value {
    void *next;
    int numbers[10];
};

int main(void) {
    int flag = 1;
    void **list = NULL;
    while (__VERIFIER_nondet_int()) {
        void **n = malloc(flag ? sizeof(struct key) : sizeof(struct value));
        *n = list;
        list = n;
        if (flag) ((struct key *)n)->number = 1;
        else ((struct value *)n)->numbers[9] = 2;
        flag = !flag || __VERIFIER_nondet_int() == 9;
    }
    while (list) {
        void **next = *list;
        flag = !flag;
        if (!flag) ((struct value *)list)->numbers[9]++;
        free(list);
        list = next;
    }
    return 0;
}
