// SPDX-License-Identifier: MIT
#include "replay/world.h"

#include "base/buf.h"
#include "replay/handed.h"
#include "replay/log.h"

enum { MOST_LINES = 40, MOST_TEXT = 200, MOST_STEPS = 2000000 };  // steps: of all runs, which are for the reader alone

struct stream {
    uint64_t serial;   // of its handle; 0: standard input
    const char *name;  // NULL: standard input
    struct buf line;   // what was read of the line that is not at its end
    uint32_t n;        // lines so far
    bool ended;        // which was told
};
struct world {
    struct check_result *r;
    struct check_finding *f;
    const struct replay_log *l;
    VEC(struct stream) streams;
    VEC(const char *) lines;
    uint32_t left_off;
    bool plain;  // numbers that the program draws, and nothing else
};

static void say(struct world *w, bool number, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(struct world *w, bool number, const char *format, ...) {
    va_list ap;
    struct buf text = {0};
    w->plain &= number;
    if (w->lines.n == MOST_LINES) {
        w->left_off++;
        return;
    }
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    vec_push(&w->lines, arena_strdup(&w->r->arena, buf_text(&text)));
    buf_free(&text);
}

// In C's quotes, shortened if it is long.
static const char *quoted(struct world *w, const void *bytes, size_t n) {
    struct buf text = {0};
    buf_quoted(&text, bytes, n < MOST_TEXT ? n : MOST_TEXT);
    if (n > MOST_TEXT) buf_printf(&text, "... (%zu bytes)", n);
    const char *s = arena_strdup(&w->r->arena, buf_text(&text));
    buf_free(&text);
    return s;
}

static const char *place_of(struct world *w, const struct replay_call *c) {
    struct ir_loc loc = c->place.loc;
    return loc.line ? arena_printf(&w->r->arena, ", called at %s:%u", w->l->p->files.text.at[loc.file], loc.line) : "";
}

// ---- streams ----------------------------------------------------------------------------------------------------------------------------

static struct stream *stream_of(struct world *w, const struct replay_call *c) {
    uint32_t unknown = UINT32_MAX;
    for (uint32_t i = 0; i < w->streams.n; i++) {
        if (!w->streams.at[i].serial) unknown = i;
        for (uint32_t k = 0; k < c->n_args && w->streams.at[i].serial; k++)
            if (c->serials[k] == w->streams.at[i].serial) return &w->streams.at[i];
    }
    if (unknown != UINT32_MAX) return &w->streams.at[unknown];
    vec_push(&w->streams, (struct stream){0});
    return &vec_last(&w->streams);
}

static void end_line(struct world *w, struct stream *s) {
    if (!s->line.n) return;
    bool whole = s->line.text[s->line.n - 1] == '\n';
    size_t n = s->line.n - whole;
    const char *text = quoted(w, s->line.text, n);
    s->n++;
    if (s->name)
        say(w, false, "line %u of %s: %s%s", s->n, s->name, text, whole ? "" : " (no end of line)");
    else
        say(w, false, "line %u of standard input: %s%s", s->n, text, whole ? "" : " (no end of line)");
    s->line.n = 0;
}

static void add_bytes(struct world *w, struct stream *s, const uint8_t *bytes, uint64_t n) {
    s->ended = false;
    for (uint64_t i = 0; i < n; i++) {
        buf_char(&s->line, (char)bytes[i]);
        if (bytes[i] == '\n') end_line(w, s);
    }
}

static void end_stream(struct world *w, struct stream *s) {
    end_line(w, s);
    if (s->ended) return;
    s->ended = true;
    if (s->name)
        say(w, false, "%s ends after %u line%s", s->name, s->n, s->n == 1 ? "" : "s");
    else
        say(w, false, "standard input ends after %u line%s", s->n, s->n == 1 ? "" : "s");
}

// ---- calls ------------------------------------------------------------------------------------------------------------------------------

static bool is_null(const struct replay_call *c) {
    return c->result.kind == REPLAY_NUMBER && !c->result.number && !c->result.high;
}

static int64_t number_of(const struct replay_call *c) {
    uint32_t bits = ir_bits(c->result.type), shift = bits && bits < 64 ? 64 - bits : 0;
    return (int64_t)(c->result.number << shift) >> shift;
}

static void say_variable(struct world *w, const struct replay_call *c) {
    const char *name = c->text ? c->text : "...";
    const uint8_t *bytes = c->result.bytes;
    if (is_null(c))
        say(w, false, "the environment has no variable %s%s", name, place_of(w, c));
    else if (bytes)
        say(w, false, "variable %s of the environment = %s", name, quoted(w, bytes, strnlen((const char *)bytes, c->result.size)));
}

static void say_number(struct world *w, const struct replay_call *c) {
    bool whole = ir_kind(c->result.type) == IR_INT && ir_bits(c->result.type) <= 64;
    const char *name = w->l->p->funcs.at[c->func].name;
    if (whole) say(w, true, "%s() = %lld%s", name, (long long)number_of(c), place_of(w, c));
}

static bool is_nondet(const struct ir_lib *row) {
    return row->kind == IR_LIB_K_NONDET || strncmp(row->section, "Verification", 12) == 0;
}

// As the programmer writes it.
static const char *plain_name(const char *name) {
    static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return name + strlen(prefixes[i]);
    return name;
}

// That a call with arguments succeeds is nothing to tell.
static bool is_drawn(const struct replay_call *c, const struct ir_lib *row) {
    bool number = c->drew && c->result.kind == REPLAY_NUMBER && ir_kind(c->result.type) == IR_INT;
    return number && (is_nondet(row) || !c->n_args || number_of(c));
}

// What scanf reads; where it reads nothing again and again in one place, that is told once.
static void say_read(struct world *w, const struct replay_call *c, const char *name) {
    const char *nothing = arena_printf(&w->r->arena, "%s %s%s", name, number_of(c) < 0 ? "meets the end of the input" : "finds nothing that fits", place_of(w, c));
    if (c->n_input)
        say(w, false, "%s reads %.*s%s", name, (int)c->n_input, (const char *)c->input, place_of(w, c));
    else if (number_of(c) <= 0 && (!w->lines.n || strcmp(vec_last(&w->lines), nothing) != 0))
        say(w, false, "%s", nothing);
}

static void look_at_call(struct world *w, const struct replay_call *c) {
    const struct ir_lib *row = ir_lib_of(w->l->lib, w->l->p, &w->l->p->funcs.at[c->func]).row;
    const char *name = plain_name(w->l->p->funcs.at[c->func].name);
    if (!row || !c->returned) return;
    if (replay_role_of(w->l, c->func) == REPLAY_ALLOCATES) {
        if (c->failed) say(w, false, "%s fails%s", name, place_of(w, c));
    } else if (c->result.kind == REPLAY_HANDLE) {
        const char *file = c->text ? quoted(w, c->text, strlen(c->text)) : arena_printf(&w->r->arena, "what %s gives", name);
        vec_push(&w->streams, (struct stream){.serial = c->result.serial, .name = file});
    } else if (row->kind == IR_LIB_K_SCANF) {
        say_read(w, c, name);
    } else if (c->n_input) {
        struct stream *s = stream_of(w, c);
        add_bytes(w, s, c->input, c->n_input);
        if (row->kind == IR_LIB_K_FGETS) end_line(w, s);
    } else if (row->kind == IR_LIB_K_GETC && number_of(c) >= 0) {
        add_bytes(w, stream_of(w, c), &(uint8_t){(uint8_t)number_of(c)}, 1);
    } else if (row->kind == IR_LIB_K_GETC || (row->kind == IR_LIB_K_FGETS && is_null(c))) {
        end_stream(w, stream_of(w, c));
    } else if (row->kind == IR_LIB_K_GETENV) {
        say_variable(w, c);
    } else if (c->drew && c->result.kind == REPLAY_NUMBER && ir_kind(c->result.type) == IR_PTR && is_null(c)) {
        say(w, false, "%s%s%s%s gives null%s", name, c->text ? "(" : "", c->text ? quoted(w, c->text, strlen(c->text)) : "",
            c->text ? ")" : "", place_of(w, c));
    } else if (is_drawn(c, row)) {
        say_number(w, c);
    }
}

static bool is_used(const struct ir_addr *a, ir_val v) {
    bool used = a && a->base == v;
    for (uint32_t i = 0; a && i < a->n_terms; i++) used |= a->terms[i].index == v;
    return used;
}

// Does the entry read this parameter?
static bool reads_parameter(const struct ir_func *f, uint32_t i) {
    bool used = false;
    for (uint32_t k = 0; k < f->instrs.n && !used; k++) {
        const struct ir_instr *x = &f->instrs.at[k];
        used = is_used(x->to, ir_val_of(IR_LOCAL, i)) || is_used(x->from, ir_val_of(IR_LOCAL, i));
        for (uint32_t a = 0; a < x->n_args; a++) used |= x->args[a] == ir_val_of(IR_LOCAL, i);
    }
    return used;
}

static void look_at_arguments(struct world *w) {
    const struct replay_log *l = w->l;
    const struct ir_func *f = &l->p->funcs.at[l->entry];
    bool strings = l->has_argv && reads_parameter(f, 1), number = l->has_argv && reads_parameter(f, 0);
    for (uint32_t i = 0; i < l->argv.n && strings; i++) say(w, false, "argv[%u] = %s", i, quoted(w, l->argv.at[i], strlen(l->argv.at[i])));
    if ((number && !strings) || (number && l->argv.n <= 1)) say(w, false, "argc = %u", l->argv.n);
}

static void say_handed(void *self, const char *text) {
    say(self, false, "%s", text);
}

static void describe(struct world *w) {
    look_at_arguments(w);
    if (!w->l->has_argv && strcmp(w->l->p->funcs.at[w->l->entry].name, "main") != 0) replay_handed_words(w->l, w, say_handed);
    for (uint32_t i = 0; i < w->l->calls.n; i++) look_at_call(w, &w->l->calls.at[i]);
    for (uint32_t i = 0; i < w->streams.n; i++) end_line(w, &w->streams.at[i]);
    for (uint32_t i = 0; i < w->lines.n && !w->plain; i++) check_add_world(w->r, w->f, w->lines.at[i]);
    if (w->left_off && !w->plain) check_add_world(w->r, w->f, arena_printf(&w->r->arena, "and %u more", w->left_off));
}

void replay_add_worlds(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o) {
    uint64_t left = MOST_STEPS;
    for (uint32_t i = 0; i < r->findings.n; i++) {
        struct check_finding *f = &r->findings.at[i];
        struct replay_log l;
        struct exec_result run;
        if (!f->inputs || !*f->inputs || f->steps > left) continue;
        left -= f->steps;
        replay_log_again(&l, p, entry, o, f->inputs, &run);
        struct world w = {.r = r, .f = f, .l = &l, .plain = true};
        describe(&w);
        for (uint32_t k = 0; k < w.streams.n; k++) buf_free(&w.streams.at[k].line);
        vec_free(&w.streams);
        vec_free(&w.lines);
        exec_result_free(&run);
        replay_log_free(&l);
    }
}
