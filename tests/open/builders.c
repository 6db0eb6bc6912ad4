// SPDX-License-Identifier: MIT
// String builders: bytes, how many of them are used, and how many there are.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    char *data;
    size_t len, cap;
};

// contract: requires object(b) of struct builder
// contract: requires b->data == null or array(b->data, b->cap) of char
// contract: requires 0 <= b->len <= b->cap
// contract: frees perhaps anything
bool append_char(struct builder *b, char c) {  // expect: safe
    if (b->len == b->cap) {
        size_t cap = b->cap ? b->cap * 2 : 16;
        char *data = realloc(b->data, cap);
        if (!data) return false;
        b->data = data;
        b->cap = cap;
    }
    b->data[b->len++] = c;
    return true;
}

bool reserve(struct builder *b, size_t more) {  // expect: safe
    if (b->cap - b->len >= more) return true;
    size_t cap = b->cap ? b->cap : 16;
    while (cap - b->len < more) {
        if (cap > (size_t)-1 / 2) return false;
        cap *= 2;
    }
    char *data = realloc(b->data, cap);
    if (!data) return false;
    b->data = data;
    b->cap = cap;
    return true;
}

// contract: requires object(b) of struct builder
// contract: requires b->data == null or array(b->data, b->cap) of char
// contract: requires 0 <= b->len <= b->cap
// contract: requires string(s)
// contract: frees nothing
bool append_string(struct builder *b, const char *s) {  // expect: safe
    size_t n = strlen(s);
    if (b->cap - b->len < n) return false;
    memcpy(b->data + b->len, s, n);
    b->len += n;
    return true;
}

bool append_string_far(struct builder *b, const char *s) {  // expect: out-of-bounds
    size_t n = strlen(s);
    if (b->cap < n) return false;
    memcpy(b->data + b->len, s, n);  // fault
    b->len += n;
    return true;
}

bool append_other(struct builder *b, const struct builder *other) {  // expect: safe
    if (other->len > b->cap - b->len) return false;
    for (size_t i = 0; i < other->len; i++) b->data[b->len + i] = other->data[i];
    b->len += other->len;
    return true;
}

bool append_other_copied(struct builder *b, const struct builder *other) {  // expect: safe
    if (other->len > b->cap - b->len) return false;
    memcpy(b->data + b->len, other->data, other->len);
    b->len += other->len;
    return true;
}

// contract: requires object(b) of struct builder
// contract: frees nothing
void truncate_to(struct builder *b, size_t len) {  // expect: safe
    if (len < b->len) b->len = len;
}

bool terminate(struct builder *b) {  // expect: safe
    if (b->len == b->cap) {
        char *data = realloc(b->data, b->cap + 1);
        if (!data) return false;
        b->data = data;
        b->cap++;
    }
    b->data[b->len] = '\0';
    return true;
}

bool terminate_late(struct builder *b) {  // expect: out-of-bounds
    b->data[b->len] = '\0';  // fault
    if (b->len == b->cap) {
        char *data = realloc(b->data, b->cap + 1);
        if (!data) return false;
        b->data = data;
        b->cap++;
    }
    return true;
}

void clear(struct builder *b) {  // expect: safe
    memset(b->data, 0, b->cap);
    b->len = 0;
}

void blank(struct builder *b) {  // expect: safe
    b->len = 0;
    if (b->cap) b->data[0] = '\0';
}

// contract: requires object(b) of struct builder
// contract: requires b->data == null or array(b->data, b->cap) of char
// contract: ensures b->data == null
// contract: frees perhaps anything
void release(struct builder *b) {  // expect: safe
    free(b->data);
    b->data = NULL;
    b->len = b->cap = 0;
}

// contract: requires object(b) of struct builder
// contract: requires b->data == null or array(b->data, b->cap) of char
// contract: requires 0 <= b->len <= b->cap
// contract: ensures b->data == null
// contract: ensures object(result) of char
// contract: frees perhaps anything
char *take(struct builder *b) {  // expect: safe
    char *s = realloc(b->data, b->len + 1);
    if (!s) return NULL;
    s[b->len] = '\0';
    b->data = NULL;
    b->len = b->cap = 0;
    return s;
}

char *take_and_free(struct builder *b) {  // expect: unsafe use-after-free
    char *s = malloc(b->len + 1);
    if (!s) return NULL;
    free(b->data);
    memcpy(s, b->data, b->len);  // fault
    s[b->len] = '\0';
    return s;
}

char *copy_out(const struct builder *b) {  // expect: safe
    char *s = malloc(b->len + 1);
    if (!s) return NULL;
    memcpy(s, b->data, b->len);
    s[b->len] = '\0';
    return s;
}

char *copy_out_short(const struct builder *b) {  // expect: unsafe out-of-bounds
    char *s = malloc(b->len + 1);
    if (!s) return NULL;
    memcpy(s, b->data, b->len);
    s[b->len + 1] = '\0';  // fault
    return s;
}

struct builder *builder_new(size_t cap) {  // expect: safe
    struct builder *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->data = malloc(cap);
    if (!b->data) {
        free(b);
        return NULL;
    }
    b->len = 0;
    b->cap = cap;
    return b;
}

struct builder *builder_new_lost(size_t cap) {  // expect: unsafe memory-leak
    struct builder *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->data = malloc(cap);
    b->len = 0;
    b->cap = cap;
    return cap ? b : NULL;
}  // fault

void builder_free(struct builder *b) {  // expect: safe
    if (!b) return;
    free(b->data);
    free(b);
}

void builder_free_early(struct builder *b) {  // expect: unsafe use-after-free
    if (!b) return;
    free(b);
    free(b->data);  // fault
}

// contract: requires object(b) of struct builder
// contract: requires b->data == null or array(b->data, b->cap) of char
// contract: requires 0 <= b->len <= b->cap
// contract: requires string(s)
// contract: frees nothing
bool ends_with(const struct builder *b, const char *s) {  // expect: safe
    size_t n = strlen(s);
    return n <= b->len && memcmp(b->data + b->len - n, s, n) == 0;
}

// contract: requires object(b) of struct builder
// contract: requires b->data == null or array(b->data, b->cap) of char
// contract: requires 0 <= b->len <= b->cap
// contract: frees nothing
void trim(struct builder *b) {  // expect: safe
    while (b->len > 0 && b->data[b->len - 1] == ' ') b->len--;
}

void trim_far(struct builder *b) {  // expect: out-of-bounds
    while (b->len > 0 && b->data[b->len] == ' ') b->len--;  // fault
}

bool insert_char(struct builder *b, size_t at, char c) {  // expect: safe
    if (at > b->len || b->len == b->cap) return false;
    memmove(b->data + at + 1, b->data + at, b->len - at);
    b->data[at] = c;
    b->len++;
    return true;
}

bool insert_char_full(struct builder *b, size_t at, char c) {  // expect: out-of-bounds
    if (at > b->len) return false;
    memmove(b->data + at + 1, b->data + at, b->len - at);  // fault
    b->data[at] = c;  // fault
    b->len++;
    return true;
}
