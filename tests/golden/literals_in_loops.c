int *last;
void keep(int n) {
    while (1) {
        last = &(int){n};
        if (!n--) return;
    }
}
void jump_back(int n) {
    {
    again:
        last = &(int){n};
        if (n--) goto again;
    }
}
void label_outside(int n) {
again: {
        last = &(int){n};
        if (n--) goto again;
    }
}
