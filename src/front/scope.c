// SPDX-License-Identifier: MIT
// Scopes that clang did not mark: a variable whose declaration a goto or a switch can skip has no lifetime markers, so its birth and death
// are taken from the lexical blocks of the debug information: control that passes from outside the block to inside bears the variable.
#include <string.h>

#include "front/translate.h"

enum { PARENT = 1 };  // operand of a lexical block

static bool inside(struct front_fn *f, LLVMMetadataRef scope, LLVMMetadataRef outer) {
    while (scope && scope != outer) {
        unsigned kind = LLVMGetMetadataKind(scope);
        if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) return false;
        scope = front_md_operand(f->tr, scope, PARENT);
    }
    return scope == outer;
}

// The scope of an unmarked variable that an operand is, or NULL.
static LLVMMetadataRef scope_of_variable(struct front_fn *f, LLVMValueRef operand) {
    struct front_binding *b = LLVMIsAAllocaInst(operand) ? front_bound(f, operand) : NULL;
    for (uint32_t i = 0; b && i < f->unmarked.n; i++)
        if (f->unmarked.at[i].subject == b->scalar) return f->unmarked.at[i].scope;
    return NULL;
}

// What uses a variable by name is in its scope, wherever it says it is: the cleanup of a variable is placed where control goes next.
static LLVMMetadataRef scope_of_uses(struct front_fn *f, LLVMValueRef i, LLVMMetadataRef scope) {
    for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
        LLVMMetadataRef of = scope_of_variable(f, LLVMGetOperand(i, (unsigned)k));
        if (of && !inside(f, scope, of)) scope = of;
    }
    return scope;
}

// clang notes where control goes after a cleanup before the cleanup, and places the note after it.
static bool is_destination(LLVMValueRef i) {
    size_t n;
    return LLVMIsAStoreInst(i) && strncmp(LLVMGetValueName2(LLVMGetOperand(i, 1), &n), "cleanup.dest.slot", 17) == 0;
}

LLVMMetadataRef front_scope_of(struct front_fn *f, LLVMValueRef i) {
    bool note = LLVMIsADbgInfoIntrinsic(i) && !LLVMIsADbgLabelInst(i);  // a label may stand outside the block that follows it
    if (LLVMIsATerminatorInst(i) || LLVMIsAPHINode(i) || note || front_is_lifetime(f->tr, i) || is_destination(i)) return NULL;
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
    return at && LLVMDILocationGetLine(at) ? scope_of_uses(f, i, LLVMDILocationGetScope(at)) : NULL;
}

// Is the variable born in each pass through the body of a loop that is written in this scope?
static bool in_body(struct front_fn *f, const struct front_unmarked *u, LLVMMetadataRef loop) {
    return loop && u->scope != loop && inside(f, u->scope, loop);
}

// The same for a jump that closes a loop written in scope `loop` (NULL: it closes none): it leaves the loop's body and comes in again.
static bool change(struct front_fn *f, LLVMMetadataRef from, LLVMMetadataRef to, LLVMMetadataRef loop, bool dry) {
    bool any = false;
    for (uint32_t i = 0; i < f->unmarked.n; i++) {
        struct front_unmarked *u = &f->unmarked.at[i];
        bool before = inside(f, from, u->scope), after = inside(f, to, u->scope);
        if (before == after && !(before && in_body(f, u, loop))) continue;
        any = true;
        if (dry) return true;
        front_settle_variable(f, u->subject);
        if (before) ir_build_leave(&f->b, u->subject);
        if (after) ir_build_enter(&f->b, u->subject);
    }
    return any;
}

bool front_scope_change(struct front_fn *f, LLVMMetadataRef from, LLVMMetadataRef to, bool dry) {
    return from != to && change(f, from, to, NULL, dry);
}

static uint32_t index_of(struct front_fn *f, LLVMBasicBlockRef b) {
    uint32_t i = 0;
    ptrmap_get(&f->blocks, b, &i);
    return i;
}

// The scope in which the loop is written that the last jump of a block closes, or NULL: clang notes where such a loop begins.
static LLVMMetadataRef loop_closed_by(struct front_fn *f, LLVMBasicBlockRef b) {
    LLVMValueRef note = LLVMGetMetadata(LLVMGetBasicBlockTerminator(b), f->tr->loop);
    LLVMMetadataRef start = note ? front_md_operand(f->tr, LLVMValueAsMetadata(note), 1) : NULL;
    return start && LLVMGetMetadataKind(start) == LLVMDILocationMetadataKind ? LLVMDILocationGetScope(start) : NULL;
}

bool front_scope_edge(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to, bool dry) {
    if (!f->unmarked.n) return false;
    return change(f, f->scope_end.at[index_of(f, from)], f->scope_start.at[index_of(f, to)], loop_closed_by(f, from), dry);
}

static void scopes_of_block(struct front_fn *f, LLVMBasicBlockRef b, LLVMMetadataRef *first, LLVMMetadataRef *last) {
    *first = *last = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        LLVMMetadataRef s = front_scope_of(f, i);
        if (s && !*first) *first = s;
        if (s) *last = s;
    }
}

// ---- declarations before the first case of a switch ----------------------------------------------------------------------------------

static bool has_label(LLVMBasicBlockRef b) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsADbgLabelInst(i)) return true;
    return false;
}

bool front_has_labels(struct front_fn *f) {
    for (uint32_t k = 0; k < f->order.n; k++)
        if (has_label(f->order.at[k])) return true;
    return false;
}

// The innermost scope that holds everything that names the variable, or NULL if something does not say where it stands.
static LLVMMetadataRef common_scope(struct front_fn *f, LLVMValueRef alloca) {
    LLVMMetadataRef all = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMMetadataRef at = LLVMInstructionGetDebugLoc(LLVMGetUser(u)), scope = at ? LLVMDILocationGetScope(at) : NULL;
        if (!scope) return NULL;
        if (!all) all = scope;
        while (all && !inside(f, scope, all)) all = front_md_operand(f->tr, all, PARENT);
    }
    return all;
}

static bool goes_inside(struct front_fn *f, LLVMValueRef jump, LLVMMetadataRef scope) {
    for (unsigned s = 0; s < LLVMGetNumSuccessors(jump); s++) {
        LLVMMetadataRef first, last;
        scopes_of_block(f, LLVMGetSuccessor(jump, s), &first, &last);
        if (first && inside(f, first, scope)) return true;
    }
    return false;
}

// Is this block the body of a switch?  The switch stands right outside it and has cases inside.
static bool is_switch_body(struct front_fn *f, LLVMMetadataRef scope) {
    LLVMMetadataRef outside = front_md_operand(f->tr, scope, PARENT);
    for (uint32_t k = 0; k < f->order.n; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->order.at[k]);
        LLVMMetadataRef at = LLVMIsASwitchInst(end) ? LLVMInstructionGetDebugLoc(end) : NULL;
        if (at && LLVMDILocationGetScope(at) == outside && goes_inside(f, end, scope)) return true;
    }
    return false;
}

static bool is_block(LLVMMetadataRef scope) {
    return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind || LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind;
}

// In a function without labels, only a case leads past a declaration that is never reached, so the variable belongs to the body of a switch,
// or to a block inside that holds all its uses.  If these are all over the body, it is the body; unless there is a switch further outside.
LLVMMetadataRef front_scope_before_cases(struct front_fn *f, LLVMValueRef alloca) {
    LLVMMetadataRef body = common_scope(f, alloca);
    if (!body || front_has_labels(f) || !is_block(body) || !is_switch_body(f, body)) return NULL;
    for (LLVMMetadataRef s = front_md_operand(f->tr, body, PARENT); s && is_block(s); s = front_md_operand(f->tr, s, PARENT))
        if (is_switch_body(f, s)) return NULL;
    return body;
}

// Computed gotos share a block that says nothing: it stands where their labels stand.
static void stand_at_labels(struct front_fn *f, uint32_t k) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->order.at[k]);
    if (f->scope_start.at[k] || !LLVMIsAIndirectBrInst(end) || !LLVMGetNumSuccessors(end)) return;
    f->scope_start.at[k] = f->scope_end.at[k] = f->scope_start.at[index_of(f, LLVMGetSuccessor(end, 0))];
}

// A block that says nothing stays in the scope of whoever jumps to it (the first such block in the order).
static void inherit(struct front_fn *f, uint32_t k) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->order.at[k]);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        uint32_t to = index_of(f, LLVMGetSuccessor(end, s));
        if (!f->scope_start.at[to]) f->scope_start.at[to] = f->scope_end.at[to] = f->scope_end.at[k];
    }
}

void front_find_unmarked(struct front_fn *f) {
    if (!f->unmarked.n) return;
    for (uint32_t k = 0; k < f->order.n; k++) {
        LLVMMetadataRef first, last;
        scopes_of_block(f, f->order.at[k], &first, &last);
        if (k == 0) first = LLVMGetSubprogram(f->value);
        vec_push(&f->scope_start, first);
        vec_push(&f->scope_end, last ? last : first);
    }
    for (uint32_t k = 0; k < f->order.n; k++) stand_at_labels(f, k);
    for (uint32_t k = 0; k < f->order.n; k++) inherit(f, k);
}
