// SPDX-License-Identifier: MIT
// Values that are one thing or another: a number tells which member of a union is there.
#include <stdlib.h>
#include <string.h>

enum kind { NONE, NUMBER, TEXT, PAIR, ITEMS };
struct pair {
    int first, second;
};
struct item {
    struct item *next;
    int weight;
};
struct value {
    enum kind kind;
    union {
        long number;
        char *text;
        struct pair *pair;
        struct item *items;
    } is;
};

// contract: requires object(v) of struct value
// contract: requires v->kind != 2 or string(v->is.text)
// contract: frees nothing
size_t value_length(const struct value *v) {  // expect: safe
    return v->kind == TEXT ? strlen(v->is.text) : 0;
}

size_t value_length_of_any(const struct value *v) {  // expect: unknown not followed
    return v->kind != NUMBER ? strlen(v->is.text) : 0;
}

// contract: requires object(v) of struct value
// contract: requires v->kind != 3 or object(v->is.pair) of struct pair
// contract: frees nothing
long value_sum(const struct value *v) {  // expect: safe
    switch (v->kind) {
    case NUMBER: return v->is.number;
    case PAIR: return (long)v->is.pair->first + v->is.pair->second;
    default: return 0;
    }
}

long value_sum_beyond(const struct value *v) {  // expect: out-of-bounds
    const struct pair *p;
    switch (v->kind) {
    case NUMBER: return v->is.number;
    case PAIR: p = v->is.pair; return (long)p[0].first + p[1].second;  // fault
    default: return 0;
    }
}

// contract: requires object(v) of struct value
// contract: requires v->kind != 4 or v->is.items == null or list(v->is.items, next) of struct item
// contract: frees nothing
int value_weight(const struct value *v) {  // expect: safe
    int n = 0;
    if (v->kind != ITEMS) return 0;
    for (const struct item *i = v->is.items; i; i = i->next) n += i->weight;
    return n;
}

int value_weight_hasty(const struct value *v) {  // expect: null-dereference
    int n = 0;
    if (v->kind != ITEMS) return 0;
    for (const struct item *i = v->is.items; i; i = i->next->next) n += i->weight;  // fault
    return n;
}

void value_clear(struct value *v) {  // expect: safe
    switch (v->kind) {
    case TEXT: free(v->is.text); break;
    case PAIR: free(v->is.pair); break;
    case ITEMS:
        while (v->is.items) {
            struct item *next = v->is.items->next;
            free(v->is.items);
            v->is.items = next;
        }
        break;
    default: break;
    }
    v->kind = NONE;
}

void value_clear_text(struct value *v) {  // expect: unsafe double-free
    char *text;
    switch (v->kind) {
    case TEXT:
        text = v->is.text;
        free(text);
        if (*(int *)&v->kind == 2) free(text);  // fault
        break;
    default: break;
    }
    v->kind = NONE;
}

// contract: requires object(to) of struct value
// contract: requires to->kind != 2 or string(to->is.text)
// contract: requires to->kind != 3 or object(to->is.pair) of struct pair
// contract: requires object(v) of struct value
// contract: requires v->kind != 2 or string(v->is.text)
// contract: requires v->kind != 3 or object(v->is.pair) of struct pair
// contract: requires may_share(to, v)
// contract: frees nothing
int value_copy(struct value *to, const struct value *v) {  // expect: safe
    *to = (struct value){.kind = NONE};
    if (v->kind == NUMBER) {
        to->is.number = v->is.number;
    } else if (v->kind == TEXT) {
        char *text = malloc(strlen(v->is.text) + 1);
        if (!text) return 0;
        to->is.text = strcpy(text, v->is.text);
    } else if (v->kind == PAIR) {
        struct pair *pair = malloc(sizeof *pair);
        if (!pair) return 0;
        *pair = *v->is.pair;
        to->is.pair = pair;
    } else {
        return 0;
    }
    to->kind = v->kind;
    return 1;
}

int value_copy_short(struct value *to, const struct value *v) {  // expect: unsafe out-of-bounds
    *to = (struct value){.kind = NONE};
    if (v->kind != TEXT) return 0;
    char *text = malloc(strlen(v->is.text));
    if (!text) return 0;
    to->is.text = strcpy(text, v->is.text);  // fault
    to->kind = TEXT;
    return 1;
}

int value_is_longer(const struct value *a, const struct value *b) {  // expect: safe
    if (a->kind != TEXT || b->kind != TEXT) return a->kind > b->kind;
    return strlen(a->is.text) > strlen(b->is.text);
}

int value_is_longer_blindly(const struct value *a, const struct value *b) {  // expect: unknown not followed
    if (a->kind != TEXT) return 0;
    return strlen(a->is.text) > strlen(b->is.text);
}

// ---- structures in unions, a tag of one byte, and text that may be missing -------------------------------------------------------------

struct token {
    unsigned char is_word;
    union {
        struct {
            unsigned length;
            char *at;
        } word;
        double number;
    };
};

// contract: requires object(t) of struct token
// contract: requires t->is_word != 1 or t->word.at == null or string(t->word.at)
// contract: frees nothing
int token_begins(const struct token *t, char c) {  // expect: safe
    return t->is_word == 1 && t->word.at && t->word.at[0] == c;
}

int token_begins_behind(const struct token *t, char c) {  // expect: unknown not followed
    return t->is_word == 1 && t->word.at && t->word.at[1] == c;
}

void token_set(struct token *t, double number) {  // expect: safe
    if (t->is_word == 1) free(t->word.at);
    t->is_word = 0;
    t->number = number;
}

void token_set_late(struct token *t, double number) {  // expect: unsafe use-after-free
    char *at = t->is_word == 1 ? t->word.at : NULL;
    t->is_word = 0;
    t->number = number;
    free(at);
    if (at && *at) t->number = 0;  // fault
}
