// expect: safe
// Words in the nodes of a tree, which are compared and printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct t {
    struct t *l, *r;
    char name[12];
    int n;
};
static struct t *add(struct t *t, const char *s) {
    if (!t) {
        t = malloc(sizeof *t);
        t->l = t->r = NULL;
        strcpy(t->name, s);
        t->n = 1;
        return t;
    }
    int c = strcmp(s, t->name);
    if (c < 0)
        t->l = add(t->l, s);
    else if (c > 0)
        t->r = add(t->r, s);
    else
        t->n++;
    return t;
}
static void show(struct t *t) {
    if (!t) return;
    show(t->l);
    printf("%s %d\n", t->name, t->n);
    show(t->r);
}
static void drop(struct t *t) {
    if (!t) return;
    drop(t->l);
    drop(t->r);
    free(t);
}
int main(void) {
    struct t *root = NULL;
    char w[12];
    while (scanf("%11s", w) == 1) root = add(root, w);
    root = add(root, "x");
    root = add(root, "yyyy");
    show(root);
    drop(root);
    return 0;
}
