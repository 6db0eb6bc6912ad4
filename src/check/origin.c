// SPDX-License-Identifier: MIT
// Where a value came from: back through copies, memory, arguments and results.
#include "base/buf.h"
#include "check/story.h"
#include "ir/name.h"

enum { MOST_HOPS = 100000, MOST_NOTES = 12 };  // back; told of them

struct hop {
    uint32_t event;  // the value is an operand there
    ir_val v;
};

static const struct ir_func *func_of(const struct check_story *s, uint32_t event) {
    return &s->path->program->funcs.at[s->path->events.at[event].func];
}

static const char *say(struct check_story *s, struct buf *text) {
    const char *kept = arena_strdup(&s->r->arena, buf_text(text));
    buf_free(text);
    return kept;
}

static bool is_user(const struct ir_func *f, ir_val v) {
    return ir_tag(v) == IR_LOCAL && f->locals.at[ir_index(v)].flags & IR_USER;
}

// The value was made there; of a pointer to a block that is told already.
static void end_at(struct check_story *s, uint32_t event, const char *text) {
    if (!s->subject) check_story_cause(s, event, text);
}

// The end of the way: a constant.
static bool at_constant(struct check_story *s, uint32_t event, ir_val v, const char *what) {
    const struct ir_const *c = ir_const_of(s->path->program, v);
    struct buf text = {0};
    if (!c || c->lo || c->hi) return false;
    buf_printf(&text, c->undef ? "%s has no value here" : "%s is set to null here", what);
    end_at(s, event, say(s, &text));
    return true;
}

static const char *name_of(struct check_story *s, const struct ir_func *f, uint32_t local) {
    struct buf text = {0};
    if (is_user(f, ir_val_of(IR_LOCAL, local))) {
        buf_char(&text, '\'');
        ir_name_variable(s->path->program, f, ir_val_of(IR_LOCAL, local), &text);
        buf_char(&text, '\'');
    } else {
        buf_str(&text, "the pointer");
    }
    return say(s, &text);
}

static const char *name_memory(struct check_story *s, uint32_t event) {
    struct buf text = {0};
    buf_char(&text, '\'');
    ir_name_addr(s->path->program, func_of(s, event), check_path_instr(s->path, event)->to, s->path->events.at[event].size, &text);
    buf_char(&text, '\'');
    return say(s, &text);
}

static bool same_instr(const struct check_path *path, uint32_t a, uint32_t b) {
    return path->events.at[a].func == path->events.at[b].func && path->events.at[a].instr == path->events.at[b].instr;
}

static const char *subject(const struct check_story *s) {
    return s->subject ? s->subject : "it";
}

// The value was handed on there; of a long chain, and of a recursion, not all is told.
static void pass_on(struct check_story *s, uint32_t event, const char *text) {
    bool again = s->keys.n && same_instr(s->path, vec_last(&s->keys).event, event);
    if (s->keys.n < (s->most ? s->most : MOST_NOTES) && !again) check_story_add(s, event, text);
}

// What was never written there: where that memory comes from.
static void add_empty_memory(struct check_story *s, uint32_t load) {
    uint32_t block = s->path->events.at[load].block,
             birth = block < s->path->births.n && block ? s->path->births.at[block] : CHECK_NO_EVENT;
    if (birth == CHECK_NO_EVENT) return;
    const struct ir_instr *i = check_path_instr(s->path, birth);
    struct buf name = {0};
    if (i->op == IR_CALL)
        end_at(s, birth, "the block was allocated here, without contents");
    else if (i->op == IR_ENTER && ir_name_variable(s->path->program, func_of(s, birth), i->subject, &name))
        end_at(s, birth, arena_printf(&s->r->arena, "'%s' begins to exist here, without a value", buf_text(&name)));
    buf_free(&name);
}

// ---- one hop back --------------------------------------------------------------------------------------------------------------------

static bool through_memory(struct check_story *s, struct hop *h, uint32_t load) {
    uint32_t store = check_path_stored(s->path, load);
    if (store == CHECK_NO_EVENT) {
        bool first = s->path->events.at[load].size;
        const char *name = name_memory(s, load);
        if (first) add_empty_memory(s, load);
        const char *text =
            arena_printf(&s->r->arena, "the pointer is read from %s here%s", name, first ? ", which still has its first value" : "");
        end_at(s, load, text);
        return false;
    }
    ir_val v = check_path_instr(s->path, store)->args[0];
    const char *name = name_memory(s, store);
    if (at_constant(s, store, v, name)) return false;
    pass_on(s, store, arena_printf(&s->r->arena, "%s is put into %s here", subject(s), name));
    *h = (struct hop){store, v};
    return true;
}

// The return statement: where the value was put that the end of the function returns.
static uint32_t statement_of(const struct check_story *s, uint32_t ret) {
    const struct ir_instr *i = check_path_instr(s->path, ret);
    if (!i->n_args || ir_tag(i->args[0]) != IR_LOCAL || is_user(func_of(s, ret), i->args[0])) return ret;
    uint32_t def = check_path_definition(s->path, ret, ir_index(i->args[0]));
    const struct ir_instr *d = def == CHECK_NO_EVENT ? i : check_path_instr(s->path, def);
    return d->op == IR_LET && d->loc.line && d->loc.line < i->loc.line ? def : ret;
}

static bool through_call(struct check_story *s, struct hop *h, uint32_t call) {
    const struct ir_instr *i = check_path_instr(s->path, call);
    uint32_t ret = check_path_return(s->path, call);
    struct buf text = {0};
    if (ret == CHECK_NO_EVENT) {
        if (ir_tag(i->args[0]) == IR_FUNC && s->path->program->funcs.at[ir_index(i->args[0])].flags & IR_EXTERN) {
            buf_printf(&text, "'%s' returns it here", s->path->program->funcs.at[ir_index(i->args[0])].name);
            end_at(s, call, say(s, &text));
        }
        return false;
    }
    const struct ir_instr *r = check_path_instr(s->path, ret);
    if (!r->n_args) return false;
    buf_printf(&text, "'%s' returns null here", func_of(s, ret)->name);
    if (ir_is_zero(s->path->program, r->args[0])) {
        end_at(s, ret, say(s, &text));
        return false;
    }
    buf_free(&text);
    pass_on(s, statement_of(s, ret), arena_printf(&s->r->arena, "'%s' returns %s", func_of(s, ret)->name, subject(s)));
    *h = (struct hop){ret, r->args[0]};
    return true;
}

// A parameter: the argument of the call.
static bool through_argument(struct check_story *s, struct hop *h, uint32_t local) {
    const struct check_frame *f = &s->path->frames.at[s->path->events.at[h->event].frame];
    if (f->call == CHECK_NO_EVENT || local >= s->path->program->funcs.at[f->func].n_params) return false;
    const struct ir_instr *call = check_path_instr(s->path, f->call);
    if (call->op != IR_CALL || local + 1 >= call->n_args) return false;
    struct buf text = {0};
    buf_printf(&text, "null is passed to '%s' here", s->path->program->funcs.at[f->func].name);
    if (ir_is_zero(s->path->program, call->args[local + 1])) {
        end_at(s, f->call, say(s, &text));
        return false;
    }
    buf_free(&text);
    pass_on(s, f->call, arena_printf(&s->r->arena, "%s is passed to '%s' here", subject(s), s->path->program->funcs.at[f->func].name));
    *h = (struct hop){f->call, call->args[local + 1]};
    return true;
}

static bool through_definition(struct check_story *s, struct hop *h, uint32_t def, uint32_t local) {
    const struct ir_instr *i = check_path_instr(s->path, def);
    struct buf text = {0};
    switch (i->op) {
    case IR_LET:
        if (i->n_args != 1 || at_constant(s, def, i->args[0], name_of(s, func_of(s, def), local))) return false;
        *h = (struct hop){def, i->args[0]};
        return true;
    case IR_LOAD: return through_memory(s, h, def);
    case IR_CALL: return through_call(s, h, def);
    case IR_ENTER:
        buf_printf(&text, "%s begins to exist here, without a value", name_of(s, func_of(s, def), local));
        end_at(s, def, say(s, &text));
        return false;
    default: return false;
    }
}

void check_story_origin(struct check_story *s, uint32_t event, ir_val v) {
    struct hop h = {event, v};
    bool on = true;
    for (int i = 0; i < MOST_HOPS && on && ir_tag(h.v) == IR_LOCAL; i++) {
        uint32_t local = ir_index(h.v), def = check_path_definition(s->path, h.event, local);
        on = def == CHECK_NO_EVENT ? through_argument(s, &h, local) : through_definition(s, &h, def, local);
    }
}

void check_story_route(struct check_story *s, uint32_t event, ir_val v) {
    enum { MOST = 2 };
    s->most = s->keys.n + MOST;
    s->subject = "the pointer";
    check_story_origin(s, event, v);
    s->most = 0;
    s->subject = NULL;
}

void check_story_holder(struct check_story *s, uint32_t store) {
    check_story_add(s, store, arena_printf(&s->r->arena, "the pointer to it is put into %s here", name_memory(s, store)));
}

// The operand that a value is a copy of, or IR_NOTHING; *event becomes where.
static ir_val copied_from(const struct check_story *s, uint32_t *event, uint32_t local) {
    uint32_t def = check_path_definition(s->path, *event, local), call = s->path->frames.at[s->path->events.at[*event].frame].call, ret;
    if (def == CHECK_NO_EVENT) {
        const struct ir_instr *i = call == CHECK_NO_EVENT ? NULL : check_path_instr(s->path, call);
        *event = call;
        return i && i->op == IR_CALL && local + 1 < i->n_args ? i->args[local + 1] : IR_NOTHING;
    }
    const struct ir_instr *i = check_path_instr(s->path, def);
    *event = def;
    if (i->op == IR_LET && i->n_args == 1) return i->args[0];
    if (i->op != IR_CALL || (ret = check_path_return(s->path, def)) == CHECK_NO_EVENT) return IR_NOTHING;
    *event = ret;
    return check_path_instr(s->path, ret)->n_args ? check_path_instr(s->path, ret)->args[0] : IR_NOTHING;
}

uint32_t check_story_source(const struct check_story *s, uint32_t event, ir_val v) {
    uint32_t at = event;
    if (ir_tag(v) != IR_LOCAL) return CHECK_NO_EVENT;
    for (int i = 0; i < MOST_HOPS && ir_tag(v) == IR_LOCAL; i++) {
        v = copied_from(s, &at, ir_index(v));
        if (at == CHECK_NO_EVENT) return CHECK_NO_EVENT;
    }
    return at;
}

// ---- what a decision was about -------------------------------------------------------------------------------------------------------

enum { MOST_OPERANDS = 4 };  // levels of an expression

static void blame(struct check_story *s, uint32_t event, ir_val v, int depth);

// What a function returned, and what that was made of.
static void blame_result(struct check_story *s, uint32_t call, int depth) {
    uint32_t ret = check_path_return(s->path, call), at = statement_of(s, ret);
    const struct ir_instr *i = check_path_instr(s->path, at);
    check_story_cause(s, at, arena_printf(&s->r->arena, "'%s' returns the value here", func_of(s, ret)->name));
    for (uint32_t k = 0; k < i->n_args && i->op != IR_CALL; k++) blame(s, at, i->args[k], depth - 1);
}

static void blame_definition(struct check_story *s, uint32_t def, uint32_t local, int depth) {
    const struct ir_instr *i = check_path_instr(s->path, def);
    const struct ir_func *f = func_of(s, def);
    uint32_t store = i->op == IR_LOAD ? check_path_stored(s->path, def) : CHECK_NO_EVENT;
    if (store != CHECK_NO_EVENT) {
        check_story_cause(s, store, arena_printf(&s->r->arena, "%s gets its value here", name_memory(s, store)));
        check_story_route(s, def, i->to->base);
    } else if (i->op == IR_CALL && check_path_return(s->path, def) != CHECK_NO_EVENT)
        blame_result(s, def, depth);
    else if (is_user(f, ir_val_of(IR_LOCAL, local)) && i->op != IR_ENTER)
        check_story_cause(s, def, arena_printf(&s->r->arena, "%s gets its value here", name_of(s, f, local)));
    else if (i->op == IR_LOAD && !s->path->events.at[def].size)
        check_story_cause(s, def, arena_printf(&s->r->arena, "%s is read here", name_memory(s, def)));
    else if (i->op == IR_LET)
        for (uint32_t k = 0; k < i->n_args; k++) blame(s, def, i->args[k], depth - 1);
}

static void blame(struct check_story *s, uint32_t event, ir_val v, int depth) {
    if (ir_tag(v) != IR_LOCAL || depth == 0) return;
    uint32_t def = check_path_definition(s->path, event, ir_index(v));
    if (def != CHECK_NO_EVENT) blame_definition(s, def, ir_index(v), depth);
}

void check_story_decision(struct check_story *s, uint32_t fault) {
    uint32_t branch = check_story_branch(s, fault);
    if (branch != CHECK_NO_EVENT) blame(s, branch, check_path_instr(s->path, branch)->args[0], MOST_OPERANDS);
}
