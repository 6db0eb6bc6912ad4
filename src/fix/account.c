// SPDX-License-Identifier: MIT
#include "fix/account.h"

#include <assert.h>

#include "base/buf.h"

void fix_account_begin(struct fix_account *a, const struct ir_program *p) {
    *a = (struct fix_account){.program = p};
    a->bits = ARENA_ARRAY(&a->arena, uint8_t *, p->funcs.n);
}

void fix_account_free(struct fix_account *a) {
    vec_free(&a->faults);
    vec_free(&a->notes);
    intern_free(&a->note_keys);
    vec_free(&a->unknowns);
    intern_free(&a->keys);
    intern_free(&a->reasons);
    arena_free(&a->arena);
}

void fix_account_mark(struct fix_account *a, uint32_t func, uint32_t instr, uint8_t bits) {
    if (func == UINT32_MAX) return;
    assert(func < a->program->funcs.n && instr < a->program->funcs.at[func].instrs.n);
    if (!a->bits[func]) a->bits[func] = ARENA_ARRAY(&a->arena, uint8_t, a->program->funcs.at[func].instrs.n);
    a->bits[func][instr] |= bits;
}

uint8_t fix_account_bits(const struct fix_account *a, uint32_t func, uint32_t instr) {
    assert(func < a->program->funcs.n);
    return a->bits[func] ? a->bits[func][instr] : 0;
}

static uint32_t key_of(struct intern *keys, uint32_t func, uint32_t instr, uint32_t kind, const char *text) {
    struct buf key = {0};
    buf_printf(&key, "%x.%x.%x.%s", func, instr, kind, text);
    uint32_t number = intern_add(keys, buf_text(&key));
    buf_free(&key);
    return number;
}

static void note(struct fix_account *a, const struct dom_fault *f, uint32_t node, uint32_t via, bool exact) {
    if (key_of(&a->note_keys, f->func, f->instr, f->rule, "") < a->notes.n) return;
    const char *message = arena_strdup(&a->arena, f->message);
    vec_push(&a->notes, (struct fix_fault){f->rule, f->func, f->instr, f->always, f->cut, exact, message, f->allocation, node, via});
}

void fix_account_fault(struct fix_account *a, const struct dom_fault *f, uint32_t node, uint32_t via, bool exact) {
    if (a->noted >> f->rule & 1) {
        note(a, f, node, via, exact);
        return;
    }
    fix_account_mark(a, f->func, f->instr, FIX_MET | FIX_FAILED | (f->cut ? FIX_CUT : 0));
    uint32_t number = key_of(&a->keys, f->func, f->instr, f->rule, "");
    assert(f->rule < IR_N_RULES && f->message && number <= a->faults.n);
    bool old = number < a->faults.n, cut = f->cut || (old && a->faults.at[number].cut);
    if (old) a->faults.at[number].cut = cut;
    if (old && (a->faults.at[number].exact || !exact)) return;
    if (!old) (void)vec_add(&a->faults);
    const char *message = arena_strdup(&a->arena, f->message);
    a->faults.at[number] = (struct fix_fault){f->rule, f->func, f->instr, f->always, cut, exact, message, f->allocation, node, via};
}

void fix_account_unknown(struct fix_account *a, uint32_t func, uint32_t instr, const char *reason, bool exact) {
    fix_account_mark(a, func, instr, FIX_MET | FIX_FAILED | FIX_CUT);
    uint32_t number = key_of(&a->reasons, func, instr, 0, reason);
    assert(*reason && number <= a->unknowns.n);
    if (number < a->unknowns.n)
        a->unknowns.at[number].exact |= exact;
    else
        vec_push(&a->unknowns, (struct fix_unknown){func, instr, exact, false, arena_strdup(&a->arena, reason)});
}

void fix_account_stop(struct fix_account *a, const char *reason) {
    assert(*reason);
    vec_push(&a->unknowns, (struct fix_unknown){.func = UINT32_MAX, .stop = true, .reason = arena_strdup(&a->arena, reason)});
    (void)key_of(&a->reasons, UINT32_MAX, UINT32_MAX, 1, reason);  // numbers stay those of the unknowns
}
