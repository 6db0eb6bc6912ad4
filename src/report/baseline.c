// SPDX-License-Identifier: MIT
// Findings that were known before: the file of their fingerprints, read and written.
#include "report/suppress.h"
#include "report/value.h"

enum { VERSION = 1 };

static bool refuse(struct buf *error, const char *path, const char *why) {
    buf_printf(error, "%s: %s", path, why);
    return false;
}

static bool take(struct report_baseline *b, const json_t *j) {
    const json_t *findings = json_object_get(j, "findings");
    if (json_integer_value(json_object_get(j, "baseline")) != VERSION || !json_is_array(findings)) return false;
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const char *print = json_string_value(json_object_get(json_array_get(findings, i), "fingerprint"));
        if (!print) return false;
        intern_add(&b->known, print);
    }
    return true;
}

bool report_baseline_read(struct report_baseline *b, const char *path, struct buf *error) {
    struct buf text = {0};
    const char *why;
    if (!buf_read_file(&text, path, &why)) return refuse(error, path, why);
    json_t *j = json_loadb(buf_text(&text), text.n, 0, NULL);
    bool good = take(b, j);
    json_decref(j);
    buf_free(&text);
    return good || refuse(error, path, "is no baseline that heapproof wrote (--write-baseline)");
}

void report_baseline_apply(const struct report_baseline *b, struct check_result *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) {
            struct check_finding *f = &results[i].findings.at[k];
            if (f->suppression == CHECK_NEW && intern_find(&b->known, f->fingerprint) != INTERN_NONE) f->suppression = CHECK_KNOWN;
        }
}

struct row {
    const struct check_result *result;
    const struct check_finding *finding;
};

static const char *file_of(const struct row *r) {
    return *r->finding->place.file ? r->finding->place.file : r->result->file;
}

static int by_file(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    int order = strcmp(file_of(x), file_of(y));
    if (!order) order = strcmp(ir_rules[x->finding->rule].text, ir_rules[y->finding->rule].text);
    return order ? order : strcmp(x->finding->fingerprint, y->finding->fingerprint);
}

void report_baseline_write(const struct check_result *results, uint32_t n, struct buf *out) {
    VEC(struct row) rows = {0};
    json_t *j = report_object(), *all = report_array();
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++)
            if (results[i].findings.at[k].suppression != CHECK_IGNORED)
                vec_push(&rows, (struct row){&results[i], &results[i].findings.at[k]});
    if (rows.n) qsort(rows.at, rows.n, sizeof *rows.at, by_file);
    for (uint32_t i = 0; i < rows.n; i++) {
        json_t *one = report_object();
        report_put(one, "fingerprint", report_string(rows.at[i].finding->fingerprint));
        report_put(one, "rule", report_string(ir_rules[rows.at[i].finding->rule].text));
        report_put(one, "file", report_string(file_of(&rows.at[i])));
        report_put(one, "function", report_string(rows.at[i].finding->place.function));
        report_append(all, one);
    }
    report_put(j, "tool", report_string("heapproof"));
    report_put(j, "baseline", json_integer(VERSION));
    report_put(j, "findings", all);
    report_dump(j, JSON_INDENT(1), out);
    vec_free(&rows);
}

void report_baseline_free(struct report_baseline *b) {
    intern_free(&b->known);
}
