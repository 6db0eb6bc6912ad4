// Calls that keep contracts, and such that do not: links to links, tails, nodes of another's list, parents.
// expect: kept 8
// expect -DBAD_TAIL: requires tail(q->first, q->last), and gets something else than the end of the list
// expect -DBAD_WITHIN: requires within(p, q->first), and gets no node of that
// expect -DBAD_FRONT: requires q->first == null or hlist(q->first, link.next, link.prev) of struct page, and gets a first node that does not lead to the pointer that leads to it
// expect -DBAD_BACK: requires hlist(p, link.next, link.prev) of struct page, and gets a node that does not lead to the pointer that leads to it
// expect -DBAD_PARENT: requires ptree(n, left, right, parent) of struct node, and gets a node that does not lead to its parent
// expect -DBAD_CHILD: requires ptree(n, left, right, parent) of struct node, and gets a node that its parent does not lead to
// expect -DBAD_ROOT: requires ptree(n, left, right, parent) of struct node, and gets a node that does not lead up to a root
#include <stddef.h>

struct page {
    int number;
    struct {
        struct page *next, **prev;
    } link;
};
struct pages {
    struct page *first, **last;
};
struct node {
    struct node *left, *right, *parent;
};

/*@ heapproof: requires object(q) of struct pages; requires q->first == null or hlist(q->first, link.next, link.prev) of struct page;
    requires tail(q->first, q->last); requires object(p) of struct page; ensures tail(q->first, q->last); frees nothing; */
static void page_append(struct pages *q, struct page *p) {
    p->link.next = NULL;
    p->link.prev = q->last;
    *q->last = p;
    q->last = &p->link.next;
}

/*@ heapproof: requires object(q) of struct pages; requires q->first == null or hlist(q->first, link.next, link.prev) of struct page;
    requires tail(q->first, q->last); requires within(p, q->first); ensures tail(q->first, q->last); frees nothing; */
static void page_remove(struct pages *q, struct page *p) {
    if (p->link.next)
        p->link.next->link.prev = p->link.prev;
    else
        q->last = p->link.prev;
    *p->link.prev = p->link.next;
}

/*@ heapproof: requires hlist(p, link.next, link.prev) of struct page; frees nothing; */
static int page_number(struct page *p) {
    return (*p->link.prev)->number;
}

/*@ heapproof: requires ptree(n, left, right, parent) of struct node; frees nothing; */
static int is_left(struct node *n) {
    return n->parent && n->parent->left == n;
}

int main(void) {
    struct pages q = {NULL, &q.first};
    struct page a = {1, {0}}, b = {2, {0}}, c = {3, {0}};
    struct node root = {0}, child = {.parent = &root};
    root.left = &child;
    page_append(&q, &a);
    page_append(&q, &b);
    page_append(&q, &c);
    int x = page_number(&b);
    page_remove(&q, &b);
    page_remove(&q, &c);
#ifdef BAD_TAIL
    q.last = &q.first;
    page_append(&q, &b);
#endif
#ifdef BAD_WITHIN
    page_remove(&q, &c);
#endif
#ifdef BAD_FRONT
    a.link.prev = &b.link.next;
    page_append(&q, &b);
#endif
#ifdef BAD_BACK
    a.link.prev = &b.link.next;
    x += page_number(&a);
#endif
#ifdef BAD_PARENT
    child.parent = NULL;
    x += is_left(&root);
#endif
#ifdef BAD_CHILD
    root.left = NULL;
#endif
#ifdef BAD_ROOT
    root.parent = &child;
#endif
    x += is_left(&child);
    page_remove(&q, &a);
    return x != 3;
}
