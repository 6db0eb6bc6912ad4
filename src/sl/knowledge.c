// SPDX-License-Identifier: MIT
// What was learnt of a program, as one word: the sets of structures that branch, then lists and pointers, each behind a semicolon as the name of a function and numbers.
#include <stdlib.h>
#include <string.h>

#include "sl/lattice.h"

enum { LIST_NUMBERS = 7, ASKED_NUMBERS = 2 };

static void print_entry(const struct sl *s, char sign, uint32_t func, const int64_t *numbers, uint32_t n, struct buf *out) {
    buf_printf(out, "%c%s", sign, s->step.program->funcs.at[func].name);
    for (uint32_t k = 0; k < n; k++) buf_printf(out, ",%lld", (long long)numbers[k]);
}

void sl_print_knowledge(const struct sl *s, struct buf *out) {
    const struct sl_precision *now = sl_precision_now(s);
    for (uint32_t i = 0; i < SL_MOST_TREES / 64; i++) buf_printf(out, "%s%llx", i ? "." : "", (unsigned long long)now->trees.in[i]);
    for (uint32_t i = 0; i < s->lists.n; i++) {
        const struct sl_listing *l = &s->lists.at[i];
        const int64_t n[LIST_NUMBERS] = {l->instr, (int64_t)l->size, l->shape.kind, l->shape.list.next, l->shape.list.head, l->shape.list.back, l->shape.list.tail};
        if (now->lists >> i & 1) print_entry(s, ';', l->func, n, LIST_NUMBERS, out);
    }
    for (uint32_t i = 0; i < s->asked.n; i++) {
        const int64_t n[ASKED_NUMBERS] = {s->asked.at[i].root, s->asked.at[i].offset};
        if (now->asked >> i & 1) print_entry(s, '?', s->asked.at[i].func, n, ASKED_NUMBERS, out);
    }
}

// Reads what is behind the sign; false: there is no such function, or it is not as it was printed.
static bool read_entry(const struct sl *s, const char **text, uint32_t *func, int64_t *numbers, uint32_t n) {
    const struct ir_program *p = s->step.program;
    const char *name = *text + 1, *at = name + strcspn(name, ",");
    uint32_t f = 0;
    while (f < p->funcs.n && (strncmp(p->funcs.at[f].name, name, (size_t)(at - name)) != 0 || p->funcs.at[f].name[at - name])) f++;
    *func = f;
    for (uint32_t i = 0; i < n; i++) {
        char *end;
        if (*at != ',') return false;
        numbers[i] = strtoll(at + 1, &end, 10);
        if (end == at + 1) return false;
        at = end;
    }
    *text = at;
    return f < p->funcs.n;
}

static bool tell_list(struct sl *s, const char **text) {
    int64_t n[LIST_NUMBERS];
    uint32_t func;
    if (!read_entry(s, text, &func, n, LIST_NUMBERS) || (n[2] != SL_SINGLY && n[2] != SL_DOUBLY) || n[0] < 0 || n[1] <= 0) return false;
    for (uint32_t i = 3; i < LIST_NUMBERS; i++)
        if (n[i] != (int32_t)n[i]) return false;
    struct sl_listing l = {func, (uint32_t)n[0], (uint64_t)n[1], {.kind = (uint8_t)n[2], .list = {(int32_t)n[3], (int32_t)n[4], (int32_t)n[5], (int32_t)n[6]}}};
    sl_lists_see(s, &l);
    return true;
}

static bool tell_asked(struct sl *s, const char **text) {
    int64_t n[ASKED_NUMBERS];
    uint32_t func;
    if (!read_entry(s, text, &func, n, ASKED_NUMBERS)) return false;
    const struct ir_func *f = &s->step.program->funcs.at[func];
    ir_val root = (ir_val)n[0];
    bool local = ir_tag(root) == IR_LOCAL && ir_index(root) < f->locals.n, slot = ir_tag(root) == IR_SLOT && ir_index(root) < f->slots.n;
    if (!local && !slot) return false;
    sl_asked_see(s, &(struct sl_asked){func, root, n[1]});
    return true;
}

bool sl_tell(struct sl *s, const char *text) {
    for (uint32_t i = 0; i < SL_MOST_TREES / 64; i++) {
        char *end;
        s->report.branch.in[i] |= strtoull(text, &end, 16);
        bool last = i + 1 == SL_MOST_TREES / 64;
        if (end == text || (!last && *end != '.')) return false;
        text = last ? end : end + 1;
    }
    while (*text == ';')
        if (!tell_list(s, &text)) return false;
    while (*text == '?')
        if (!tell_asked(s, &text)) return false;
    sl_learn(s);
    return !*text;
}
