// expect: not safe out-of-bounds 17
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct list {
    struct list *next;
};
int main(void) {
    struct list **cells = realloc(NULL, 2 * sizeof *cells);
    cells[0] = malloc(sizeof **cells);
    cells[0]->next = NULL;
    cells[1] = NULL;
    cells = realloc(cells, 5 * sizeof *cells);
    cells[4] = cells[0];
    if (cells[1]) cells[1]->next = NULL;
    cells = realloc(cells, sizeof *cells);
    cells[1] = NULL;
    free(cells[0]);
    unsigned n = __VERIFIER_nondet_uint() % 10 + 3;
    char *text = malloc(4);
    text[2] = 'x';
    text = realloc(text, n);
    if (text[2] != 'x') free(cells);
    text[0] = 0;
    if (realloc(text, 0)) return 1;
    free(cells);
    return 0;
}
