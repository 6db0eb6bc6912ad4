// SPDX-License-Identifier: MIT
// Contracts of open functions: as comments above their prototypes, or as JSON.
#include "report/report.h"
#include "report/value.h"

static void clauses(struct buf *out, const char *word, const char *const *at, uint32_t n, const char *indent) {
    for (uint32_t i = 0; i < n; i++) buf_printf(out, "%s%s %s;\n", indent, word, at[i]);
}

// What happens without a clause, if that was tried, behind it.
static void required(struct buf *out, const struct check_case *c, const char *indent) {
    for (uint32_t i = 0; i < c->requires.n; i++) {
        buf_printf(out, "%srequires %s;", indent, c->requires.at[i]);
        if (i < c->without.n) buf_printf(out, "  // %s%s", *c->without.at[i] ? "else: " : "without it no run went wrong", c->without.at[i]);
        buf_char(out, '\n');
    }
}

static void one_case(struct buf *out, const struct check_case *c, const char *indent) {
    required(out, c, indent);
    clauses(out, "ensures", c->ensures.at, c->ensures.n, indent);
    buf_printf(out, "%sfrees %s;\n", indent, c->frees);
}

static void function(struct buf *out, const struct check_result *r) {
    bool several = r->contract.n > 1;
    if (r->verdict == CHECK_SAFE && r->contract.n) {
        buf_str(out, "/*@ heapproof:\n");
        for (uint32_t i = 0; i < r->contract.n; i++) {
            if (several) buf_printf(out, "    case %u:\n", i + 1);
            one_case(out, &r->contract.at[i], several ? "        " : "    ");
        }
        buf_str(out, "*/\n");
    } else if (r->verdict == CHECK_UNSAFE) {
        const struct check_finding *f = &r->findings.at[r->decisive];
        buf_printf(out, "// no contract: it is wrong whoever calls it: %s at %s:%u\n", ir_rules[f->rule].text, f->place.file, f->place.line);
    } else {
        buf_printf(out, "// no contract: %s\n", r->reason ? r->reason : "it was proved in another way");
    }
    buf_printf(out, "%s;\n\n", r->prototype);
}

void report_contracts(const struct check_result *results, uint32_t n, bool json, struct buf *out) {
    json_t *all = report_array();
    for (uint32_t i = 0; i < n; i++) {
        if (!results[i].prototype) continue;
        json_t *j = report_object();
        report_put(j, "file", report_string(results[i].file));
        report_put(j, "function", report_string(results[i].entry));
        report_put(j, "verdict", report_string(check_verdicts[results[i].verdict]));
        report_put(j, "contract", report_contract(&results[i]));
        report_append(all, j);
        if (!json) function(out, &results[i]);
    }
    if (json)
        report_dump(all, JSON_INDENT(2), out);
    else
        json_decref(all);
}
