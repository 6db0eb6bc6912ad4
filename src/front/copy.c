// SPDX-License-Identifier: MIT
// Objects that are copied or filled as a whole.
#include <string.h>

#include "front/translate.h"

static ir_val scalar(struct front_fn *f, LLVMValueRef i, unsigned k) {
    return front_operand(f, LLVMGetOperand(i, k));
}

// What clang makes of structures and initial values it may leave to memcpy, memmove or memset if they are large.  If that is the
// program's own function, either happens; if it is wrapped, nobody knows.
enum { SURELY_INLINE = 64 };

static const struct ir_func *own_function(struct front_fn *f, const char *name) {
    ir_val v = ir_find(f->tr->program, name);
    const struct ir_func *g = ir_tag(v) == IR_FUNC ? &f->tr->program->funcs.at[ir_index(v)] : NULL;
    return g && !(g->flags & (IR_EXTERN | IR_INTERNAL)) ? g : NULL;
}

static bool is_wrapped(struct front_fn *f, const char *name) {
    struct arena *a = &f->tr->program->arena;
    return ir_find(f->tr->program, arena_printf(a, "__wrap_%s", name)) || ir_find(f->tr->program, arena_printf(a, "__real_%s", name));
}

static bool takes(struct front_fn *f, const struct ir_func *g, const ir_val args[3]) {
    bool good = g->n_params == 3 && g->n_rets <= 1 && !(g->flags & IR_VARIADIC);
    for (uint32_t k = 0; k < 3 && good; k++)
        good = g->locals.at[k].type == ir_type_of(f->tr->program, &f->tr->program->funcs.at[f->b.func], args[k]);
    return good;
}

static void call_instead(struct front_fn *f, const struct ir_func *g, const ir_val args[3], uint32_t after) {
    uint32_t chosen = ir_build_local(&f->b, NULL, IR_I1, IR_NO_TYPE, IR_TEMP), dst = 0;
    uint32_t call = ir_build_block(&f->b, "call"), inlined = ir_build_block(&f->b, "inline");
    ir_build_any(&f->b, chosen, arena_printf(&f->tr->program->arena, "whether the compiler calls '%s' to copy or fill an object", g->name));
    ir_build_branch(&f->b, ir_val_of(IR_LOCAL, chosen), call, inlined);
    ir_build_at(&f->b, call);
    if (g->n_rets) dst = ir_build_local(&f->b, NULL, g->rets[0], IR_NO_TYPE, IR_TEMP);
    ir_build_call(&f->b, &dst, g->n_rets, ir_find(f->tr->program, g->name), args, 3, IR_NOTHING);
    ir_build_jump(&f->b, after);
    ir_build_at(&f->b, inlined);
}

// A block that follows if the program's own function may be called instead: until it is closed, what is built happens only if it is not.
static uint32_t begin_inline(struct front_fn *f, LLVMValueRef i, const char *name, bool fills) {
    LLVMValueRef size = LLVMGetOperand(i, 2);
    bool small = LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) <= SURELY_INLINE;
    const struct ir_func *g = small ? NULL : own_function(f, name);
    if (!small && is_wrapped(f, name)) ir_build_unmodelled(&f->b, arena_printf(&f->tr->program->arena, "'%s' that may be wrapped", name));
    if (!small && LLVMGetNamedGlobalAlias(f->tr->module, name, strlen(name)))
        ir_build_unmodelled(&f->b, arena_printf(&f->tr->program->arena, "'%s' that is an alias", name));
    if (!g) return UINT32_MAX;
    ir_val second = scalar(f, i, 1);
    if (fills) second = ir_build_let_temp(&f->b, IR_I(32), IR_ZEXT_, second, IR_NOTHING, IR_NOTHING);
    ir_val args[3] = {scalar(f, i, 0), second, front_word(f, scalar(f, i, 2))};
    if (!takes(f, g, args)) {
        ir_build_unmodelled(&f->b, arena_printf(&f->tr->program->arena, "'%s' of another type", name));
        return UINT32_MAX;
    }
    uint32_t after = ir_build_block(&f->b, "copied");
    call_instead(f, &f->tr->program->funcs.at[ir_index(ir_find(f->tr->program, name))], args, after);
    return after;
}

static void end_inline(struct front_fn *f, uint32_t after) {
    if (after == UINT32_MAX) return;
    ir_build_jump(&f->b, after);
    ir_build_at(&f->b, after);
}

static bool is_volatile(LLVMValueRef i) {
    LLVMValueRef v = LLVMGetOperand(i, 3);
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v);
}

void front_copy(struct front_fn *f, LLVMValueRef i, bool apart) {
    uint32_t after = begin_inline(f, i, apart ? "memcpy" : "memmove", false);
    ir_val n = front_word(f, scalar(f, i, 2));
    struct ir_addr to = front_address(f, LLVMGetOperand(i, 0)), from = front_address(f, LLVMGetOperand(i, 1));
    ir_build_copy(&f->b, &to, &from, n, (uint8_t)((is_volatile(i) ? IR_VOLATILE : 0) | (apart ? IR_APART : 0)));
    end_inline(f, after);
}

void front_fill(struct front_fn *f, LLVMValueRef i) {
    uint32_t after = begin_inline(f, i, "memset", true);
    ir_val byte = scalar(f, i, 1), n = front_word(f, scalar(f, i, 2));
    struct ir_addr to = front_address(f, LLVMGetOperand(i, 0));
    ir_build_fill(&f->b, &to, byte, n, is_volatile(i) ? IR_VOLATILE : 0);
    end_inline(f, after);
}
