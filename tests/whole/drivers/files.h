// SPDX-License-Identifier: MIT
// Open files of the device: each has marks that it set, subscriptions, and a position in a shared text; files are found by number.

struct text {
    char *bytes;
    unsigned size, users;
};

struct mark {
    struct mark *next;
    unsigned at;
};

struct subscription {
    struct subscription *next, *prev;
    unsigned event, seen;
};

struct file {
    struct list link;
    unsigned number, position;
    struct text *text;  // shared with other files
    struct mark *marks;
    struct subscription *first, *last;
};

struct files {
    struct list open;
    unsigned next_number;
};

static void files_init(struct files *f) {
    list_init(&f->open);
    f->next_number = 1;
}

// ---- shared texts ------------------------------------------------------------------------------------------------------------------------

static struct text *text_new(unsigned size) {
    struct text *t = malloc(sizeof *t);
    if (!t) return NULL;
    t->size = size % 40 + 1;
    t->users = 1;
    t->bytes = calloc(t->size, 1);
    if (!t->bytes) {
        free(t);
        return NULL;
    }
    return t;
}

static void text_release(struct text *t) {
    if (--t->users > 0) return;
#ifndef BAD_USERS
    free(t->bytes);
#endif
    free(t);  // @users
}

// ---- files -------------------------------------------------------------------------------------------------------------------------------

static struct file *file_find(struct files *f, unsigned number) {
    for (struct list *e = f->open.next; e != &f->open; e = e->next) {
        struct file *x = ENTRY(e, struct file, link);
        if (x->number == number) return x;
    }
    return NULL;
}

static struct file *file_new(struct files *f, struct text *text) {
    struct file *x = malloc(sizeof *x);
    if (!x) return NULL;
    x->number = f->next_number++;
    x->position = 0;
    x->text = text;
    x->marks = NULL;
    x->first = x->last = NULL;
    list_insert(&f->open, &x->link);
    return x;
}

static enum status file_open(struct files *f, unsigned size) {
    struct text *t = text_new(size);
    if (!t) return NO_MEMORY;
    if (!file_new(f, t)) {
        text_release(t);
        return NO_MEMORY;
    }
    return SUCCESS;
}

// A second file with the same text.
static enum status file_duplicate(struct files *f, unsigned number) {
    struct file *x = file_find(f, number);
    if (!x) return NOT_FOUND;
    struct file *copy = file_new(f, x->text);
    if (!copy) return NO_MEMORY;
    copy->text->users++;
    copy->position = x->position;
    return SUCCESS;
}

static void file_free(struct file *x) {
    while (x->marks) {
        struct mark *m = x->marks;
        x->marks = m->next;
        free(m);
    }
    while (x->first) {
        struct subscription *s = x->first;
        x->first = s->next;
        free(s);
    }
    text_release(x->text);
    free(x);
}

static enum status file_close(struct files *f, unsigned number) {
    struct file *x = file_find(f, number);
    if (!x) return NOT_FOUND;
    list_remove(&x->link);
    file_free(x);
    return SUCCESS;
}

static enum status file_write(struct files *f, unsigned number, char byte) {
    struct file *x = file_find(f, number);
    if (!x) return NOT_FOUND;
    if (x->position >= x->text->size) return INVALID;
    x->text->bytes[x->position++] = byte;
    return SUCCESS;
}

static enum status file_mark(struct files *f, unsigned number) {
    struct file *x = file_find(f, number);
    if (!x) return NOT_FOUND;
    struct mark *m = malloc(sizeof *m);
    if (!m) return NO_MEMORY;
    m->at = x->position;
    m->next = x->marks;
    x->marks = m;
    return SUCCESS;
}

// Back to the last mark, which is gone then.
static enum status file_back(struct files *f, unsigned number) {
    struct file *x = file_find(f, number);
    if (!x) return NOT_FOUND;
    struct mark *m = x->marks;
#ifndef BAD_BACK
    if (!m) return INVALID;
#endif
    x->position = m->at;  // @back
    x->marks = m->next;
    free(m);
    return SUCCESS;
}

// ---- subscriptions: doubly linked, so that one can be taken out at once --------------------------------------------------------------------

static enum status file_subscribe(struct files *f, unsigned number, unsigned event) {
    struct file *x = file_find(f, number);
    if (!x) return NOT_FOUND;
    struct subscription *s = malloc(sizeof *s);
    if (!s) return NO_MEMORY;
    s->event = event;
    s->seen = 0;
    s->next = NULL;
    s->prev = x->last;
    if (x->last)
        x->last->next = s;
    else
        x->first = s;
    x->last = s;
    return SUCCESS;
}

static void subscription_drop(struct file *x, struct subscription *s) {
    if (s->prev)
        s->prev->next = s->next;
    else
        x->first = s->next;
    if (s->next)
        s->next->prev = s->prev;
    else
        x->last = s->prev;
    free(s);
}

static unsigned files_event(struct files *f, unsigned event) {
    unsigned n = 0;
    for (struct list *e = f->open.next; e != &f->open; e = e->next) {
        struct file *x = ENTRY(e, struct file, link);
        for (struct subscription *s = x->last; s;) {
            struct subscription *before = s->prev;
            if (s->event == event && ++s->seen > 2) {
                subscription_drop(x, s);
                n++;
            }
            s = before;
        }
    }
    return n;
}

static void files_clear(struct files *f) {
    struct list *e;
    while ((e = list_take(&f->open))) file_free(ENTRY(e, struct file, link));
}

static enum status files_dispatch(struct files *f, unsigned code, unsigned argument) {
    unsigned number = argument & 15, rest = argument >> 4;
    switch (code % 8) {
        case 0: return file_open(f, rest);
        case 1: return file_duplicate(f, number);
        case 2: return file_close(f, number);
        case 3: return file_write(f, number, (char)rest);
        case 4: return file_mark(f, number);
        case 5: return file_back(f, number);
        case 6: return file_subscribe(f, number, rest & 3);
        default: return files_event(f, rest & 3) > 0 ? SUCCESS : NOT_FOUND;
    }
}
