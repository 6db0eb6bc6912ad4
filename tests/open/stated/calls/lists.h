// A library of lists without bodies.
struct node {
    struct node *next;
    int value;
};

/*@ heapproof: ensures result == null or list(result, next) of struct node; */
struct node *list_read(int how);

/*@ heapproof: requires list == null or list(list, next) of struct node; */
unsigned list_length(const struct node *list);

/*@ heapproof: requires list == null or list(list, next) of struct node;
               ensures list(result, next) of struct node; ensures leads_to(result, list); */
struct node *list_prepend(struct node *list, int value);

/*@ heapproof: requires list == null or list(list, next) of struct node;
               ensures result == null or within(result, list); */
struct node *list_find(struct node *list, int value);

/*@ heapproof: requires list(list, next) of struct node; ensures list(list, next) of struct node; */
void list_append(struct node *list, int value);

/*@ heapproof: requires list(list, next) of struct node; ensures result == list->next; frees list; */
struct node *list_pop(struct node *list);

/*@ heapproof: requires object(out) of struct node *; ensures *out == null or list(*out, next) of struct node; */
int list_fill(struct node **out);

/*@ heapproof: requires a == null or list(a, next) of struct node; requires b == null or list(b, next) of struct node; */
int list_compare(const struct node *a, const struct node *b);

/*@ heapproof: requires list == null or list(list, next) of struct node; frees list(list, next); */
void list_free(struct node *list);
