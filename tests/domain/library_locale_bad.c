// expect: not safe
// expect -DGROUPED: not safe
// expect -DORDER: not safe
// The locale may be any.
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
extern void reach_error(void);

int main(void) {
    setlocale(LC_ALL, "");
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
