// expect: safe
// expect -DLAST: unsafe out-of-bounds @take
// expect -DOTHER: unsafe out-of-bounds @give
// Cells of an array that are linked by their indices: a chain whose last link leads behind the array, and a cell given back that is none.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
enum { CELLS = 6, NONE = -1 };
static int next[CELLS];

static int take(int *free) {
    int cell = *free;
    if (cell != NONE) *free = next[cell]; // @take
    return cell;
}

static void give(int *free, int cell) {
    next[cell] = *free; // @give
    *free = cell;
}

int main(void) {
    for (int i = 0; i < CELLS; i++) next[i] = i + 1;
#ifndef LAST
    next[CELLS - 1] = NONE;
#endif
    int free = 0, op;
    while ((op = __VERIFIER_nondet_int())) {
        if (op > 0) take(&free);
#ifdef OTHER
        else give(&free, (int)(__VERIFIER_nondet_uint() % (CELLS + 1)));
#else
        else give(&free, (int)(__VERIFIER_nondet_uint() % CELLS));
#endif
    }
    return 0;
}
