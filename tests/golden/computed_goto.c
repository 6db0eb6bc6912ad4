int interpret(const unsigned char *code) {
    static const void *const labels[] = {&&increment, &&stop};
    int x = 0;
    goto *labels[*code++];
increment:
    x++;
    goto *labels[*code++];
stop:
    return x;
}
