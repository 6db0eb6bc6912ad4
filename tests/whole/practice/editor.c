// expect: safe
// expect -DBAD_JOIN: unsafe use-after-free @join
// expect -DBAD_GROW: unsafe out-of-bounds @grow
// expect -DBAD_YANK: unsafe memory-leak @yank
// expect -DBAD_DELETE: unsafe null-dereference @delete
// expect -DBAD_CLOSE: unsafe memory-leak @close
// The buffer of a text editor: a doubly linked list of lines, each with a text that grows; a cursor, a yanked line, and commands from the keyboard.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct line {
    struct line *prev, *next;
    size_t length, capacity;
    char *text;
};

struct buffer {
    struct line *first, *last;
    struct line *current;
    size_t column;
    char *yanked;
    size_t yanked_length;
    unsigned lines;
};

// ---- lines ---------------------------------------------------------------------------------------------------------------------------

static struct line *new_line(void) {
    struct line *l = malloc(sizeof *l);
    if (!l) abort();
    l->prev = l->next = NULL;
    l->length = 0;
    l->capacity = 1;
    l->text = malloc(l->capacity);
    if (!l->text) abort();
    return l;
}

static void free_line(struct line *l) {
    free(l->text);
    free(l);
}

static void reserve(struct line *l, size_t length) {
    if (length <= l->capacity) return;
    size_t capacity = l->capacity;
    while (capacity < length) capacity *= 2;
    char *text = realloc(l->text, capacity);
    if (!text) abort();
    l->text = text;
    l->capacity = capacity;
}

static void insert_char(struct line *l, size_t at, char c) {
    reserve(l, l->length + 1);
    for (size_t i = l->length; i > at; i--) l->text[i] = l->text[i - 1];
    l->text[at] = c;
    l->length++;
}

static void append_text(struct line *l, const char *text, size_t length) {
#ifdef BAD_GROW
    reserve(l, length);
#else
    reserve(l, l->length + length);
#endif
    for (size_t i = 0; i < length; i++) l->text[l->length + i] = text[i];  // @grow
    l->length += length;
}

static void remove_char(struct line *l, size_t at) {
    for (size_t i = at; i + 1 < l->length; i++) l->text[i] = l->text[i + 1];
    l->length--;
}

// ---- the list of lines -----------------------------------------------------------------------------------------------------------------

static void link_after(struct buffer *b, struct line *at, struct line *l) {
    l->prev = at;
    l->next = at ? at->next : b->first;
    if (l->prev)
        l->prev->next = l;
    else
        b->first = l;
    if (l->next)
        l->next->prev = l;
    else
        b->last = l;
    b->lines++;
}

static void unlink_line(struct buffer *b, struct line *l) {
    if (l->prev)
        l->prev->next = l->next;
    else
        b->first = l->next;
    if (l->next)
        l->next->prev = l->prev;
    else
        b->last = l->prev;
    b->lines--;
}

static void open_buffer(struct buffer *b) {
    memset(b, 0, sizeof *b);
    struct line *l = new_line();
    link_after(b, NULL, l);
    b->current = l;
}

static void close_buffer(struct buffer *b) {
    struct line *l = b->first;
    while (l) {
        struct line *next = l->next;
#ifdef BAD_CLOSE
        free(l);  // @close
#else
        free_line(l);
#endif
        l = next;
    }
    free(b->yanked);
}

// ---- commands --------------------------------------------------------------------------------------------------------------------------

static void clamp(struct buffer *b) {
    if (b->column > b->current->length) b->column = b->current->length;  // @delete
}

static void type(struct buffer *b, char c) {
    insert_char(b->current, b->column, c);
    b->column++;
}

static void break_line(struct buffer *b) {
    struct line *l = new_line(), *old = b->current;
    append_text(l, old->text + b->column, old->length - b->column);
    old->length = b->column;
    link_after(b, old, l);
    b->current = l;
    b->column = 0;
}

// The line goes to the end of the one above.
static void join_up(struct buffer *b) {
    struct line *l = b->current, *above = l->prev;
    if (!above) return;
    b->column = above->length;
    append_text(above, l->text, l->length);
    unlink_line(b, l);
    free_line(l);
#ifdef BAD_JOIN
    b->column = b->current->prev->length;  // @join
#endif
    b->current = above;
}

static void backspace(struct buffer *b) {
    if (b->column > 0) {
        remove_char(b->current, b->column - 1);
        b->column--;
    } else {
        join_up(b);
    }
}

static void yank(struct buffer *b) {
    const struct line *l = b->current;
    if (l->length == 0) return;
    char *copy = malloc(l->length);
    if (!copy) abort();
    memcpy(copy, l->text, l->length);
#ifndef BAD_YANK
    free(b->yanked);
#endif
    b->yanked = copy;  // @yank
    b->yanked_length = l->length;
}

static void paste(struct buffer *b) {
    if (!b->yanked) return;
    struct line *l = new_line();
    append_text(l, b->yanked, b->yanked_length);
    link_after(b, b->current, l);
    b->current = l;
    clamp(b);
}

// There is always a line: the last one is emptied instead.
static void delete_line(struct buffer *b) {
    struct line *l = b->current;
#ifndef BAD_DELETE
    if (b->first == b->last) {
        l->length = 0;
        b->column = 0;
        return;
    }
#endif
    b->current = l->next ? l->next : l->prev;
    unlink_line(b, l);
    free_line(l);
    clamp(b);
}

static void move(struct buffer *b, char direction) {
    switch (direction) {
        case 'h':
            if (b->column > 0) b->column--;
            break;
        case 'l':
            if (b->column < b->current->length) b->column++;
            break;
        case 'j':
            if (b->current->next) b->current = b->current->next;
            break;
        case 'k':
            if (b->current->prev) b->current = b->current->prev;
            break;
        default:
            break;
    }
    clamp(b);
}

static void move_to_end(struct buffer *b) {
    while (b->current->next) b->current = b->current->next;
    assert(b->current == b->last);
    clamp(b);
}

static size_t bytes(const struct buffer *b) {
    size_t sum = 0;
    for (const struct line *l = b->first; l; l = l->next) sum += l->length + 1;
    return sum;
}

static void check(const struct buffer *b) {
    assert(b->current->length >= b->column);
    assert(b->first->prev == NULL && b->last->next == NULL);
}

// Returns false at the end.
static int command(struct buffer *b) {
    switch (__VERIFIER_nondet_int()) {
        case 1: type(b, __VERIFIER_nondet_char()); return 1;
        case 2: break_line(b); return 1;
        case 3: backspace(b); return 1;
        case 4: yank(b); return 1;
        case 5: paste(b); return 1;
        case 6: delete_line(b); return 1;
        case 7: move(b, 'h'); return 1;
        case 8: move(b, 'j'); return 1;
        case 9: move(b, 'k'); return 1;
        case 10: move(b, 'l'); return 1;
        case 11: move_to_end(b); return 1;
        default: return 0;
    }
}

int main(void) {
    struct buffer b;
    open_buffer(&b);
    while (command(&b)) check(&b);
    size_t size = bytes(&b);
    close_buffer(&b);
    return size == 0;
}
