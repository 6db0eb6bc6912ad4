// Calls that keep contracts, and such that do not: elements up to an end.
// expect: kept 7
// expect -DBAD_END: requires p == null or range(p, end) of char, and gets fewer elements
// expect -DBAD_ORDER: requires p == null or range(p, end) of char, and gets fewer elements
// expect -DBAD_NULL: requires p == null or range(p, end) of char, and gets fewer elements
// expect -DBAD_MEMBER: requires c->p == null or range(c->p, c->end) of int, and gets fewer elements
// expect -DBAD_PART: requires c->p == null or range(c->p, c->end) of int, and gets fewer elements
// expect -DBAD_UNSET: requires c->p == null or range(c->p, c->end) of int, and gets elements that nobody wrote
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct cursor {
    const int *p, *end;
};

/*@ heapproof: requires p == null or range(p, end) of char; frees nothing; */
static int spaces(const char *p, const char *end) {
    int n = 0;
    for (; p != end; p++) n += *p == ' ';
    return n;
}

/*@ heapproof: requires object(c) of struct cursor; requires c->p == null or range(c->p, c->end) of int; frees nothing; */
static int take(struct cursor *c) {
    return c->p == c->end ? -1 : *c->p++;
}

int main(void) {
    const char *text = "a b c", *none = NULL;
    int numbers[3] = {1, 2, 3};
    int *some = malloc(2 * sizeof *some);
    if (!some) return 1;
    struct cursor c = {numbers, numbers + 3}, empty = {NULL, NULL}, unset = {some, some + 2};
    int n = spaces(text, text + strlen(text)) + spaces(text, text) + spaces(none, none);
    for (int i = 0; i < 3; i++) n += take(&c);
    n += take(&empty);
#ifdef BAD_END
    n += spaces(text, text + strlen(text) + 2);
#endif
#ifdef BAD_ORDER
    if (n < 100) n += spaces(text + 2, text + 1);
#endif
#ifdef BAD_NULL
    n += spaces(none, text);
#endif
#ifdef BAD_MEMBER
    c = (struct cursor){numbers + 1, numbers + 4};
    n += take(&c);
#endif
#ifdef BAD_PART
    c = (struct cursor){numbers, (const int *)((const char *)numbers + 6)};
    n += take(&c);
#endif
#ifdef BAD_UNSET
    if (n < 100) n += take(&unset);
#endif
    (void)unset;
    free(some);
    return n > 1000;
}
