// SPDX-License-Identifier: MIT
#include "front/link.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include "base/intern.h"
#include "front/names.h"
#include "front/notes.h"
#include "front/supply.h"

// ---- LLVM's manners -------------------------------------------------------------------------------------------------------------------

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    struct front_llvm *l = context;
    char *text = LLVMGetDiagInfoDescription(info);
    if (l->said.n) buf_str(&l->said, "; ");
    buf_str(&l->said, text);
    LLVMDisposeMessage(text);
}

enum { FATAL = 70 };

static void on_fatal(const char *why) {
    fprintf(stderr, "heapproof: internal error: LLVM: %s\n", why);
    _exit(FATAL);
}

// LLVM's options and its fatal error handler are global, and may be set once only.
static void init_once(void) {
    LLVMInstallFatalErrorHandler(on_fatal);
    // Reading a module would verify all of it first, and end the process if it is broken; clang's needs none, others we verify ourselves.
    const char *const options[] = {"heapproof", "-disable-auto-upgrade-debug-info"};
    LLVMParseCommandLineOptions(2, options, NULL);
}

void front_llvm_open(struct front_llvm *l) {
    static once_flag once = ONCE_FLAG_INIT;
    call_once(&once, init_once);
    *l = (struct front_llvm){.context = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(l->context, on_diagnostic, l);
}

void front_llvm_close(struct front_llvm *l) {
    LLVMContextDispose(l->context);
    buf_free(&l->said);
}

// What LLVM has said since the last call, on one line.
static const char *reason(struct front_llvm *l, const char *otherwise) {
    for (size_t i = 0; i < l->said.n; i++)
        if (l->said.text[i] == '\n') l->said.text[i] = ' ';
    while (l->said.n && l->said.text[l->said.n - 1] == ' ') l->said.text[--l->said.n] = 0;
    const char *text = l->said.n ? l->said.text : otherwise;
    l->said.n = 0;
    return text;
}

// ---- loading --------------------------------------------------------------------------------------------------------------------------

static bool is_bitcode(const struct front_unit *u) {
    return u->n_data >= 4 && (memcmp(u->data, "BC\xc0\xde", 4) == 0 || memcmp(u->data, "\xde\xc0\x17\x0b", 4) == 0);
}

// NULL: l->said says why.
static LLVMModuleRef parse(struct front_llvm *l, const struct front_unit *u, bool lazy) {
    LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRange(u->data, u->n_data, u->file, 1);
    LLVMModuleRef module = NULL;
    if (!is_bitcode(u)) {
        char *why = NULL;
        if (LLVMParseIRInContext(l->context, memory, &module, &why)) module = NULL;  // takes the memory
        if (why) buf_str(&l->said, why);
        LLVMDisposeMessage(why);
        return module;
    }
    if (lazy && !LLVMGetBitcodeModuleInContext2(l->context, memory, &module)) return module;  // the module keeps the memory
    if (lazy || LLVMParseBitcodeInContext2(l->context, memory, &module)) module = NULL;
    LLVMDisposeMemoryBuffer(memory);
    return module;
}

enum { REFUSED = 3 };

static void reset_signals(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
}

static _Noreturn void try_in_child(const struct front_unit *u, int out) {
    reset_signals();
    dup2(out, 2);
    struct front_llvm l;
    front_llvm_open(&l);
    LLVMModuleRef module = parse(&l, u, false);
    char *broken = NULL;
    if (module && !LLVMVerifyModule(module, LLVMReturnStatusAction, &broken)) _exit(0);
    const char *why = module ? broken : buf_text(&l.said);
    if (write(out, why, strlen(why)) < 0) _exit(1);
    _exit(REFUSED);
}

// The reader's own place and words if it has some, as for LLVM's text; without the source line, which may be anything.
static void unreadable(const struct front_unit *u, const char *why, struct front_messages *m) {
    m->ok = false;
    size_t n = strlen(u->file);
    int line = (int)strcspn(why, "\n");
    if (strncmp(why, u->file, n) == 0 && why[n] == ':')
        buf_printf(&m->text, "%.*s\n", line, why);
    else
        front_error(m, u->file, "not LLVM %s: %.*s", u->is_text ? "text" : "bitcode", line ? line : 10, line ? why : "unreadable");
}

// Files that others made can crash LLVM or end the process: they are read in a child first.
static bool survives(const struct front_unit *u, struct front_messages *m) {
    int out = memfd_create("why", MFD_CLOEXEC), status = -1;
    pid_t pid = out < 0 ? -1 : fork();
    if (pid == 0) try_in_child(u, out);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    char why[1000] = "";
    ssize_t n = out < 0 ? 0 : pread(out, why, sizeof why - 1, 0);
    why[n > 0 ? n : 0] = 0;
    if (pid < 0)
        front_error(m, u->file, "cannot start a process to read it: %s", strerror(errno));
    else if (status && !(WIFEXITED(status) && (WEXITSTATUS(status) == REFUSED || WEXITSTATUS(status) == FATAL)))
        unreadable(u, "LLVM crashes on it", m);
    else if (status)
        unreadable(u, why, m);
    if (out >= 0) close(out);
    return status == 0;
}

// What clang called itself when it made the module; "" if nothing.
static const char *maker(LLVMModuleRef module, char *out, size_t size) {
    out[0] = 0;
    if (LLVMGetNamedMetadataNumOperands(module, "llvm.ident") == 0) return out;
    LLVMValueRef ident;
    LLVMGetNamedMetadataOperands(module, "llvm.ident", &ident);
    unsigned n = 0;
    if (LLVMGetMDNodeNumOperands(ident) == 0) return out;
    LLVMValueRef text;
    LLVMGetMDNodeOperands(ident, &text);
    const char *s = text ? LLVMGetMDString(text, &n) : NULL;
    if (s) snprintf(out, size, "%.*s", (int)n, s);
    return out;
}

static LLVMModuleRef check_maker(LLVMModuleRef module, const struct front_unit *u, struct front_messages *m) {
    char text[120];
    if (!u->is_c || strstr(maker(module, text, sizeof text), "clang version 19.")) return module;
    front_error(m, u->file, "compiled by %s, but version 19 of clang is needed; name it with --clang PATH",
                text[0] ? text : "an unknown compiler");
    LLVMDisposeModule(module);
    return NULL;
}

static void note_missing_scopes(LLVMModuleRef module, const struct front_unit *u, struct front_messages *m) {
    if (u->is_c || LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu")) return;
    front_note(m, u->file, "no debug information: variables without lifetime markers are taken to live until their function returns");
}

LLVMModuleRef front_load(struct front_llvm *l, const struct front_unit *u, bool lazy, struct front_messages *m) {
    if (!u->is_c && !u->is_text && !is_bitcode(u)) {
        unreadable(u, "it does not start like bitcode", m);
        return NULL;
    }
    if (!u->is_c && !survives(u, m)) return NULL;
    l->said.n = 0;
    LLVMModuleRef module = parse(l, u, lazy);
    if (module) note_missing_scopes(module, u, m);
    if (module) return check_maker(module, u, m);
    if (u->is_c)
        front_error(m, u->file, "cannot read what clang made of it: %s; clang 19 is needed, name it with --clang PATH",
                    reason(l, "unreadable"));
    else
        unreadable(u, reason(l, "unreadable"), m);
    return NULL;
}

// ---- symbols ----------------------------------------------------------------------------------------------------------------------------

enum front_symbol front_symbol(LLVMValueRef global) {
    size_t n;
    const char *name = LLVMGetValueName2(global, &n);
    if (n == 0 || strncmp(name, "llvm.", 5) == 0) return FRONT_INTERNAL;
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (linkage == LLVMExternalWeakLinkage) return FRONT_OPTIONAL;
    if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) return FRONT_LOCAL;
    if (LLVMIsDeclaration(global) || linkage == LLVMAvailableExternallyLinkage) return FRONT_NEEDED;
    return linkage == LLVMExternalLinkage ? FRONT_STRONG : FRONT_WEAK;
}

void front_each_symbol(LLVMModuleRef module, front_visit *visit, void *context) {
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v)) visit(context, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) visit(context, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v)) visit(context, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(module); v; v = LLVMGetNextGlobalIFunc(v)) visit(context, v);
}

// The functions in a list { priority, function, data }, or in an array of pointers that a section collects.
static void visit_starters(LLVMValueRef list, bool records, front_visit *visit, void *context) {
    LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
    if (all && !records && LLVMIsAFunction(all)) visit(context, all);
    for (int i = 0; all && i < LLVMGetNumOperands(all); i++) {
        LLVMValueRef at = LLVMGetOperand(all, (unsigned)i), f = records && LLVMGetNumOperands(at) > 1 ? LLVMGetOperand(at, 1) : at;
        if (LLVMIsAFunction(f)) visit(context, f);
    }
}

static bool collects_starters(LLVMValueRef variable) {
    static const char *const sections[] = {".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"};
    const char *section = LLVMGetSection(variable);
    for (size_t i = 0; section && i < sizeof sections / sizeof *sections; i++)
        if (strncmp(section, sections[i], strlen(sections[i])) == 0) return true;
    return false;
}

void front_each_starter(LLVMModuleRef module, front_visit *visit, void *context) {
    visit_starters(LLVMGetNamedGlobal(module, "llvm.global_ctors"), true, visit, context);
    visit_starters(LLVMGetNamedGlobal(module, "llvm.global_dtors"), true, visit, context);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (collects_starters(v)) visit_starters(v, false, visit, context);
}

// ---- linking ----------------------------------------------------------------------------------------------------------------------------

struct linking {
    struct front_llvm *llvm;
    struct front_messages *messages;
    struct front_unit *const *units;
    uint32_t unit;          // the one being added
    struct intern names;    // strong definitions
    VEC(uint32_t) definer;  // by name: its unit
    uint32_t clashes;
};
enum { MOST_CLASHES = 20 };

static void check_clash(void *context, LLVMValueRef global) {
    struct linking *l = context;
    if (front_symbol(global) != FRONT_STRONG) return;
    size_t n;
    const char *text = LLVMGetValueName2(global, &n);
    uint32_t name = intern_add(&l->names, text);
    if (name == l->definer.n) {
        vec_push(&l->definer, l->unit);
    } else if (l->clashes++ < MOST_CLASHES) {
        front_error(l->messages, l->units[l->unit]->file, "'%s' is also defined in %s", text, l->units[l->definer.at[name]]->file);
    }
}

static uint32_t pointer_bits(LLVMModuleRef module) {
    return 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
}

static bool check_bits(const struct linking *l, LLVMModuleRef module, uint32_t *bits, const char **whose) {
    uint32_t own = pointer_bits(module);
    const char *file = l->units[l->unit]->file;
    if (*bits == 0) {
        *bits = own;
        *whose = file;
    }
    if (own == *bits) return true;
    if (*whose)
        front_error(l->messages, file, "its pointers have %u bits, those of %s have %u", own, *whose, *bits);
    else
        front_error(l->messages, file, "its pointers have %u bits, but %u were asked for", own, *bits);
    return false;
}

// Adds module to *all, or becomes it.
static bool add_module(struct linking *l, LLVMModuleRef *all, LLVMModuleRef module) {
    if (!*all) {
        *all = module;
        return true;
    }
    l->llvm->said.n = 0;
    bool good = !LLVMLinkModules2(*all, module);
    const char *file = l->units[l->unit]->file;
    if (!good)
        front_error(l->messages, file, "cannot be linked with the files before it: %s", reason(l->llvm, "LLVM does not say why"));
    else if (l->llvm->said.n)
        front_note(l->messages, file, "%s", reason(l->llvm, ""));
    return good;
}

static void note_name(void *names, LLVMValueRef global) {
    front_names_note(names, global);
}

LLVMModuleRef front_link(struct front_llvm *llvm, struct front_unit *const *units, uint32_t n, uint32_t bits, struct front_names *names,
                         bool apply, struct front_messages *m) {
    struct linking l = {.llvm = llvm, .messages = m, .units = units};
    LLVMModuleRef all = NULL;
    const char *whose = NULL;
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        l.unit = i;
        LLVMModuleRef module = front_load(llvm, units[i], false, m);
        good = module && check_bits(&l, module, &bits, &whose);
        if (good && n > 1 && !units[i]->is_model) front_each_symbol(module, check_clash, &l);
        if (good && names && !apply) front_each_symbol(module, note_name, names);
        if (good && names && apply) front_names_apply(names, module);
        if (good && units[i]->is_model) good = front_supply(all, module, units[i]->file, m);
        good &= l.clashes == 0;
        if (good)
            good = add_module(&l, &all, module);
        else if (module)
            LLVMDisposeModule(module);
    }
    if (l.clashes > MOST_CLASHES) front_note(m, units[l.unit]->file, "%u more definitions clash", l.clashes - MOST_CLASHES);
    intern_free(&l.names);
    vec_free(&l.definer);
    if (!good && all) LLVMDisposeModule(all);
    if (!good) return NULL;
    LLVMSetIsNewDbgInfoFormat(all, 0);
    return all;
}
