// SPDX-License-Identifier: MIT
#include "replay/harness.h"

#include "replay/given.h"

#define PREFIX "heapproof_replay_"

enum { LOST_ELSEWHERE = 0x7fffffff };  // the number of a lost block that the world gave

struct writer {
    struct replay_log *l;
    struct buf *out, *symbols;
    enum replay_purpose purpose;
    bool count;        // COUNT: blocks are counted
    bool allocations;  // functions that allocate are replaced
};

static const char *const prelude =
    "#include <signal.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\n"
    "void __sanitizer_print_stack_trace(void) __attribute__((weak));\n\n"
    "static void " PREFIX
    "say(const char *text) {\n    if (write(2, text, strlen(text)) < 0) _exit(3);\n}\n\n"
    "static void " PREFIX "fail(const char *what) {\n    " PREFIX "say(\"heapproof replay: \");\n    " PREFIX
    "say(what);\n"
    "    " PREFIX "say(\"\\n\");\n    if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();\n    abort();\n}\n\n";

// The sanitizers' runtime wants an unwinder, which there is for 64 bits only; it walks frame pointers instead.
static const char *const narrow =
    "#ifdef __i386__\n__attribute__((weak)) int _Unwind_Backtrace(void *step, void *state) {\n    (void)step, (void)state;\n    return "
    "5;\n}\n\n"
    "__attribute__((weak)) unsigned long _Unwind_GetIP(void *context) {\n    (void)context;\n    return 0;\n}\n#endif\n";

// ---- words -----------------------------------------------------------------------------------------------------------------------------

void replay_quote(struct buf *out, const char *word) {
    buf_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buf_str(out, "'\\''");
        else if ((unsigned char)*word > 126)
            buf_printf(out, "'\"$(printf '\\%03o')\"'", (unsigned char)*word);
        else
            buf_char(out, *word);
    }
    buf_char(out, '\'');
}

// A string literal; octal escapes end by themselves.
static void literal(struct buf *out, const uint8_t *bytes, uint64_t n) {
    buf_char(out, '"');
    for (uint64_t i = 0; i < n; i++) {
        if (bytes[i] < 32 || bytes[i] > 126 || strchr("\"\\?", bytes[i]))
            buf_printf(out, "\\%03o", bytes[i]);
        else
            buf_char(out, (char)bytes[i]);
    }
    buf_char(out, '"');
}

// A name of the object file as C writes it, or NULL.
static const char *symbol_of(const char *name) {
    if (*name == '\1') name++;
    for (const char *s = name; *s; s++) {
        bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_';
        if (!letter && !(s > name && *s >= '0' && *s <= '9')) return NULL;
    }
    return *name ? name : NULL;
}

static const char *type_of(ir_type t) {
    switch (ir_kind(t)) {
    case IR_VOID: return "void ";
    case IR_INT: return ir_bits(t) <= 32 ? "int " : ir_bits(t) <= 64 ? "long long " : ir_bits(t) <= 128 ? "__int128 " : NULL;
    case IR_PTR: return "void *";
    case IR_FLOAT: return ir_bits(t) == 32 ? "float " : ir_bits(t) == 64 ? "double " : ir_bits(t) == 80 ? "long double " : NULL;
    case IR_BLOB: return NULL;
    }
    return NULL;
}

static bool unable(struct writer *w, const char *why) {
    if (!w->l->unable) w->l->unable = why;
    return false;
}

// ---- a function's head ---------------------------------------------------------------------------------------------------------------------

static bool has_body(const struct writer *w, uint32_t func) {
    return !(w->l->p->funcs.at[func].flags & IR_EXTERN);
}

// The name under which the harness defines it; tells objcopy.
static const char *head_name(struct writer *w, uint32_t func) {
    struct replay_log *l = w->l;
    const struct ir_func *f = &l->p->funcs.at[func];
    const struct ir_lib *row = ir_lib_of(l->lib, l->p, f).row;
    const char *symbol = symbol_of(f->name);
    if (!symbol) return NULL;
    if (has_body(w, func)) {
        if (f->flags & IR_INTERNAL) return NULL;
        buf_printf(w->symbols, " --weaken-symbol=%s", symbol);
        return symbol;
    }
    if (!row || !replay_in_libc(row)) return symbol;
    buf_printf(w->symbols, " --redefine-sym=%s=" PREFIX "%s", symbol, symbol);
    return arena_printf(&l->arena, PREFIX "%s", symbol);
}

static const struct replay_call *first_call(const struct replay_log *l, uint32_t func) {
    for (uint32_t i = 0; i < l->calls.n; i++)
        if (l->calls.at[i].func == func) return &l->calls.at[i];
    return NULL;
}

static uint32_t fixed_params(const struct writer *w, const struct replay_call *c) {
    const struct ir_func *f = &w->l->p->funcs.at[c->func];
    bool variadic = f->flags & IR_VARIADIC && f->n_params && !has_body(w, c->func);
    return variadic && f->n_params < c->n_args ? f->n_params : c->n_args;
}

static bool is_variadic(const struct writer *w, uint32_t func) {
    const struct ir_func *f = &w->l->p->funcs.at[func];
    return f->flags & IR_VARIADIC && f->n_params && !has_body(w, func);
}

// "void *name(void *a0, int a1, ...) {"
static bool head(struct writer *w, uint32_t func, ir_type result) {
    const struct replay_call *c = first_call(w->l, func);
    const char *name = head_name(w, func), *type = type_of(result);
    if (!name) return unable(w, "a function that is to be replaced is static or has no name in C");
    if (!type) return unable(w, "a library function returns a structure");
    uint32_t n = fixed_params(w, c);
    buf_printf(w->out, "%s%s(", type, name);
    for (uint32_t i = 0; i < n; i++) {
        if (!type_of(c->types[i])) return unable(w, "a structure is handed to a library function");
        buf_printf(w->out, "%s%sa%u", i ? ", " : "", type_of(c->types[i]), i);
    }
    buf_printf(w->out, "%s) {\n", is_variadic(w, func) ? n ? ", ..." : "..." : n ? "" : "void");
    return true;
}

// ---- the world -----------------------------------------------------------------------------------------------------------------------------

static void number(struct buf *out, const struct replay_value *v) {
    uint32_t bits = ir_bits(v->type), shift = bits > 1 && bits < 64 ? 64 - bits : 0;
    if (ir_kind(v->type) == IR_FLOAT && bits == 80) {
        buf_printf(out, "(union { unsigned long long n[2]; long double x; }){{0x%llxu, 0x%llxu}}.x", (unsigned long long)v->number,
                   (unsigned long long)v->high);
    } else if (ir_kind(v->type) == IR_FLOAT) {
        buf_printf(out, "(union { %s n; %s x; }){0x%llxu}.x", bits == 32 ? "unsigned" : "unsigned long long",
                   bits == 32 ? "float" : "double", (unsigned long long)v->number);
    } else if (ir_kind(v->type) == IR_PTR) {
        buf_printf(out, v->number ? "(void *)0x%llxu" : "0", (unsigned long long)v->number);
    } else if (bits > 64) {
        buf_printf(out, "(__int128)0x%llxu << 64 | 0x%llxu", (unsigned long long)v->high, (unsigned long long)v->number);
    } else if (bits == 64) {
        buf_printf(out, "(long long)0x%llxu", (unsigned long long)v->number);
    } else {
        buf_printf(out, "%lld", (long long)(v->number << shift) >> shift);
    }
}

// `fresh`: nobody has written there, which a tool that looks for that is told.
static void write_patches(struct writer *w, uint64_t serial, bool fresh) {
    for (uint32_t i = 0; i < w->l->patches.n; i++) {
        const struct replay_patch *p = &w->l->patches.at[i];
        if (p->serial != serial) continue;
        buf_printf(w->out, "        memcpy(p + %llu, ", (unsigned long long)p->offset);
        literal(w->out, (const uint8_t *)&p->value, p->n);
        buf_printf(w->out, ", %u);\n", p->n);
        if (fresh && w->purpose == REPLAY_PAINT)
            buf_printf(w->out, "        if (__msan_poison) __msan_poison(p + %llu, %u);\n", (unsigned long long)p->offset, p->n);
    }
}

static void give(struct writer *w, const struct replay_call *c) {
    const struct replay_value *v = &c->result;
    struct buf *out = w->out;
    switch (v->kind) {
    case REPLAY_GIVEN:  // of arguments only
    case REPLAY_NOTHING: buf_str(out, "        return;\n"); return;
    case REPLAY_NUMBER:
        buf_str(out, "        return ");
        number(out, v);
        buf_str(out, ";\n");
        return;
    case REPLAY_INSIDE: buf_printf(out, "        return (char *)a%u + (%lld);\n", v->arg, (long long)v->offset); return;
    case REPLAY_HANDLE: buf_str(out, "        return fopen(\"/dev/null\", \"r+\");\n"); return;
    case REPLAY_STATIC:
        if (v->bytes && v->size) {
            buf_printf(out, "        memcpy(" PREFIX "static%llu, ", (unsigned long long)v->serial);
            literal(out, v->bytes, v->size);
            buf_printf(out, ", %llu);\n", (unsigned long long)v->size);
        }
        buf_printf(out, "        return " PREFIX "static%llu;\n", (unsigned long long)v->serial);
        return;
    case REPLAY_HEAP:
        buf_printf(out, "        char *p = malloc(%llu);\n", (unsigned long long)v->size);
        if (v->bytes && v->size) {
            buf_str(out, "        memcpy(p, ");
            literal(out, v->bytes, v->size);
            buf_printf(out, ", %llu);\n", (unsigned long long)v->size);
        }
        write_patches(w, c->serial, false);
        if (w->count)
            buf_printf(out, "        return " PREFIX "born_as(p, %d);\n", w->l->lost && c->serial == w->l->lost ? LOST_ELSEWHERE : 0);
        else
            buf_str(out, "        return p;\n");
        return;
    }
}

// The arguments behind the named ones, as far as this call has them.
static void take_variadic(struct writer *w, const struct replay_call *c, uint32_t fixed) {
    bool used = c->touched != UINT32_MAX && c->touched >= fixed;
    for (uint32_t i = 0; i < c->n_writes; i++) used |= c->writes[i].arg >= fixed;
    if (!used) return;
    buf_printf(w->out, "        va_list ap;\n        va_start(ap, a%u);\n", fixed - 1);
    for (uint32_t i = fixed; i < c->n_args; i++)
        buf_printf(w->out, "        %sa%u = va_arg(ap, %s);\n        (void)a%u;\n", type_of(c->types[i]), i, type_of(c->types[i]), i);
    buf_str(w->out, "        va_end(ap);\n");
}

// The library's own objects, which several calls may give.
static void statics(struct writer *w) {
    const struct replay_log *l = w->l;
    for (uint32_t i = 0; i < l->calls.n; i++) {
        const struct replay_value *v = &l->calls.at[i].result;
        bool told = v->kind != REPLAY_STATIC;
        for (uint32_t k = 0; k < i && !told; k++)
            told = l->calls.at[k].result.kind == REPLAY_STATIC && l->calls.at[k].result.serial == v->serial;
        if (!told)
            buf_printf(w->out, "static char " PREFIX "static%llu[%llu];\n", (unsigned long long)v->serial,
                       (unsigned long long)v->size + !v->size);
    }
    buf_char(w->out, '\n');
}

static void release_argument(struct writer *w, const struct replay_call *c) {
    const struct ir_func *f = &w->l->p->funcs.at[c->func];
    struct ir_lib_use use = ir_lib_of(w->l->lib, w->l->p, f);
    int i = ir_lib_role(use.row, IR_LIB_RELEASE), handle = ir_lib_role(use.row, IR_LIB_CLOSE);
    if (handle >= 0)
        buf_printf(w->out, "        if (a%u) fclose(a%u);\n", ir_lib_actual(&use, (uint32_t)handle), ir_lib_actual(&use, (uint32_t)handle));
    if (i >= 0 && !c->failed) buf_printf(w->out, "        free(a%u);\n", ir_lib_actual(&use, (uint32_t)i));
}

static void one_call(struct writer *w, const struct replay_call *c, uint32_t fixed, uint32_t n) {
    struct buf *out = w->out;
    buf_printf(out, "    case %u: {\n", n);
    take_variadic(w, c, fixed);
    for (uint32_t i = 0; i < c->n_writes; i++) {
        buf_printf(out, "        memcpy((char *)a%u + (%lld), ", c->writes[i].arg, (long long)c->writes[i].offset);
        literal(out, c->writes[i].bytes, c->writes[i].n);
        buf_printf(out, ", %llu);\n", (unsigned long long)c->writes[i].n);
    }
    if (c->returned) {
        release_argument(w, c);
        give(w, c);
    } else if (c->touched != UINT32_MAX) {
        buf_printf(out, "        // the library accesses this\n        %s*((volatile char *)a%u + (%lld))%s;\n", c->wrote ? "" : "(void)",
                   c->touched, (long long)c->beyond, c->wrote ? " = 0" : "");
        buf_str(out, "        break;\n");
    } else {
        buf_str(out, "        break;\n");
    }
    buf_str(out, "    }\n");
}

static bool closes(const struct replay_log *l, uint32_t func) {
    return ir_lib_role(ir_lib_of(l->lib, l->p, &l->p->funcs.at[func]).row, IR_LIB_CLOSE) >= 0;
}

static bool is_plain(const struct replay_log *l, const struct replay_call *c) {
    return c->returned && !c->n_writes && !closes(l, c->func) && c->result.kind == REPLAY_NUMBER && ir_kind(c->result.type) == IR_INT &&
           ir_bits(c->result.type) <= 64;
}

// Only numbers come out of it.
static void numbers(struct writer *w, uint32_t func, uint32_t n) {
    buf_str(w->out, "    static const long long results[] = {");
    for (uint32_t i = 0, k = 0; i < w->l->calls.n; i++) {
        if (w->l->calls.at[i].func != func) continue;
        buf_str(w->out, k == 0 ? "" : k % 16 ? ", " : ",\n        ");
        number(w->out, &w->l->calls.at[i].result);
        k++;
    }
    buf_printf(w->out, "};\n    static unsigned call;\n    return call < %u ? results[call++] : 0;\n}\n\n", n);
}

static bool world(struct writer *w, uint32_t func) {
    struct replay_log *l = w->l;
    uint32_t n = 0, k = 0;
    bool plain = true;
    ir_type result = first_call(l, func)->result.type;
    for (uint32_t i = 0; i < l->calls.n; i++) {
        const struct replay_call *c = &l->calls.at[i];
        if (c->func != func) continue;
        n++;
        plain &= is_plain(l, c);
        if (c->returned) result = c->result.type;
    }
    buf_printf(w->out, "// %u %s of %s\n", n, n == 1 ? "call" : "calls", symbol_of(l->p->funcs.at[func].name));
    if (!head(w, func, result)) return false;
    if (plain) {
        numbers(w, func, n);
        return true;
    }
    buf_str(w->out, "    static unsigned call;\n    switch (call++) {\n");
    for (uint32_t i = 0; i < l->calls.n; i++)
        if (l->calls.at[i].func == func) one_call(w, &l->calls.at[i], fixed_params(w, &l->calls.at[i]), k++);
    buf_printf(w->out, "    }\n    return%s;\n}\n\n", ir_kind(result) == IR_VOID ? "" : " 0");
    return true;
}

// ---- allocation ------------------------------------------------------------------------------------------------------------------------------

// Blocks are numbered by the allocations of the C library; `lost` is the number of one, or 0: any.
static const char *const counting =
    "static unsigned " PREFIX "allocations, " PREFIX
    "n_blocks;\n"
    "static struct {\n    void *p;\n    unsigned number;\n} " PREFIX
    "blocks[1 << 20];\n\n"
    "static void *" PREFIX "born_as(void *p, unsigned number) {\n    if (p && " PREFIX "n_blocks < 1 << 20) {\n        " PREFIX
    "blocks[" PREFIX "n_blocks].p = p;\n        " PREFIX "blocks[" PREFIX
    "n_blocks++].number = number;\n    }\n    return p;\n}\n\n"
    "static void *" PREFIX "born(void *p) {\n    return " PREFIX "born_as(p, " PREFIX
    "allocations);\n}\n\n"
    "static void " PREFIX "died(void *p) {\n    for (unsigned i = 0; p && i < " PREFIX "n_blocks; i++)\n        if (" PREFIX
    "blocks[i].p == p) {\n            " PREFIX "blocks[i] = " PREFIX "blocks[--" PREFIX
    "n_blocks];\n            return;\n        }\n}\n\n"
    "__attribute__((destructor(101))) static void " PREFIX "end(void) {\n    for (unsigned i = 0; i < " PREFIX
    "n_blocks; i++)\n        if (!" PREFIX "lost || " PREFIX "blocks[i].number == " PREFIX "lost) {\n            " PREFIX
    "say(\"heapproof replay: still allocated\\n\");\n            return;\n        }\n}\n\n"
    "static void " PREFIX "cut_off(int signal) {\n    (void)signal;\n    " PREFIX
    "end();\n    _exit(3);\n}\n\n"
    "__attribute__((constructor(101))) static void " PREFIX "begin(void) {\n    signal(SIGTERM, " PREFIX "cut_off);\n    signal(SIGABRT, " PREFIX
    "cut_off);\n    signal(SIGILL, " PREFIX "cut_off);\n}\n\n";

// The number of the block that the run lost.
static uint32_t lost_number(const struct replay_log *l) {
    uint32_t ordinal = 0;
    for (uint32_t i = 0; i < l->calls.n && l->lost; i++) {
        bool own = replay_role_of(l, l->calls.at[i].func) == REPLAY_ALLOCATES;
        ordinal += own;
        if (l->calls.at[i].serial == l->lost) return own ? ordinal : LOST_ELSEWHERE;
    }
    return 0;
}

// Memory that nobody has written holds no zeros, and the tool still knows that nobody has.
static const char *const painting =
    "static void *" PREFIX
    "paint(void *p, size_t n) {\n    if (p && __msan_poison) {\n        memset(p, 0xa5, n);\n        __msan_poison(p, n);\n    }\n"
    "    return " PREFIX
    "fill(p);\n}\n\n"
    "__attribute__((noinline)) static void " PREFIX
    "paint_stack(void) {\n    volatile char area[1 << 16];\n"
    "    for (unsigned i = 0; i < sizeof area; i++) area[i] = (char)0xa5;\n}\n\n";

static void start_allocations(struct writer *w) {
    struct replay_log *l = w->l;
    uint32_t ordinal = 0;
    if (w->purpose == REPLAY_PAINT) buf_str(w->out, "void __msan_poison(const volatile void *p, size_t n) __attribute__((weak));\n\n");
    buf_printf(w->out, "// Which allocations fail, and what others hold before they are written.\nstatic unsigned " PREFIX
                       "allocations;\n\n"
                       "static int " PREFIX "fails(void) {\n    switch (++" PREFIX "allocations) {\n");
    for (uint32_t i = 0; i < l->calls.n; i++) {
        if (replay_role_of(l, l->calls.at[i].func) != REPLAY_ALLOCATES) continue;
        ordinal++;
        if (l->calls.at[i].failed) buf_printf(w->out, "    case %u:\n", ordinal);
    }
    buf_str(w->out, "    case 0: return 1;\n    default: return 0;\n    }\n}\n\nstatic void *" PREFIX
                    "fill(char *p) {\n    if (!p) return 0;\n    switch (" PREFIX "allocations) {\n");
    ordinal = 0;
    for (uint32_t i = 0; i < l->calls.n; i++) {
        if (replay_role_of(l, l->calls.at[i].func) != REPLAY_ALLOCATES) continue;
        ordinal++;
        bool any = false;
        for (uint32_t k = 0; k < l->patches.n; k++) any |= l->calls.at[i].serial && l->patches.at[k].serial == l->calls.at[i].serial;
        if (!any) continue;
        buf_printf(w->out, "    case %u:\n", ordinal);
        write_patches(w, l->calls.at[i].serial, true);
        buf_str(w->out, "        break;\n");
    }
    buf_printf(w->out, "    }\n    return %s;\n}\n\n", w->count ? PREFIX "born(p)" : "p");
    if (w->purpose == REPLAY_PAINT) buf_str(w->out, painting);
}

static void arguments(struct writer *w, const struct replay_call *c) {
    buf_char(w->out, '(');
    for (uint32_t i = 0; i < c->n_args; i++) buf_printf(w->out, "%sa%u", i ? ", " : "", i);
    buf_char(w->out, ')');
}

// The C library's own, unless it fails.
static bool allocates(struct writer *w, uint32_t func) {
    const struct replay_call *c = first_call(w->l, func);
    const char *symbol = symbol_of(w->l->p->funcs.at[func].name);
    const struct ir_lib *row = ir_lib_of(w->l->lib, w->l->p, &w->l->p->funcs.at[func]).row;
    bool cell = row->kind == IR_LIB_K_MEMALIGN, resizes = row->kind == IR_LIB_K_REALLOC;
    if (!symbol) return unable(w, "a function that is to be replaced has no name in C");
    buf_printf(w->out, "extern %s" PREFIX "c_%s() __asm__(\"%s\");\n", cell ? "int " : "void *", symbol, symbol);  // whatever headers say
    if (!head(w, func, cell ? IR_I(32) : ir_ptr(w->l->p))) return false;
    buf_printf(w->out, "    if (" PREFIX "fails()) return %s;\n", cell ? "12" : "0");
    if (resizes && w->count) buf_str(w->out, "    " PREFIX "died(a0);\n");
    buf_printf(w->out, "    %s%s = " PREFIX "c_%s", cell ? "int " : "void *", cell ? "status" : "p", symbol);
    arguments(w, c);
    if (cell)
        buf_str(w->out, ";\n    if (!status) " PREFIX "fill(*(void **)a0);\n    return status;\n}\n\n");
    else if (w->purpose == REPLAY_PAINT && strcmp(symbol, "malloc") == 0)
        buf_str(w->out, ";\n    return " PREFIX "paint(p, a0);\n}\n\n");
    else
        buf_str(w->out, ";\n    return " PREFIX "fill(p);\n}\n\n");
    return true;
}

static bool frees(struct writer *w, uint32_t func) {
    struct ir_lib_use use = ir_lib_of(w->l->lib, w->l->p, &w->l->p->funcs.at[func]);
    int i = ir_lib_role(use.row, IR_LIB_RELEASE);
    if (!head(w, func, IR_TYPE(IR_VOID, 0))) return false;
    buf_printf(w->out, w->count ? "    " PREFIX "died(a%u);\n" : "", ir_lib_actual(&use, (uint32_t)i));
    buf_printf(w->out, "    free(a%u);\n}\n\n", ir_lib_actual(&use, (uint32_t)i));
    return true;
}

// ---- all functions ---------------------------------------------------------------------------------------------------------------------------

static bool ends(struct writer *w, uint32_t func, enum replay_role role) {
    const char *name = symbol_of(w->l->p->funcs.at[func].name);
    if (!head(w, func, IR_TYPE(IR_VOID, 0))) return false;
    const char *if_zero = role == REPLAY_ERROR ? "" : "if (!a0) ";
    if (role == REPLAY_ASSUMES)
        buf_str(w->out, "    if (a0) return;\n    " PREFIX "say(\"heapproof replay: an assumption is false\\n\");\n    _exit(0);\n}\n\n");
    else
        buf_printf(w->out, "    %s" PREFIX "fail(\"%s fails\");\n}\n\n", if_zero, name);
    return true;
}

static bool function(struct writer *w, uint32_t func) {
    enum replay_role role = replay_role_of(w->l, func);
    switch (role) {
    case REPLAY_WORLD: return world(w, func);
    case REPLAY_ALLOCATES: return !w->allocations || allocates(w, func);
    case REPLAY_FREES: return frees(w, func);
    case REPLAY_ASSUMES:
    case REPLAY_ERROR:
    case REPLAY_ASSERTS: return ends(w, func, role);
    case REPLAY_REAL:
    case REPLAY_NOT_CALLED: return true;
    }
    return true;
}

// A function that nobody defines and the run does not call.
static void absent(struct writer *w, uint32_t func) {
    const struct ir_func *f = &w->l->p->funcs.at[func];
    const struct ir_lib *row = ir_lib_find(w->l->lib, f->name).row;
    const char *symbol = symbol_of(f->name);
    if (!symbol || !(f->flags & IR_EXTERN) || f->flags & IR_WEAK || (row && replay_in_libc(row)) || strncmp(symbol, "llvm", 4) == 0) return;
    buf_printf(w->out, "__attribute__((weak)) void %s(void) { " PREFIX "fail(\"%s is called, which the run did not do\"); }\n\n", symbol,
               symbol);
}

static bool functions(struct writer *w) {
    const struct ir_program *p = w->l->p;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (!replay_is_called(w->l, i))
            absent(w, i);
        else if (!function(w, i))
            return false;
    }
    return true;
}

// Where blocks are counted: free, and functions that end the program at once.
static void count_deaths(struct writer *w) {
    for (uint32_t i = 0; i < w->l->p->funcs.n; i++) {
        const struct ir_lib *row = ir_lib_of(w->l->lib, w->l->p, &w->l->p->funcs.at[i]).row;
        const char *symbol = symbol_of(w->l->p->funcs.at[i].name);
        if (!row || !symbol || !replay_in_libc(row)) continue;
        if (row->kind != IR_LIB_K_FREE && row->kind != IR_LIB_K_HALT) continue;
        buf_printf(w->symbols, " --redefine-sym=%s=" PREFIX "%s", symbol, symbol);
        if (row->kind == IR_LIB_K_FREE)
            buf_printf(w->out, "void " PREFIX "%s(void *p) {\n    " PREFIX "died(p);\n    free(p);\n}\n\n", symbol);
        else
            buf_printf(w->out, "void " PREFIX "%s(int status) {\n    " PREFIX "end();\n    _exit(status);\n}\n\n", symbol);
    }
}

// ---- the start -------------------------------------------------------------------------------------------------------------------------------

static void strings(struct writer *w, const char *name, const char *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        buf_printf(w->out, "    static char %s%u[] = ", name, i);
        literal(w->out, (const uint8_t *)at[i], strlen(at[i]));
        buf_str(w->out, ";\n");
    }
    buf_printf(w->out, "    static char *%s[] = {", name);
    for (uint32_t i = 0; i < n; i++) buf_printf(w->out, "%s%u, ", name, i);
    buf_str(w->out, "0};\n");
}

static bool entry(struct writer *w) {
    const struct replay_log *l = w->l;
    const struct ir_func *f = &l->p->funcs.at[l->entry];
    bool is_main = strcmp(f->name, "main") == 0;
    const char *symbol = symbol_of(f->name);
    if (!symbol || (!is_main && f->flags & IR_INTERNAL)) return unable(w, "the entry is static");
    const char *paint = w->purpose == REPLAY_PAINT && l->stack != REPLAY_ZEROS ? "    " PREFIX "paint_stack();\n" : "";
    if (is_main && !f->n_params && !l->has_environment && !*paint) return true;
    if (l->has_environment) buf_str(w->out, "extern char **environ;\n");
    if (l->has_argv) {
        buf_printf(w->symbols, " --redefine-sym=main=" PREFIX "entry");
        buf_str(w->out, "extern int " PREFIX "entry(int argc, char **argv, char **envp);\n\nint main(void) {\n");
        strings(w, "argv", l->argv.at, l->argv.n);
        if (l->has_environment) strings(w, "envp", l->environment.at, l->environment.n);
        if (l->has_environment) buf_str(w->out, "    environ = envp;\n");
        buf_printf(w->out, "%s    return " PREFIX "entry(%u, argv, %s);\n}\n\n", paint, l->argv.n, l->has_environment ? "envp" : "0");
        return true;
    }
    if (l->args.n > 6) return unable(w, "the entry has many parameters");
    buf_printf(w->symbols, " --redefine-sym=%s=" PREFIX "entry", symbol);
    ir_type result = f->n_rets ? f->rets[0] : IR_TYPE(IR_VOID, 0);
    if (!type_of(result)) return unable(w, "the entry returns a structure");
    buf_printf(w->out, "extern %s" PREFIX "entry(", type_of(result));
    for (uint32_t i = 0; i < l->args.n; i++)
        buf_printf(w->out, "%s%s", i ? ", " : "", type_of(l->args.at[i].type) ? type_of(l->args.at[i].type) : "int");
    buf_printf(w->out, "%s);\n\n", l->args.n ? "" : "void");
    if (l->given.n && !replay_given_write(w->l, PREFIX, w->out, w->symbols)) return false;
    buf_printf(w->out, "int main(void) {\n%s", l->given.n ? "    " PREFIX "give();\n" : "");
    if (l->has_environment) strings(w, "envp", l->environment.at, l->environment.n);
    if (l->has_environment) buf_str(w->out, "    environ = envp;\n");
    bool status = is_main && ir_kind(result) == IR_INT;
    buf_printf(w->out, "%s    %s" PREFIX "entry(", paint, status ? "return " : "");
    for (uint32_t i = 0; i < l->args.n; i++) {
        const struct replay_value *v = &l->args.at[i];
        bool given = v->kind == REPLAY_GIVEN || (l->given.n && !v->number);
        if (!given && (ir_kind(v->type) == IR_PTR || ir_kind(v->type) == IR_BLOB)) return unable(w, "the entry is given a pointer");
        buf_str(w->out, i ? ", " : "");
        if (v->kind == REPLAY_GIVEN)
            replay_given_name(v, PREFIX, w->out);
        else
            number(w->out, v);
    }
    buf_printf(w->out, ");\n%s}\n\n", status ? "" : "    return 0;\n");
    return true;
}

bool replay_harness(struct replay_log *l, enum replay_purpose purpose, const char *title, struct buf *text, struct buf *symbols) {
    struct writer w = {.l = l, .out = text, .symbols = symbols, .purpose = purpose, .count = purpose == REPLAY_COUNT};
    w.allocations = purpose != REPLAY_SHOW || l->failed_allocation || l->patches.n;
    buf_printf(text, "// %s\n// The world of the run that heapproof found.  The script beside this file links it to the program.\n", title);
    buf_str(text, prelude);
    statics(&w);
    if (w.count) buf_printf(text, "static const unsigned " PREFIX "lost = %u;\n%s", lost_number(l), counting);
    if (l->lost && w.count && !lost_number(l)) unable(&w, "the block that was lost is not among those of the C library");
    if (w.allocations) start_allocations(&w);
    if (w.count) count_deaths(&w);
    for (uint32_t i = 0; i < l->p->funcs.n; i++)
        if (l->p->funcs.at[i].flags & IR_AGREED) unable(&w, "a function has no body but a contract");
    bool good = !l->unable && functions(&w) && entry(&w);
    buf_str(text, narrow);
    return good && !l->unable;
}
