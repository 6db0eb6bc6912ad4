// A list is built, walked and freed: variables without address stay variables, addresses are explicit.
void *malloc(unsigned long);
void free(void *);
struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

int main(void) {
    struct node *head = 0;
    int sum = 0;
    for (int i = 0; i < 10; i++) head = push(head, i);
    for (struct node *cur = head; cur; cur = cur->next) sum += cur->value;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return sum;
}
