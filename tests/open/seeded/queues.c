// SPDX-License-Identifier: MIT
// Queues and stacks of messages with both ends and a count, and queues in two stacks.
#include "seed.h"

struct message {
    struct message *next;
    size_t length;
    char text[16];
};
struct queue {
    struct message *head, *tail;
    unsigned count, limit;
};
struct cell {
    int value;
    struct cell *below;
};
struct stack {
    struct cell *top;
    int depth;
};

int enqueue(struct queue *q, const char *text, size_t length) {  // seed: memory-leak
    struct message *m = calloc(1, sizeof *m);
    if (!m) return -1;
    if (q->count >= q->limit) {
        if (!BAD) free(m);
        return -2;
    }
    m->length = length < sizeof m->text ? length : sizeof m->text - 1;
    memcpy(m->text, text, m->length);
    if (q->tail)
        q->tail->next = m;
    else
        q->head = m;
    q->tail = m;
    q->count++;
    return 0;
}

size_t dequeue_length(struct queue *q) {  // seed: use-after-free
    struct message *m = q->head;
    size_t length;
    if (!m) return 0;
    length = m->length;
    q->head = m->next;
    if (!q->head) q->tail = NULL;
    q->count--;
    free(m);
    return BAD ? m->length : length;
}

void queue_purge(struct queue *q, size_t longest) {  // seed: double-free
    struct message *m = q->head, *kept = NULL, *last = NULL;
    while (m) {
        struct message *next = m->next;
        if (m->length > longest) {
            free(m);
            q->count--;
        } else {
            m->next = NULL;
            if (last)
                last->next = m;
            else
                kept = m;
            last = m;
        }
        m = next;
    }
    if (BAD && !last) free(q->tail);
    q->head = kept;
    q->tail = last;
}

void queue_destroy(struct queue *q) {  // seed: use-after-free
    for (struct message *m = q->head; m;) {
        struct message *next = m->next;
        free(m);
        m = next;
    }
    if (BAD && q->head) q->head->next = NULL;
    q->head = q->tail = NULL;
    q->count = 0;
}

struct message *queue_split(struct queue *q) {  // seed: memory-leak
    struct queue *rest = calloc(1, sizeof *rest);
    struct message *out = NULL;
    if (!rest) return NULL;
    if (q->head) {
        rest->head = q->head->next;
        rest->tail = rest->head ? q->tail : NULL;
        q->head->next = NULL;
        q->tail = q->head;
        q->count = 1;
        out = rest->head;
    } else if (BAD) {
        return NULL;
    }
    free(rest);
    return out;
}

void message_pad(struct message *m, char with) {  // seed: out-of-bounds
    char filled[16];
    for (size_t i = 0; i < sizeof filled + BAD; i++) filled[i] = with;
    memcpy(m->text, filled, sizeof m->text);
    m->length = sizeof m->text;
}

int stack_push(struct stack *s, int value) {  // seed: memory-leak
    struct cell *c = malloc(sizeof *c);
    if (!c) return 0;
    c->value = value;
    c->below = s->top;
    if (!BAD || s->depth) s->top = c;
    s->depth++;
    return 1;
}

int stack_pop(struct stack *s) {  // seed: use-after-free
    struct cell *c = s->top;
    if (!c) return 0;
    int value = c->value;
    if (!BAD) s->top = c->below;
    free(c);
    if (BAD) s->top = c->below;
    s->depth--;
    return value;
}

int stack_add(struct stack *s) {  // seed: double-free
    struct cell *a = s->top, *b = a ? a->below : NULL;
    if (!b) return 0;
    b->value = (int)((unsigned)a->value + (unsigned)b->value);
    s->top = b;
    s->depth--;
    free(a);
    if (BAD && b->value == 0) free(a);
    return 1;
}

void stack_reverse(struct stack *s) {  // seed: out-of-bounds
    struct cell *kept[2] = {NULL, NULL};
    int i = 0;
    while (s->top) {
        struct cell *below = s->top->below;
        s->top->below = kept[0];
        kept[i] = s->top;
        if (BAD) i++;
        s->top = below;
    }
    s->top = kept[0];
}

#ifdef TRY
int main(void) {
    struct queue q = {.limit = 3};
    struct stack s = {NULL, 0};
    for (int i = 0; i < 4; i++) enqueue(&q, "a long message of many letters", (size_t)(i * 9));
    message_pad(q.head, 'x');
    dequeue_length(&q);
    queue_purge(&q, 10);
    enqueue(&q, "b", 1);
    enqueue(&q, "c", 1);
    struct message *m = queue_split(&q);
    while (m) {
        struct message *next = m->next;
        free(m);
        m = next;
    }
    queue_purge(&q, 0);
    m = queue_split(&q);
    enqueue(&q, "b", 1);
    queue_destroy(&q);
    for (int i = 0; i < 5; i++) stack_push(&s, i);
    stack_add(&s);
    stack_reverse(&s);
    while (s.top) stack_pop(&s);
    return m != NULL;
}
#endif
