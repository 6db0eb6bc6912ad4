union word {
    float f;
    unsigned u;
    unsigned char bytes[4];
};

unsigned sign(float f) {
    union word w = {.f = f};
    return w.u >> 31 | w.bytes[0];
}
