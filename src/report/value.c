// SPDX-License-Identifier: MIT
#include "report/value.h"

#include <stdlib.h>

#include "base/vec.h"

static json_t *must(json_t *j) {
    if (!j) base_out_of_memory();
    return j;
}

json_t *report_object(void) {
    return must(json_object());
}

json_t *report_array(void) {
    return must(json_array());
}

json_t *report_string(const char *s) {
    json_t *j = json_string(s);
    if (j) return j;
    struct buf text = {0};
    for (; *s; s++) {
        if ((unsigned char)*s > 127)
            buf_printf(&text, "\\x%02x", (unsigned char)*s);
        else
            buf_char(&text, *s);
    }
    j = must(json_string(buf_text(&text)));
    buf_free(&text);
    return j;
}

// What is no UTF-8, and what begins like this, is written as a character for each byte, behind a mark.
static const char mark = 1;

json_t *report_exact(const char *s) {
    json_t *j = *s == mark ? NULL : json_string(s);
    if (j) return j;
    struct buf text = {0};
    buf_char(&text, mark);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c > 127) buf_char(&text, (char)(0xc0 | c >> 6));
        buf_char(&text, (char)(c > 127 ? 0x80 | (c & 0x3f) : c));
    }
    j = must(json_string(buf_text(&text)));
    buf_free(&text);
    return j;
}

void report_exact_text(const json_t *j, struct buf *out) {
    const char *s = json_string_value(j);
    bool marked = s && *s == mark;
    for (s = s ? s + marked : ""; *s; s++) {
        bool two = marked && (unsigned char)*s > 127 && s[1];
        buf_char(out, two ? (char)((s[0] & 3) << 6 | (s[1] & 0x3f)) : *s);
        s += two;
    }
}

json_t *report_printf(const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    json_t *j = report_string(buf_text(&text));
    buf_free(&text);
    return j;
}

json_t *report_string_or_null(const char *s) {
    return s ? report_string(s) : json_null();
}

void report_put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new_nocheck(object, key, must(value)) != 0) base_out_of_memory();
}

void report_append(json_t *array, json_t *value) {
    if (json_array_append_new(array, must(value)) != 0) base_out_of_memory();
}

void report_dump(json_t *j, size_t flags, struct buf *out) {
    char *text = json_dumps(j, flags);
    if (!text) base_out_of_memory();
    buf_printf(out, "%s\n", text);
    free(text);
    json_decref(j);
}

json_t *report_strategy(const struct check_result *r) {
    if (!r->strategy) return json_null();
    json_t *j = report_object();
    report_put(j, "name", report_string(check_strategies[r->strategy]));
    report_put(j, "domain", report_string_or_null(r->domain));
    report_put(j, "variant", json_integer(r->variant));
    return j;
}

static json_t *strings(const char *const *at, uint32_t n) {
    json_t *j = report_array();
    for (uint32_t i = 0; i < n; i++) report_append(j, report_string(at[i]));
    return j;
}

json_t *report_contract(const struct check_result *r) {
    json_t *j = report_object(), *cases = report_array();
    for (uint32_t i = 0; i < r->contract.n; i++) {
        const struct check_case *c = &r->contract.at[i];
        json_t *one = report_object();
        report_put(one, "requires", strings(c->requires.at, c->requires.n));
        if (c->without.n) report_put(one, "without", strings(c->without.at, c->without.n));
        report_put(one, "ensures", strings(c->ensures.at, c->ensures.n));
        report_put(one, "frees", report_string(c->frees));
        report_append(cases, one);
    }
    report_put(j, "prototype", report_string_or_null(r->prototype));
    report_put(j, "cases", cases);
    return j;
}

json_t *report_not_entered(const struct check_result *r) {
    json_t *j = report_array();
    for (uint32_t i = 0; i < r->not_entered.n; i++) report_append(j, report_string(r->not_entered.at[i]));
    return j;
}
