// expect: safe
// Lines NAME=VALUE,VALUE,... are parted where the signs are; what is behind them is cut by strsep.
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
        if (!sign) continue;
        *sign = '\0';
        printf("%s\n", line);
        char *rest = sign + 1;
        while ((value = strsep(&rest, ","))) values += *value != '\0';
    }
    free(line);
    printf("%u\n", values);
    return 0;
}
