// SPDX-License-Identifier: MIT
#include "report/plain.h"

#include "report/excerpt.h"

// The rest of what is very long is only counted.
static void add_text(struct buf *out, const char *s) {
    enum { MOST = 2000 };
    struct buf seen = {0};
    size_t all = strlen(s), end = all < MOST ? all : MOST;
    while (end < all && ((unsigned char)s[end] & 0xc0) == 0x80 && end > MOST - 4) end--;
    report_visible(&seen, s, end);
    if (end < all) buf_printf(&seen, " ... (%zu more bytes)", all - end);
    for (const char *at = buf_text(&seen); *at;) {
        size_t n = strcspn(at, "<>&\"'");
        buf_add(out, at, n);
        at += n;
        if (*at) buf_printf(out, "&#%d;", *at++);
    }
    buf_free(&seen);
}

static void add_cell(struct buf *out, const char *s) {
    buf_str(out, "<td>");
    add_text(out, s);
    buf_str(out, "</td>");
}

static void add_place(struct buf *out, const struct check_result *r, const struct check_finding *f, const struct report_options *o) {
    buf_str(out, "<td>");
    add_text(out, report_in_project(o, *f->place.file ? f->place.file : r->file));
    buf_printf(out, ":%u</td>", f->place.line);
}

static void add_heads(struct buf *out, const char *caption, const char *const *heads, size_t n) {
    buf_printf(out, "<table class=\"plain\"><caption>%s</caption><thead><tr>", caption);
    for (size_t i = 0; i < n; i++) buf_printf(out, "<th scope=\"col\">%s</th>", heads[i]);
    buf_str(out, "</tr></thead><tbody>\n");
}

static void add_program(struct buf *out, const struct check_result *r, const struct report_options *o) {
    static const enum check_counter counters[] = {CHECK_PROVED, CHECK_OPEN, CHECK_NOT_REACHED};
    struct buf name = {0};
    buf_str(out, "<tr>");
    buf_str(&name, report_in_project(o, r->file));
    if (r->linked) buf_printf(&name, "@%s", report_in_project(o, r->linked));
    add_cell(out, buf_text(&name));
    buf_free(&name);
    add_cell(out, r->entry);
    buf_printf(out, "<td>%s</td>", check_verdicts[r->verdict]);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        buf_printf(out, "<td>%llu</td>", (unsigned long long)r->counters[counters[i]]);
    add_cell(out, r->verdict == CHECK_UNKNOWN && r->reason ? r->reason : "");
    buf_str(out, "</tr>\n");
}

static void add_finding(struct buf *out, const struct check_result *r, const struct check_finding *f, const struct report_options *o) {
    buf_str(out, "<tr>");
    add_cell(out, check_certainties[f->certainty]);
    add_cell(out, ir_rules[f->rule].title);
    add_place(out, r, f, o);
    add_cell(out, f->message);
    add_cell(out, f->suppression == CHECK_NEW ? "new" : f->suppression == CHECK_KNOWN ? "known" : "ignored");
    buf_str(out, "</tr>\n");
}

void report_plain(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out) {
    static const char *const programs[] = {"program", "entry", "verdict", "proved", "open", "not reached", "reason"}, *const findings[] = {
                                                                                                                          "certainty",
                                                                                                                          "rule", "place",
                                                                                                                          "finding", "age"};
    uint32_t any = 0;
    buf_printf(out, "<p>verdict: %s</p>\n", check_verdicts[check_decisive(results, n)->verdict]);
    if (o->settings) {
        buf_str(out, "<p>settings: ");
        add_text(out, o->settings);
        buf_str(out, "</p>\n");
    }
    add_heads(out, "Programs", programs, sizeof programs / sizeof *programs);
    for (uint32_t i = 0; i < n; i++) add_program(out, &results[i], o);
    buf_str(out, "</tbody></table>\n");
    for (uint32_t i = 0; i < n; i++) any += results[i].findings.n;
    if (any) add_heads(out, "Findings", findings, sizeof findings / sizeof *findings);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) add_finding(out, &results[i], &results[i].findings.at[k], o);
    if (any) buf_str(out, "</tbody></table>\n");
}
