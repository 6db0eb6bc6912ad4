// expect: unsafe uninitialised-value @number
// expect -DPAIR: unsafe uninitialised-value @pair
// expect -DWHOLE: unsafe uninitialised-value @whole
// expect -DREAD: unsafe uninitialised-value @read
// expect -DSTRING: unsafe uninitialised-value @string
// expect -DMEMBER: unsafe uninitialised-value @member
// expect -DSINE: unsafe uninitialised-value @sine
// A call that reads nothing leaves what it was to fill as it was, also where something else is asked for before that is used.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    int number = 0, other = getchar();
#if defined PAIR
    int second;
    if (scanf("%d %d", &number, &second) < 1) return 1;
    if (other == 'x' && second > 3) puts("large"); // @pair
#elif defined WHOLE
    int whole;
    fread(&whole, sizeof whole, 1, stdin);
    if (other == 'x' && whole > 3) puts("large"); // @whole
#elif defined READ
    char byte;
    if (read(0, &byte, 1) < 0) return 1;
    if (other == 'x' && byte > 3) puts("large"); // @read
#elif defined STRING
    char text[4];
    text[0] = (char)other;
    text[1] = 0;
    int found;
    sscanf(text, "%d", &found);
    if (getchar() == 'x' && found > 3) puts("large"); // @string
#elif defined SINE
    double angle;
    scanf("%lf", &angle);
    if (other == 'x' && sin(angle) > 0.5) puts("large"); // @sine
#elif defined MEMBER
    struct { int key, value; } *pair = malloc(sizeof *pair);
    if (!pair) return 1;
    pair->key = other;
    scanf("%d", &pair->value);
    if (pair->key == 'x' && pair->value > 3) puts("large"); // @member
    free(pair);
#else
    int unread;
    scanf("%d", &unread);
    if (other == 'x') number = unread + 1;
    if (number > 3) puts("large"); // @number
#endif
    return 0;
}
