// SPDX-License-Identifier: MIT
#include "front/supply.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "front/dwarf.h"
#include "front/link.h"
#include "front/notes.h"
#include "front/translate.h"

static const char mark[] = "heapproof-model";

static unsigned mark_in(LLVMContextRef context) {
    return LLVMGetMDKindIDInContext(context, mark, sizeof mark - 1);
}

bool front_is_supplied(LLVMValueRef v) {
    size_t n;
    if (!LLVMIsAFunction(v) && !LLVMIsAGlobalVariable(v)) return false;
    unsigned kind = mark_in(LLVMGetModuleContext(LLVMGetGlobalParent(v)));
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &n);
    bool found = false;
    for (unsigned i = 0; i < n; i++) found |= LLVMValueMetadataEntriesGetKind(entries, i) == kind;
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static void set_mark(LLVMModuleRef module, LLVMValueRef v) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMGlobalSetMetadata(v, mark_in(context), LLVMMDNodeInContext2(context, NULL, 0));
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

// Without qualifiers and names that stand for it, the last of which is *alias, NULL: there is none; NULL is void.
static LLVMMetadataRef named(struct front_tr *t, LLVMMetadataRef type, LLVMMetadataRef *alias) {
    for (*alias = NULL; type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind && LLVMGetDINodeTag(type) != FRONT_TAG_POINTER;
         type = front_md_operand(t, type, FRONT_MD_BASE))
        if (LLVMGetDINodeTag(type) == FRONT_TAG_TYPEDEF) *alias = type;
    return type;
}

static LLVMMetadataRef plain(struct front_tr *t, LLVMMetadataRef type) {
    LLVMMetadataRef alias;
    return named(t, type, &alias);
}

static bool same_name(LLVMMetadataRef a, LLVMMetadataRef b) {
    size_t n = 0, k = 0;
    const char *s = LLVMDITypeGetName(a, &n), *u = LLVMDITypeGetName(b, &k);
    return n == k && (!n || memcmp(s, u, n) == 0);
}

static bool is_nameless(LLVMMetadataRef type) {
    size_t n = 0;
    LLVMDITypeGetName(type, &n);
    return !n;
}

static bool is_number(LLVMMetadataRef type) {
    return LLVMGetMetadataKind(type) == LLVMDIBasicTypeMetadataKind || LLVMGetDINodeTag(type) == FRONT_TAG_ENUM;
}

// An enumeration is the same as an integer of its size; two structures of one name are one, if not both are known and differ in size.
// A structure that has no name but by a typedef has that one; stubs give it a name besides.
static bool same_parts(struct front_tr *t, LLVMMetadataRef a, LLVMMetadataRef b, unsigned depth);
static bool same_type(struct front_tr *t, LLVMMetadataRef a, LLVMMetadataRef b, unsigned depth) {
    LLVMMetadataRef alias, other;
    a = named(t, a, &alias), b = named(t, b, &other);
    if (!a || !b || a == b || depth > DEEPEST) return a == b || (a && b);
    uint64_t n = LLVMDITypeGetSizeInBits(a), k = LLVMDITypeGetSizeInBits(b);
    unsigned tag = LLVMGetDINodeTag(a);
    if (is_number(a) && is_number(b) && (tag == FRONT_TAG_ENUM || LLVMGetDINodeTag(b) == FRONT_TAG_ENUM)) return n == k;
    if (tag != LLVMGetDINodeTag(b)) return false;
    bool structures = tag == FRONT_TAG_STRUCT || tag == FRONT_TAG_UNION;
    if (structures && is_nameless(a) != is_nameless(b)) return alias && other && same_name(alias, other) && n == k;
    return same_parts(t, a, b, depth) && (n == k || !n || !k);
}

static bool is_function(LLVMMetadataRef type) {
    return LLVMGetMetadataKind(type) == LLVMDISubroutineTypeMetadataKind;
}

static bool same_parts(struct front_tr *t, LLVMMetadataRef a, LLVMMetadataRef b, unsigned depth) {
    unsigned tag = LLVMGetDINodeTag(a);
    if (is_function(a) || is_function(b)) return is_function(a) && is_function(b);
    if (tag != FRONT_TAG_POINTER && tag != FRONT_TAG_ARRAY) return same_name(a, b);
    LLVMMetadataRef to = front_md_operand(t, a, FRONT_MD_BASE), from = front_md_operand(t, b, FRONT_MD_BASE);
    LLVMMetadataRef c = plain(t, to), d = plain(t, from);
    if (tag == FRONT_TAG_POINTER && (!c || !d)) return (!c || !is_function(c)) && (!d || !is_function(d));  // void *
    return same_type(t, to, from, depth + 1);
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

struct supplying {
    LLVMModuleRef program, model;
    const char *file;
    struct front_messages *messages;
    struct arena arena;
    bool good;
};

// It is `name` that is wrong, and this is why.
static void refuse(struct supplying *s, const char *place, LLVMValueRef name, const char *why) {
    front_error(s->messages, place, "'%s' %s", name_of(name), why);
    s->good = false;
}

static bool is_local(LLVMValueRef v) {
    return LLVMGetLinkage(v) == LLVMInternalLinkage || LLVMGetLinkage(v) == LLVMPrivateLinkage;
}

// Of this name, of whatever kind, for others; NULL: none.
static LLVMValueRef find(LLVMModuleRef module, LLVMValueRef like) {
    size_t n;
    const char *name = LLVMGetValueName2(like, &n);
    LLVMValueRef f = LLVMGetNamedFunction(module, name), v = f ? f : LLVMGetNamedGlobal(module, name);
    if (!v) v = LLVMGetNamedGlobalAlias(module, name, n);
    if (!v) v = LLVMGetNamedGlobalIFunc(module, name, n);
    return v && is_local(v) ? NULL : v;
}

static bool is_spare(LLVMValueRef v) {
    return LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage;  // what a header has inline, beside what is defined elsewhere
}

static bool is_offered(LLVMValueRef v) {
    return !LLVMIsDeclaration(v) && !is_local(v) && LLVMGetLinkage(v) != LLVMAppendingLinkage;
}

static bool fits_variable(struct supplying *s, LLVMValueRef declared, LLVMValueRef model) {
    LLVMTypeRef x = LLVMGlobalGetValueType(declared), y = LLVMGlobalGetValueType(model);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->model);
    bool open = !LLVMTypeIsSized(x) || (LLVMGetTypeKind(x) == LLVMArrayTypeKind && !LLVMGetArrayLength2(x));  // int a[];
    return LLVMIsThreadLocal(declared) == LLVMIsThreadLocal(model) &&
           (open || LLVMABISizeOfType(layout, x) == LLVMABISizeOfType(layout, y));
}

static void check_variable(struct supplying *s, LLVMValueRef declared, LLVMValueRef model, const char *place) {
    if (!fits_variable(s, declared, model)) refuse(s, place, model, "has another type than the program declares");
}

// What has a body or a value keeps it; the model's is not looked at.
static void yield(struct supplying *s, LLVMValueRef mine, const char *place) {
    if (LLVMIsAFunction(mine) && !is_spare(mine))
        front_note(s->messages, place, "the model is not used: the program has a body of '%s'", name_of(mine));
    LLVMSetLinkage(mine, LLVMAvailableExternallyLinkage);
}

static void offer(struct supplying *s, LLVMValueRef mine) {
    LLVMValueRef theirs = find(s->program, mine);
    bool is_function = LLVMIsAFunction(mine), same = !theirs || !LLVMIsAFunction(theirs) == !is_function;
    bool defined = theirs && !LLVMIsDeclaration(theirs), models = defined && front_is_supplied(theirs);
    const char *place = is_function ? place_of(&s->arena, mine, s->file) : s->file;
    if (models && is_spare(theirs)) defined = models = false;
    if (models && !is_spare(mine)) {
        const char *other = is_function && same ? place_of(&s->arena, theirs, "") : "";
        refuse(s, place, mine, arena_printf(&s->arena, "has another model%s%s", *other ? " at " : "", other));
    } else if (defined) {
        yield(s, mine, place);
    } else if (!same) {
        refuse(s, place, mine,
               is_function ? "is a variable of the program, and a function here" : "is a function of the program, and a variable here");
    } else {
        if (theirs && is_function) s->good &= check_fit(theirs, mine, s->file, s->messages);
        if (theirs && !is_function) check_variable(s, theirs, mine, place);
        set_mark(s->model, mine);
    }
}

// What would run, or lead elsewhere, without being named.
static void refuse_starter(void *context, LLVMValueRef function) {
    struct supplying *s = context;
    refuse(s, place_of(&s->arena, function, s->file), function, "runs without being called, which no model may");
}

static void refuse_others(struct supplying *s) {
    front_each_starter(s->model, refuse_starter, s);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(s->model); v; v = LLVMGetNextGlobalAlias(v))
        refuse(s, s->file, v, "is an alias, which no model may have");
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(s->model); v; v = LLVMGetNextGlobalIFunc(v))
        refuse(s, s->file, v, "is chosen when the program is loaded, which no model may be");
}

bool front_supply(LLVMModuleRef program, LLVMModuleRef model, const char *file, struct front_messages *m) {
    struct supplying s = {.program = program, .model = model, .file = file, .messages = m, .good = true};
    refuse_others(&s);
    for (LLVMValueRef v = LLVMGetFirstFunction(model); v; v = LLVMGetNextFunction(v))
        if (is_offered(v)) offer(&s, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(model); v; v = LLVMGetNextGlobal(v))
        if (is_offered(v)) offer(&s, v);
    arena_free(&s.arena);
    return s.good;
}
