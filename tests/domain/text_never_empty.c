// expect: safe
// expect -DBAD: unsafe out-of-bounds 19
// A string that is known to have a first character is met again on a path that takes this character for the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    size_t room = 4, size = 3;
    char *text = malloc(room), *number = malloc(size);
    if (snprintf(number, size, "%d", __VERIFIER_nondet_int()) < 0) number[0] = 0;
    strcpy(text, "a");
#ifdef BAD
    strcpy(text, "ab");
#endif
    if (strlen(number) >= 1 && number[0] == 0) strcat(text, number);
    strcat(text, number);
    free(text);
    free(number);
    return 0;
}
