// SPDX-License-Identifier: MIT
// Instructions that stay in their block, calls apart.
#include <string.h>

#include "front/translate.h"

// ---- arithmetic --------------------------------------------------------------------------------------------------------------------

static ir_type type_of(struct front_fn *f, LLVMValueRef v) {
    return front_scalar(f->tr, LLVMTypeOf(v));
}

static bool is_blob(ir_type t) {
    return !t || ir_kind(t) == IR_BLOB;
}

static enum ir_pure binary_operator(LLVMOpcode op) {
    switch (op) {
    case LLVMAdd: return IR_ADD_;
    case LLVMSub: return IR_SUB_;
    case LLVMMul: return IR_MUL_;
    case LLVMUDiv: return IR_UDIV_;
    case LLVMSDiv: return IR_SDIV_;
    case LLVMURem: return IR_UREM_;
    case LLVMSRem: return IR_SREM_;
    case LLVMShl: return IR_SHL_;
    case LLVMLShr: return IR_LSHR_;
    case LLVMAShr: return IR_ASHR_;
    case LLVMAnd: return IR_AND_;
    case LLVMOr: return IR_OR_;
    case LLVMXor: return IR_XOR_;
    case LLVMFAdd: return IR_FADD_;
    case LLVMFSub: return IR_FSUB_;
    case LLVMFMul: return IR_FMUL_;
    case LLVMFDiv: return IR_FDIV_;
    case LLVMFRem: return IR_FREM_;
    default: return IR_COPY_;
    }
}

static void binary(struct front_fn *f, LLVMValueRef i, enum ir_pure pure) {
    ir_type type = type_of(f, i);
    if (is_blob(type)) {
        front_any(f, i, "vector or wide arithmetic");
        return;
    }
    ir_val a = front_operand(f, LLVMGetOperand(i, 0)), b = front_operand(f, LLVMGetOperand(i, 1));
    front_let(f, i, type, pure, a, b, IR_NOTHING);
}

static void compare(struct front_fn *f, LLVMValueRef i) {
    static const struct {
        uint8_t pure, swap;
    } table[] = {
        [LLVMIntEQ] = {IR_EQ_, 0},   [LLVMIntNE] = {IR_NE_, 0},   [LLVMIntUGT] = {IR_ULT_, 1}, [LLVMIntUGE] = {IR_ULE_, 1},
        [LLVMIntULT] = {IR_ULT_, 0}, [LLVMIntULE] = {IR_ULE_, 0}, [LLVMIntSGT] = {IR_SLT_, 1}, [LLVMIntSGE] = {IR_SLE_, 1},
        [LLVMIntSLT] = {IR_SLT_, 0}, [LLVMIntSLE] = {IR_SLE_, 0},
    };
    if (is_blob(type_of(f, LLVMGetOperand(i, 0)))) {
        front_any(f, i, "vector or wide comparison");
        return;
    }
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    ir_val a = front_operand(f, LLVMGetOperand(i, table[p].swap)), b = front_operand(f, LLVMGetOperand(i, !table[p].swap));
    front_let(f, i, IR_I1, table[p].pure, a, b, IR_NOTHING);
}

static void compare_floats(struct front_fn *f, LLVMValueRef i) {
    static const uint8_t table[] = {
        [LLVMRealOEQ] = IR_FOEQ_, [LLVMRealOGT] = IR_FOGT_, [LLVMRealOGE] = IR_FOGE_, [LLVMRealOLT] = IR_FOLT_, [LLVMRealOLE] = IR_FOLE_,
        [LLVMRealONE] = IR_FONE_, [LLVMRealORD] = IR_FORD_, [LLVMRealUNO] = IR_FUNO_, [LLVMRealUEQ] = IR_FUEQ_, [LLVMRealUGT] = IR_FUGT_,
        [LLVMRealUGE] = IR_FUGE_, [LLVMRealULT] = IR_FULT_, [LLVMRealULE] = IR_FULE_, [LLVMRealUNE] = IR_FUNE_,
    };
    LLVMRealPredicate p = LLVMGetFCmpPredicate(i);
    if (p == LLVMRealPredicateFalse || p == LLVMRealPredicateTrue) {
        front_bind_value(f, i, front_int(f, IR_I1, p == LLVMRealPredicateTrue));
    } else if (ir_kind(type_of(f, LLVMGetOperand(i, 0))) != IR_FLOAT) {
        front_any(f, i, "vector comparison");
    } else {
        ir_val a = front_operand(f, LLVMGetOperand(i, 0)), b = front_operand(f, LLVMGetOperand(i, 1));
        front_let(f, i, IR_I1, table[p], a, b, IR_NOTHING);
    }
}

static enum ir_pure cast_operator(LLVMOpcode op) {
    switch (op) {
    case LLVMZExt: return IR_ZEXT_;
    case LLVMSExt: return IR_SEXT_;
    case LLVMTrunc: return IR_TRUNC_;
    case LLVMPtrToInt:
    case LLVMIntToPtr: return IR_CAST_;
    case LLVMBitCast: return IR_BITS_;
    case LLVMFPToSI: return IR_FTOSI_;
    case LLVMFPToUI: return IR_FTOUI_;
    case LLVMSIToFP: return IR_SITOF_;
    case LLVMUIToFP: return IR_UITOF_;
    case LLVMFPTrunc:
    case LLVMFPExt: return IR_FTOF_;
    default: return IR_COPY_;
    }
}

static void cast(struct front_fn *f, LLVMValueRef i, enum ir_pure pure) {
    ir_type to = type_of(f, i), from = type_of(f, LLVMGetOperand(i, 0));
    bool bits = pure == IR_BITS_ && to && from && ir_bits(to) == ir_bits(from) && ir_bits(to) <= 128;
    if (!bits && (is_blob(to) || is_blob(from))) {
        front_any(f, i, "vector or wide conversion");
        return;
    }
    ir_val a = front_operand(f, LLVMGetOperand(i, 0));
    front_let(f, i, to, to == from ? IR_COPY_ : pure, a, IR_NOTHING, IR_NOTHING);
}

static void negate(struct front_fn *f, LLVMValueRef i) {
    if (ir_kind(type_of(f, i)) != IR_FLOAT)
        front_any(f, i, "vector arithmetic");
    else
        front_let(f, i, type_of(f, i), IR_FNEG_, front_operand(f, LLVMGetOperand(i, 0)), IR_NOTHING, IR_NOTHING);
}

// ---- values of several parts -------------------------------------------------------------------------------------------------------

static void select_parts(struct front_fn *f, LLVMValueRef i) {
    struct front_parts p;
    ir_val yes[FRONT_MAX_PARTS], no[FRONT_MAX_PARTS];
    if (type_of(f, LLVMGetOperand(i, 0)) != IR_I1 || !front_flatten(f->tr, LLVMTypeOf(i), &p)) {
        front_any(f, i, "vector selection");
        return;
    }
    ir_val c = front_operand(f, LLVMGetOperand(i, 0));
    front_operands(f, LLVMGetOperand(i, 1), yes, p.n);
    front_operands(f, LLVMGetOperand(i, 2), no, p.n);
    if (p.n == 1) {
        front_let(f, i, p.at[0].type, IR_SELECT_, c, yes[0], no[0]);
        return;
    }
    for (uint32_t k = 0; k < p.n; k++) yes[k] = ir_build_let_temp(&f->b, p.at[k].type, IR_SELECT_, c, yes[k], no[k]);
    front_bind_parts(f, i, yes, p.n);
}

// First part and number of parts that the indices of an extractvalue or insertvalue name.
static void part_range(struct front_fn *f, LLVMValueRef i, LLVMTypeRef type, uint32_t *first, uint32_t *n) {
    struct front_parts p;
    const unsigned *index = LLVMGetIndices(i);
    *first = 0;
    for (unsigned k = 0; k < LLVMGetNumIndices(i); k++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        for (unsigned j = 0; j < index[k]; j++) {
            front_flatten(f->tr, is_struct ? LLVMStructGetTypeAtIndex(type, j) : LLVMGetElementType(type), &p);
            *first += p.n;
        }
        type = is_struct ? LLVMStructGetTypeAtIndex(type, index[k]) : LLVMGetElementType(type);
    }
    front_flatten(f->tr, type, &p);
    *n = p.n;
}

static void extract_value(struct front_fn *f, LLVMValueRef i) {
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    uint32_t first, n;
    if (!front_flatten(f->tr, LLVMTypeOf(whole), &p)) {
        front_any(f, i, "value with too many parts");
        return;
    }
    front_operands(f, whole, parts, p.n);
    part_range(f, i, LLVMTypeOf(whole), &first, &n);
    front_bind_copies(f, i, parts + first, n);
}

static void insert_value(struct front_fn *f, LLVMValueRef i) {
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    uint32_t first, n;
    if (!front_flatten(f->tr, LLVMTypeOf(i), &p)) {
        front_unmodelled(f, i, "value with too many parts");
        return;
    }
    front_operands(f, LLVMGetOperand(i, 0), parts, p.n);
    part_range(f, i, LLVMTypeOf(i), &first, &n);
    front_operands(f, LLVMGetOperand(i, 1), parts + first, n);
    front_bind_copies(f, i, parts, p.n);
}

static void freeze(struct front_fn *f, LLVMValueRef i) {
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    if (!front_flatten(f->tr, LLVMTypeOf(i), &p)) {
        front_unmodelled(f, i, "value with too many parts");
        return;
    }
    front_operands(f, LLVMGetOperand(i, 0), parts, p.n);
    for (uint32_t k = 0; k < p.n; k++) parts[k] = ir_build_let_temp(&f->b, p.at[k].type, IR_COPY_, parts[k], IR_NOTHING, IR_NOTHING);
    front_bind_parts(f, i, parts, p.n);
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool is_ordinary_pointer(struct front_fn *f, LLVMValueRef pointer) {
    return ir_kind(type_of(f, pointer)) == IR_PTR;
}

static uint8_t access_flags(LLVMValueRef i) {
    return (uint8_t)((LLVMGetVolatile(i) ? IR_VOLATILE : 0) | (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic ? IR_ATOMIC : 0));
}

static void load(struct front_fn *f, LLVMValueRef i) {
    LLVMValueRef pointer = LLVMGetOperand(i, 0);
    struct front_binding *b = front_bound(f, pointer);
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    if (b && b->kind == FRONT_VARIABLE) {
        front_bind_lazy(f, i, b->scalar);
        return;
    }
    if (!front_flatten(f->tr, LLVMTypeOf(i), &p)) {
        front_unmodelled(f, i, "value with too many parts");
        return;
    }
    struct ir_addr a = front_address(f, pointer);
    if (p.n == 1) {
        ir_build_load(&f->b, front_destination(f, i, p.at[0].type), &a, access_flags(i));
        return;
    }
    for (uint32_t k = 0; k < p.n; k++) {
        struct ir_addr at = a;
        uint32_t dst = ir_build_local(&f->b, NULL, p.at[k].type, IR_NO_TYPE, IR_TEMP);
        at.offset += (int64_t)p.at[k].offset;
        ir_build_load(&f->b, dst, &at, access_flags(i));
        parts[k] = ir_val_of(IR_LOCAL, dst);
    }
    front_bind_parts(f, i, parts, p.n);
}

static void store_variable(struct front_fn *f, LLVMValueRef i, ir_val variable) {
    ir_val v = front_operand(f, LLVMGetOperand(i, 0));
    front_consume(f, i);
    if (v == variable) return;
    front_settle_variable(f, variable);
    ir_build_let(&f->b, ir_index(variable), IR_COPY_, v, IR_NOTHING, IR_NOTHING);
}

static void store(struct front_fn *f, LLVMValueRef i) {
    LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
    struct front_binding *b = front_bound(f, pointer);
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    if (b && b->kind == FRONT_VARIABLE) {
        store_variable(f, i, b->scalar);
        return;
    }
    if (!front_flatten(f->tr, LLVMTypeOf(value), &p)) {
        ir_build_unmodelled(&f->b, "value with too many parts");
        return;
    }
    front_operands(f, value, parts, p.n);
    struct ir_addr a = front_address(f, pointer);
    for (uint32_t k = 0; k < p.n; k++) {
        struct ir_addr at = a;
        at.offset += (int64_t)p.at[k].offset;
        ir_build_store(&f->b, parts[k], &at, access_flags(i));
    }
}

static void dynamic_alloca(struct front_fn *f, LLVMValueRef i) {
    ir_type word = ir_word(f->tr->program);
    ir_val n = front_word(f, front_operand(f, LLVMGetOperand(i, 0)));
    uint64_t size = front_size(f->tr, LLVMGetAllocatedType(i));
    if (size != 1) n = ir_build_let_temp(&f->b, word, IR_MUL_, n, front_int(f, word, size), IR_NOTHING);
    ir_build_alloca(&f->b, front_destination(f, i, ir_ptr(f->tr->program)), n);
}

// ---- addresses ---------------------------------------------------------------------------------------------------------------------

static void add_term(struct front_fn *f, struct ir_addr *a, LLVMValueRef index, uint64_t scale) {
    if (LLVMIsAConstantInt(index)) {
        a->offset += LLVMConstIntGetSExtValue(index) * (int64_t)scale;
        return;
    }
    ir_val v = front_operand(f, index);
    if (!scale) return;
    struct ir_term *terms = ARENA_ARRAY(&f->tr->program->arena, struct ir_term, a->n_terms + 1);
    if (a->n_terms) memcpy(terms, a->terms, a->n_terms * sizeof *terms);
    terms[a->n_terms++] = (struct ir_term){v, (int64_t)scale};
    a->terms = terms;
}

static void element_address(struct front_fn *f, LLVMValueRef i) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind || !is_ordinary_pointer(f, LLVMGetOperand(i, 0))) {
        front_any(f, i, "address in another space or in a vector");
        return;
    }
    struct ir_addr a = front_address(f, LLVMGetOperand(i, 0));
    for (unsigned k = 1, n = (unsigned)LLVMGetNumOperands(i); k < n; k++) {
        LLVMValueRef index = LLVMGetOperand(i, k);
        if (k == 1) {
            add_term(f, &a, index, front_size(f->tr, type));
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            a.offset += (int64_t)LLVMOffsetOfElement(f->tr->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            type = LLVMGetElementType(type);
            add_term(f, &a, index, front_size(f->tr, type));
        }
    }
    front_bind_address(f, i, a);
}

// ---- atomics: single steps, as long as there is one thread -------------------------------------------------------------------------

static ir_val changed_value(struct front_fn *f, LLVMValueRef i, ir_type type, ir_val old, ir_val v) {
    static const struct {
        LLVMAtomicRMWBinOp op;
        uint8_t pure;
    } table[] = {
        {LLVMAtomicRMWBinOpAdd, IR_ADD_},   {LLVMAtomicRMWBinOpSub, IR_SUB_},   {LLVMAtomicRMWBinOpAnd, IR_AND_},
        {LLVMAtomicRMWBinOpOr, IR_OR_},     {LLVMAtomicRMWBinOpXor, IR_XOR_},   {LLVMAtomicRMWBinOpMax, IR_SMAX_},
        {LLVMAtomicRMWBinOpMin, IR_SMIN_},  {LLVMAtomicRMWBinOpUMax, IR_UMAX_}, {LLVMAtomicRMWBinOpUMin, IR_UMIN_},
        {LLVMAtomicRMWBinOpFAdd, IR_FADD_}, {LLVMAtomicRMWBinOpFSub, IR_FSUB_},
    };
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
    if (op == LLVMAtomicRMWBinOpXchg) return v;
    if (op == LLVMAtomicRMWBinOpNand) {
        ir_val both = ir_build_let_temp(&f->b, type, IR_AND_, old, v, IR_NOTHING);
        return ir_build_let_temp(&f->b, type, IR_XOR_, both, ir_const_wide(f->tr->program, type, UINT64_MAX, UINT64_MAX), IR_NOTHING);
    }
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (table[k].op == op) return ir_build_let_temp(&f->b, type, table[k].pure, old, v, IR_NOTHING);
    uint32_t dst = ir_build_local(&f->b, NULL, type, IR_NO_TYPE, IR_TEMP);
    ir_build_any(&f->b, dst, "atomic operation");
    return ir_val_of(IR_LOCAL, dst);
}

static void atomic_update(struct front_fn *f, LLVMValueRef i) {
    ir_type type = type_of(f, i);
    struct ir_addr a = front_address(f, LLVMGetOperand(i, 0));
    ir_val v = front_operand(f, LLVMGetOperand(i, 1));
    uint32_t old = ir_build_local(&f->b, NULL, type, IR_NO_TYPE, IR_TEMP);
    ir_build_load(&f->b, old, &a, IR_ATOMIC);
    ir_build_store(&f->b, changed_value(f, i, type, ir_val_of(IR_LOCAL, old), v), &a, IR_ATOMIC);
    front_bind_value(f, i, ir_val_of(IR_LOCAL, old));
}

static void compare_exchange(struct front_fn *f, LLVMValueRef i) {
    ir_val expected = front_operand(f, LLVMGetOperand(i, 1)), wanted = front_operand(f, LLVMGetOperand(i, 2));
    ir_type type = type_of(f, LLVMGetOperand(i, 1));
    struct ir_addr a = front_address(f, LLVMGetOperand(i, 0));
    uint32_t old = ir_build_local(&f->b, NULL, type, IR_NO_TYPE, IR_TEMP);
    ir_build_load(&f->b, old, &a, IR_ATOMIC);
    ir_val found = ir_val_of(IR_LOCAL, old);
    ir_val same = ir_build_let_temp(&f->b, IR_I1, IR_EQ_, found, expected, IR_NOTHING);
    ir_build_store(&f->b, ir_build_let_temp(&f->b, type, IR_SELECT_, same, wanted, found), &a, IR_ATOMIC);
    ir_val parts[2] = {found, same};
    front_bind_parts(f, i, parts, 2);
}

// ------------------------------------------------------------------------------------------------------------------------------------

void front_instruction(struct front_fn *f, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    enum ir_pure pure = binary_operator(op);
    if (pure != IR_COPY_) {
        binary(f, i, pure);
        return;
    }
    switch (op) {
    case LLVMICmp: compare(f, i); return;
    case LLVMFCmp: compare_floats(f, i); return;
    case LLVMFNeg: negate(f, i); return;
    case LLVMSelect: select_parts(f, i); return;
    case LLVMExtractValue: extract_value(f, i); return;
    case LLVMInsertValue: insert_value(f, i); return;
    case LLVMFreeze: freeze(f, i); return;
    case LLVMLoad: load(f, i); return;
    case LLVMStore: store(f, i); return;
    case LLVMGetElementPtr: element_address(f, i); return;
    case LLVMAtomicRMW: atomic_update(f, i); return;
    case LLVMAtomicCmpXchg: compare_exchange(f, i); return;
    case LLVMFence: return;
    case LLVMCall: front_call(f, i); return;
    case LLVMAlloca:
        if (!front_is_static(i)) dynamic_alloca(f, i);
        return;
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector: front_any(f, i, "vector element"); return;
    case LLVMAddrSpaceCast: front_any(f, i, "address space"); return;
    case LLVMVAArg: front_unmodelled(f, i, "va_arg"); return;
    case LLVMLandingPad: front_unmodelled(f, i, "exception"); return;
    default: break;
    }
    pure = cast_operator(op);
    if (pure != IR_COPY_)
        cast(f, i, pure);
    else
        front_unmodelled(f, i, "LLVM instruction");
}
