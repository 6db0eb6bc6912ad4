// SPDX-License-Identifier: MIT
// The storage of a function: parameters, variables that need no address, slots, and phis as variables.
#include <stdio.h>
#include <string.h>

#include "front/translate.h"

enum { SCOPE = 0, NAME = 1, TYPE = 3 };  // operands of a debug variable

// Is the stack saved earlier in its block?  Then it may be given back before the function ends (the scope of a variable-length array).
static bool after_save(LLVMValueRef alloca) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(alloca); i; i = LLVMGetPreviousInstruction(i)) {
        size_t n;
        LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
        if (callee && LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &n), "llvm.stacksave", 14) == 0) return true;
    }
    return false;
}

bool front_is_static(LLVMValueRef alloca) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca);
    bool once = block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) && LLVMIsAConstantInt(LLVMGetOperand(alloca, 0));
    return once && !after_save(alloca);
}

static bool is_plain_access(LLVMValueRef user, LLVMValueRef alloca, LLVMTypeRef type) {
    if (LLVMIsALoadInst(user)) return LLVMTypeOf(user) == type && !LLVMGetVolatile(user);
    if (!LLVMIsAStoreInst(user) || LLVMGetVolatile(user)) return false;
    return LLVMGetOperand(user, 1) == alloca && LLVMGetOperand(user, 0) != alloca && LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
}

static bool is_promotable(struct front_fn *f, LLVMValueRef alloca) {
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    if (!front_scalar(f->tr, type) || LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) != 1) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!front_is_lifetime(f->tr, user) && !is_plain_access(user, alloca, type)) return false;
    }
    return true;
}

static bool is_marked(struct front_fn *f, LLVMValueRef alloca) {
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
        if (front_is_lifetime(f->tr, LLVMGetUser(u))) return true;
    return false;
}

// ---- names and types from the debug information ------------------------------------------------------------------------------------

static void note_declaration(struct front_fn *f, LLVMValueRef call) {
    LLVMValueRef where = LLVMGetOperand(call, 0), at = NULL, variable = LLVMGetOperand(call, 1);
    if (LLVMGetMDNodeNumOperands(where) != 1) return;
    LLVMGetMDNodeOperands(where, &at);
    if (!at) return;
    if (strncmp(front_md_string(f->tr, LLVMValueAsMetadata(variable), NAME), "__vla_expr", 10) == 0) return;  // clang's own
    ptrmap_set(&f->debug, at, f->variables.n);
    vec_push(&f->variables, LLVMValueAsMetadata(variable));
}

static bool is_declaration(struct front_fn *f, LLVMValueRef i) {
    return LLVMIsADbgInfoIntrinsic(i) && LLVMGetIntrinsicID(LLVMGetCalledValue(i)) == f->tr->declare;
}

static void find_declarations(struct front_fn *f) {
    for (uint32_t k = 0; k < f->order.n; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->order.at[k]); i; i = LLVMGetNextInstruction(i))
            if (is_declaration(f, i)) note_declaration(f, i);
}

struct described {
    const char *name;
    uint32_t ctype, flags;
    struct ir_loc loc;
};

static struct described describe(struct front_fn *f, LLVMValueRef v) {
    uint32_t i;
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    struct described d = {.name = n ? name : "tmp", .ctype = IR_NO_TYPE};
    if (!ptrmap_get(&f->debug, v, &i)) return d;
    LLVMMetadataRef variable = f->variables.at[i];
    const char *given = front_md_string(f->tr, variable, NAME);
    d.name = given[0] ? given : d.name;
    d.flags = given[0] ? IR_USER : 0;
    d.ctype = front_ctype(f->tr, front_md_operand(f->tr, variable, TYPE));
    d.loc = front_place(f->tr, front_md_operand(f->tr, variable, SCOPE), LLVMDIVariableGetLine(variable), 0);
    return d;
}

static struct ir_func *function(struct front_fn *f) {
    return &f->tr->program->funcs.at[f->b.func];
}

// ---- parameters --------------------------------------------------------------------------------------------------------------------

// The alloca that only gives a parameter its home, or NULL: the two become one variable.
static LLVMValueRef home_of(struct front_fn *f, LLVMValueRef param) {
    LLVMUseRef use = LLVMGetFirstUse(param);
    if (!use || LLVMGetNextUse(use)) return NULL;
    LLVMValueRef store = LLVMGetUser(use);
    if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != param) return NULL;
    LLVMValueRef home = LLVMGetOperand(store, 1);
    if (!LLVMIsAAllocaInst(home) || !front_is_static(home) || !is_promotable(f, home) || is_marked(f, home)) return NULL;
    return LLVMGetInstructionParent(store) == LLVMGetEntryBasicBlock(f->value) ? home : NULL;
}

// A parameter passed by value in memory is to us a pointer to its object.
static uint32_t pointer_to(struct front_fn *f, uint32_t ctype) {
    struct ir_program *p = f->tr->program;
    if (ctype == IR_NO_TYPE || p->ctypes.at[ctype].kind == IR_C_POINTER) return ctype;
    uint32_t i = ir_add_ctype(p);
    p->ctypes.at[i] = (struct ir_ctype){.kind = IR_C_POINTER, .name = "", .size = p->pointer_bits / 8, .target = ctype};
    return i;
}

static void add_param(struct front_fn *f, LLVMValueRef param) {
    struct front_parts p;
    ir_val vals[FRONT_MAX_PARTS];
    LLVMValueRef home = home_of(f, param);
    struct described d = describe(f, home ? home : param);
    if (!front_flatten(f->tr, LLVMTypeOf(param), &p)) {
        snprintf(f->b.error, sizeof f->b.error, "a parameter has too many parts");
        return;
    }
    if (!home && p.n == 1 && ir_kind(p.at[0].type) == IR_PTR) d.ctype = pointer_to(f, d.ctype);
    for (uint32_t i = 0; i < p.n; i++) {
        uint32_t local = ir_build_param(&f->b, d.name, p.at[i].type, p.n == 1 ? d.ctype : IR_NO_TYPE, home ? d.flags : 0);
        function(f)->locals.at[local].loc = d.loc;
        vals[i] = ir_val_of(IR_LOCAL, local);
    }
    front_bind_parts(f, param, vals, p.n);
    if (home && p.n == 1) front_bind(f, home, FRONT_VARIABLE)->scalar = vals[0];
}

static void add_params(struct front_fn *f) {
    for (LLVMValueRef p = LLVMGetFirstParam(f->value); p; p = LLVMGetNextParam(p)) add_param(f, p);
    if (function(f)->flags & IR_VARIADIC) ir_build_param(&f->b, "...", ir_ptr(f->tr->program), IR_NO_TYPE, 0);
}

// ---- allocas and phis --------------------------------------------------------------------------------------------------------------

static void add_variable(struct front_fn *f, LLVMValueRef alloca, struct described d) {
    uint32_t local = ir_build_local(&f->b, d.name, front_scalar(f->tr, LLVMGetAllocatedType(alloca)), d.ctype, d.flags);
    function(f)->locals.at[local].loc = d.loc;
    front_bind(f, alloca, FRONT_VARIABLE)->scalar = ir_val_of(IR_LOCAL, local);
}

static void add_slot(struct front_fn *f, LLVMValueRef alloca, struct described d) {
    uint64_t size = front_size(f->tr, LLVMGetAllocatedType(alloca)) * LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
    uint32_t slot = ir_build_slot(&f->b, d.name, size, LLVMGetAlignment(alloca), d.ctype, d.flags);
    function(f)->slots.at[slot].loc = d.loc;
    front_bind(f, alloca, FRONT_SLOT)->scalar = ir_val_of(IR_SLOT, slot);
}

static bool is_block(LLVMMetadataRef scope) {
    return scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

// The scope in which a compound literal is written: only the expression that makes it uses its storage by name.
static LLVMMetadataRef scope_of_literal(LLVMValueRef alloca) {
    LLVMMetadataRef scope = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMMetadataRef at = LLVMIsAInstruction(LLVMGetUser(u)) ? LLVMInstructionGetDebugLoc(LLVMGetUser(u)) : NULL;
        if (at) scope = LLVMDILocationGetScope(at);
    }
    return scope;
}

// The inner scope of a variable that clang did not mark, or NULL.  It marks none whose declaration a jump can skip, and no compound literal.
static LLVMMetadataRef unmarked_scope(struct front_fn *f, LLVMValueRef alloca, const char *name) {
    uint32_t i;
    LLVMMetadataRef scope = NULL;
    if (strncmp(name, ".compoundliteral", 16) == 0)
        scope = scope_of_literal(alloca);
    else if (ptrmap_get(&f->debug, alloca, &i))
        scope = front_md_operand(f->tr, f->variables.at[i], SCOPE);
    return is_block(scope) ? scope : NULL;
}

// ---- variables of which nothing tells the scope ------------------------------------------------------------------------------------

// Is there anything that jumps over declarations?
static bool jumps(struct front_fn *f) {
    for (uint32_t k = 0; k < f->order.n; k++)
        if (LLVMIsASwitchInst(LLVMGetBasicBlockTerminator(f->order.at[k]))) return true;
    return front_has_labels(f);
}

struct uses {
    bool any, in_entry, on_several_lines;
    uint32_t loads, stores, others;
};

static struct uses uses_of(struct front_fn *f, LLVMValueRef alloca) {
    struct uses found = {0};
    unsigned line = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMMetadataRef at = LLVMInstructionGetDebugLoc(user);
        unsigned here = at ? LLVMDILocationGetLine(at) : 0;
        found.any |= ptrmap_get(&f->blocks, LLVMGetInstructionParent(user), &(uint32_t){0});
        found.in_entry |= LLVMGetInstructionParent(user) == LLVMGetEntryBasicBlock(f->value);
        found.on_several_lines |= line && here && here != line;
        if (here) line = here;
        *(LLVMIsALoadInst(user) ? &found.loads : LLVMIsAStoreInst(user) ? &found.stores : &found.others) += 1;
    }
    return found;
}

static bool is_named(const char *name, const char *wanted) {
    size_t n = strlen(wanted);
    return strncmp(name, wanted, n) == 0 && name[n + strspn(name + n, "0123456789")] == 0;
}

// A temporary of clang's own: used by a single expression, or to carry the value of a statement expression out of its block.
static bool is_own(const char *name, struct uses uses) {
    bool named = is_named(name, "tmp") || is_named(name, "coerce") || is_named(name, "result");
    return named && (!uses.on_several_lines || (uses.loads == 1 && uses.stores == 1 && !uses.others));
}

// A variable declared where no control ever passes, as before the first case of a switch, has neither mark nor debug information.  clang's
// own temporaries have neither too, but a name with a dot or one of a few names.
static bool is_undeclared(struct front_fn *f, LLVMValueRef alloca, const char *name) {
    uint32_t i;
    if (!LLVMGetSubprogram(f->value) || ptrmap_get(&f->debug, alloca, &i) || strpbrk(name, ".-")) return false;
    if (is_named(name, "retval") || is_named(name, "saved_stack") || strncmp(name, "__vla_expr", 10) == 0) return false;
    struct uses uses = uses_of(f, alloca);
    return uses.any && !uses.in_entry && !is_own(name, uses) && jumps(f);
}

static void add_alloca(struct front_fn *f, LLVMValueRef alloca) {
    if (front_bound(f, alloca) || !front_is_static(alloca)) return;
    size_t n;
    const char *name = LLVMGetValueName2(alloca, &n);
    bool marked = is_marked(f, alloca), promoted = is_promotable(f, alloca);
    LLVMMetadataRef scope = marked ? NULL : unmarked_scope(f, alloca, name);
    struct described d = describe(f, alloca);
    if (scope && is_named(name, "retval")) {  // bitcode whose variables share the place of the result: it outlives them
        f->undeclared = d.name;
        scope = NULL;
    }
    bool undeclared = !marked && is_undeclared(f, alloca, name);
    if (undeclared) {
        scope = front_scope_before_cases(f, alloca);
        d.flags |= IR_USER;
    }
    if (marked || scope) d.flags |= IR_SCOPED;
    if (promoted)
        add_variable(f, alloca, d);
    else
        add_slot(f, alloca, d);
    if (scope) vec_push(&f->unmarked, (struct front_unmarked){vec_last(&f->bindings).scalar, scope});
    if (undeclared && !scope && !f->undeclared) f->undeclared = name;
}

static void add_phi(struct front_fn *f, LLVMValueRef phi) {
    struct front_parts p;
    ir_val vals[FRONT_MAX_PARTS];
    size_t n;
    const char *name = LLVMGetValueName2(phi, &n);
    if (!front_flatten(f->tr, LLVMTypeOf(phi), &p)) {
        snprintf(f->b.error, sizeof f->b.error, "a phi has too many parts");
        return;
    }
    for (uint32_t i = 0; i < p.n; i++) vals[i] = ir_val_of(IR_LOCAL, ir_build_local(&f->b, n ? name : "phi", p.at[i].type, IR_NO_TYPE, 0));
    front_bind_parts(f, phi, vals, p.n);
}

void front_variables(struct front_fn *f) {
    find_declarations(f);
    add_params(f);
    for (uint32_t k = 0; k < f->order.n; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->order.at[k]); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i)) add_alloca(f, i);
            if (LLVMIsAPHINode(i)) add_phi(f, i);
        }
}
