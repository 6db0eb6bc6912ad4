// expect: safe
// expect -DBAD_PART: unsafe use-after-free
// expect -DBAD_DROP: unsafe memory-leak
// expect -DBAD_AGAIN: unsafe use-after-free
// expect -DBAD_BACK: unsafe broken-promise
// expect -DBAD_BEFORE: unsafe broken-promise
// expect -DLOOPED: unknown contract of 'queue_loop': requires looped(q->first, next, prev) of struct item
// expect -DNAMED: unknown through a pointer that is not followed
// expect -DCASES: unknown contract of 'either': several cases of a function without body
// expect -DSIZED: unknown contract of 'sum': requires array(a, n) of int
// expect -DSILENT: unknown through a pointer that is not followed
#include <stddef.h>

struct tree {
    struct tree *left, *right;
    int key;
};
struct item {
    struct item *next, *prev;
    char *name;
    long value;
};
struct queue {
    struct item *first;
    unsigned count;
};

/*@ heapproof: ensures result == null or tree(result, left, right) of struct tree; */
struct tree *tree_read(unsigned depth);
/*@ heapproof: requires t == null or tree(t, left, right) of struct tree; */
int tree_sum(const struct tree *t);
/*@ heapproof: requires t == null or tree(t, left, right) of struct tree; frees tree(t, left, right); */
void tree_free(struct tree *t);

/*@ heapproof: ensures object(result) of struct queue; frees nothing; */
struct queue *queue_new(void);
/*@ heapproof: requires object(q) of struct queue; ensures object(q) of struct queue;
               ensures q->first == null or dlist(q->first, next, prev) of struct item; */
void queue_fill(struct queue *q);
/*@ heapproof: requires object(q) of struct queue; requires q->first == null or dlist(q->first, next, prev) of struct item;
               frees dlist(q->first, next, prev), q; */
void queue_free(struct queue *q);
/*@ heapproof: requires object(q) of struct queue; frees q; */
void queue_drop(struct queue *q);

/*@ heapproof: requires object(q) of struct queue; requires looped(q->first, next, prev) of struct item; */
void queue_loop(struct queue *q);
static struct item stray;

/*@ heapproof: case 1: requires string(s); case 2: requires s == null; */
int either(const char *s);
/*@ heapproof: requires array(a, n) of int; */
long sum(const int *a, unsigned n);
/*@ heapproof: frees nothing; */
int *somewhere(void);

int main(void) {
    struct tree *t = tree_read(4);
    struct queue *q = queue_new();
    queue_fill(q);
    if (tree_sum(t) && t) {
        struct tree *left = t->left;
        t->left = t->right;
        t->right = left;
    }
#ifdef BAD_PART
    if (t && t->left) tree_free(t->left);
#endif
#ifdef NAMED
    if (q->first) q->first->name[0] = 0;
#endif
#ifdef BAD_BACK
    if (q->first && q->first->next) q->first->next->prev = NULL;
#endif
#ifdef BAD_BEFORE
    if (q->first) q->first->prev = &stray;
#endif
#ifdef LOOPED
    queue_loop(q);
#endif
#ifdef CASES
    either("a");
#endif
#ifdef SIZED
    int a[4] = {0};
    sum(a, 4);
#endif
#ifdef SILENT
    *somewhere() = 1;
#endif
    for (struct item *i = q->first; i; i = i->next) i->value = q->count;
    tree_free(t);
#ifdef BAD_DROP
    queue_drop(q);
#else
    queue_free(q);
#endif
#ifdef BAD_AGAIN
    queue_free(q);
#endif
    return 0;
}
