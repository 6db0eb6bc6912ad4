// SPDX-License-Identifier: MIT
// What the program tells the compiler without proof.  A promise becomes a PROMISE, which can be broken; nothing else is made of it.
//
// Of functions of the library table the table decides: what a header says about them is no promise of the program.
#include <string.h>

#include "front/translate.h"

bool front_is_library(struct front_tr *t, LLVMValueRef callee) {
    size_t n;
    if (!LLVMIsAFunction(callee)) return false;
    if (!t->library) t->library = ir_lib_new();
    return ir_lib_find(t->library, LLVMGetValueName2(callee, &n)).row != NULL;
}

static const char *name_of(LLVMValueRef function) {
    size_t n;
    return LLVMIsAFunction(function) ? LLVMGetValueName2(function, &n) : "a function";
}

static const char *say(struct front_fn *f, const char *format, LLVMValueRef function) {
    return arena_printf(&f->tr->program->arena, format, name_of(function));
}

static void not_null(struct front_fn *f, ir_val v, const char *what) {
    ir_val zero = front_int(f, ir_ptr(f->tr->program), 0);
    ir_build_promise(&f->b, ir_build_let_temp(&f->b, IR_I1, IR_NE_, v, zero, IR_NOTHING), what);
}

// (pointer - offset) is a multiple of the power of two `alignment`, a word.
static void aligned(struct front_fn *f, ir_val pointer, ir_val alignment, ir_val offset, const char *what) {
    ir_type word = ir_word(f->tr->program);
    ir_val at = ir_build_let_temp(&f->b, word, IR_CAST_, pointer, IR_NOTHING, IR_NOTHING);
    if (offset) at = ir_build_let_temp(&f->b, word, IR_SUB_, at, offset, IR_NOTHING);
    const struct ir_const *c = ir_const_of(f->tr->program, alignment);
    ir_val mask = c && !c->undef ? front_int(f, word, c->lo - 1)
                                 : ir_build_let_temp(&f->b, word, IR_SUB_, alignment, front_int(f, word, 1), IR_NOTHING);
    at = ir_build_let_temp(&f->b, word, IR_AND_, at, mask, IR_NOTHING);
    ir_build_promise(&f->b, ir_build_let_temp(&f->b, IR_I1, IR_EQ_, at, front_int(f, word, 0), IR_NOTHING), what);
}

// ---- functions -------------------------------------------------------------------------------------------------------------------------

static void promise_of_param(struct front_fn *f, LLVMValueRef param, unsigned at) {
    LLVMValueRef v = f->value;
    bool in_memory = LLVMGetEnumAttributeAtIndex(v, at, f->tr->byval) || LLVMGetEnumAttributeAtIndex(v, at, f->tr->sret);
    if (in_memory || ir_kind(front_scalar(f->tr, LLVMTypeOf(param))) != IR_PTR) return;
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(v, at, f->tr->align);
    bool array = LLVMGetEnumAttributeAtIndex(v, at, f->tr->dereferenceable) != NULL;  // int a[static 2]: its alignment is that of its type
    if (array || LLVMGetEnumAttributeAtIndex(v, at, f->tr->nonnull))
        not_null(f, front_operand(f, param), say(f, "'%s' is given a null pointer, which it is declared not to be given", v));
    if (align && !array)
        aligned(f, front_operand(f, param), front_int(f, ir_word(f->tr->program), LLVMGetEnumAttributeValue(align)), IR_NOTHING,
                say(f, "'%s' is given a pointer that is not aligned as declared", v));
}

void front_promise_params(struct front_fn *f) {
    unsigned at = 1;
    const uint32_t kinds[] = {f->tr->nonnull, f->tr->dereferenceable, f->tr->align};
    bool any = false;
    for (unsigned k = 0; k < 3 * LLVMCountParams(f->value) && !any; k++)
        any = LLVMGetEnumAttributeAtIndex(f->value, k / 3 + 1, kinds[k % 3]) != NULL;
    if (!any || front_is_library(f->tr, f->value)) return;
    for (LLVMValueRef p = LLVMGetFirstParam(f->value); p; p = LLVMGetNextParam(p)) promise_of_param(f, p, at++);
}

static bool gives_pointer(LLVMValueRef function, uint32_t nonnull) {
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, nonnull) != NULL;
}

void front_promise_return(struct front_fn *f, ir_val result) {
    if (!gives_pointer(f->value, f->tr->nonnull) || front_is_library(f->tr, f->value)) return;
    not_null(f, result, say(f, "'%s' returns a null pointer, which it is declared not to return", f->value));
}

// What a definition promises of its result is asked where it returns.
void front_promise_result(struct front_fn *f, LLVMValueRef call, ir_val result) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool asked = LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) && gives_pointer(callee, f->tr->nonnull);
    bool nonnull = !asked && LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, f->tr->nonnull);
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, f->tr->align);
    if ((!nonnull && !align) || front_is_library(f->tr, callee)) return;
    if (nonnull) not_null(f, result, say(f, "'%s' returns a null pointer, which it is declared not to return", callee));
    if (align)
        aligned(f, result, front_int(f, ir_word(f->tr->program), LLVMGetEnumAttributeValue(align)), IR_NOTHING,
                say(f, "'%s' returns a pointer that is not aligned as declared", callee));
}

// ---- assumptions -----------------------------------------------------------------------------------------------------------------------

static void promise_of_bundle(struct front_fn *f, LLVMOperandBundleRef b) {
    size_t n;
    const char *tag = LLVMGetOperandBundleTag(b, &n);
    unsigned n_args = LLVMGetNumOperandBundleArgs(b);
    if (n != 5 || strncmp(tag, "align", n) != 0 || n_args < 2) {
        ir_build_unmodelled(&f->b, arena_printf(&f->tr->program->arena, "assumption '%.*s'", (int)n, tag));
        return;
    }
    LLVMValueRef pointer = LLVMGetOperandBundleArgAtIndex(b, 0);
    if (LLVMIsACallInst(pointer) && front_is_library(f->tr, LLVMGetCalledValue(pointer))) return;
    ir_val offset = n_args > 2 ? front_word(f, front_operand(f, LLVMGetOperandBundleArgAtIndex(b, 2))) : IR_NOTHING;
    aligned(f, front_operand(f, pointer), front_word(f, front_operand(f, LLVMGetOperandBundleArgAtIndex(b, 1))), offset,
            "a pointer is not aligned as the program tells the compiler");
}

void front_promise_assume(struct front_fn *f, LLVMValueRef i) {
    unsigned n = LLVMGetNumOperandBundles(i);
    for (unsigned k = 0; k < n; k++) {
        LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(i, k);
        promise_of_bundle(f, b);
        LLVMDisposeOperandBundle(b);
    }
    if (!n) ir_build_promise(&f->b, front_operand(f, LLVMGetOperand(i, 0)), "what the program tells the compiler to assume does not hold");
}

// ---- what is never reached -------------------------------------------------------------------------------------------------------------

static LLVMValueRef call_before(LLVMValueRef i) {
    LLVMValueRef before = LLVMGetPreviousInstruction(i);
    while (before && LLVMIsADbgInfoIntrinsic(before)) before = LLVMGetPreviousInstruction(before);
    return before && LLVMIsACallInst(before) ? before : NULL;
}

static bool does_not_return(struct front_fn *f, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, f->tr->noreturn) ||
           (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, f->tr->noreturn));
}

// Behind a function without body nothing is reached: what it does is in the table, or unknown.
void front_promise_unreachable(struct front_fn *f, LLVMValueRef i) {
    LLVMValueRef call = call_before(i), callee = call ? LLVMGetCalledValue(call) : NULL;
    bool after = call && does_not_return(f, call);
    bool own = LLVMGetEnumAttributeAtIndex(f->value, LLVMAttributeFunctionIndex, f->tr->noreturn) != NULL;
    ir_val never = front_int(f, IR_I1, 0);
    if (!after && own)
        ir_build_promise(&f->b, never, say(f, "'%s', declared not to return, comes to its end or to __builtin_unreachable", f->value));
    else if (!after)
        ir_build_promise(&f->b, never, "__builtin_unreachable is reached");
    else if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        ir_build_promise(&f->b, never, say(f, "'%s' returns, which is declared not to return", callee));
}
