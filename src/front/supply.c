// SPDX-License-Identifier: MIT
#include "front/supply.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/dwarf.h"
#include "front/notes.h"
#include "front/translate.h"

static const char mark[] = "heapproof-model";

bool front_is_supplied(LLVMValueRef function) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, sizeof mark - 1) != NULL;
}

static void set_mark(LLVMModuleRef module, LLVMValueRef function) {
    LLVMAttributeRef a = LLVMCreateStringAttribute(LLVMGetModuleContext(module), mark, sizeof mark - 1, "", 0);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, a);
}

static const char *name_of(LLVMValueRef v) {
    size_t n;
    return LLVMGetValueName2(v, &n);
}

// ---- places ------------------------------------------------------------------------------------------------------------------------

// FILE:LINE of a function, with what is known of it.
static const char *place_of(struct arena *a, LLVMValueRef function, const char *file) {
    LLVMMetadataRef sub = LLVMGetSubprogram(function), where = sub ? LLVMDIScopeGetFile(sub) : NULL;
    unsigned n = 0;
    const char *name = where ? LLVMDIFileGetFilename(where, &n) : NULL;
    if (!sub) return file;
    return n && !*file ? arena_printf(a, "%.*s:%u", (int)n, name, LLVMDISubprogramGetLine(sub))
                       : arena_printf(a, "%s:%u", file, LLVMDISubprogramGetLine(sub));
}

// ---- types -------------------------------------------------------------------------------------------------------------------------

enum { DEEPEST = 8 };  // pointers in a row that are compared

// Without qualifiers and names that stand for it; NULL is void.
static LLVMMetadataRef plain(struct front_tr *t, LLVMMetadataRef type) {
    while (type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind && LLVMGetDINodeTag(type) != FRONT_TAG_POINTER)
        type = front_md_operand(t, type, FRONT_MD_BASE);
    return type;
}

static bool same_name(LLVMMetadataRef a, LLVMMetadataRef b) {
    size_t n = 0, k = 0;
    const char *s = LLVMDITypeGetName(a, &n), *u = LLVMDITypeGetName(b, &k);
    return n == k && (!n || memcmp(s, u, n) == 0);
}

static bool is_number(LLVMMetadataRef type) {
    return LLVMGetMetadataKind(type) == LLVMDIBasicTypeMetadataKind || LLVMGetDINodeTag(type) == FRONT_TAG_ENUM;
}

// An enumeration is the same as an integer of its size; two structures of one name are one, if not both are known and differ in size.
static bool same_parts(struct front_tr *t, LLVMMetadataRef a, LLVMMetadataRef b, unsigned depth);
static bool same_type(struct front_tr *t, LLVMMetadataRef a, LLVMMetadataRef b, unsigned depth) {
    a = plain(t, a), b = plain(t, b);
    if (!a || !b || a == b || depth > DEEPEST) return a == b || (a && b);
    uint64_t n = LLVMDITypeGetSizeInBits(a), k = LLVMDITypeGetSizeInBits(b);
    unsigned tag = LLVMGetDINodeTag(a);
    if (is_number(a) && is_number(b) && (tag == FRONT_TAG_ENUM || LLVMGetDINodeTag(b) == FRONT_TAG_ENUM)) return n == k;
    if (tag != LLVMGetDINodeTag(b)) return false;
    return same_parts(t, a, b, depth) && (n == k || !n || !k);
}

static bool is_function(LLVMMetadataRef type) {
    return LLVMGetMetadataKind(type) == LLVMDISubroutineTypeMetadataKind;
}

static bool same_parts(struct front_tr *t, LLVMMetadataRef a, LLVMMetadataRef b, unsigned depth) {
    unsigned tag = LLVMGetDINodeTag(a);
    if (is_function(a) || is_function(b)) return is_function(a) && is_function(b);
    if (tag != FRONT_TAG_POINTER && tag != FRONT_TAG_ARRAY) return same_name(a, b);
    LLVMMetadataRef c = plain(t, front_md_operand(t, a, FRONT_MD_BASE)), d = plain(t, front_md_operand(t, b, FRONT_MD_BASE));
    if (tag == FRONT_TAG_POINTER && (!c || !d)) return (!c || !is_function(c)) && (!d || !is_function(d));  // void *
    return same_type(t, c, d, depth + 1);
}

// ---- signatures ----------------------------------------------------------------------------------------------------------------------

struct signature {
    LLVMMetadataRef list;  // result, parameters; NULL: none
    unsigned n;            // parameters
    bool more;             // ... or no parameter list
};

static struct signature signature_of(struct front_tr *t, LLVMValueRef function) {
    LLVMMetadataRef sub = LLVMGetSubprogram(function), type = sub ? front_md_operand(t, sub, FRONT_MD_TYPE) : NULL;
    struct signature s = {.list = type ? front_md_operand(t, type, FRONT_MD_TYPES) : NULL};
    unsigned n = s.list ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(t->context, s.list)) : 0;
    s.more = n > 1 && !front_md_operand(t, s.list, n - 1);
    s.n = n > 1 ? n - 1 - s.more : 0;
    return s;
}

// What is wrong with the model, or NULL.
static const char *differs(struct arena *a, struct front_tr *t, const struct signature *x, const struct signature *y) {
    bool open = (x->more && !x->n) || (y->more && !y->n);  // int f();
    LLVMMetadataRef none = NULL, r = x->list ? front_md_operand(t, x->list, 0) : none, s = y->list ? front_md_operand(t, y->list, 0) : none;
    if (!same_type(t, r, s, 0)) return "its result has another type";
    if (open) return NULL;
    if (x->n != y->n) return arena_printf(a, "it has %u parameter%s instead of %u", y->n, y->n == 1 ? "" : "s", x->n);
    if (x->more != y->more) return y->more ? "it takes further arguments (...)" : "it takes no further arguments (...)";
    for (unsigned i = 1; i <= x->n; i++)
        if (!same_type(t, front_md_operand(t, x->list, i), front_md_operand(t, y->list, i), 0))
            return arena_printf(a, "parameter %u has another type", i);
    return NULL;
}

// To the machine.
static bool same_layout(LLVMTypeRef a, LLVMTypeRef b) {
    unsigned n = LLVMCountParamTypes(a), k = LLVMCountParamTypes(b);
    LLVMTypeRef p[FRONT_MAX_PARTS], q[FRONT_MAX_PARTS];
    if (LLVMGetReturnType(a) != LLVMGetReturnType(b)) return false;
    if ((!n && LLVMIsFunctionVarArg(a)) || (!k && LLVMIsFunctionVarArg(b))) return true;
    if (n != k || n > FRONT_MAX_PARTS || LLVMIsFunctionVarArg(a) != LLVMIsFunctionVarArg(b)) return false;
    LLVMGetParamTypes(a, p);
    LLVMGetParamTypes(b, q);
    return !n || memcmp(p, q, n * sizeof *p) == 0;
}

static bool check_fit(LLVMValueRef declared, LLVMValueRef model, const char *file, struct front_messages *m) {
    struct arena a = {0};
    struct front_tr t = {.context = LLVMGetModuleContext(LLVMGetGlobalParent(model))};
    const char *why = NULL, *name = name_of(declared);
    if (LLVMGetSubprogram(declared) && LLVMGetSubprogram(model)) {
        struct signature x = signature_of(&t, declared), y = signature_of(&t, model);
        why = differs(&a, &t, &x, &y);
    }
    if (!why && !same_layout(LLVMGlobalGetValueType(declared), LLVMGlobalGetValueType(model)))
        why = "its result or parameters have other types";
    const char *there = place_of(&a, declared, "");
    if (why)
        front_error(m, place_of(&a, model, file), "the model does not fit '%s' as the program declares it%s%s: %s", name,
                    *there ? " at " : "", there, why);
    arena_free(&a);
    return !why;
}

// ---- linking -------------------------------------------------------------------------------------------------------------------------

// What has a body keeps it; the model's, if there is one, is not looked at.
static void yield_to(LLVMValueRef mine) {
    LLVMSetLinkage(mine, LLVMAvailableExternallyLinkage);
}

static bool is_offered(LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return !LLVMIsDeclaration(v) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
           linkage != LLVMAvailableExternallyLinkage;
}

static bool offer(LLVMModuleRef program, LLVMModuleRef model, LLVMValueRef mine, const char *file, struct front_messages *m) {
    LLVMValueRef theirs = LLVMGetNamedFunction(program, name_of(mine));
    struct arena a = {0};
    bool good = true, body = theirs && !LLVMIsDeclaration(theirs);
    if (body && front_is_supplied(theirs)) {
        front_error(m, place_of(&a, mine, file), "'%s' has another model at %s", name_of(mine), place_of(&a, theirs, ""));
        good = false;
    } else if (body) {
        front_note(m, place_of(&a, mine, file), "the model is not used: the program has a body of '%s'", name_of(mine));
        yield_to(mine);
    } else if (theirs) {
        good = check_fit(theirs, mine, file, m);
        set_mark(model, mine);
    }
    arena_free(&a);
    return good;
}

bool front_supply(LLVMModuleRef program, LLVMModuleRef model, const char *file, struct front_messages *m) {
    bool good = true;
    for (LLVMValueRef v = LLVMGetFirstFunction(model); v; v = LLVMGetNextFunction(v))
        if (is_offered(v)) good &= offer(program, model, v, file, m);
    for (LLVMValueRef v = LLVMGetFirstGlobal(model); v; v = LLVMGetNextGlobal(v)) {
        LLVMValueRef theirs = is_offered(v) ? LLVMGetNamedGlobal(program, name_of(v)) : NULL;
        if (theirs && !LLVMIsDeclaration(theirs)) yield_to(v);
    }
    return good;
}
