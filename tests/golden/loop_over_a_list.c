struct node {
    int value;
    struct node *next;
};

int sum(const struct node *head) {
    int total = 0;
    for (const struct node *p = head; p; p = p->next) total += p->value;
    return total;
}
