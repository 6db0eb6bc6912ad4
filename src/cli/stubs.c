// SPDX-License-Identifier: MIT
#include "cli/stubs.h"

#include <stdio.h>
#include <string.h>

#include "cli/ctype.h"

static const char HEAD[] =
    "// Models of functions that have no body in the program, to be edited and passed with --model.\n"
    "//\n"
    "// As written here, each gives any result of its type, and may change what it is given, what it was given before and the program's\n"
    "// variables.  Make it do what the function does: leave out the lines that it does not need, and say what it gives.  Any C will do;\n"
    "// __VERIFIER_nondet_int() and its kin give any value, __VERIFIER_assume(CONDITION) goes on only where it holds.\n"
    "//\n"
    "// Not covered, even before it is edited: that the function frees what it is given; elements of arrays behind the first; what is\n"
    "// behind void *, pointers to const and types of the C library; static variables of the program; more than one pointer of a type kept\n"
    "// from earlier calls; calls of the program's functions other than those it is given, and other values of pointers to functions;\n"
    "// errno, signals, longjmp, threads and the end of the program.\n";

// Numbers of any value.
static const struct number {
    const char *type, *any;
} numbers[] = {
    {"_Bool", "bool"},
    {"char", "char"},
    {"signed char", "schar"},
    {"unsigned char", "uchar"},
    {"short", "short"},
    {"unsigned short", "ushort"},
    {"int", "int"},
    {"unsigned int", "uint"},
    {"long", "long"},
    {"unsigned long", "ulong"},
    {"long long", "longlong"},
    {"unsigned long long", "ulonglong"},
    {"float", "float"},
    {"double", "double"},
    {"long double", "longdouble"},
    {"__int128", "int128"},
    {"unsigned __int128", "uint128"},
};
enum { N_NUMBERS = sizeof numbers / sizeof *numbers, UNSIGNED = 7, ULONG = 9, DOUBLE = 13 };

struct writer {
    const struct ir_program *p;
    cli_ctypes objects;   // structures and unions
    cli_ctypes pointees;  // types to which there are pointers: of each one is kept (hp_kept_T) and one is given (hp_any_T)
    struct buf out;
};

static const struct ir_ctype *at(const struct writer *w, uint32_t ctype) {
    return cli_ctype_at(w->p, ctype);
}

static bool is_number(const struct ir_ctype *c) {
    return c->kind == IR_C_INT || c->kind == IR_C_UINT || c->kind == IR_C_FLOAT || c->kind == IR_C_ENUM;
}

static const char *any_number(const struct ir_ctype *c) {
    uint32_t i = 0;
    while (i < N_NUMBERS && strcmp(numbers[i].type, c->name) != 0) i++;
    if (i == N_NUMBERS) i = c->kind == IR_C_FLOAT ? DOUBLE : c->kind == IR_C_ENUM && c->size <= 4 ? UNSIGNED : ULONG;
    return numbers[i].any;
}

// Pointers to functions are called, never kept or given.
static bool is_pointee(const struct ir_ctype *c) {
    return c->kind != IR_C_FUNCTION && c->kind != IR_C_ARRAY && !(cli_ctype_is_object(c) && !*c->name);
}

static bool is_known(const struct ir_ctype *c) {
    return is_number(c) || c->kind == IR_C_POINTER || cli_ctype_is_open(c);
}

static bool same_word(const struct writer *w, uint32_t a, uint32_t b) {
    struct buf x = {0}, y = {0};
    cli_ctype_word(w->p, a, &x);
    cli_ctype_word(w->p, b, &y);
    bool same = strcmp(buf_text(&x), buf_text(&y)) == 0;
    buf_free(&x);
    buf_free(&y);
    return same;
}

// "hp_any_struct_node"
static void helper(struct writer *w, const char *start, uint32_t ctype) {
    buf_printf(&w->out, "hp_%s_", start);
    cli_ctype_word(w->p, ctype, &w->out);
}

// ---- which types there are --------------------------------------------------------------------------------------------------------------

static void add_pointee(struct writer *w, uint32_t ctype) {
    bool known = !is_pointee(at(w, ctype));
    for (uint32_t i = 0; i < w->pointees.n && !known; i++) known = same_word(w, w->pointees.at[i], ctype);
    if (!known) vec_push(&w->pointees, ctype);
}

// Of what a pointer is, or an array or nameless structure of such.
static void find_pointees(struct writer *w, uint32_t ctype) {
    const struct ir_ctype *c = at(w, ctype);
    while (c->kind == IR_C_ARRAY) c = at(w, c->target);
    for (; c->kind == IR_C_POINTER; c = at(w, c->target)) add_pointee(w, c->target);
    for (uint32_t i = 0; i < c->n_fields && (c->kind == IR_C_FUNCTION || (cli_ctype_is_object(c) && !*c->name)); i++)
        find_pointees(w, c->fields[i].ctype);
}

static void look_at(struct writer *w, uint32_t ctype) {
    cli_ctype_collect(w->p, ctype, &w->objects);
    find_pointees(w, ctype);
}

// ---- values and changes -----------------------------------------------------------------------------------------------------------------

static void any_value(struct writer *w, uint32_t ctype) {
    const struct ir_ctype *c = at(w, ctype);
    if (is_number(c)) {
        buf_printf(&w->out, "__VERIFIER_nondet_%s()", any_number(c));
    } else if (c->kind == IR_C_POINTER && is_pointee(at(w, c->target))) {
        helper(w, "any", c->target);
        buf_str(&w->out, "()");
    } else if (cli_ctype_is_object(c)) {
        buf_char(&w->out, '(');
        cli_ctype_declare(w->p, ctype, "", &w->out);
        buf_str(&w->out, "){0}");
    } else {
        buf_str(&w->out, "0");
    }
}

// What a pointer points to is changed, if it may be; `place` then is it.  False: it may not.
static bool change_through(struct writer *w, const char *place, const struct ir_ctype *c) {
    const struct ir_ctype *target = at(w, c->target);
    if (c->kind != IR_C_POINTER || c->fixed || !is_known(target) || (target->kind == IR_C_POINTER && !is_pointee(at(w, target->target))))
        return false;
    if (cli_ctype_is_open(target)) {
        helper(w, "change", c->target);
        buf_printf(&w->out, "(%s);\n", place);
        return true;
    }
    buf_printf(&w->out, "if (%s) *%s = ", place, place);
    any_value(w, c->target);
    buf_str(&w->out, ";\n");
    return true;
}

struct cases {
    struct writer *w;
    uint32_t n;     // so far
    uint32_t self;  // the type of *p, or IR_NO_TYPE
};

static void label(struct cases *s) {
    buf_printf(&s->w->out, "    case %u: ", s->n++);
}

static void end(struct cases *s) {
    s->w->out.n--;  // of the line
    buf_str(&s->w->out, " break;\n");
}

static void pointer_cases(struct cases *s, const char *place, uint32_t ctype) {
    const struct ir_ctype *c = at(s->w, ctype);
    if (!is_pointee(at(s->w, c->target))) return;
    label(s);
    buf_printf(&s->w->out, "%s = ", place);
    any_value(s->w, ctype);
    buf_str(&s->w->out, ";\n");
    end(s);
    size_t before = s->w->out.n;
    label(s);
    bool back = s->self != IR_NO_TYPE && !c->fixed && same_word(s->w, c->target, s->self);
    if (back) buf_printf(&s->w->out, "p = %s;\n", place);
    if (back || change_through(s->w, place, c)) {
        end(s);
    } else {
        s->w->out.n = before;
        s->n--;
    }
}

// A case for everything that can be changed in an object, or behind a pointer in it.
static void change_cases(struct cases *s, const char *place, uint32_t ctype) {
    const struct ir_ctype *c = at(s->w, ctype);
    struct buf inner = {0};
    if (c->kind == IR_C_ARRAY && c->count) {
        buf_printf(&inner, "%s[hp_below(%llu)]", place, (unsigned long long)c->count);
        change_cases(s, buf_text(&inner), c->target);
    } else if (cli_ctype_is_open(c)) {
        label(s);
        helper(s->w, "change", ctype);
        buf_printf(&s->w->out, "(&%s);\n", place);
        end(s);
    } else if (c->kind == IR_C_POINTER) {
        pointer_cases(s, place, ctype);
    } else if (is_number(c)) {
        label(s);
        buf_printf(&s->w->out, "%s = __VERIFIER_nondet_%s();\n", place, any_number(c));
        end(s);
    }
    for (uint32_t i = 0; i < c->n_fields && cli_ctype_is_object(c) && !*c->name; i++) {
        inner.n = 0;
        buf_printf(&inner, *c->fields[i].name ? "%s.%s" : "%s", place, c->fields[i].name);
        change_cases(s, buf_text(&inner), c->fields[i].ctype);
    }
    buf_free(&inner);
}

// ---- helpers ----------------------------------------------------------------------------------------------------------------------------

// What the rest of the file uses.
static void write_start(const char *rest, struct buf *out) {
    buf_str(out, HEAD);
    for (uint32_t i = 0; i < N_NUMBERS; i++) {
        struct buf call = {0};
        buf_printf(&call, "__VERIFIER_nondet_%s(", numbers[i].any);
        bool used = strstr(rest, buf_text(&call)) || strcmp(numbers[i].any, "bool") == 0;
        if (used || (i == ULONG && strstr(rest, "hp_below("))) buf_printf(out, "extern %s %svoid);\n", numbers[i].type, buf_text(&call));
        buf_free(&call);
    }
    buf_str(out,
            "extern void *__VERIFIER_nondet_pointer(void);  // an address at which nothing may be read or written\n"
            "extern void __VERIFIER_assume(int);\nextern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n\n"
            "static int hp_any(void) { return __VERIFIER_nondet_bool(); }\n");
    if (strstr(rest, "hp_below("))
        buf_str(out, "static unsigned long hp_below(unsigned long n) { return __VERIFIER_nondet_ulong() % n; }\n");
    buf_char(out, '\n');
}

static void declare_static(struct writer *w, uint32_t ctype, const char *before, const char *after) {
    struct buf name = {0};
    buf_str(&name, before);
    cli_ctype_word(w->p, ctype, &name);
    buf_str(&name, after);
    buf_str(&w->out, "static ");
    cli_ctype_declare(w->p, ctype, buf_text(&name), &w->out);
    buf_str(&w->out, ";\n");
    buf_free(&name);
}

static void declare_helpers(struct writer *w) {
    for (uint32_t i = 0; i < w->objects.n; i++) {
        if (!cli_ctype_is_open(at(w, w->objects.at[i]))) continue;
        buf_str(&w->out, "static void ");
        helper(w, "change", w->objects.at[i]);
        buf_char(&w->out, '(');
        cli_ctype_declare(w->p, w->objects.at[i], "*p", &w->out);
        buf_str(&w->out, ");\n");
    }
    for (uint32_t i = 0; i < w->pointees.n; i++) {
        declare_static(w, w->pointees.at[i], "*hp_kept_", "");
        declare_static(w, w->pointees.at[i], "*hp_any_", "(void)");
    }
}

// A pointer: null, one that was kept, or to a new object.
static void write_any(struct writer *w, uint32_t ctype) {
    struct buf name = {0};
    const struct ir_ctype *c = at(w, ctype);
    buf_str(&name, "*hp_any_");
    cli_ctype_word(w->p, ctype, &name);
    buf_str(&name, "(void)");
    buf_str(&w->out, "\nstatic ");
    cli_ctype_declare(w->p, ctype, buf_text(&name), &w->out);
    buf_str(&w->out, "\n{\n");
    if (is_known(c)) {
        buf_str(&w->out, "    ");
        cli_ctype_declare(w->p, ctype, "*p", &w->out);
        buf_str(&w->out, ";\n");
    }
    buf_str(&w->out, "    switch (__VERIFIER_nondet_int()) {\n    case 0: return 0;\n    case 1: return ");
    helper(w, "kept", ctype);
    buf_str(&w->out, ";\n");
    if (is_known(c)) {
        buf_str(&w->out, "    default: p = calloc(1, sizeof *p); ");
        struct ir_ctype pointer = {.kind = IR_C_POINTER, .target = ctype};
        if (!change_through(w, "p", &pointer)) buf_char(&w->out, '\n');
        buf_str(&w->out, "        return p;\n    }\n}\n");
    } else {
        buf_str(&w->out, "    default: return __VERIFIER_nondet_pointer();\n    }\n}\n");
    }
    buf_free(&name);
}

static void write_change(struct writer *w, uint32_t ctype) {
    const struct ir_ctype *c = at(w, ctype);
    struct cases s = {.w = w, .self = ctype};
    buf_str(&w->out, "\nstatic void ");
    helper(w, "change", ctype);
    buf_char(&w->out, '(');
    cli_ctype_declare(w->p, ctype, "*p", &w->out);
    buf_str(&w->out, ")\n{\n    while (p) switch (__VERIFIER_nondet_int()) {\n");
    for (uint32_t i = 0; i < c->n_fields; i++) {
        struct buf place = {0};
        buf_printf(&place, *c->fields[i].name ? "p->%s" : "(*p)", c->fields[i].name);
        change_cases(&s, buf_text(&place), c->fields[i].ctype);
        buf_free(&place);
    }
    buf_str(&w->out, "    default: return;\n    }\n}\n");
}

// ---- variables --------------------------------------------------------------------------------------------------------------------------

// One that a function outside of the program's files can name and change.
static bool is_reachable(const struct ir_global *g) {
    bool plain = *g->name && !strpbrk(g->name, ".$ ");
    return plain && g->ctype != IR_NO_TYPE && !(g->flags & (IR_INTERNAL | IR_EXTERN | IR_READONLY));
}

static void write_globals(struct writer *w) {
    struct cases s = {.w = w, .self = IR_NO_TYPE};
    for (uint32_t i = 0; i < w->p->globals.n; i++) {
        const struct ir_global *g = &w->p->globals.at[i];
        if (!is_reachable(g)) continue;
        buf_str(&w->out, g->flags & IR_THREAD ? "extern _Thread_local " : "extern ");
        cli_ctype_declare(w->p, g->ctype, g->name, &w->out);
        buf_str(&w->out, ";\n");
    }
    buf_str(&w->out,
            "\n// What was kept from earlier calls, and the program's variables.\nstatic void hp_change_rest(void)\n{\n"
            "    for (;;) switch (__VERIFIER_nondet_int()) {\n");
    for (uint32_t i = 0; i < w->pointees.n; i++) {
        struct buf place = {0};
        buf_str(&place, "hp_kept_");
        cli_ctype_word(w->p, w->pointees.at[i], &place);
        struct ir_ctype pointer = {.kind = IR_C_POINTER, .target = w->pointees.at[i]};
        size_t before = w->out.n;
        label(&s);
        if (change_through(w, buf_text(&place), &pointer))
            end(&s);
        else
            w->out.n = before, s.n--;
        buf_free(&place);
    }
    for (uint32_t i = 0; i < w->p->globals.n; i++)
        if (is_reachable(&w->p->globals.at[i])) change_cases(&s, w->p->globals.at[i].name, w->p->globals.at[i].ctype);
    buf_str(&w->out, "    default: return;\n    }\n}\n");
}

// ---- stubs ------------------------------------------------------------------------------------------------------------------------------

static void call_back(struct writer *w, const char *name, const struct ir_ctype *f) {
    buf_printf(&w->out, "    if (%s && hp_any()) %s(", name, name);
    for (uint32_t i = 0; i < f->n_fields; i++) {
        if (i) buf_str(&w->out, ", ");
        any_value(w, f->fields[i].ctype);
    }
    buf_str(&w->out, ");  // may call it\n");
}

static void use_parameter(struct writer *w, uint32_t i, uint32_t ctype) {
    const struct ir_ctype *c = at(w, ctype);
    char name[16];
    snprintf(name, sizeof name, "p%u", i + 1);
    if (c->kind != IR_C_POINTER) return;
    if (at(w, c->target)->kind == IR_C_FUNCTION) call_back(w, name, at(w, c->target));
    if (c->fixed || !is_pointee(at(w, c->target))) return;
    buf_str(&w->out, "    if (hp_any()) ");
    helper(w, "kept", c->target);
    buf_printf(&w->out, " = %s;  // may keep it\n", name);
    size_t before = w->out.n;
    buf_str(&w->out, "    if (hp_any()) ");
    if (!change_through(w, name, c)) {
        w->out.n = before;
        return;
    }
    w->out.n--;
    buf_str(&w->out, "  // may change what it points to\n");
}

static void give_result(struct writer *w, const struct ir_func *f, uint32_t ctype) {
    const struct ir_ctype *c = at(w, ctype);
    if (f->flags & IR_NORETURN) {
        buf_str(&w->out, "    for (;;) continue;  // it does not return\n");
    } else if (cli_ctype_is_open(c)) {
        buf_str(&w->out, "    static ");
        cli_ctype_declare(w->p, ctype, "result", &w->out);
        buf_str(&w->out, ";\n    ");
        helper(w, "change", ctype);
        buf_str(&w->out, "(&result);\n    return result;\n");
    } else if (c->kind == IR_C_POINTER) {
        buf_str(
            &w->out,
            "    if (hp_any()) return __VERIFIER_nondet_pointer();  // leave this out if it always gives null or an object\n    return ");
        any_value(w, ctype);
        buf_str(&w->out, ";\n");
    } else if (c->kind != IR_C_VOID) {
        buf_str(&w->out, "    return ");
        any_value(w, ctype);
        buf_str(&w->out, ";\n");
    }
}

static void write_heading(struct writer *w, const struct ir_func *f, const struct ir_ctype *c) {
    struct buf text = {0};
    buf_printf(&text, "%s(", f->name);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%u", i + 1);
        if (i) buf_str(&text, ", ");
        cli_ctype_declare(w->p, c->fields[i].ctype, name, &text);
    }
    if (!c->n_fields && !(f->flags & IR_VARIADIC)) buf_str(&text, "void");
    if (c->n_fields && f->flags & IR_VARIADIC) buf_str(&text, ", ...");
    buf_char(&text, ')');
    buf_char(&w->out, '\n');
    if (f->loc.line) buf_printf(&w->out, "// Declared at %s:%u.\n", w->p->files.text.at[f->loc.file], f->loc.line);
    cli_ctype_declare(w->p, c->target, buf_text(&text), &w->out);
    buf_str(&w->out, "\n{\n");
    buf_free(&text);
}

static void write_stub(struct writer *w, const struct ir_func *f) {
    const struct ir_ctype *c = at(w, f->ctype);
    write_heading(w, f, c);
    for (uint32_t i = 0; i < c->n_fields; i++) use_parameter(w, i, c->fields[i].ctype);
    buf_str(&w->out, "    hp_change_rest();\n");
    give_result(w, f, c->target);
    buf_str(&w->out, "}\n");
}

// ---- functions of which only the machine's types are known --------------------------------------------------------------------------------

static const char *machine_type(ir_type t) {
    uint32_t bits = ir_bits(t);
    if (ir_kind(t) == IR_PTR) return "void *";
    if (ir_kind(t) == IR_FLOAT) return bits == 32 ? "float" : bits == 64 ? "double" : "long double";
    return bits == 1     ? "_Bool"
           : bits == 8   ? "signed char"
           : bits == 16  ? "short"
           : bits == 32  ? "int"
           : bits == 128 ? "__int128"
                         : "long long";
}

static void write_bare_stub(struct writer *w, const struct ir_func *f) {
    const char *result = f->n_rets ? machine_type(f->rets[0]) : "void";
    buf_printf(&w->out, "\n// Its address is taken, and no call tells its type in C: this is its type as the machine sees it.\n%s %s(",
               result, f->name);
    for (uint32_t i = 0; i < f->n_params; i++) buf_printf(&w->out, "%s%s p%u", i ? ", " : "", machine_type(f->locals.at[i].type), i + 1);
    buf_printf(&w->out, "%s)\n{\n    hp_change_rest();\n", f->flags & IR_VARIADIC ? f->n_params ? ", ..." : "" : f->n_params ? "" : "void");
    struct ir_ctype number = {.kind = IR_C_INT, .name = result};
    if (f->n_rets && ir_kind(f->rets[0]) == IR_PTR) buf_str(&w->out, "    return __VERIFIER_nondet_pointer();\n");
    if (f->n_rets && ir_kind(f->rets[0]) != IR_PTR) buf_printf(&w->out, "    return __VERIFIER_nondet_%s();\n", any_number(&number));
    buf_str(&w->out, "}\n");
}

// ---- the file -------------------------------------------------------------------------------------------------------------------------

static bool is_missing(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_func *f) {
    bool plain = *f->name && !strpbrk(f->name, ".$ ,");
    return plain && f->flags & IR_EXTERN && !ir_lib_of(library, p, f).row;
}

static bool has_type(const struct ir_program *p, const struct ir_func *f) {
    return f->ctype != IR_NO_TYPE && p->ctypes.at[f->ctype].kind == IR_C_FUNCTION;
}

static void find_types(struct writer *w, const struct ir_lib_table *library) {
    const struct ir_program *p = w->p;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_func *f = &p->funcs.at[i];
        if (!is_missing(p, library, f) || !has_type(p, f)) continue;
        const struct ir_ctype *c = &p->ctypes.at[f->ctype];
        look_at(w, c->target);
        for (uint32_t k = 0; k < c->n_fields; k++) look_at(w, c->fields[k].ctype);
    }
    for (uint32_t i = 0; i < p->globals.n; i++)
        if (is_reachable(&p->globals.at[i])) look_at(w, p->globals.at[i].ctype);
    for (uint32_t i = 0; i < w->objects.n; i++) {
        const struct ir_ctype *c = at(w, w->objects.at[i]);
        for (uint32_t k = 0; k < c->n_fields && cli_ctype_is_open(c); k++) find_pointees(w, c->fields[k].ctype);
    }
}

static void write_all(struct writer *w, const struct ir_lib_table *library) {
    const struct ir_program *p = w->p;
    find_types(w, library);
    cli_ctype_define(p, &w->objects, &w->out);
    declare_helpers(w);
    for (uint32_t i = 0; i < w->pointees.n; i++) write_any(w, w->pointees.at[i]);
    for (uint32_t i = 0; i < w->objects.n; i++)
        if (cli_ctype_is_open(at(w, w->objects.at[i]))) write_change(w, w->objects.at[i]);
    buf_char(&w->out, '\n');
    write_globals(w);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_func *f = &p->funcs.at[i];
        if (is_missing(p, library, f)) (has_type(p, f) ? write_stub : write_bare_stub)(w, f);
    }
}

uint32_t cli_stubs(const struct ir_program *p, const struct ir_lib_table *library, struct buf *out) {
    struct writer w = {.p = p};
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->funcs.n; i++) n += is_missing(p, library, &p->funcs.at[i]);
    if (n) write_all(&w, library);
    if (n) write_start(buf_text(&w.out), out);
    buf_add(out, buf_text(&w.out), w.out.n);
    buf_free(&w.out);
    vec_free(&w.objects);
    vec_free(&w.pointees);
    return n;
}
