// flags: -m32
struct node {
    char tag;
    struct node *next;
};

struct node *second(struct node *n) {
    return n->next->next;
}
