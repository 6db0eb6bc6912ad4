// SPDX-License-Identifier: MIT
// LLVM's types as types of values, sizes and parts.
#include "front/translate.h"

static ir_type float_type(LLVMTypeKind kind) {
    switch (kind) {
    case LLVMHalfTypeKind: return IR_TYPE(IR_FLOAT, 16);
    case LLVMBFloatTypeKind: return IR_TYPE(IR_BLOB, 16);
    case LLVMFloatTypeKind: return IR_TYPE(IR_FLOAT, 32);
    case LLVMDoubleTypeKind: return IR_TYPE(IR_FLOAT, 64);
    case LLVMX86_FP80TypeKind: return IR_TYPE(IR_FLOAT, 80);
    case LLVMFP128TypeKind: return IR_TYPE(IR_FLOAT, 128);
    case LLVMPPC_FP128TypeKind: return IR_TYPE(IR_BLOB, 128);
    case LLVMX86_MMXTypeKind: return IR_TYPE(IR_BLOB, 64);
    default: return 0;
    }
}

ir_type front_scalar(struct front_tr *t, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    switch (kind) {
    case LLVMIntegerTypeKind: {
        unsigned n = LLVMGetIntTypeWidth(type);
        return n <= IR_MAX_INT ? IR_I(n) : IR_TYPE(IR_BLOB, n);
    }
    case LLVMPointerTypeKind: {
        unsigned space = LLVMGetPointerAddressSpace(type);
        return space ? IR_TYPE(IR_BLOB, LLVMPointerSizeForAS(t->layout, space) * 8) : ir_ptr(t->program);
    }
    case LLVMVectorTypeKind: return IR_TYPE(IR_BLOB, LLVMSizeOfTypeInBits(t->layout, type));
    default: return float_type(kind);
    }
}

uint64_t front_size(struct front_tr *t, LLVMTypeRef type) {
    return LLVMTypeIsSized(type) ? LLVMABISizeOfType(t->layout, type) : 0;
}

static bool add_parts(struct front_tr *t, LLVMTypeRef type, uint64_t offset, struct front_parts *out);

static bool add_members(struct front_tr *t, LLVMTypeRef type, uint64_t offset, struct front_parts *out) {
    unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++) {
        uint64_t at = offset + LLVMOffsetOfElement(t->layout, type, i);
        if (!add_parts(t, LLVMStructGetTypeAtIndex(type, i), at, out)) return false;
    }
    return true;
}

static bool add_elements(struct front_tr *t, LLVMTypeRef type, uint64_t offset, struct front_parts *out) {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t n = LLVMGetArrayLength2(type), size = front_size(t, element);
    for (uint64_t i = 0; i < n; i++)
        if (!add_parts(t, element, offset + i * size, out)) return false;
    return true;
}

static bool add_parts(struct front_tr *t, LLVMTypeRef type, uint64_t offset, struct front_parts *out) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind) return add_members(t, type, offset, out);
    if (kind == LLVMArrayTypeKind) return add_elements(t, type, offset, out);
    ir_type scalar = front_scalar(t, type);
    if (!scalar) return true;
    if (out->n == FRONT_MAX_PARTS) return false;
    out->at[out->n++] = (struct front_part){scalar, offset};
    return true;
}

bool front_flatten(struct front_tr *t, LLVMTypeRef type, struct front_parts *out) {
    out->n = 0;
    return add_parts(t, type, 0, out);
}

bool front_is_lifetime(struct front_tr *t, LLVMValueRef i) {
    if (!LLVMIsAIntrinsicInst(i)) return false;
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(i));
    return id == t->lifetime_start || id == t->lifetime_end;
}
