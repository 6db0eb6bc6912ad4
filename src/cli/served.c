// SPDX-License-Identifier: MIT
#include "cli/served.h"

#include "check/able.h"
#include "cli/batch.h"
#include "cli/entry.h"
#include "cli/frame.h"
#include "report/value.h"

static const char *file_of(const struct ir_program *p, const struct ir_func *f) {
    return p->files.text.at[f->loc.file];
}

// The entries among `b` from which function i may be reached; reached: by entry, then by function.
static json_t *entries_of(const struct cli_batch *b, const struct ir_program *p, const bool *reached, uint32_t i) {
    json_t *list = report_array();
    for (uint32_t k = 0; k < b->funcs.n; k++)
        if (reached[(size_t)k * p->funcs.n + i]) report_append(list, report_string(p->funcs.at[b->funcs.at[k]].name));
    return list;
}

static const bool *reach(const struct cli_worker *w, const struct ir_program *p, const struct cli_batch *b, struct arena *a) {
    struct ir_calls calls = {0};
    bool *reached = ARENA_ARRAY(a, bool, (size_t)b->funcs.n * p->funcs.n);
    check_calls(&calls, p, w->library);
    for (uint32_t k = 0; k < b->funcs.n; k++) ir_calls_reach(&calls, b->funcs.at[k], reached + (size_t)k * p->funcs.n);
    ir_calls_free(&calls);
    return reached;
}

static bool hand_over_functions(const struct cli_worker *w, const struct ir_program *p, const struct cli_batch *b) {
    json_t *all = report_array();
    struct buf text = {0};
    struct arena a = {0};
    const bool *reached = reach(w, p, b, &a);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_func *f = &p->funcs.at[i];
        if (f->flags & (IR_EXTERN | IR_MODEL) || !f->loc.line) continue;
        json_t *j = report_object();
        report_put(j, "name", report_string(f->name));
        report_put(j, "file", report_exact(file_of(p, f)));
        report_put(j, "line", json_integer(f->loc.line));
        report_put(j, "column", json_integer(f->loc.column));
        report_put(j, "from", entries_of(b, p, reached, i));
        report_append(all, j);
    }
    report_dump(all, JSON_COMPACT, &text);
    bool good = cli_frame_write(w->fd, CLI_FRAME_FUNCTIONS, &text);
    buf_free(&text);
    arena_free(&a);
    return good;
}

static void choose(const struct cli_worker *w, const struct ir_program *p, struct cli_batch *b) {
    struct buf error = {0};
    for (uint32_t i = 0; i < w->o->entries.n; i++) {
        uint32_t f = cli_find_entry(p, w->o->entries.at[i].file, w->o->entries.at[i].name, &error);
        if (f != UINT32_MAX) vec_push(&b->funcs, f);
    }
    uint32_t start = cli_find_entry(p, NULL, "main", &error);
    if (!b->funcs.n && start != UINT32_MAX) vec_push(&b->funcs, start);
    for (uint32_t i = 0, named = b->funcs.n; i < p->funcs.n && !named; i++)
        if (cli_is_external(&p->funcs.at[i])) vec_push(&b->funcs, i);
    buf_free(&error);
}

// The last function that begins in the file before the line, or at it; UINT32_MAX: none.
static uint32_t around(const struct ir_program *p, const char *file, uint64_t line) {
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_func *f = &p->funcs.at[i];
        if (f->flags & (IR_EXTERN | IR_MODEL) || !f->loc.line || f->loc.line > line || strcmp(file_of(p, f), file) != 0) continue;
        if (found == UINT32_MAX || f->loc.line >= p->funcs.at[found].loc.line) found = i;
    }
    return found;
}

int cli_handle_served(struct cli_worker *w, const struct ir_program *p) {
    struct cli_batch b = {.w = w, .p = p};
    const char *file = w->o->files.at[0];
    choose(w, p, &b);
    if (w->o->command == CLI_SHOW && b.funcs.n > 1) {
        vec_clear(&b.funcs);
        uint32_t f = around(p, w->o->show_file, w->o->show_line);
        if (f != UINT32_MAX) vec_push(&b.funcs, f);
    }
    int status = hand_over_functions(w, p, &b) ? CLI_OK : cli_complain(CLI_INTERNAL, "cannot hand over the functions");
    if (status == CLI_OK && b.funcs.n == 1) status = cli_judge(w, p, file, b.funcs.at[0]);
    if (status == CLI_OK && b.funcs.n > 1) status = cli_do_batch(&b, b.funcs.n);
    vec_free(&b.funcs);
    return status;
}
