// SPDX-License-Identifier: MIT
// Objects without name, such as the structure that a call returns, live until the end of the full expression, which nothing in LLVM's IR
// marks.  Who only uses an address into one on the spot cannot tell; an instruction that may keep it for later is unknown by name.
#include <string.h>

#include "front/translate.h"

struct walk {
    struct front_tr *tr;
    struct ptrmap seen;
};
enum { DEEPEST = 8 };  // calls inside of calls that are looked at

static bool is_kept(struct walk *w, LLVMValueRef v, bool callee, unsigned depth);

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

// Differences and comparisons of addresses keep none.
static bool is_number_kept(LLVMValueRef number) {
    for (LLVMUseRef u = LLVMGetFirstUse(number); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user) && !(LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub)) return true;
    }
    return false;
}

// A variable of a callee: what is read from it is the address again.
static bool is_variable_kept(struct walk *w, LLVMValueRef alloca, unsigned depth) {
    uint32_t at;
    if (ptrmap_get(&w->seen, alloca, &at)) return false;
    ptrmap_set(&w->seen, alloca, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool assigned = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca && LLVMGetOperand(user, 0) != alloca;
        if (LLVMIsALoadInst(user) ? is_kept(w, user, true, depth) : !assigned && !front_is_lifetime(w->tr, user)) return true;
    }
    return false;
}

static bool is_argument_kept(struct walk *w, LLVMValueRef call, unsigned k, unsigned depth) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool copied = LLVMGetCallSiteEnumAttribute(call, k + 1, w->tr->byval) || LLVMGetCallSiteEnumAttribute(call, k + 1, w->tr->sret);
    if (copied) return false;
    if (LLVMIsAInlineAsm(callee) || !LLVMIsAFunction(callee)) return true;
    if (LLVMIsDeclaration(callee)) return false;  // what it does is in the table, or unknown
    if (depth == DEEPEST || k >= LLVMCountParams(callee)) return true;
    return is_kept(w, LLVMGetParam(callee, k), true, depth + 1);
}

static bool is_kept_by_call(struct walk *w, LLVMValueRef call, LLVMValueRef v, bool callee, unsigned depth) {
    LLVMTypeKind result = LLVMGetTypeKind(LLVMTypeOf(call));
    if (LLVMGetCalledValue(call) == v) return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (LLVMGetOperand(call, k) == v && is_argument_kept(w, call, k, depth)) return true;
    if (result == LLVMStructTypeKind || result == LLVMArrayTypeKind) return true;
    return result == LLVMPointerTypeKind && is_kept(w, call, callee, depth);
}

// Does this use of an address keep it?
static bool keeps(struct walk *w, LLVMValueRef user, LLVMValueRef v, bool callee, unsigned depth) {
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || front_is_lifetime(w->tr, user)) return false;
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef to = LLVMGetOperand(user, 1);
        if (LLVMGetOperand(user, 0) != v) return false;
        return !callee || !LLVMIsAAllocaInst(to) || is_variable_kept(w, to, depth);
    }
    if (LLVMIsAReturnInst(user)) return !callee || !is_pointer(v);
    if (LLVMIsAPtrToIntInst(user)) return is_number_kept(user);
    if (LLVMIsACallInst(user)) return is_kept_by_call(w, user, v, callee, depth);
    bool passes = LLVMIsAGetElementPtrInst(user) || LLVMIsASelectInst(user) || LLVMIsAPHINode(user) || LLVMIsABitCastInst(user);
    return !passes || is_kept(w, user, callee, depth);
}

static bool is_kept(struct walk *w, LLVMValueRef v, bool callee, unsigned depth) {
    uint32_t at;
    if (ptrmap_get(&w->seen, v, &at)) return false;
    ptrmap_set(&w->seen, v, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (keeps(w, LLVMGetUser(u), v, callee, depth)) return true;
    return false;
}

// ---- temporaries of a function ------------------------------------------------------------------------------------------------------

static bool is_temporary(struct front_fn *f, LLVMValueRef alloca) {
    size_t n;
    uint32_t i;
    const char *name = LLVMGetValueName2(alloca, &n);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(alloca));
    if (!front_is_static(alloca) || ptrmap_get(&f->debug, alloca, &i)) return false;
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) return false;
    if (strncmp(name, ".compoundliteral", 16) == 0 || strncmp(name, "retval", 6) == 0) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
        if (front_is_lifetime(f->tr, LLVMGetUser(u))) return false;
    return true;
}

// Marks the instructions of this function by which an address is kept.
static void mark(struct front_fn *f, LLVMValueRef v, struct ptrmap *seen) {
    uint32_t at;
    if (ptrmap_get(seen, v, &at)) return;
    ptrmap_set(seen, v, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        struct walk w = {.tr = f->tr};
        if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
            mark(f, user, seen);
        else if (keeps(&w, user, v, false, 0))
            ptrmap_set(&f->keepers, user, 1);
        ptrmap_free(&w.seen);
    }
}

void front_find_temporaries(struct front_fn *f) {
    struct ptrmap seen = {0};
    if (!LLVMGetSubprogram(f->value)) return;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->value)); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && is_temporary(f, i)) mark(f, i, &seen);
    ptrmap_free(&seen);
}
