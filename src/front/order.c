// SPDX-License-Identifier: MIT
// Operands whose order of evaluation C leaves open (C17, 6.5p3): clang evaluates them in one order, another compiler in another.
//
// Without passes, values flow from instruction to instruction inside of one full expression only: what an operand is computed from, in the block of
// its user, is the evaluation of that operand.  Evaluations that follow each other, of which none uses another's values, could as well be carried
// out the other way round.  That is told, and done if asked for, where it may matter: one of them may write memory that another one looks at.
// What is evaluated over several blocks, or has effects beside its value (`i++`), is left as it is.
#include <stdlib.h>

#include "front/translate.h"

enum effect { NOTHING = 0, READS = 1, WRITES = 2, BOTH = READS | WRITES };
enum { MOST_OPERANDS = 16, MOST_INSTRUCTIONS = 2000 };  // of a user; of an evaluation: beyond that nobody looks

struct evaluation {  // instructions first .. last of the block
    uint32_t first, last, n;
    enum effect effect;
};
struct block {
    struct front_tr *tr;
    struct ptrmap index;             // of instructions
    VEC(LLVMValueRef) instructions;  // in order
    VEC(uint32_t) owner;             // by instruction: the operand it is evaluated for + 1, while a user is looked at
    VEC(uint32_t) owned;             // those that have one
    struct evaluation at[MOST_OPERANDS];
    uint32_t n;
};

// ---- effects ---------------------------------------------------------------------------------------------------------------------------

static LLVMValueRef base_of(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address)) address = LLVMGetOperand(address, 0);
    return address;
}

// Can nobody but its function's own loads and stores come to it?
static bool is_private(LLVMValueRef alloca) {
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca;
        if (!LLVMIsALoadInst(user) && !stored && !(LLVMIsACallInst(user) && LLVMGetIntrinsicID(LLVMGetCalledValue(user)))) return false;
    }
    return true;
}

// By a function, as its callers see it (callee), or as other operands do.
static enum effect of_access(LLVMValueRef address, enum effect what, bool callee) {
    LLVMValueRef base = base_of(address);
    if (LLVMIsAAllocaInst(base) && (callee || is_private(base))) return NOTHING;
    return LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base) ? NOTHING : what;
}

// A function without body has effects on what it is given; the order in which inputs are drawn is nobody's concern.
static enum effect of_declaration(struct front_tr *t, LLVMValueRef f) {
    static const char name[] = "memory";
    enum { MODIFIES = 0x2a };  // of any kind of memory: two bits a kind
    uint32_t kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind);
    bool pointers = false;
    for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p)) pointers |= LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind;
    if (!pointers) return front_is_library(t, f) ? NOTHING : BOTH;
    return memory && !(LLVMGetEnumAttributeValue(memory) & MODIFIES) ? READS : BOTH;
}

static enum effect of_call(struct front_tr *t, LLVMValueRef call, bool callee) {
    uint32_t known = BOTH;
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(f) || !LLVMIsAFunction(f)) return BOTH;
    if (!LLVMGetIntrinsicID(f)) return ptrmap_get(&t->effects, f, &known) ? (enum effect)known : BOTH;
    if (LLVMIsAMemIntrinsic(call)) return of_access(LLVMGetOperand(call, 0), BOTH, callee) | READS;
    return front_is_lifetime(t, call) || LLVMIsADbgInfoIntrinsic(call) ? NOTHING : LLVMGetNumArgOperands(call) ? READS : NOTHING;
}

static enum effect of_instruction(struct front_tr *t, LLVMValueRef i, bool callee) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: return of_access(LLVMGetOperand(i, 0), READS, callee);
    case LLVMStore: return of_access(LLVMGetOperand(i, 1), WRITES, callee);
    case LLVMCall: return of_call(t, i, callee);
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMVAArg: return BOTH;
    default: return NOTHING;
    }
}

static enum effect of_body(struct front_tr *t, LLVMValueRef f) {
    enum effect all = NOTHING;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && all != BOTH; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && all != BOTH; i = LLVMGetNextInstruction(i)) all |= of_instruction(t, i, true);
    return all;
}

void front_find_effects(struct front_tr *t) {
    for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f))
        ptrmap_set(&t->effects, f, LLVMIsDeclaration(f) ? of_declaration(t, f) : NOTHING);
    for (bool more = true; more;) {
        more = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f)) {
            uint32_t before = NOTHING;
            if (LLVMIsDeclaration(f) || (ptrmap_get(&t->effects, f, &before) && before == BOTH)) continue;
            enum effect now = of_body(t, f);
            ptrmap_set(&t->effects, f, now);
            more |= now != before;
        }
    }
}

// ---- evaluations -----------------------------------------------------------------------------------------------------------------------

static void number(struct block *k, LLVMBasicBlockRef b) {
    ptrmap_clear(&k->index);
    k->instructions.n = k->owner.n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        ptrmap_set(&k->index, i, k->instructions.n);
        vec_push(&k->instructions, i);
        vec_push(&k->owner, 0);
    }
}

static bool is_evaluated(LLVMValueRef v) {
    return LLVMIsAInstruction(v) && !LLVMIsAAllocaInst(v) && !LLVMIsAPHINode(v);
}

// What v is computed from, in this block, belongs to this operand; false: it belongs to another, too, or there is too much of it.
static bool own(struct block *k, LLVMValueRef v, uint32_t operand) {
    struct evaluation *e = &k->at[operand];
    uint32_t i;
    if (!is_evaluated(v) || !ptrmap_get(&k->index, v, &i)) return true;
    if (k->owner.at[i]) return k->owner.at[i] == operand + 1;
    if (++e->n > MOST_INSTRUCTIONS) return false;
    k->owner.at[i] = operand + 1;
    vec_push(&k->owned, i);
    if (i < e->first) e->first = i;
    if (i > e->last) e->last = i;
    for (int o = 0; o < LLVMGetNumOperands(v); o++)
        if (!own(k, LLVMGetOperand(v, (unsigned)o), operand)) return false;
    return true;
}

static int by_first(const void *a, const void *b) {
    const struct evaluation *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

static enum effect effect_of(struct block *k, uint32_t first, uint32_t end) {
    enum effect all = NOTHING;
    for (uint32_t i = first; i < end; i++) all |= of_instruction(k->tr, k->instructions.at[i], false);
    return all;
}

// Does it do anything but compute?
static bool acts(struct block *k, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++)
        if (LLVMIsACallInst(k->instructions.at[i]) || effect_of(k, i, i + 1) & WRITES) return true;
    return false;
}

// The evaluations of the operands of a user, in order; false: they are not one after the other with nothing in between that acts.
static bool evaluations(struct block *k, uint32_t user) {
    LLVMValueRef i = k->instructions.at[user];
    k->n = 0;
    for (int o = 0; o < LLVMGetNumOperands(i); o++) {
        if (k->n == MOST_OPERANDS) return false;
        k->at[k->n] = (struct evaluation){.first = UINT32_MAX};
        if (!own(k, LLVMGetOperand(i, (unsigned)o), k->n)) return false;
        k->n += k->at[k->n].n > 0;
    }
    if (k->n < 2) return false;
    qsort(k->at, k->n, sizeof *k->at, by_first);
    for (uint32_t e = 0; e < k->n; e++) {
        uint32_t end = e + 1 < k->n ? k->at[e + 1].first : user;
        if (k->at[e].last >= end || acts(k, k->at[e].last + 1, end)) return false;
        k->at[e].effect = effect_of(k, k->at[e].first, k->at[e].last + 1);
    }
    return true;
}

static bool matters(const struct block *k) {
    enum effect before = NOTHING;
    for (uint32_t e = 0; e < k->n; before |= k->at[e++].effect)
        if ((k->at[e].effect & WRITES && before) || (before & WRITES && k->at[e].effect)) return true;
    return false;
}

static uint32_t evaluation_of(const struct block *k, uint32_t i) {
    for (uint32_t e = 0; e < k->n; e++)
        if (i >= k->at[e].first && i <= k->at[e].last) return e;
    return UINT32_MAX;
}

// Does each use only what was there before, or its own?
static bool are_apart(const struct block *k, uint32_t user) {
    for (uint32_t i = k->at[0].first; i < user; i++) {
        uint32_t e = evaluation_of(k, i), at;
        LLVMValueRef v = k->instructions.at[i];
        for (int o = 0; e != UINT32_MAX && o < LLVMGetNumOperands(v); o++)
            if (ptrmap_get(&k->index, LLVMGetOperand(v, (unsigned)o), &at) && at >= k->at[0].first && evaluation_of(k, at) != e) return false;
    }
    return true;
}

// ---- the other way round ---------------------------------------------------------------------------------------------------------------

static void move(LLVMBuilderRef builder, LLVMValueRef i, LLVMValueRef before) {
    LLVMInstructionRemoveFromParent(i);
    LLVMPositionBuilderBefore(builder, before);
    LLVMInsertIntoBuilder(builder, i);
}

// The last evaluation comes first, and so on; what belongs to none of them comes behind all.
static void reverse(struct block *k, uint32_t user) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->tr->context);
    for (uint32_t e = k->n; e-- > 0;)
        for (uint32_t i = k->at[e].first; i <= k->at[e].last; i++) move(builder, k->instructions.at[i], k->instructions.at[user]);
    for (uint32_t i = k->at[0].first; i < user; i++)
        if (evaluation_of(k, i) == UINT32_MAX) move(builder, k->instructions.at[i], k->instructions.at[user]);
    LLVMDisposeBuilder(builder);
}

static void forget_owners(struct block *k) {
    for (uint32_t i = 0; i < k->owned.n; i++) k->owner.at[k->owned.at[i]] = 0;
    k->owned.n = 0;
}

static bool is_user(LLVMValueRef i) {
    if (LLVMGetNumOperands(i) < 2 || LLVMIsAPHINode(i) || LLVMIsATerminatorInst(i)) return false;
    return !LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i)) || !LLVMGetIntrinsicID(LLVMGetCalledValue(i));
}

// Is there a call that may write?  Without one nothing is found.
static bool is_worth_it(struct block *k) {
    for (uint32_t i = 0; i < k->instructions.n; i++)
        if (LLVMIsACallInst(k->instructions.at[i]) && effect_of(k, i, i + 1) & WRITES) return true;
    return false;
}

static bool look_at_block(struct block *k, LLVMBasicBlockRef b) {
    bool found = false;
    number(k, b);
    for (uint32_t user = 0, n = is_worth_it(k) ? k->instructions.n : 0; user < n; user++) {
        if (!is_user(k->instructions.at[user])) continue;
        bool open = evaluations(k, user) && matters(k) && are_apart(k, user);
        forget_owners(k);
        found |= open;
        if (!open || !k->tr->reversed) continue;
        reverse(k, user);
        number(k, b);
    }
    return found;
}

bool front_open_order(struct front_tr *t, LLVMValueRef function) {
    struct block k = {.tr = t};
    bool found = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) found |= look_at_block(&k, b);
    ptrmap_free(&k.index);
    vec_free(&k.instructions);
    vec_free(&k.owner);
    vec_free(&k.owned);
    return found;
}
