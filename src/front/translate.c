// SPDX-License-Identifier: MIT
// A linked module becomes a program: symbols first, then bodies, then initial contents.
#include "front/translate.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/dwarf.h"
#include "front/supply.h"
#include "ir/valid.h"

// ---- the target --------------------------------------------------------------------------------------------------------------------

static bool check_target(struct front_tr *t) {
    uint32_t bits = LLVMPointerSize(t->layout) * 8;
    const char *triple = LLVMGetTarget(t->module);
    if (LLVMByteOrder(t->layout) != LLVMLittleEndian || (bits != 32 && bits != 64)) {
        buf_printf(&t->messages->text, "error: target '%s' is not supported: little-endian with 32- or 64-bit pointers is\n", triple);
        return false;
    }
    t->x86 = strncmp(triple, "x86_64", 6) == 0 || (triple[0] == 'i' && strncmp(triple + 2, "86", 2) == 0);
    t->program = ir_program_new(bits);
    return true;
}

static uint32_t attribute(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static uint32_t intrinsic(const char *name) {
    return LLVMLookupIntrinsicID(name, strlen(name));
}

static void look_up_kinds(struct front_tr *t) {
    t->byval = attribute("byval");
    t->sret = attribute("sret");
    t->nonnull = attribute("nonnull");
    t->dereferenceable = attribute("dereferenceable");
    t->noreturn = attribute("noreturn");
    t->elementtype = attribute("elementtype");
    t->naked = attribute("naked");
    t->align = attribute("align");
    t->loop = LLVMGetMDKindIDInContext(t->context, "llvm.loop", strlen("llvm.loop"));
    t->lifetime_start = intrinsic("llvm.lifetime.start");
    t->lifetime_end = intrinsic("llvm.lifetime.end");
    t->declare = intrinsic("llvm.dbg.declare");
}

// ---- symbols -----------------------------------------------------------------------------------------------------------------------

// Headers of the library have bodies of its functions, to be expanded by a compiler that optimises: they say what the table says.
static bool is_in_library_header(LLVMValueRef v) {
    static const char folder[] = "/usr/include/";
    LLVMMetadataRef sub = LLVMIsAFunction(v) ? LLVMGetSubprogram(v) : NULL, file = sub ? LLVMDIScopeGetFile(sub) : NULL;
    unsigned n = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &n) : "";
    return n > sizeof folder && strncmp(name, folder, sizeof folder - 1) == 0;
}

// Of a function that clang knows it makes "NAME.inline" then; NULL: it is no such function.
static const char *expanded_name(struct front_tr *t, LLVMValueRef v) {
    static const char ending[] = ".inline";
    size_t n, m = sizeof ending - 1;
    const char *name = LLVMGetValueName2(v, &n);
    bool clangs = LLVMGetLinkage(v) == LLVMInternalLinkage && n > m && strcmp(name + n - m, ending) == 0;
    return clangs && is_in_library_header(v) ? arena_strndup(&t->program->arena, name, n - m) : NULL;
}

static bool is_definition(struct front_tr *t, LLVMValueRef v) {
    if (LLVMIsDeclaration(v) || expanded_name(t, v)) return false;
    return !(LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage && is_in_library_header(v) && front_is_library(t, v));
}

static uint32_t linkage_flags(struct front_tr *t, LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (!is_definition(t, v)) return IR_EXTERN | (linkage == LLVMExternalWeakLinkage ? IR_WEAK : 0);
    switch (linkage) {
    case LLVMInternalLinkage:
    case LLVMPrivateLinkage: return IR_INTERNAL;
    case LLVMWeakAnyLinkage:
    case LLVMWeakODRLinkage: return IR_WEAK;
    default: return 0;
    }
}

static const char *symbol_name(struct front_tr *t, LLVMValueRef v) {
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    if (!n) name = "unnamed";
    if (!ir_find(t->program, name)) return name;
    for (unsigned k = 2;; k++) {
        const char *other = arena_printf(&t->program->arena, "%s.%u", name, k);
        if (!ir_find(t->program, other)) return other;
    }
}

static LLVMMetadataRef debug_variable(LLVMValueRef global) {
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    LLVMMetadataRef found = NULL;
    for (unsigned i = 0; i < n && !found; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind) found = LLVMDIGlobalVariableExpressionGetVariable(md);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static void describe_global(struct front_tr *t, struct ir_global *g, LLVMValueRef v) {
    LLVMMetadataRef variable = debug_variable(v);
    if (!variable) return;
    uint32_t ctype = front_ctype(t, front_md_operand(t, variable, 3));
    g->ctype = ctype;
    g->loc = front_place(t, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable), 0);
}

static bool is_unsized(LLVMValueRef v, LLVMTypeRef type) {
    if (!LLVMIsDeclaration(v)) return false;
    return !LLVMTypeIsSized(type) || (LLVMGetTypeKind(type) == LLVMArrayTypeKind && !LLVMGetArrayLength2(type));
}

static void declare_global(struct front_tr *t, LLVMValueRef v) {
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    uint32_t i = ir_add_global(t->program, symbol_name(t, v));
    struct ir_global *g = &t->program->globals.at[i];
    g->flags = linkage_flags(t, v);
    if (LLVMIsGlobalConstant(v)) g->flags |= IR_READONLY;
    if (LLVMIsThreadLocal(v)) g->flags |= IR_THREAD;
    if (front_is_supplied(v)) g->flags |= IR_SUPPLIED;
    if (is_unsized(v, type)) g->flags |= IR_UNSIZED;
    g->size = front_size(t, type);
    g->align = LLVMGetAlignment(v);
    if (!g->align) g->align = 1;
    ptrmap_set(&t->symbols, v, ir_val_of(IR_GLOBAL, i));
    describe_global(t, g, v);
}

static bool is_private_to_llvm(LLVMValueRef v) {
    size_t n;
    return strncmp(LLVMGetValueName2(v, &n), "llvm.", 5) == 0;
}

static void declare_rets(struct front_tr *t, struct ir_func *g, LLVMTypeRef type) {
    struct front_parts p;
    if (!front_flatten(t, LLVMGetReturnType(type), &p)) p.n = 0;
    g->n_rets = p.n;
    g->rets = ARENA_ARRAY(&t->program->arena, ir_type, p.n);
    for (uint32_t k = 0; k < p.n; k++) g->rets[k] = p.at[k].type;
}

// The parameters of a function without body, for its type alone.
static void declare_params(struct front_tr *t, uint32_t func, LLVMValueRef v) {
    struct ir_func *g = &t->program->funcs.at[func];
    for (LLVMValueRef param = LLVMGetFirstParam(v); param; param = LLVMGetNextParam(param)) {
        struct front_parts p;
        if (!front_flatten(t, LLVMTypeOf(param), &p)) continue;
        for (uint32_t k = 0; k < p.n; k++) {
            struct ir_local *l = vec_add(&g->locals);
            l->name = arena_printf(&t->program->arena, "p%u", g->locals.n);
            l->type = p.at[k].type;
            l->ctype = IR_NO_TYPE;
        }
    }
    g->n_params = g->locals.n;
}

static void describe_function(struct front_tr *t, uint32_t func, LLVMValueRef v) {
    LLVMMetadataRef sub = LLVMGetSubprogram(v);
    if (!sub) return;
    uint32_t ctype = front_ctype(t, front_md_operand(t, sub, FRONT_MD_TYPE));
    t->program->funcs.at[func].ctype = ctype;
    t->program->funcs.at[func].loc = front_place(t, sub, LLVMDISubprogramGetLine(sub), 0);
}

static void declare_function(struct front_tr *t, LLVMValueRef v, const char *name) {
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    uint32_t i = ir_add_func(t->program, name);
    struct ir_func *g = &t->program->funcs.at[i];
    g->flags = linkage_flags(t, v);
    if (LLVMIsFunctionVarArg(type)) g->flags |= IR_VARIADIC;
    if (LLVMGetEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, t->noreturn)) g->flags |= IR_NORETURN;
    if (front_is_supplied(v)) g->flags |= IR_SUPPLIED;
    declare_rets(t, g, type);
    if (g->flags & IR_EXTERN) declare_params(t, i, v);
    ptrmap_set(&t->symbols, v, ir_val_of(IR_FUNC, i));
    describe_function(t, i, v);
}

static void declare_expanded(struct front_tr *t, LLVMValueRef v) {
    const char *name = expanded_name(t, v);
    ir_val symbol = name ? ir_find(t->program, name) : IR_NOTHING;
    if (symbol)
        ptrmap_set(&t->symbols, v, symbol);
    else if (name)
        declare_function(t, v, name);
}

// What an ifunc resolves to is decided when the program is loaded: a function we do not know.
static void declare_ifunc(struct front_tr *t, LLVMValueRef v) {
    uint32_t i = ir_add_func(t->program, symbol_name(t, v));
    struct ir_func *g = &t->program->funcs.at[i];
    g->flags = IR_EXTERN;
    ptrmap_set(&t->symbols, v, ir_val_of(IR_FUNC, i));
}

static bool uses_trap(struct front_tr *t) {
    return LLVMGetNamedFunction(t->module, "llvm.trap") || LLVMGetNamedFunction(t->module, "llvm.debugtrap") ||
           LLVMGetNamedFunction(t->module, "llvm.ubsantrap");
}

static void declare_symbols(struct front_tr *t) {
    for (LLVMValueRef v = LLVMGetFirstGlobal(t->module); v; v = LLVMGetNextGlobal(v))
        if (!is_private_to_llvm(v)) declare_global(t, v);
    for (LLVMValueRef v = LLVMGetFirstFunction(t->module); v; v = LLVMGetNextFunction(v))
        if (!LLVMGetIntrinsicID(v) && !is_private_to_llvm(v) && !expanded_name(t, v)) declare_function(t, v, symbol_name(t, v));
    for (LLVMValueRef v = LLVMGetFirstFunction(t->module); v; v = LLVMGetNextFunction(v)) declare_expanded(t, v);
    for (LLVMValueRef v = LLVMGetFirstFunction(t->module); v; v = LLVMGetNextFunction(v))
        if (LLVMGetIntrinsicID(v)) front_declare_intrinsic(t, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(t->module); v; v = LLVMGetNextGlobalIFunc(v)) declare_ifunc(t, v);
    if (uses_trap(t) && !ir_find(t->program, "abort")) {
        uint32_t i = ir_add_func(t->program, "abort");
        t->program->funcs.at[i].flags = IR_EXTERN | IR_NORETURN;
    }
}

// ---- bodies, contents --------------------------------------------------------------------------------------------------------------

static void translate_bodies(struct front_tr *t) {
    for (LLVMValueRef v = LLVMGetFirstFunction(t->module); v; v = LLVMGetNextFunction(v)) {
        uint32_t symbol;
        if (is_definition(t, v) && ptrmap_get(&t->symbols, v, &symbol)) front_function(t, v, ir_index(symbol));
    }
}

static void translate_contents(struct front_tr *t) {
    for (LLVMValueRef v = LLVMGetFirstGlobal(t->module); v; v = LLVMGetNextGlobal(v)) {
        uint32_t symbol;
        LLVMValueRef init = LLVMGetInitializer(v);
        if (init && ptrmap_get(&t->symbols, v, &symbol)) front_initialise(t, &t->program->globals.at[ir_index(symbol)], init);
    }
}

// In debug builds the translator's work is checked before anybody relies on it.
static void check_program(struct front_tr *t) {
#if HEAPPROOF_DEBUG
    struct buf why = {0};
    if (!t->failed && !ir_valid(t->program, &why)) {
        buf_printf(&t->messages->text, "error: internal error: the translation is ill-formed:\n%s", buf_text(&why));
        t->failed = true;
    }
    buf_free(&why);
#else
    (void)t;
#endif
}

struct ir_program *front_translate(LLVMModuleRef module, const char *linker, struct front_messages *m, bool *open) {
    struct front_tr t = {
        .module = module, .context = LLVMGetModuleContext(module), .layout = LLVMGetModuleDataLayout(module), .messages = m};
    t.linker = linker;
    t.reversed = *open;
    t.directory = getcwd(NULL, 0);
    if (!t.directory) t.directory = strdup("");
    if (t.directory && check_target(&t)) {
        look_up_kinds(&t);
        declare_symbols(&t);
        front_find_effects(&t);
        translate_bodies(&t);
        translate_contents(&t);
        front_hooks(&t);
        check_program(&t);
    }
    if (t.failed) {
        ir_program_free(t.program);
        t.program = NULL;
    }
    ptrmap_free(&t.symbols);
    ptrmap_free(&t.labels);
    ptrmap_free(&t.ctypes);
    ptrmap_free(&t.intrinsics);
    ptrmap_free(&t.files);
    ptrmap_free(&t.effects);
    *open = t.open;
    if (t.library) ir_lib_free(t.library);
    free(t.directory);
    return t.program;
}
