// SPDX-License-Identifier: MIT
// _Generic, _Static_assert, _Alignof, typeof, statement expressions.
// run: inputs=3,8 -> ok
// run: inputs=-1,-9 -> ok
// run: ESCAPE inputs=3,8 -> use-out-of-scope @escape
// also: -m32
#include <stddef.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

#define name_of(x) _Generic((x), int: "int", unsigned: "unsigned", double: "double", char *: "string", const int *: "const int *", default: "other")
#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define swap(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
_Static_assert(sizeof(int) == 4, "four bytes");

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), calls = 0;
    const int *p = &a;
    printf("%s %s %s %s %s\n", name_of(a), name_of(1u), name_of(1.0), name_of("x"), name_of(p));
    printf("%d %d\n", max(a, b), max(calls++, calls++ - 10));
    swap(a, b);
    printf("%d %d %s\n", a, b, name_of((short)a));
    int sum = ({
        int s = 0;
        for (int i = 0; i < 4; i++) s += i * a;
        s;
    });
    printf("%d %d\n", sum, (int)_Alignof(max_align_t) >= 8);
#ifdef ESCAPE
    int *escaped = ({ int inside = 4; &inside; });
    printf("%d\n", *escaped); // @escape
#endif
    int choose = a ?: 42;
    return choose & 15;
}
