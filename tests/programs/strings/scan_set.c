// expect: safe
// expect -DBAD_WIDTH: unsafe out-of-bounds @width
// expect -DBAD_UNREAD: unsafe uninitialised-value @unread
// Words and rests of lines that scanf reads by sets of characters, kept in a list.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BAD_WIDTH
#define WIDTH "16"
#else
#define WIDTH "15"
#endif

struct entry {
    char key[16];
    char *text;
    struct entry *next;
};

static struct entry *read_entry(FILE *from) {
    char key[16], text[64];
    struct entry *e = malloc(sizeof *e);
#ifdef BAD_UNREAD
    int n = fscanf(from, " %15[a-z_] =%63[^\n]", key, text);
    if (n < 1) {
#else
    int n = fscanf(from, " %" WIDTH "[]a-z_[] =%63[^\n]%*[\n]", key, text);  // @width
    if (n != 2) {
#endif
        free(e);
        return NULL;
    }
    strcpy(e->key, key);
    e->text = malloc(strlen(text) + 1);  // @unread
    strcpy(e->text, text);
    return e;
}

int main(void) {
    struct entry *list = NULL, *e;
    while ((e = read_entry(stdin))) {
        e->next = list;
        list = e;
    }
    while ((e = list)) {
        list = e->next;
        printf("%s: %s\n", e->key, e->text);
        free(e->text);
        free(e);
    }
    return 0;
}
