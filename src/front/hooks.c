// SPDX-License-Identifier: MIT
// What runs before and after main: constructors and destructors by attribute, and the pointers that a program itself puts into
// .preinit_array, .init_array and .fini_array, in the order of the linker (priorities, then definitions) and of the C library.
//
// What is not known by that becomes a constructor of our own that is unknown by name: assembly outside of functions, other sections that
// are run, an order that depends on the compiler, options of the linker that are not carried out.
#include <stdlib.h>
#include <string.h>

#include "front/translate.h"

enum { LAST = 65535 };  // the priority of what has none
typedef VEC(struct ir_hook) hook_list;

// A function that is unknown by name.
static uint32_t unknown_function(struct front_tr *t, const char *why) {
    struct ir_build b;
    struct arena *a = &t->program->arena;
    const char *name = "what runs before main";
    for (unsigned k = 2; ir_find(t->program, name); k++) name = arena_printf(a, "what runs before main.%u", k);
    uint32_t func = ir_add_func(t->program, name);
    t->program->funcs.at[func].flags = IR_INTERNAL;
    ir_build_begin(&b, t->program, func);
    ir_build_at(&b, ir_build_block(&b, "entry"));
    ir_build_unmodelled(&b, why);
    ir_build_ret(&b, NULL, 0);
    if (!ir_build_end(&b)) t->failed = true;
    return func;
}

// It stands before all others, so that nothing is concluded from what they do.
static void refuse(struct front_tr *t, const char *why) {
    struct ir_hook unknown = {unknown_function(t, why), 0};
    vec_push(&t->program->ctors, unknown);
    for (uint32_t k = t->program->ctors.n - 1; k > 0; k--) t->program->ctors.at[k] = t->program->ctors.at[k - 1];
    t->program->ctors.at[0] = unknown;
}

// ---- by attribute -------------------------------------------------------------------------------------------------------------------

static void read_attributes(struct front_tr *t, const char *name, hook_list *out) {
    LLVMValueRef all = LLVMGetNamedGlobal(t->module, name), init = all ? LLVMGetInitializer(all) : NULL;
    uint64_t n = init ? LLVMGetArrayLength2(LLVMTypeOf(init)) : 0;
    for (uint64_t k = 0; k < n; k++) {
        LLVMValueRef entry = LLVMGetAggregateElement(init, (unsigned)k);
        struct front_constant f = front_constant(t, LLVMGetAggregateElement(entry, 1));
        uint32_t priority = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
        if (f.known && ir_tag(f.target) == IR_FUNC) vec_push(out, (struct ir_hook){ir_index(f.target), priority});
    }
}

// ---- by section ---------------------------------------------------------------------------------------------------------------------

// Does the program only define it?  Then the contents are those that it starts with.
static bool is_only_kept(LLVMValueRef v) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        size_t n;
        if (LLVMIsAGlobalVariable(user)) {
            const char *name = LLVMGetValueName2(user, &n);
            if (strcmp(name, "llvm.used") != 0 && strcmp(name, "llvm.compiler.used") != 0) return false;
        } else if (LLVMIsAInstruction(user) || !LLVMIsAConstant(user) || !is_only_kept(user)) {
            return false;
        }
    }
    return true;
}

// The priority that the section's name gives, as the linker reads it: ".init_array.101".  False: the section is another one.
static bool is_section(const char *section, const char *base, uint32_t *priority) {
    size_t n = strlen(base);
    if (strncmp(section, base, n) != 0 || (section[n] && section[n] != '.')) return false;
    char *end = NULL;
    *priority = section[n] ? (uint32_t)strtoul(section + n + 1, &end, 10) : LAST;
    return !section[n] || (end != section + n + 1 && !*end && *priority < LAST);
}

static const struct ir_reloc *word_at(const struct ir_global *g, uint64_t offset, uint32_t bytes) {
    for (uint32_t k = 0; k < g->n_relocs; k++) {
        const struct ir_reloc *r = &g->relocs[k];
        if (r->offset == offset && (!r->size || r->size == bytes) && !r->addend && ir_tag(r->target) == IR_FUNC) return r;
    }
    return NULL;
}

// The functions that a variable in such a section names.  False: it holds something else, or one with parameters where none are given.
static bool read_words(struct front_tr *t, LLVMValueRef v, uint32_t priority, bool arguments, hook_list *out) {
    uint32_t symbol, bytes = t->program->pointer_bits / 8;
    if (!ptrmap_get(&t->symbols, v, &symbol) || !is_only_kept(v)) return false;
    const struct ir_global *g = &t->program->globals.at[ir_index(symbol)];
    for (uint64_t at = 0; at < g->size; at += bytes) {
        const struct ir_reloc *r = word_at(g, at, bytes);
        uint32_t func = r ? ir_index(r->target) : 0;
        if (!r || (!arguments && t->program->funcs.at[func].n_params)) return false;
        vec_push(out, (struct ir_hook){func, priority});
    }
    return true;
}

struct sections {
    hook_list before, start, end;
};

static bool is_run(const char *section) {
    static const char *const bases[] = {".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"};
    for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
        size_t n = strlen(bases[k]);
        if (strncmp(section, bases[k], n) == 0 && (!section[n] || section[n] == '.')) return true;
    }
    return false;
}

static bool read_section(struct front_tr *t, LLVMValueRef v, const char *section, struct sections *s) {
    uint32_t priority;
    if (!LLVMIsAGlobalVariable(v)) return false;
    if (is_section(section, ".preinit_array", &priority)) return priority == LAST && read_words(t, v, priority, true, &s->before);
    if (is_section(section, ".init_array", &priority)) return read_words(t, v, priority, true, &s->start);
    if (is_section(section, ".fini_array", &priority)) return read_words(t, v, priority, false, &s->end);
    return false;
}

static const char *look_at(struct front_tr *t, LLVMValueRef v, struct sections *s) {
    size_t n;
    const char *section = LLVMIsDeclaration(v) ? NULL : LLVMGetSection(v);
    if (!section || !is_run(section) || read_section(t, v, section, s)) return NULL;
    return arena_printf(&t->program->arena, "'%s' in section %s", LLVMGetValueName2(v, &n), section);
}

// ---- together -----------------------------------------------------------------------------------------------------------------------

// By priority; hooks of one priority stay in the order of the list.
static void sort(struct ir_hook *at, uint32_t n) {
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && at[k - 1].priority > at[k].priority; k--) {
            struct ir_hook h = at[k];
            at[k] = at[k - 1];
            at[k - 1] = h;
        }
}

// Where both kinds have one priority, each compiler puts them in an order of its own.
static bool is_mixed(const hook_list *a, const hook_list *b) {
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (a->at[i].priority == b->at[k].priority) return true;
    return false;
}

static const char *find_sections(struct front_tr *t, struct sections *s) {
    const char *why = NULL, *next;
    for (LLVMValueRef v = LLVMGetFirstGlobal(t->module); v; v = LLVMGetNextGlobal(v))
        if ((next = look_at(t, v, s))) why = next;
    for (LLVMValueRef v = LLVMGetFirstFunction(t->module); v; v = LLVMGetNextFunction(v))
        if ((next = look_at(t, v, s))) why = next;
    return why;
}

static void add_start(struct front_tr *t, const struct sections *s, const hook_list *attributes) {
    for (uint32_t i = 0; i < s->start.n; i++) vec_push(&t->program->ctors, s->start.at[i]);
    for (uint32_t i = 0; i < attributes->n; i++) vec_push(&t->program->ctors, attributes->at[i]);
    sort(t->program->ctors.at, t->program->ctors.n);
    hook_list all = {0};
    for (uint32_t i = 0; i < s->before.n; i++) vec_push(&all, s->before.at[i]);
    for (uint32_t i = 0; i < t->program->ctors.n; i++) vec_push(&all, t->program->ctors.at[i]);
    vec_clear(&t->program->ctors);
    for (uint32_t i = 0; i < all.n; i++) vec_push(&t->program->ctors, all.at[i]);
    vec_free(&all);
}

// In the opposite order.
static void add_end(struct front_tr *t, const struct sections *s, const hook_list *attributes) {
    hook_list all = {0};
    for (uint32_t i = 0; i < s->end.n; i++) vec_push(&all, s->end.at[i]);
    for (uint32_t i = 0; i < attributes->n; i++) vec_push(&all, attributes->at[i]);
    sort(all.at, all.n);
    for (uint32_t i = all.n; i-- > 0;) vec_push(&t->program->dtors, all.at[i]);
    vec_free(&all);
}

// What decides itself what runs: the program's own start, and functions that are chosen by code when the program is loaded.
static const char *find_start(struct front_tr *t) {
    static const char *const names[] = {"_start", "__libc_start_main", "_init", "_fini"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        LLVMValueRef v = LLVMGetNamedFunction(t->module, names[k]);
        if (v && !LLVMIsDeclaration(v)) return arena_printf(&t->program->arena, "the program's own '%s'", names[k]);
    }
    return LLVMGetFirstGlobalIFunc(t->module) ? "the resolver of an ifunc" : NULL;
}

void front_hooks(struct front_tr *t) {
    struct sections s = {0};
    hook_list first = {0}, last = {0};
    size_t n;
    read_attributes(t, "llvm.global_ctors", &first);
    read_attributes(t, "llvm.global_dtors", &last);
    const char *why = find_sections(t, &s);
    add_start(t, &s, &first);
    add_end(t, &s, &last);
    if (is_mixed(&s.start, &first) || is_mixed(&s.end, &last)) refuse(t, "the order of constructors, which depends on the compiler");
    if (why) refuse(t, why);
    if ((why = find_start(t))) refuse(t, why);
    if (t->linker) refuse(t, t->linker);
    if (!front_asm_is_idle(LLVMGetModuleInlineAsm(t->module, &n))) refuse(t, "assembly outside of functions");
    vec_free(&s.before);
    vec_free(&s.start);
    vec_free(&s.end);
    vec_free(&first);
    vec_free(&last);
}
