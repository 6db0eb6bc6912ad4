// SPDX-License-Identifier: MIT
// LLVM constants: as numbers and addresses, and as the initial contents of globals.
#include <stdlib.h>
#include <string.h>

#include "front/translate.h"

typedef unsigned __int128 wide;

static struct front_constant number(wide v) {
    return (struct front_constant){.lo = (uint64_t)v, .hi = (uint64_t)(v >> 64), .known = true};
}

static wide as_wide(struct front_constant c) {
    return (wide)c.hi << 64 | c.lo;
}

// Integers and floats that no getter gives are read off LLVM's own text: "i128 -5", "x86_fp80 0xK3FFF8000000000000000".
static wide printed_number(LLVMValueRef c) {
    char *text = LLVMPrintValueToString(c);
    const char *s = strrchr(text, ' ');
    s = s ? s + 1 : text;
    bool negative = *s == '-', hex = s[0] == '0' && s[1] == 'x';
    wide v = 0;
    if (hex) {
        for (s += 2; *s; s++) {
            int d = *s >= '0' && *s <= '9' ? *s - '0' : *s >= 'A' && *s <= 'F' ? *s - 'A' + 10 : -1;
            if (d >= 0) v = v << 4 | (unsigned)d;
        }
    } else {
        for (s += negative; *s >= '0' && *s <= '9'; s++) v = v * 10 + (unsigned)(*s - '0');
    }
    LLVMDisposeMessage(text);
    return negative ? -v : v;
}

static struct front_constant integer(LLVMValueRef c) {
    unsigned n = LLVMGetIntTypeWidth(LLVMTypeOf(c));
    if (n <= 64) return number(LLVMConstIntGetZExtValue(c));
    if (n > IR_MAX_INT && !LLVMIsNull(c)) return (struct front_constant){0};
    wide v = printed_number(c);
    return number(n >= 128 ? v : v & (((wide)1 << n) - 1));
}

static struct front_constant real(LLVMValueRef c) {
    LLVMBool loses;
    double d = LLVMConstRealGetDouble(c, &loses);
    uint64_t bits64;
    uint32_t bits32;
    float s = (float)d;
    switch (LLVMGetTypeKind(LLVMTypeOf(c))) {
    case LLVMFloatTypeKind: memcpy(&bits32, &s, 4); return number(bits32);
    case LLVMDoubleTypeKind: memcpy(&bits64, &d, 8); return number(bits64);
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: {  // printed low word first
        wide v = printed_number(c);
        return number(v << 64 | v >> 64);
    }
    default: return number(printed_number(c));
    }
}

static struct front_constant add_constant(struct front_constant a, int64_t n) {
    if (a.target) {
        a.addend += n;
        return a;
    }
    a.lo += (uint64_t)n;
    a.hi = 0;
    return a;
}

static bool constant_index(LLVMValueRef v, int64_t *n) {
    if (!LLVMIsAConstantInt(v)) return false;
    *n = LLVMConstIntGetSExtValue(v);
    return true;
}

static struct front_constant gep(struct front_tr *t, LLVMValueRef c) {
    struct front_constant base = front_constant(t, LLVMGetOperand(c, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(c);
    int64_t offset = 0, n;
    for (unsigned i = 1, e = (unsigned)LLVMGetNumOperands(c); i < e; i++) {
        if (!constant_index(LLVMGetOperand(c, i), &n)) return (struct front_constant){0};
        if (i == 1) {
            offset += n * (int64_t)front_size(t, type);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            offset += (int64_t)LLVMOffsetOfElement(t->layout, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
        } else {
            type = LLVMGetElementType(type);
            offset += n * (int64_t)front_size(t, type);
        }
    }
    return base.known ? add_constant(base, offset) : base;
}

static struct front_constant difference(struct front_constant a, struct front_constant b) {
    if (a.target && a.target == b.target) return number((wide)(a.addend - b.addend));
    if (!b.target) return add_constant(a, -(int64_t)b.lo);
    return (struct front_constant){0};
}

static struct front_constant expression(struct front_tr *t, LLVMValueRef c) {
    if (LLVMGetConstOpcode(c) == LLVMGetElementPtr) return gep(t, c);
    struct front_constant a = front_constant(t, LLVMGetOperand(c, 0));
    if (!a.known) return a;
    switch (LLVMGetConstOpcode(c)) {
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast: return a;
    case LLVMTrunc:
        if (a.target) return (struct front_constant){0};
        return number(as_wide(a) & (((wide)1 << LLVMGetIntTypeWidth(LLVMTypeOf(c))) - 1));
    case LLVMAdd: {
        struct front_constant b = front_constant(t, LLVMGetOperand(c, 1));
        if (!b.known || (a.target && b.target)) return (struct front_constant){0};
        return a.target ? add_constant(a, (int64_t)b.lo) : add_constant(b, (int64_t)a.lo);
    }
    case LLVMSub: {
        struct front_constant b = front_constant(t, LLVMGetOperand(c, 1));
        return b.known ? difference(a, b) : b;
    }
    default: return (struct front_constant){0};
    }
}

struct front_constant front_constant(struct front_tr *t, LLVMValueRef c) {
    uint32_t symbol;
    if (LLVMIsAConstantInt(c)) return integer(c);
    if (LLVMIsAConstantFP(c)) return real(c);
    if (LLVMIsUndef(c)) return (struct front_constant){.undef = true, .known = true};
    if (LLVMIsNull(c)) return number(0);
    if (LLVMIsAGlobalAlias(c)) return front_constant(t, LLVMAliasGetAliasee(c));
    if (LLVMIsABlockAddress(c)) {
        if (!ptrmap_get(&t->labels, LLVMGetBlockAddressBasicBlock(c), &symbol)) return (struct front_constant){0};
        return (struct front_constant){.target = symbol, .known = true};
    }
    if (ptrmap_get(&t->symbols, c, &symbol)) return (struct front_constant){.target = symbol, .known = true};
    if (LLVMIsAConstantExpr(c)) return expression(t, c);
    return (struct front_constant){0};
}

// ---- initial contents --------------------------------------------------------------------------------------------------------------

struct contents {
    struct front_tr *tr;
    struct ir_global *global;
    uint8_t *bytes;  // global->size of them
    VEC(struct ir_reloc) relocs;
    bool complete;
};

static void put(struct contents *k, uint64_t offset, LLVMValueRef c);

static void put_scalar(struct contents *k, uint64_t offset, LLVMValueRef c) {
    ir_type type = front_scalar(k->tr, LLVMTypeOf(c));
    uint32_t size = ir_bytes(type);
    struct front_constant v = front_constant(k->tr, c);
    if (!v.known || offset + size > k->global->size) {
        k->complete = false;
    } else if (v.target) {
        vec_push(&k->relocs, (struct ir_reloc){offset, size, v.target, v.addend});
    } else {
        memcpy(k->bytes + offset, &v.lo, size < 8 ? size : 8);
        if (size > 8) memcpy(k->bytes + offset + 8, &v.hi, size < 16 ? size - 8 : 8);
    }
}

static void put_elements(struct contents *k, uint64_t offset, LLVMValueRef c, LLVMTypeRef type) {
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind, vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    uint64_t n = is_struct ? LLVMCountStructElementTypes(type) : vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
    uint64_t size = is_struct ? 0 : front_size(k->tr, LLVMGetElementType(type));
    for (uint64_t i = 0; i < n; i++) {
        uint64_t at = is_struct ? LLVMOffsetOfElement(k->tr->layout, type, (unsigned)i) : i * size;
        put(k, offset + at, LLVMGetAggregateElement(c, (unsigned)i));
    }
}

static void put(struct contents *k, uint64_t offset, LLVMValueRef c) {
    LLVMTypeRef type = LLVMTypeOf(c);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsNull(c) || LLVMIsUndef(c)) return;
    if (LLVMIsAConstantDataSequential(c) && LLVMIsConstantString(c)) {
        size_t n;
        const char *s = LLVMGetAsString(c, &n);
        if (offset + n <= k->global->size) memcpy(k->bytes + offset, s, n);
    } else if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        put_elements(k, offset, c, type);
    } else {
        put_scalar(k, offset, c);
    }
}

static int by_offset(const void *a, const void *b) {
    const struct ir_reloc *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void front_initialise(struct front_tr *t, struct ir_global *g, LLVMValueRef init) {
    if (LLVMIsNull(init) || LLVMIsUndef(init) || !g->size) return;
    struct contents k = {.tr = t, .global = g, .bytes = calloc(1, g->size), .complete = true};
    if (!k.bytes) base_out_of_memory();
    put(&k, 0, init);
    uint64_t n = g->size;
    while (n && !k.bytes[n - 1]) n--;
    g->n_bytes = n;
    g->bytes = arena_copy(&t->program->arena, k.bytes, n);
    if (k.relocs.n) {
        qsort(k.relocs.at, k.relocs.n, sizeof *k.relocs.at, by_offset);
        g->n_relocs = k.relocs.n;
        g->relocs = arena_copy(&t->program->arena, k.relocs.at, k.relocs.n * sizeof *k.relocs.at);
    }
    if (!k.complete) {  // sound: nothing is known of such contents
        g->flags |= IR_EXTERN;
        g->n_bytes = g->n_relocs = 0;
        buf_printf(&t->messages->text, "note: the initial value of '%s' is not a constant we can express: taken as arbitrary\n", g->name);
    }
    free(k.bytes);
    vec_free(&k.relocs);
}
