// The life of objects with an address: blocks, loops, skipped declarations, compound literals, variable-length arrays.
int *escaped;
struct pair {
    int a, b;
};

void inner_block(void) {
    {
        int x = 1;
        escaped = &x;
    }
    *escaped = 2;
}

void skipped(int n) {
    while (n-- > 0) {
        if (n == 3) goto skip;
        int y = 4;
        escaped = &y;
    skip:;
    }
}

int before_first_case(int k) {
    switch (k) {
        int x;
        case 0: x = 1; escaped = &x; break;
        default: return *escaped;
    }
    return 0;
}

int literal(int k) {
    while (k--) {
        struct pair *p = &(struct pair){1, k};
        escaped = &p->b;
    }
    return *escaped;
}

int variable_length(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int v[i + 1];
        v[i] = i;
        sum += v[i];
    }
    return sum;
}

int *dynamic(int n) {
    return __builtin_alloca(n);
}
