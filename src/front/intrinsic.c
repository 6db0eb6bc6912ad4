// SPDX-License-Identifier: MIT
// LLVM's intrinsics, by one table.
#include <string.h>

#include "front/translate.h"

static LLVMValueRef arg(LLVMValueRef i, unsigned k) {
    return LLVMGetOperand(i, k);
}

static ir_val scalar(struct front_fn *f, LLVMValueRef i, unsigned k) {
    return front_operand(f, arg(i, k));
}

static ir_type type_of(struct front_fn *f, LLVMValueRef v) {
    return front_scalar(f->tr, LLVMTypeOf(v));
}

typedef void handler(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure);

static void nothing(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)f, (void)i, (void)name, (void)pure;
}

static void unknown_value(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)pure;
    front_any(f, i, name);
}

static void not_modelled(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)pure;
    front_unmodelled(f, i, name);
}

// The first argument is the result.
static void pass(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    front_bind_lazy(f, i, scalar(f, i, 0));
}

static void operation(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    ir_type type = type_of(f, i);
    if (!type || ir_kind(type) == IR_BLOB) {
        front_any(f, i, name);
        return;
    }
    uint8_t n = ir_pures[pure].arity;
    ir_val a = scalar(f, i, 0), b = n > 1 ? scalar(f, i, 1) : IR_NOTHING, c = n > 2 ? scalar(f, i, 2) : IR_NOTHING;
    front_let(f, i, type, pure, a, b, c);
}

static void multiply_add(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    ir_type type = type_of(f, i);
    (void)pure;
    if (ir_kind(type) != IR_FLOAT) {
        front_any(f, i, name);
        return;
    }
    ir_val product = ir_build_let_temp(&f->b, type, IR_FMUL_, scalar(f, i, 0), scalar(f, i, 1), IR_NOTHING);
    front_let(f, i, type, IR_FADD_, product, scalar(f, i, 2), IR_NOTHING);
}

static void overflowing(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    static const uint8_t test[][2] = {{IR_ADD_, IR_UADDO_}, {IR_SUB_, IR_USUBO_}, {IR_MUL_, IR_UMULO_}};
    ir_type type = type_of(f, arg(i, 0));
    bool is_signed = name[5] == 's';
    enum ir_pure overflows = IR_COPY_;
    if (ir_kind(type) != IR_INT) {
        front_any(f, i, name);
        return;
    }
    for (int k = 0; k < 3; k++)
        if (test[k][0] == pure) overflows = (enum ir_pure)(test[k][1] + is_signed);
    ir_val a = scalar(f, i, 0), b = scalar(f, i, 1);
    ir_val parts[2];
    parts[0] = ir_build_let_temp(&f->b, type, pure, a, b, IR_NOTHING);
    parts[1] = ir_build_let_temp(&f->b, IR_I1, overflows, a, b, IR_NOTHING);
    front_bind_parts(f, i, parts, 2);
}

static void float_class(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)pure;
    if (!front_float_class(f, i)) front_any(f, i, name);
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool is_true(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v);
}

static void copy(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)pure;
    front_copy(f, i, strncmp(name, "llvm.memcpy", strlen("llvm.memcpy")) == 0);
}

static void fill(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    front_fill(f, i);
}

static void lifetime(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    struct front_binding *b = front_bound(f, arg(i, 1));
    (void)pure;
    if (!b || (b->kind != FRONT_VARIABLE && b->kind != FRONT_SLOT)) return;
    ir_val subject = b->scalar;
    front_settle_variable(f, subject);
    if (strncmp(name, "llvm.lifetime.start", 19) == 0)
        ir_build_enter(&f->b, subject);
    else
        ir_build_leave(&f->b, subject);
}

static void stack_mark(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    ir_build_mark(&f->b, front_destination(f, i, ir_ptr(f->tr->program)));
}

static void stack_release(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    ir_build_release(&f->b, scalar(f, i, 0));
}

// The size of the object that the address is known to point into, from there to its end; -1 if it is not known here.
static int64_t room(struct front_fn *f, LLVMValueRef pointer) {
    struct ir_addr a = front_address(f, pointer);
    const struct ir_program *p = f->tr->program;
    uint64_t size = 0;
    if (ir_tag(a.base) == IR_SLOT)
        size = p->funcs.at[f->b.func].slots.at[ir_index(a.base)].size;
    else if (ir_tag(a.base) == IR_GLOBAL && !(p->globals.at[ir_index(a.base)].flags & IR_EXTERN))
        size = p->globals.at[ir_index(a.base)].size;
    bool known = size && !a.n_terms && a.offset >= 0 && (uint64_t)a.offset <= size;
    return known ? (int64_t)size - a.offset : -1;
}

static void object_size(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    int64_t n = room(f, arg(i, 0));
    if (n < 0 && is_true(arg(i, 1))) n = 0;
    front_bind_value(f, i, front_int(f, type_of(f, i), (uint64_t)n));
}

static void is_constant(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    front_bind_value(f, i, front_int(f, IR_I1, LLVMIsAConstant(arg(i, 0)) != NULL));
}

static void assume(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    front_promise_assume(f, i);
}

static bool is_field_of_list(LLVMValueRef v) {
    LLVMTypeRef type = LLVMIsAGetElementPtrInst(v) ? LLVMGetGEPSourceElementType(v) : NULL;
    const char *name = type && LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    return name && strcmp(name, "struct.__va_list_tag") == 0;
}

// Does clang align the stack's part of a va_list here, for a type that it may also find in registers?  Where the type is passed in several
// registers the caller does not show that they belong together, so the block of variadic arguments may be laid out in another way.
static bool is_aligned_list(LLVMValueRef i) {
    LLVMValueRef place = arg(i, 0), list = LLVMIsAGetElementPtrInst(place) ? LLVMGetOperand(place, 0) : NULL;
    if (!list || !LLVMIsALoadInst(list) || !is_field_of_list(LLVMGetOperand(list, 0))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u))
        if (LLVMIsAPHINode(LLVMGetUser(u))) return true;
    return false;
}

static void pointer_mask(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)name, (void)pure;
    if (is_aligned_list(i)) ir_build_unmodelled(&f->b, "va_arg of a type aligned to 16 bytes");
    ir_type word = ir_word(f->tr->program);
    ir_val mask = front_word(f, scalar(f, i, 1));
    ir_val a = ir_build_let_temp(&f->b, word, IR_CAST_, scalar(f, i, 0), IR_NOTHING, IR_NOTHING);
    a = ir_build_let_temp(&f->b, word, IR_AND_, a, mask, IR_NOTHING);
    front_let(f, i, ir_ptr(f->tr->program), IR_CAST_, a, IR_NOTHING, IR_NOTHING);
}

static void trap(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)i, (void)name, (void)pure;
    ir_build_call(&f->b, NULL, 0, ir_find(f->tr->program, "abort"), NULL, 0, IR_NOTHING);
}

// ---- variadic arguments: a va_list that says 'all registers used, the rest is in the block' ------------------------------------------

enum { GP_END = 48, FP_END = 176, OVERFLOW_AREA = 8, SAVE_AREA = 16, LIST_SIZE_64 = 24 };

static ir_val variadic_block(struct front_fn *f) {
    const struct ir_func *g = &f->tr->program->funcs.at[f->b.func];
    return ir_val_of(IR_LOCAL, g->n_params - 1);
}

static void put(struct front_fn *f, struct ir_addr a, int64_t offset, ir_val v) {
    a.offset += offset;
    ir_build_store(&f->b, v, &a, 0);
}

static void start_list(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)pure;
    struct ir_addr list = front_address(f, arg(i, 0));
    if (!f->tr->x86 || !(f->tr->program->funcs.at[f->b.func].flags & IR_VARIADIC)) {
        ir_build_unmodelled(&f->b, name);
    } else if (f->tr->program->pointer_bits == 32) {
        put(f, list, 0, variadic_block(f));
    } else {
        put(f, list, 0, front_int(f, IR_I(32), GP_END));
        put(f, list, 4, front_int(f, IR_I(32), FP_END));
        put(f, list, OVERFLOW_AREA, variadic_block(f));
        put(f, list, SAVE_AREA, front_int(f, ir_ptr(f->tr->program), 0));
    }
}

static void copy_list(struct front_fn *f, LLVMValueRef i, const char *name, enum ir_pure pure) {
    (void)pure;
    struct ir_addr to = front_address(f, arg(i, 0)), from = front_address(f, arg(i, 1));
    uint64_t size = f->tr->program->pointer_bits == 32 ? 4 : LIST_SIZE_64;
    if (!f->tr->x86)
        ir_build_unmodelled(&f->b, name);
    else
        ir_build_copy(&f->b, &to, &from, front_int(f, ir_word(f->tr->program), size), 0);
}

// ---- the table; a name matches a row whose prefix ends where the name ends or has a dot ------------------------------------------------

static const struct row {
    const char *prefix;  // without "llvm."
    handler *handle;
    enum ir_pure pure;
} table[] = {
    {"dbg", nothing, 0},
    {"lifetime.start", lifetime, 0},
    {"lifetime.end", lifetime, 0},
    {"memcpy", copy, 0},
    {"memmove", copy, 0},
    {"memset", fill, 0},
    {"memcpy.element", not_modelled, 0},
    {"memmove.element", not_modelled, 0},
    {"memset.element", not_modelled, 0},
    {"va_start", start_list, 0},
    {"va_end", nothing, 0},
    {"va_copy", copy_list, 0},
    {"stacksave", stack_mark, 0},
    {"stackrestore", stack_release, 0},
    {"expect", pass, 0},
    {"threadlocal.address", pass, 0},
    {"annotation", pass, 0},
    {"ptr.annotation", pass, 0},
    {"launder.invariant.group", pass, 0},
    {"strip.invariant.group", pass, 0},
    {"ssa.copy", pass, 0},
    {"assume", assume, 0},
    {"objectsize", object_size, 0},
    {"is.constant", is_constant, 0},
    {"ptrmask", pointer_mask, 0},
    {"trap", trap, 0},
    {"debugtrap", trap, 0},
    {"ubsantrap", trap, 0},
    {"prefetch", nothing, 0},
    {"donothing", nothing, 0},
    {"sideeffect", nothing, 0},
    {"pseudoprobe", nothing, 0},
    {"var.annotation", nothing, 0},
    {"invariant.end", nothing, 0},
    {"experimental.noalias.scope.decl", nothing, 0},
    {"x86.sse2.pause", nothing, 0},
    {"x86.sse2.mfence", nothing, 0},
    {"x86.sse2.lfence", nothing, 0},
    {"x86.sse.sfence", nothing, 0},
    {"ctpop", operation, IR_POPCOUNT_},
    {"ctlz", operation, IR_CLZ_},
    {"cttz", operation, IR_CTZ_},
    {"bswap", operation, IR_BSWAP_},
    {"bitreverse", operation, IR_BITREV_},
    {"fshl", operation, IR_FSHL_},
    {"fshr", operation, IR_FSHR_},
    {"abs", operation, IR_ABS_},
    {"smin", operation, IR_SMIN_},
    {"smax", operation, IR_SMAX_},
    {"umin", operation, IR_UMIN_},
    {"umax", operation, IR_UMAX_},
    {"uadd.sat", operation, IR_UADDSAT_},
    {"sadd.sat", operation, IR_SADDSAT_},
    {"usub.sat", operation, IR_USUBSAT_},
    {"ssub.sat", operation, IR_SSUBSAT_},
    {"uadd.with.overflow", overflowing, IR_ADD_},
    {"sadd.with.overflow", overflowing, IR_ADD_},
    {"usub.with.overflow", overflowing, IR_SUB_},
    {"ssub.with.overflow", overflowing, IR_SUB_},
    {"umul.with.overflow", overflowing, IR_MUL_},
    {"smul.with.overflow", overflowing, IR_MUL_},
    {"fabs", operation, IR_FABS_},
    {"fmuladd", multiply_add, 0},
    {"returnaddress", unknown_value, 0},
    {"frameaddress", unknown_value, 0},
    {"addressofreturnaddress", unknown_value, 0},
    {"sponentry", unknown_value, 0},
    {"readcyclecounter", unknown_value, 0},
    {"readsteadycounter", unknown_value, 0},
    {"invariant.start", unknown_value, 0},
    {"get.rounding", unknown_value, 0},
    {"is.fpclass", float_class, 0},
    {"vector.reduce", unknown_value, 0},
};

static const struct row *find_row(const char *name) {
    const struct row *best = NULL;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        size_t n = strlen(table[k].prefix);
        bool fits = strncmp(name, table[k].prefix, n) == 0 && (name[n] == 0 || name[n] == '.');
        if (fits && (!best || n > strlen(best->prefix))) best = &table[k];
    }
    return best;
}

// An intrinsic on floats or vectors alone computes a value we know nothing about.
static bool is_float_value(struct front_fn *f, LLVMValueRef i) {
    ir_type type = type_of(f, i);
    if (!type || (ir_kind(type) != IR_FLOAT && ir_kind(type) != IR_BLOB && ir_kind(type) != IR_INT)) return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) {
        LLVMTypeRef of = LLVMTypeOf(arg(i, k));
        if (LLVMGetTypeKind(of) == LLVMVectorTypeKind) of = LLVMGetElementType(of);
        LLVMTypeKind kind = LLVMGetTypeKind(of);
        if (kind == LLVMPointerTypeKind || kind == LLVMTokenTypeKind) return false;
    }
    return true;
}

// The row of an intrinsic, looked up once per intrinsic of the module.
static const struct row *row_of(struct front_fn *f, LLVMValueRef callee, const char *name) {
    uint32_t k;
    if (!ptrmap_get(&f->tr->intrinsics, callee, &k)) {
        const struct row *row = strncmp(name, "llvm.", 5) == 0 ? find_row(name + 5) : NULL;
        k = row ? (uint32_t)(row - table) : UINT32_MAX;
        ptrmap_set(&f->tr->intrinsics, callee, k);
    }
    return k == UINT32_MAX ? NULL : &table[k];
}

void front_intrinsic(struct front_fn *f, LLVMValueRef i, LLVMValueRef callee) {
    size_t n;
    const char *name = LLVMGetValueName2(callee, &n);
    const struct row *row = row_of(f, callee, name);
    if (row)
        row->handle(f, i, name, row->pure);
    else if (is_float_value(f, i))
        front_any(f, i, name);
    else
        front_unmodelled(f, i, name);
}
