// SPDX-License-Identifier: MIT
#include "dom/option.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static uint32_t count(const struct dom *dom) {
    uint32_t n = 0;
    while (dom->options && dom->options[n].name) n++;
    assert(n <= DOM_MOST_OPTIONS);
    return n;
}

// The option whose name has these n letters, or one past the last.
static uint32_t find(const struct dom *dom, const char *name, size_t n) {
    uint32_t i = 0;
    while (i < count(dom) && (strlen(dom->options[i].name) != n || strncmp(dom->options[i].name, name, n) != 0)) i++;
    return i;
}

bool dom_has_option(const struct dom *dom, const char *name) {
    return find(dom, name, strlen(name)) < count(dom);
}

static bool no_such_option(const struct dom *dom, const char *name, size_t n, struct buf *error) {
    buf_printf(error, "domain '%s' has no option '%.*s'", dom->name, (int)n, name);
    for (uint32_t i = 0; i < count(dom); i++) buf_printf(error, "%s%s", i ? ", " : ": it has ", dom->options[i].name);
    return false;
}

static bool parse_number(const char *text, size_t n, uint64_t *value) {
    char digits[24], *end;
    if (n == 0 || n >= sizeof digits || strspn(text, "0123456789") < n) return false;
    memcpy(digits, text, n);
    digits[n] = 0;
    errno = 0;
    *value = strtoull(digits, &end, 10);
    return errno == 0;
}

// One of the options: n letters.
static bool set_one(const struct dom *dom, struct dom_settings *s, const char *text, size_t n, struct buf *error) {
    const char *sign = memchr(text, '=', n);
    size_t name = sign ? (size_t)(sign - text) : n;
    uint32_t i = find(dom, text, name);
    uint64_t value = 1;
    if (i == count(dom)) return no_such_option(dom, text, name, error);
    const struct dom_option *o = &dom->options[i];
    bool is_number = sign ? parse_number(sign + 1, n - name - 1, &value) : o->most == 1;
    if (!is_number || value < o->least || value > o->most) {
        buf_printf(error, "option '%s' of domain '%s' is a number from %llu to %llu, not '%.*s'", o->name, dom->name,
                   (unsigned long long)o->least, (unsigned long long)o->most, (int)(sign ? n - name - 1 : 0), sign ? sign + 1 : "");
        return false;
    }
    assert(i < DOM_MOST_OPTIONS);
    s->given |= UINT32_C(1) << i;
    s->at[i] = value;
    return true;
}

bool dom_set(const struct dom *dom, struct dom_settings *s, const char *text, struct buf *error) {
    struct dom_settings all = *s;
    for (;;) {
        size_t n = strcspn(text, ",");
        if (!set_one(dom, &all, text, n, error)) return false;
        if (!text[n]) break;
        text += n + 1;
    }
    *s = all;
    return true;
}

uint64_t dom_setting(const struct dom *dom, const struct dom_settings *s, uint32_t i) {
    assert(i < count(dom));
    return s->given >> i & 1 ? s->at[i] : dom->options[i].usual;
}

struct dom_settings dom_settings_with(const struct dom *dom, const struct dom_settings *s, const char *text) {
    struct dom_settings all = *s;
    struct buf error = {0};
    bool good = !text || dom_set(dom, &all, text, &error);
    assert(good && "a domain knows its own options");
    (void)good;
    buf_free(&error);
    return all;
}

bool dom_settings_equal(const struct dom *dom, const struct dom_settings *a, const struct dom_settings *b) {
    bool equal = true;
    for (uint32_t i = 0; i < count(dom); i++) equal &= dom_setting(dom, a, i) == dom_setting(dom, b, i);
    return equal;
}
