// expect: unsafe out-of-bounds @fault
// Lines NAME=VALUE,VALUE,... are parted where the signs are; what is behind them is cut by strsep.  The last sign is looked for in front of the line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    unsigned values = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *sign = strchr(line, '='), *end = strchr(line, '\n'), *value;
        if (end) *end = '\0';
        if (!sign) sign = line;
        sign[-1] = '\0';  // @fault
        printf("%s\n", line);
        char *rest = sign + 1;
        while ((value = strsep(&rest, ","))) values += *value != '\0';
    }
    free(line);
    printf("%u\n", values);
    return 0;
}
