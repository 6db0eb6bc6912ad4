// SPDX-License-Identifier: MIT
// A trace of what the driver does: lines of text in a ring that is entered at its last line, filters, and counters by name.

#define WORD 12

struct trace_line {
    struct trace_line *next;
    unsigned level, length;
    char *text;
};

struct filter {
    struct filter *next;
    unsigned level;
    char word[WORD];
};

struct counter {
    struct counter *next;
    const char *name;
    unsigned value;
};

struct trace {
    struct trace_line *last;  // its next is the first
    unsigned lines, limit;
    struct filter *filters;
    struct counter *counters;
};

static void trace_init(struct trace *t) {
    t->last = NULL;
    t->lines = 0;
    t->limit = 4;
    t->filters = NULL;
    t->counters = NULL;
}

// ---- counters ----------------------------------------------------------------------------------------------------------------------------

static enum status count(struct trace *t, const char *name) {
    struct counter *c = t->counters;
    while (c && strcmp(c->name, name) != 0) c = c->next;
    if (!c) {
        c = malloc(sizeof *c);
        if (!c) return NO_MEMORY;
        c->name = name;
        c->value = 0;
        c->next = t->counters;
        t->counters = c;
    }
    c->value++;
    return SUCCESS;
}

static void counters_reset(struct trace *t) {
    for (struct counter *c = t->counters; c; c = c->next) c->value = 0;
}

// ---- filters -----------------------------------------------------------------------------------------------------------------------------

static enum status filter_add(struct trace *t, unsigned level, const char *word) {
    if (strlen(word) >= WORD) return INVALID;
    struct filter *f = malloc(sizeof *f);
    if (!f) return NO_MEMORY;
    f->level = level;
    strcpy(f->word, word);
    f->next = t->filters;
    t->filters = f;
    return SUCCESS;
}

static int filtered(const struct trace *t, unsigned level, const char *text) {
    for (const struct filter *f = t->filters; f; f = f->next)
        if (f->level > level && strncmp(f->word, text, 3) == 0) return 1;
    return 0;
}

static void filters_drop(struct trace *t, unsigned level) {
    struct filter **at = &t->filters;
    while (*at) {
        struct filter *f = *at;
        if (f->level == level) {
            *at = f->next;
            free(f);
        } else {
            at = &f->next;
        }
    }
}

// ---- lines -------------------------------------------------------------------------------------------------------------------------------

static struct trace_line *trace_take_first(struct trace *t) {
    struct trace_line *first = t->last->next;
    if (first == t->last)
        t->last = NULL;
    else
        t->last->next = first->next;
    t->lines--;
    return first;
}

static void trace_line_free(struct trace_line *l) {
    free(l->text);
    free(l);
}

static enum status trace_add(struct trace *t, unsigned level, const char *text) {
    if (filtered(t, level, text)) return BUSY;
    struct trace_line *l = malloc(sizeof *l);
    if (!l) return NO_MEMORY;
    l->level = level;
    l->length = (unsigned)strlen(text);
#ifdef BAD_LINE
    l->text = malloc(l->length);
#else
    l->text = malloc(l->length + 1);
#endif
    if (!l->text) {
        free(l);
        return NO_MEMORY;
    }
    memcpy(l->text, text, l->length + 1);  // @line
    if (t->last) {
        l->next = t->last->next;
        t->last->next = l;
    } else {
        l->next = l;
    }
    t->last = l;
    t->lines++;
    while (t->lines > t->limit && t->last) trace_line_free(trace_take_first(t));
    return count(t, "lines");
}

static unsigned trace_longest(const struct trace *t) {
    unsigned longest = 0;
    if (!t->last) return 0;
    const struct trace_line *l = t->last;
    do {
        l = l->next;
        if (l->length > longest) longest = l->length;
    } while (l != t->last);
    return longest;
}

// Lines of a level are dropped.
static unsigned trace_drop(struct trace *t, unsigned level) {
    unsigned n = 0;
    for (unsigned i = t->lines; i > 0 && t->last; i--) {
        struct trace_line *l = trace_take_first(t);
        if (l->level == level) {
            trace_line_free(l);
            n++;
            continue;
        }
        if (t->last) {
            l->next = t->last->next;
            t->last->next = l;
        } else {
            l->next = l;
        }
        t->last = l;
        t->lines++;
    }
    return n;
}

static void trace_clear(struct trace *t) {
    while (t->last) trace_line_free(trace_take_first(t));
    while (t->filters) {
        struct filter *f = t->filters;
        t->filters = f->next;
        free(f);
    }
    while (t->counters) {
        struct counter *c = t->counters;
        t->counters = c->next;
        free(c);
    }
}

static enum status trace_dispatch(struct trace *t, unsigned code, unsigned argument) {
    static const char *const texts[] = {"bus reset", "request", "login", "error: no memory"};
    const char *text = texts[argument & 3];
    unsigned level = (argument >> 2) & 7;
    switch (code % 7) {
        case 0: return trace_add(t, level, text);
        case 1: return filter_add(t, level, text);
        case 2: filters_drop(t, level); return SUCCESS;
        case 3: return trace_longest(t) > level ? SUCCESS : NOT_FOUND;
        case 4: return trace_drop(t, level) > 0 ? SUCCESS : NOT_FOUND;
        case 5: counters_reset(t); return SUCCESS;
        default: t->limit = level; return SUCCESS;
    }
}
