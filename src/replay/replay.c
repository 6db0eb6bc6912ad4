// SPDX-License-Identifier: MIT
#include "replay/replay.h"

#include "replay/harness.h"
#include "replay/script.h"

// One line that is safe in a comment of C and of sh.
static const char *title_of(struct check_result *r, const struct check_finding *f) {
    struct buf text = {0};
    buf_printf(&text, "%s at ", ir_rules[f->rule].text);
    buf_quoted(&text, f->place.file, strlen(f->place.file));
    buf_printf(&text, ", line %u", f->place.line);
    const char *title = arena_strdup(&r->arena, buf_text(&text));
    buf_free(&text);
    return title;
}

// last: it is the last fault of its run
static const char *why_unseen(const struct replay_log *l, const struct check_finding *f, const struct replay_build *b, bool last) {
    if (f->rule == IR_RULE_BROKEN_PROMISE) return "no tool checks what the compiler is told";
    if (!b->n) return "the program was not read from C";
    if (l->unable) return l->unable;
    if (l->reused && last) return "something that lives has the place of the variable whose scope ended";
    return NULL;
}

static void add_one(struct check_result *r, struct check_finding *f, struct replay_log *l, const struct replay_build *b, bool last) {
    struct buf harness = {0}, symbols = {0}, script = {0};
    const char *title = title_of(r, f), *before = l->unable;
    replay_harness(l, replay_purpose_of(f->rule, b->pointer_bits), title, &harness, &symbols);
    const char *why = why_unseen(l, f, b, last);
    l->unable = before;  // what is in the way of this finding need not be in that of others
    if (why) {
        harness.n = 0;
        buf_printf(&harness, "// %s\n// only the interpreter sees this: %s\n", title, why);
        replay_script_unseen(title, why, &script);
    } else {
        replay_script(b, f, title, buf_text(&symbols), l->stack, &script);
    }
    f->harness = arena_strdup(&r->arena, buf_text(&harness));
    f->script = arena_strdup(&r->arena, buf_text(&script));
    buf_free(&harness);
    buf_free(&symbols);
    buf_free(&script);
}

void replay_add(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                const struct replay_build *b) {
    for (uint32_t i = 0; i < r->findings.n; i++) {
        struct check_finding *f = &r->findings.at[i];
        struct replay_log l;
        struct exec_result run;
        if (!f->inputs) continue;
        replay_log_again(&l, p, entry, o, f->inputs, &run);
        bool lost = f->rule == IR_RULE_MEMORY_LEAK || f->rule == IR_RULE_LEAK_AT_EXIT;
        l.lost = lost && f->fault < run.n_faults ? run.faults[f->fault].serial : 0;
        add_one(r, f, &l, b, f->fault + 1 >= run.n_faults);
        exec_result_free(&run);
        replay_log_free(&l);
    }
}
