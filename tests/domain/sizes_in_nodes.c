// expect: safe
// expect -DBAD_LOOP: unsafe out-of-bounds @loop
// expect -DBAD_SIZE: unsafe out-of-bounds @loop
// expect -DBAD_LEN: unsafe out-of-bounds @loop
// expect -DBAD_TEXT: unsafe out-of-bounds @text
// expect -DBAD_MOVED: unsafe out-of-bounds @loop
// Nodes that own blocks of sizes which are numbers of the nodes: as many elements as a field says, or one byte more.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
struct node {
    struct node *next;
    int len;
    int *data;
    char *text;
    unsigned length;
};

static struct node *add(struct node *next, int len, const char *s) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    n->len = len;
#ifdef BAD_SIZE
    n->data = calloc((size_t)len - (len > 2), sizeof *n->data);
#else
    n->data = calloc((size_t)len, sizeof *n->data);
#endif
    n->length = (unsigned)strlen(s);
#ifdef BAD_TEXT
    n->text = malloc(n->length + (n->length == 0));
#else
    n->text = malloc(n->length + 1);
#endif
    memcpy(n->text, s, n->length);
    return n;
}

int main(void) {
    struct node *list = NULL;
    char b[5];
    while (__VERIFIER_nondet_int()) {
        int len = __VERIFIER_nondet_int();
        for (int i = 0; i < 4; i++) b[i] = __VERIFIER_nondet_char();
        b[4] = 0;
        if (len > 0 && len < 6) list = add(list, len, b);
    }
    for (struct node *n = list; n; n = n->next) {
#ifdef BAD_LEN
        if (n->next) n->len++;
#endif
#ifdef BAD_MOVED
        if (n->next) n->len = n->next->len;
#endif
        n->text[n->length] = 0;  // @text
    }
    for (struct node *n = list; n; n = n->next) {
#ifdef BAD_LOOP
        for (int i = 0; i <= n->len; i++)
#else
        for (int i = 0; i < n->len; i++)
#endif
            n->data[i]++;  // @loop
    }
    while (list) {
        struct node *next = list->next;
        free(list->data);
        free(list->text);
        free(list);
        list = next;
    }
    return 0;
}
