// expect: safe
// expect -DKEPT: not safe
// expect -DLARGE: not safe
// expect -DBY_CALLEE: not safe
// expect -DRETURNED: not safe
// expect -DCHOSEN: not safe
// expect -DIN_OBJECT: not safe
// expect -DFOUND: not safe
// The structure that a call returns lives until the end of the full expression: what uses it there is fine, what keeps its address is not.
#include <string.h>
struct text {
    char bytes[16];
};
struct large {
    int cells[40];
};
struct holder {
    const char *at;
} holder;
static struct text make(int n) {
    struct text t = {"abc"};
    t.bytes[0] = (char)('a' + n % 7);
    return t;
}
static struct large fill(int n) {
    struct large l = {{n, n}};
    return l;
}
static int count(const char *text) {
    const char *end = text;
    while (*end) end++;
    return (int)(end - text);
}
static const char *same(const char *text) { return text; }
static const char *second(const char *text, const char **kept) {
    *kept = text;
    return text + 1;
}
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() % 5;
    if (n < 0) n = 1;
    int sum = count(make(1).bytes) + fill(n).cells[1] + (int)strlen(make(2).bytes) + *same(make(n).bytes) + (make(3).bytes != holder.at);
    struct text copy = make(3);
    holder.at = copy.bytes;
#ifdef KEPT
    const char *p = make(4).bytes;
    sum += *p;
#elif defined LARGE
    int *p;
    p = fill(4).cells + 2;
    sum += *p;
#elif defined BY_CALLEE
    sum += *second(make(4).bytes, &holder.at);
#elif defined RETURNED
    const char *p = same(make(4).bytes);
    sum += *p;
#elif defined CHOSEN
    const char *p = n ? make(4).bytes : holder.at;
    sum += *p;
#elif defined IN_OBJECT
    holder.at = make(2).bytes;
#elif defined FOUND
    const char *p = strchr(make(4).bytes, 'b');
    if (p) sum += *p;
#endif
    return sum + *holder.at > 1000;
}
