// expect: safe
// expect -DGROUPED: safe
// expect -DORDER: safe
// The locale is "C" in a program that does not change it.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
extern void reach_error(void);

int main(void) {
#ifdef GROUPED
    char text[26];
    sprintf(text, "%'lld", LLONG_MIN);
#elif defined ORDER
    if (strcoll("a", "B") <= 0 || strcasecmp("I", "i")) reach_error();
#else
    if (MB_CUR_MAX > 1) reach_error();
#endif
    return 0;
}
