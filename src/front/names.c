// SPDX-License-Identifier: MIT
#include "front/names.h"

#include <string.h>

#include "front/link.h"

static const char WRAP[] = "__wrap_", REAL[] = "__real_", OPTION[] = "-Wl,--wrap=", OTHER[] = "-Wl,";

// Does clang make something else of calls of it?
static bool is_builtin(const char *name) {
    static const struct {
        const char *name;
        bool math;
    } all[] = {
#define BUILTIN(name) {#name, false},
#define MATH(name) {#name, true},
#include "front/builtins.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t n = strlen(all[i].name);
        if (strncmp(name, all[i].name, n) != 0) continue;
        if (!name[n] || (all[i].math && (name[n] == 'f' || name[n] == 'l') && !name[n + 1])) return true;
    }
    return false;
}

static bool has(const struct front_words *words, const char *name) {
    for (uint32_t i = 0; i < words->n; i++)
        if (strcmp(words->at[i], name) == 0) return true;
    return false;
}

static void add(struct front_names *names, struct front_words *words, const char *name) {
    if (!has(words, name)) vec_push(words, arena_strdup(&names->arena, name));
}

void front_names_begin(struct front_names *names, struct front_unit *const *units, uint32_t n) {
    *names = (struct front_names){0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < units[i]->flags.n; k++) {
            const char *flag = units[i]->flags.at[k];
            if (strncmp(flag, OPTION, sizeof OPTION - 1) == 0)
                add(names, &names->wrapped, flag + sizeof OPTION - 1);
            else if (strncmp(flag, OTHER, sizeof OTHER - 1) == 0)
                names->other = arena_printf(&names->arena, "the linker's option %s", flag + sizeof OTHER - 1);
        }
}

void front_names_end(struct front_names *names) {
    vec_free(&names->own);
    vec_free(&names->wrapped);
    vec_free(&names->perhaps);
    arena_free(&names->arena);
    *names = (struct front_names){0};
}

void front_names_note(struct front_names *names, LLVMValueRef global) {
    size_t n;
    const char *name = LLVMGetValueName2(global, &n);
    enum front_symbol kind = front_symbol(global);
    if (kind == FRONT_INTERNAL || kind == FRONT_LOCAL) return;
    bool prefixed = strncmp(name, WRAP, sizeof WRAP - 1) == 0 || strncmp(name, REAL, sizeof REAL - 1) == 0;
    const char *plain = prefixed ? name + sizeof WRAP - 1 : "";
    if (*plain && !has(&names->wrapped, plain)) add(names, &names->perhaps, plain);
    bool defined = kind == FRONT_STRONG || kind == FRONT_WEAK;
    if (defined && !LLVMIsAGlobalVariable(global) && is_builtin(name)) add(names, &names->own, name);
}

bool front_names_any(const struct front_names *names) {
    return names->own.n || names->wrapped.n || names->perhaps.n;
}

// ---- before linking -----------------------------------------------------------------------------------------------------------------

static LLVMValueRef find(LLVMModuleRef module, const char *name) {
    LLVMValueRef v = LLVMGetNamedFunction(module, name);
    return v ? v : LLVMGetNamedGlobal(module, name);
}

// A reference that the module itself does not resolve, or NULL.
static LLVMValueRef find_reference(LLVMModuleRef module, const char *name) {
    LLVMValueRef v = find(module, name);
    return v && LLVMIsDeclaration(v) ? v : NULL;
}

static void rename_to(LLVMModuleRef module, LLVMValueRef v, const char *name) {
    LLVMValueRef other = find(module, name);
    if (!other) {
        LLVMSetValueName2(v, name, strlen(name));
        return;
    }
    LLVMReplaceAllUsesWith(v, other);
    if (LLVMIsAFunction(v))
        LLVMDeleteFunction(v);
    else
        LLVMDeleteGlobal(v);
}

static const char *join(const struct front_names *names, const char *start, const char *name) {
    return arena_printf((struct arena *)&names->arena, "%s%s", start, name);
}

static void wrap(const struct front_names *names, LLVMModuleRef module, const char *name) {
    LLVMValueRef used = find_reference(module, name), real = find_reference(module, join(names, REAL, name));
    if (used) LLVMSetValueName2(used, "", 0);
    if (real) rename_to(module, real, name);
    if (used) rename_to(module, used, join(names, WRAP, name));
}

static void forget(const struct front_names *names, LLVMModuleRef module, const char *name) {
    LLVMValueRef used = find_reference(module, name);
    if (used) rename_to(module, used, arena_printf((struct arena *)&names->arena, "%s, if nothing wraps it", name));
}

void front_names_apply(const struct front_names *names, LLVMModuleRef module) {
    for (uint32_t i = 0; i < names->wrapped.n; i++) wrap(names, module, names->wrapped.at[i]);
    for (uint32_t i = 0; i < names->perhaps.n; i++) forget(names, module, names->perhaps.at[i]);
}

// ---- compiled once more -------------------------------------------------------------------------------------------------------------

static void add_flags(struct front_names *names, struct front_unit *u, const struct front_words *words) {
    for (uint32_t i = 0; i < words->n; i++)
        if (is_builtin(words->at[i])) vec_push(&u->flags, arena_printf(&names->arena, "-fno-builtin-%s", words->at[i]));
}

static struct front_unit *copy_of(struct front_names *names, const struct front_unit *u) {
    struct front_unit *copy = ARENA_ARRAY(&names->arena, struct front_unit, 1);
    *copy = (struct front_unit){.file = u->file, .path = u->path, .directory = u->directory, .is_c = true, .is_model = u->is_model};
    for (uint32_t k = 0; k < u->flags.n; k++) vec_push(&copy->flags, u->flags.at[k]);
    add_flags(names, copy, &names->own);
    add_flags(names, copy, &names->wrapped);
    add_flags(names, copy, &names->perhaps);
    return copy;
}

static void nothing_to_do(void *context, struct front_unit *unit) {
    (void)context;
    (void)unit;
}

struct front_unit **front_names_compile(struct front_names *names, const struct front_options *o, struct front_unit *const *units,
                                        uint32_t n, struct front_messages *m) {
    struct front_unit **all = ARENA_ARRAY(&names->arena, struct front_unit *, n);
    struct front_options plain = *o;
    plain.cache = NULL;
    for (uint32_t i = 0; i < n; i++) all[i] = units[i]->is_c ? copy_of(names, units[i]) : units[i];
    bool good = front_compile(&plain, all, n, nothing_to_do, NULL, m);
    for (uint32_t i = 0; i < n; i++) {
        if (all[i]->good) continue;
        if (good) buf_add(&m->text, buf_text(&all[i]->says), all[i]->says.n);
        good = m->ok = false;
    }
    if (good) return all;
    front_names_forget(all, units, n);
    return NULL;
}

void front_names_forget(struct front_unit **copies, struct front_unit *const *units, uint32_t n) {
    for (uint32_t i = 0; copies && i < n; i++)
        if (copies[i] != units[i]) front_unit_free(copies[i]);
}
