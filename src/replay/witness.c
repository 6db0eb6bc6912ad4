// SPDX-License-Identifier: MIT
#include "replay/witness.h"

#include <time.h>

#include "replay/log.h"
#include "replay/sha256.h"

enum { MOST_BRANCHINGS = 256 };

struct writer {
    struct buf out;
    struct check_result *r;
    const struct ir_program *p;
    struct report_sources sources;
    const struct replay_task *task;
};

// ---- YAML --------------------------------------------------------------------------------------------------------------------------------

// The length of a sequence of UTF-8 beyond ASCII, or 0.
static size_t sequence_at(const unsigned char *s) {
    size_t n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if (s[i] < 0x80 || s[i] > 0xbf) return 0;
    bool odd = n && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
                     (s[0] == 0xf4 && s[1] > 0x8f) || (s[0] == 0xc2 && s[1] < 0xa0));
    return odd ? 0 : n;
}

// Other bytes than those of UTF-8 are written \xHH.
static void text(struct buf *out, const char *s) {
    buf_char(out, '"');
    for (size_t n; *s; s += n) {
        unsigned char c = (unsigned char)*s;
        n = sequence_at((const unsigned char *)s);
        if (n) {
            buf_add(out, s, n);
            continue;
        }
        n = 1;
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c < 32 || c > 126)
            buf_printf(out, "\\x%02x", c);
        else
            buf_char(out, *s);
    }
    buf_char(out, '"');
}

static void entry_of(struct buf *out, const char *indent, const char *key, const char *value) {
    buf_printf(out, "%s%s: ", indent, key);
    text(out, value);
    buf_char(out, '\n');
}

static void location(struct buf *out, const char *indent, const char *file, struct replay_spot spot) {
    buf_printf(out, "%slocation:\n%s  file_name: ", indent, indent);
    text(out, file);
    buf_printf(out, "\n%s  line: %u\n", indent, spot.line);
    if (spot.column) buf_printf(out, "%s  column: %u\n", indent, spot.column);
}

// ---- what it is about ----------------------------------------------------------------------------------------------------------------------

static const char *formula_of(enum ir_rule rule) {
    switch (rule) {
    case IR_RULE_INVALID_FREE:
    case IR_RULE_DOUBLE_FREE: return "valid-free";
    case IR_RULE_MEMORY_LEAK:
    case IR_RULE_LEAK_AT_EXIT: return "valid-memtrack";
    case IR_RULE_MEMORY_CLEANUP: return "valid-memcleanup";
    case IR_RULE_ERROR_CALL: return "! call(reach_error())";
    case IR_RULE_UNINITIALISED_VALUE:
    case IR_RULE_BROKEN_PROMISE: return NULL;  // no property of SV-COMP
    case IR_RULE_ASSERTION_FAILURE: return "! call(__assert_fail())";
    default: return "valid-deref";
    }
}

static void specification(struct writer *w, struct buf *out) {
    struct buf all = {0};
    const struct check_result *r = w->r;
    ir_rule_set rules = r->verdict == CHECK_UNSAFE ? (ir_rule_set)1 << r->findings.at[r->decisive].rule : w->task->rules;
    for (uint32_t i = 0; i < IR_N_RULES; i++) {
        const char *formula = formula_of((enum ir_rule)i);
        bool told = !formula || !(rules >> i & 1) || (all.n && strstr(all.text, formula));
        if (!told) buf_printf(&all, "%sCHECK( init(%s()), LTL(G %s) )", all.n ? " " : "", r->entry, formula);
    }
    entry_of(out, "      ", "specification", buf_text(&all));
    buf_free(&all);
}

static void files(struct writer *w, struct buf *out) {
    buf_str(out, "      input_files:\n");
    for (uint32_t i = 0; i < w->task->n_files; i++) {
        buf_str(out, "        - ");
        text(out, w->task->files[i]);
        buf_char(out, '\n');
    }
    buf_str(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < w->task->n_files; i++) {
        uint8_t hash[32];
        size_t n = 0;
        const char *data = report_source_text(&w->sources, w->task->files[i], &n);
        replay_sha256(data ? data : "", n, hash);
        buf_str(out, "        ");
        text(out, w->task->files[i]);
        buf_str(out, ": \"");
        for (int k = 0; k < 32; k++) buf_printf(out, "%02x", hash[k]);
        buf_str(out, "\"\n");
    }
}

// Of the time that SOURCE_DATE_EPOCH gives, if it does.
static void creation_time(struct buf *out) {
    const char *given = getenv("SOURCE_DATE_EPOCH");
    time_t t = given && *given ? (time_t)strtoll(given, NULL, 10) : time(NULL);
    struct tm parts;
    char stamp[32] = "1970-01-01T00:00:00Z";
    if (gmtime_r(&t, &parts)) strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    entry_of(out, "    ", "creation_time", stamp);
}

// The same witness has the same number.
static void identifier(struct buf *out, const struct buf *task, const struct buf *content) {
    uint8_t hash[32];
    struct buf all = {0};
    buf_printf(&all, "%s%s", buf_text(task), buf_text(content));
    replay_sha256(all.text, all.n, hash);
    buf_free(&all);
    hash[6] = (hash[6] & 0x0f) | 0x80;
    hash[8] = (hash[8] & 0x3f) | 0x80;
    buf_str(out, "    uuid: \"");
    for (int i = 0; i < 16; i++) buf_printf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", hash[i]);
    buf_str(out, "\"\n");
}

static void task(struct writer *w, struct buf *out) {
    buf_str(out, "    task:\n");
    files(w, out);
    specification(w, out);
    entry_of(out, "      ", "data_model", w->task->pointer_bits == 32 ? "ILP32" : "LP64");
    entry_of(out, "      ", "language", "C");
}

static void metadata(struct writer *w, const struct buf *content) {
    struct buf about = {0};
    task(w, &about);
    buf_str(&w->out, "  metadata:\n    format_version: \"2.0\"\n");
    identifier(&w->out, &about, content);
    creation_time(&w->out);
    buf_str(&w->out, "    producer:\n");
    entry_of(&w->out, "      ", "name", "heapproof");
    entry_of(&w->out, "      ", "version", HEAPPROOF_VERSION);
    buf_add(&w->out, about.text, about.n);
    buf_free(&about);
}

static void finish(struct writer *w, const char *type, const struct buf *content) {
    buf_printf(&w->out, "- entry_type: \"%s\"\n", type);
    metadata(w, content);
    buf_printf(&w->out, content->n ? "  content:\n%s" : "  content: []\n", buf_text(content));
    w->r->witness = arena_strdup(&w->r->arena, buf_text(&w->out));
    buf_free(&w->out);
    report_sources_free(&w->sources);
}

// ---- a violation ---------------------------------------------------------------------------------------------------------------------------

static void waypoint(struct buf *out, const char *type, const char *constraint, const char *format, const char *file,
                     struct replay_spot spot) {
    buf_str(out, "    - segment:\n      - waypoint:\n");
    entry_of(out, "          ", "type", type);
    entry_of(out, "          ", "action", "follow");
    if (constraint) {
        buf_str(out, "          constraint:\n");
        entry_of(out, "            ", "value", constraint);
        if (format) entry_of(out, "            ", "format", format);
    }
    location(out, "          ", file, spot);
}

static void add_return(struct writer *w, const struct replay_call *c, struct buf *out) {
    const struct ir_program *p = w->p;
    const struct replay_value *v = &c->result;
    bool number =
        v->kind == REPLAY_NUMBER && (ir_kind(v->type) == IR_INT || (ir_kind(v->type) == IR_PTR && !v->number)) && ir_bits(v->type) <= 64;
    if (!c->drew || !c->returned || !number || !c->place.loc.line) return;
    struct replay_spot spot = replay_call_end(&w->sources, p, c->place.loc, p->funcs.at[c->func].name);
    if (!spot.line) spot.line = c->place.loc.line;
    uint32_t bits = ir_bits(v->type), shift = bits > 1 && bits < 64 ? 64 - bits : 0;
    struct buf constraint = {0};
    buf_printf(&constraint, "\\result == %lld", (long long)(v->number << shift) >> shift);
    waypoint(out, "function_return", buf_text(&constraint), "ext_c_expression", p->files.text.at[c->place.loc.file], spot);
    buf_free(&constraint);
}

static const struct ir_instr *instr_of(const struct ir_program *p, const struct replay_branch *b) {
    return &p->funcs.at[b->func].instrs.at[b->instr];
}

static bool is_loop(struct writer *w, const struct replay_branch *b) {
    const struct ir_instr *i = instr_of(w->p, b);
    return i->op == IR_BRANCH && i->loc.line && replay_is_loop(&w->sources, w->p, i->loc);
}

static void add_branch(struct writer *w, const struct replay_branch *b, struct buf *out) {
    const struct ir_instr *i = instr_of(w->p, b);
    waypoint(out, "branching", b->way == 0 ? "true" : "false", NULL, w->p->files.text.at[i->loc.file],
             (struct replay_spot){i->loc.line, i->loc.column});
}

// Which branches are told: those of loops, if there are not too many.
static void choose_branches(struct writer *w, const struct replay_log *l, bool *told) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->branches.n && n <= MOST_BRANCHINGS; i++) {
        uint32_t k = 0;
        while (k < i && (l->branches.at[k].func != l->branches.at[i].func || l->branches.at[k].instr != l->branches.at[i].instr)) k++;
        told[i] = k < i ? told[k] : is_loop(w, &l->branches.at[i]);
        n += told[i];
    }
    if (n > MOST_BRANCHINGS) memset(told, 0, l->branches.n * sizeof *told);
}

static void sequence(struct writer *w, const struct replay_log *l, const struct check_finding *f, struct buf *out) {
    bool *told = arena_alloc(&w->r->arena, l->branches.n + 1);
    uint32_t call = 0;
    choose_branches(w, l, told);
    for (uint32_t i = 0; i < l->branches.n; i++) {
        for (; call < l->branches.at[i].calls; call++) add_return(w, &l->calls.at[call], out);
        if (told[i]) add_branch(w, &l->branches.at[i], out);
    }
    for (; call < l->calls.n; call++) add_return(w, &l->calls.at[call], out);
    waypoint(out, "target", NULL, NULL, *f->place.file ? f->place.file : w->r->file, (struct replay_spot){f->place.line, 0});
}

static void violation(struct writer *w, uint32_t entry, const struct exec_options *o) {
    struct replay_log l;
    struct exec_result run;
    struct buf content = {0};
    replay_log_again(&l, w->p, entry, o, w->r->inputs, &run);
    sequence(w, &l, &w->r->findings.at[w->r->decisive], &content);
    finish(w, "violation_sequence", &content);
    buf_free(&content);
    exec_result_free(&run);
    replay_log_free(&l);
}

// ---- a proof -------------------------------------------------------------------------------------------------------------------------------

static void proof(struct writer *w, const struct replay_facts *facts) {
    struct buf content = {0};
    for (uint32_t i = 0; i < facts->v.n; i++) {
        const struct replay_fact *x = &facts->v.at[i];
        buf_str(&content, "    - invariant:\n");
        entry_of(&content, "        ", "type", "loop_invariant");
        location(&content, "        ", x->file, x->spot);
        entry_of(&content, "        ", "value", x->expression);
        entry_of(&content, "        ", "format", "c_expression");
    }
    finish(w, "invariant_set", &content);
    buf_free(&content);
}

void replay_witness(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                    const struct replay_task *task, const struct replay_facts *facts) {
    struct writer w = {.r = r, .p = p, .task = task};
    if (r->verdict == CHECK_UNSAFE && r->inputs && formula_of(r->findings.at[r->decisive].rule)) violation(&w, entry, o);
    if (r->verdict == CHECK_SAFE) proof(&w, facts);
}
