// expect: safe
// expect -DNESTED: safe
// expect -DCOPIED: safe
// expect -DLOOP: safe
// expect -DKEPT: safe
// expect -DVOLATILE: safe
// expect -DSCOPES: safe
// expect -DSTRUCT: safe
// expect -DARRAY: safe
// expect -DLOST: fault
// expect -DDANGLING: fault
// expect -DENDED: fault
// expect -DLEFT: fault
// expect -DARRAY -DLEFT: fault
// expect -DCHANGED_POINTER: fault
// expect -DCALLBACK: open leaves a library function
// Long jumps in the only run of a program.
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct try {
    jmp_buf buffer;
    struct try *outer;
    volatile int status;
    int *block;
};
static struct try *innermost;
static jmp_buf escape;
static int *dangling, failures;

static void throw(int status) {
    struct try *t = innermost;
    t->status = status;
    longjmp(t->buffer, status);
}

// What was allocated is owned by the try.
static int attempt(int n) {
    struct try t;
    int result = 0;
    t.outer = innermost, t.status = 0, t.block = NULL;
    innermost = &t;
    if (setjmp(t.buffer) == 0) {
        if (n > 3) throw(n);
        if (n > 0) attempt(n + 1);
    } else {
        failures++;
    }
    innermost = t.outer;
    if (t.status > 4 && innermost) throw(t.status - 1);
    return result + t.status;
}

static void deep(int n) {
    int local = n;
    dangling = &local;
#ifdef LOST
    int *owned = malloc(sizeof *owned);
    *owned = n;
#endif
    if (n == 0) longjmp(escape, 0);
    deep(n - 1);
}

static int compare(const void *a, const void *b) {
    if (*(const int *)a == 2) longjmp(escape, 1);
    return *(const int *)a - *(const int *)b;
}

static void fill(jmp_buf *b) {
    if (setjmp(*b)) abort();
}

static int scopes(int n) {
    int *inner = NULL, after = 0;
    switch (setjmp(escape)) {
    case 0: {
        int there = n;
        inner = &there;
        dangling = inner;
        *inner += 1;
        longjmp(escape, 1);
    }
    case 1: after = 1;
    }
#ifdef LEFT
    return *dangling;
#endif
    return after;
}

static int array(int n) {
    for (int i = 0; i < 2; i++) {
        int many[n];
        many[0] = i;
        if (i == 0 && setjmp(escape) != 0) return 5;
        many[n - 1] = 2;
#ifndef LEFT
        if (i == 0) longjmp(escape, many[n - 1]);
#endif
    }
    longjmp(escape, 1);
}

int main(void) {
#if defined NESTED
    int total = 0;
    for (int i = 0; i < 6; i++)
        if (attempt(i) > 0) total++;
    return total > 6 || failures < 1;
#elif defined COPIED
    jmp_buf first, second;
    int n = setjmp(first);
    if (n == 0) {
        memcpy(second, first, sizeof second);
        memset(first, 0, sizeof first);
        longjmp(second, 7);
    }
    return n == 7 ? 0 : (free(&failures), 1);
#elif defined LOOP
    int caught = 0;
    for (int i = 0; i < 10; i++) {
        if (setjmp(escape) == 0) {
            if (i % 2) deep(i);
        } else {
            caught += i;
        }
    }
    return caught == 25 ? 0 : (free(&failures), 1);
#elif defined KEPT
    char *text = malloc(4);
    struct {
        int a[4];
        char *text;
    } all = {{1, 2, 3, 4}, text};
    int **more = malloc(sizeof *more);
    *more = all.a + 3;
    if (setjmp(escape) == 0) deep(3);
    strcpy(all.text, "abc");
    if (**more != 4 || all.a[0] != 1) free(all.text);
    free(text);
    free(more);
#elif defined VOLATILE
    volatile int n = 1;
    int *volatile p = NULL;
    if (setjmp(escape) == 0) {
        n = 2;
        p = malloc(sizeof *p);
        deep(1);
    }
    *p = n;
    if (*p != 2) abort();
    free(p);
#elif defined SCOPES || (defined LEFT && !defined ARRAY)
    return scopes(3) == 1 ? 0 : 1;
#elif defined STRUCT
    struct try t = {.block = malloc(sizeof(int))};
    t.outer = NULL, innermost = &t;
    if (!setjmp(t.buffer)) throw(3);
    if (t.status != 3) free(t.block);
    free(t.block);
#elif defined ARRAY
    return array(4) == 5 ? 0 : 1;
#elif defined ENDED
    jmp_buf b;
    fill(&b);
    longjmp(b, 1);
#elif defined CHANGED_POINTER
    int *p = NULL;
    if (setjmp(escape) == 0) {
        p = malloc(sizeof *p);
        deep(1);
    }
    free(p);
#elif defined CALLBACK
    int a[4] = {3, 2, 4, 1};
    if (setjmp(escape) == 0) qsort(a, 4, sizeof *a, compare);
#else
    if (setjmp(escape) == 0) {
        deep(3);
        abort();
    }
#endif
#ifdef DANGLING
    return *dangling;
#endif
    return 0;
}
