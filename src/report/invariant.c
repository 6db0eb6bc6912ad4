// SPDX-License-Identifier: MIT
// What is known about the heap at a line, for people.
#include <stdio.h>

#include "base/utf8.h"
#include "report/report.h"
#include "report/source.h"

static void excerpt(const char *file, uint32_t line, struct buf *out) {
    struct report_sources sources = {0};
    size_t n;
    const char *text = report_source_line(&sources, file, line, &n);
    if (text) {
        buf_printf(out, "%5u | ", line);
        for (size_t i = 0, k; i < n && i < 200; i += k ? k : 1) {
            k = utf8_length(text + i, n - i);
            bool plain = k && (text[i] == '\t' || !utf8_is_hidden(utf8_number(text + i, k)));
            buf_add(out, plain ? text + i : "?", plain ? k : 1);
        }
        buf_char(out, '\n');
    }
    report_sources_free(&sources);
}

static void say_where(const struct check_invariant *v, struct buf *out) {
    buf_printf(out, "%s in '", v->loop ? "whenever the condition of the loop is tested" : "before this line");
    utf8_clean(out, v->function, strlen(v->function));
    buf_printf(out, v->n == 1 ? "', the heap is in one state" : "', the heap is in one of %u states", v->n + v->left_off);
}

static void headline(const struct check_invariant *v, bool partial, struct buf *out) {
    if (!v->found)
        buf_str(out, "there is no code of the program in this line");
    else if (!v->n)
        buf_str(out, partial ? "the analysis was cut off before it came here" : "no run comes here");
    else
        say_where(v, out);
    if (v->n && partial) buf_str(out, "; the analysis was cut off, there may be others");
    buf_char(out, '\n');
}

static void state(const struct check_invariant *v, uint32_t i, struct buf *out) {
    struct buf text = {0};
    view_text(&v->at[i], &text);
    if (v->n > 1) buf_printf(out, "\nstate %u of %u:\n", i + 1, v->n + v->left_off);
    for (const char *s = buf_text(&text), *end; (end = strchr(s, '\n')); s = end + 1) {
        buf_str(out, "  ");
        utf8_clean(out, s, (size_t)(end - s));
        buf_char(out, '\n');
    }
    buf_free(&text);
}

void report_invariant(const struct check_invariant *v, const char *file, uint32_t line, bool partial, struct buf *out, struct buf *picture) {
    const char *titles[CHECK_MOST_PICTURES];
    char numbers[CHECK_MOST_PICTURES][32];
    utf8_clean(out, file, strlen(file));
    buf_printf(out, ":%u: ", line);
    headline(v, partial, out);
    if (v->found) excerpt(file, line, out);
    for (uint32_t i = 0; i < v->n; i++) state(v, i, out);
    if (v->left_off) buf_printf(out, "\n%u more states are left off\n", v->left_off);
    if (!picture) return;
    for (uint32_t i = 0; i < v->n; i++) {
        snprintf(numbers[i], sizeof numbers[i], "state %u of %u", i + 1, v->n + v->left_off);
        titles[i] = v->n > 1 ? numbers[i] : NULL;
    }
    view_dot(v->at, v->n, titles, picture);
}
