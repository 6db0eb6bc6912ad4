struct pair {
    long a, b;
};
struct large {
    long words[5];
};

struct pair swap(struct pair p) {
    struct pair q = {p.b, p.a};
    return q;
}

struct large copy(struct large l) {
    l.words[0]++;
    return l;
}
