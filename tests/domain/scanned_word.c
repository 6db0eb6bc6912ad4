// expect: safe
// A conversion of characters finds something that fits, unless there is nothing: it never gives 0.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[16], first;
    size_t n = 0;
    while (scanf("%15s", word) != EOF) n += strlen(word);
    if (scanf(" %c", &first) < 0) return 1;
    printf("%zu %c\n", n, first);
    return 0;
}
