// expect: safe
// expect -DLONG: unsafe out-of-bounds @count
// expect -DNONE: unsafe out-of-bounds @count
// How many words there are of each length, the long ones together; the length of a word is a number that only counts.
#include <ctype.h>
#include <stdio.h>
enum { MOST = 6 };
static int count[MOST + 1], words;

int main(void) {
    int c, length = 0;
    do {
        c = getchar();
        if (c != EOF && !isspace(c)) {
            length++;
            continue;
        }
#if defined NONE
        int at = length > MOST ? MOST : length - 1;
#elif defined LONG
        int at = length > MOST + 1 ? MOST : length;
#else
        int at = length > MOST ? MOST : length;
#endif
        words += length > 0;
        count[at]++; // @count
        length = 0;
    } while (c != EOF);
    for (int i = 0; i <= MOST; i++) printf("%d of %d\n", count[i], words);
    return 0;
}
