// Structures by value, results in several registers, variadic functions, pointers to functions, calls without prototype.
struct small {
    int a;
    char *p;
};
struct large {
    long a, b, c;
};
struct floats {
    float x, y;
};

struct small make_small(int a, char *p) {
    struct small s = {a, p};
    return s;
}

struct large change(struct large l, struct small s) {
    l.a += s.a;
    return l;
}

float norm(struct floats f) {
    return f.x * f.x + f.y * f.y;
}

int sum(int n, ...) {
    __builtin_va_list ap, again;
    int total = 0;
    __builtin_va_start(ap, n);
    __builtin_va_copy(again, ap);
    while (n-- > 0) total += __builtin_va_arg(ap, int);
    total += __builtin_va_arg(again, struct large).b;
    __builtin_va_end(again);
    __builtin_va_end(ap);
    return total;
}

int apply(int (*f)(int, ...), int (*g)(), struct large l) {
    return f(2, 1, 2) + g(1, 2) + sum(1, 3, l, 1.5, (char)1);
}

struct small use(struct large l) {
    struct large m = change(l, make_small(1, 0));
    struct floats f = {1, 2};
    return make_small((int)norm(f) + m.a, 0);
}
