// expect: safe
// expect -DCELL: safe
// expect -DARGUMENTS: safe
// Tokens of a line or of an argument; asked for once more behind the last.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[80];
    int n = 0;
#if defined ARGUMENTS
    for (int i = 1; i < argc; i++)
        for (char *t = strtok(argv[i], ","); t; t = strtok(NULL, ",")) puts(t);
#elif defined CELL
    char *place;
    (void)argc, (void)argv;
    while (fgets(line, sizeof line, stdin))
        for (char *t = strtok_r(line, " \n", &place); t; t = strtok_r(NULL, " \n", &place)) n += t[0] == '#';
#else
    (void)argc, (void)argv;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (char *t = strtok(line, " \n"); t; t = strtok(NULL, " \n")) n++;
    if (strtok(NULL, " \n")) n = 0;
#endif
    return n;
}
