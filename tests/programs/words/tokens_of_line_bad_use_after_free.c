// expect: unsafe use-after-free @fault
// The words of a line, cut out by strtok, are kept in a list; one is told after it is gone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    struct word *next;
};

int main(void) {
    char line[120];
    struct word *first = NULL, **end = &first;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (char *t = strtok(line, " \t\n"); t; t = strtok(NULL, " \t\n")) {
        struct word *w = malloc(sizeof *w);
        if (!w) exit(EXIT_FAILURE);
        w->text = strdup(t);
        if (!w->text) exit(EXIT_FAILURE);
        w->next = NULL;
        *end = w;
        end = &w->next;
    }
    while (first) {
        struct word *w = first;
        first = w->next;
        free(w->text);
        puts(w->text);  // @fault
        free(w);
    }
    return 0;
}
