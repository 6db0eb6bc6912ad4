// expect: kept 5
// expect -DNONE: requires v->kind != 1 or string(v->is.text), and gets null
// expect -DGONE: requires v->kind != 2 or v->is.pair == null or object(v->is.pair) of struct pair, and gets something that is not there, or no longer
// A pointer in a union is there where the number beside it says so.
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};
struct value {
    unsigned char kind;
    union {
        long number;
        char *text;
        struct pair *pair;
    } is;
};

/*@ heapproof: requires object(v) of struct value; requires v->kind != 1 or string(v->is.text);
    requires v->kind != 2 or v->is.pair == null or object(v->is.pair) of struct pair; frees nothing; */
static long value_size(const struct value *v) {
    if (v->kind == 1) return (long)strlen(v->is.text);
    if (v->kind == 2) return v->is.pair ? v->is.pair->first + v->is.pair->second : 0;
    return v->is.number;
}

int main(void) {
    char text[] = "ab";
    struct pair pair = {3, 4};
    struct value v[] = {{1, {.text = text}}, {2, {.pair = &pair}}, {2, {.pair = NULL}}, {0, {.number = 7}}, {9, {.text = NULL}}};
    long all = 0;
    for (int i = 0; i < 5; i++) all += value_size(&v[i]);
#ifdef NONE
    v[0].is.text = NULL;
    all += value_size(&v[0]);
#endif
#ifdef GONE
    struct pair *other = malloc(sizeof *other);
    free(other);
    v[1].is.pair = other;
    all += value_size(&v[1]);
#endif
    return all != 16;
}
