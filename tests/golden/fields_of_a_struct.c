struct inner {
    char tag;
    long count;
};
struct outer {
    short kind;
    struct inner parts[3];
    unsigned low : 3, high : 5;
};

long read_part(struct outer *o, int i) {
    return o->parts[i].count + o->kind;
}

void set_bits(struct outer *o, unsigned v) {
    o->high = v;
}
