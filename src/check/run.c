// SPDX-License-Identifier: MIT
#include "check/run.h"

#include "base/buf.h"
#include "check/able.h"
#include "check/follow.h"

static struct check_place place_of(struct check_result *r, const struct ir_program *p, struct exec_place place) {
    return check_place_of(r, p, place.func == UINT32_MAX ? NULL : &p->funcs.at[place.func], place.loc);
}

// What a trace says about the object concerned; most rules do not tell which kind of object it is.
struct words {
    const char *began, *ended;
};
static struct words words_of(enum ir_rule rule) {
    switch (rule) {
    case IR_RULE_USE_AFTER_FREE:
    case IR_RULE_DOUBLE_FREE:
    case IR_RULE_MEMORY_LEAK:
    case IR_RULE_LEAK_AT_EXIT:
    case IR_RULE_MEMORY_CLEANUP: return (struct words){"the block was allocated here", "it was freed here"};
    case IR_RULE_USE_OUT_OF_SCOPE: return (struct words){"its scope began here", "its scope ended here"};
    default: return (struct words){"the object began to exist here", "it ceased to exist here"};
    }
}

// Without a way to follow the run: what the fault itself says.
static void add_facts(struct check_result *r, struct check_finding *f, const struct ir_program *p, const struct exec_fault *fault) {
    if (fault->allocated) check_add_step(r, f, place_of(r, p, fault->allocation), words_of(fault->rule).began);
    if (fault->freed) check_add_step(r, f, place_of(r, p, fault->release), words_of(fault->rule).ended);
    for (uint32_t i = 0; i < fault->n_chain; i++) {
        check_add_step(r, f, place_of(r, p, fault->chain[i]), "called from here");
        vec_last(&f->trace).context = true;
    }
}

// " at FILE:LINE", if known
static void add_place(struct buf *out, const struct ir_program *p, struct exec_place place) {
    if (place.loc.line) buf_printf(out, " at %s:%u", p->files.text.at[place.loc.file], place.loc.line);
}

static void set_ending(struct check_result *r, const struct ir_program *p, const struct exec_result *run) {
    struct buf text = {0};
    if (run->outcome == EXEC_RETURNED || run->outcome == EXEC_EXITED)
        buf_printf(&text, "exit status %d", run->status & 0xff);  // what the parent of the program sees
    else
        buf_printf(&text, "%s%s%s", exec_outcomes[run->outcome], run->reason ? ": " : "", run->reason ? run->reason : "");
    if (run->outcome != EXEC_RETURNED) add_place(&text, p, run->place);
    r->ending = arena_strdup(&r->arena, buf_text(&text));
    buf_free(&text);
}

// The choices as --inputs takes them: negative if the highest of several bits is set.
static const char *inputs_of(struct check_result *r, const struct exec_result *run) {
    struct buf text = {0};
    for (uint32_t i = 0; i < run->n_inputs; i++) {
        const struct exec_input *in = &run->inputs[i];
        unsigned shift = in->bits > 1 && in->bits < 64 ? 64 - in->bits : 0;
        buf_printf(&text, "%s%lld", i ? "," : "", (long long)(in->value << shift) >> shift);
    }
    const char *inputs = arena_strdup(&r->arena, buf_text(&text));
    buf_free(&text);
    return inputs;
}

void check_add_fault(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run,
                     uint32_t i) {
    const struct exec_fault *fault = &run->faults[i];
    enum check_certainty certainty = run->assumed ? CHECK_POSSIBLE : CHECK_DEFINITE;
    struct check_finding *f = check_add_finding(r, fault->rule, certainty, place_of(r, p, fault->place), fault->message);
    if (f->certainty == CHECK_DEFINITE) f->inputs = inputs_of(r, run);
    f->fault = i;
    f->steps = fault->step;
    if (fault->rule == IR_RULE_LEAK_AT_EXIT || !check_follow(r, f, p, entry, o, run, i)) add_facts(r, f, p, fault);
}

void check_add_faults(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                      const struct exec_result *run) {
    r->inputs = inputs_of(r, run);
    for (uint32_t i = 0; i < run->n_faults; i++) check_add_fault(r, p, entry, o, run, i);
}

void check_add_run(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                   const struct exec_result *run) {
    r->counters[CHECK_STEPS] = run->steps;
    if (o->lib) check_environment(r, p, NULL, o->lib);
    check_add_faults(r, p, entry, o, run);
    set_ending(r, p, run);
    if (run->outcome == EXEC_UNKNOWN || run->outcome == EXEC_OUT_OF_STEPS) {
        struct buf at = {0};
        add_place(&at, p, run->place);
        check_unknown(r, "%s%s", run->reason, buf_text(&at));
        buf_free(&at);
    }
    if (run->outcome == EXEC_STOPPED) check_add_assumption(r, CHECK_ASSUME_FAULTS_END_PATHS, "");
    if (run->assumed) check_unknown(r, "the run depends on %s", run->assumed);
}
