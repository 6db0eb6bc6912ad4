// expect: safe
// expect -DBAD_FREE: unsafe memory-leak @free
// expect -DBAD_STALE: unsafe use-after-free @stale
// expect -DBAD_LAST: not safe out-of-bounds @last
// expect -DBAD_ROOM: not safe
// Lines of any length, read into a block that grows; copies of them in a list.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line {
    char *text;
    struct line *next;
};
int main(void) {
    struct line *list = NULL;
#ifdef BAD_ROOM
    char *line = malloc(8);
    size_t room = 16;
#else
    char *line = NULL;
    size_t room = 0;
#endif
    ssize_t n;
    unsigned commas = 0;
    while ((n = getline(&line, &room, stdin)) > 0) {
#ifdef BAD_LAST
        line[n + 1] = 0;  // @last
#else
        line[n - 1] = 0;
#endif
        for (char *p = line; *p; p++) commas += *p == ',';
        struct line *l = malloc(sizeof *l);
        if (!l) abort();
#ifdef BAD_STALE
        l->text = line;
#else
        l->text = strdup(line);
        if (!l->text) abort();
#endif
        l->next = list;
        list = l;
    }
#ifndef BAD_FREE
    free(line);
#endif
    while (list) {
        struct line *next = list->next;
        puts(list->text);  // @stale
        free(list->text);
        free(list);
        list = next;
    }
    return commas > 9;
}  // @free
