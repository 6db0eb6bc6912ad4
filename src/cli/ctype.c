// SPDX-License-Identifier: MIT
#include "cli/ctype.h"

#include <stdio.h>
#include <string.h>

static const struct ir_ctype nothing = {.kind = IR_C_VOID, .name = "void", .target = IR_NO_TYPE};

const struct ir_ctype *cli_ctype_at(const struct ir_program *p, uint32_t ctype) {
    return ctype == IR_NO_TYPE ? &nothing : &p->ctypes.at[ctype];
}

bool cli_ctype_is_object(const struct ir_ctype *c) {
    return c->kind == IR_C_STRUCT || c->kind == IR_C_UNION;
}

static const char *keyword(const struct ir_ctype *c) {
    return c->kind == IR_C_UNION ? "union " : "struct ";
}

// The name behind struct or union; one that only a typedef gives is that.
static const char *tag_of(const struct ir_ctype *c) {
    size_t n = strlen(keyword(c));
    return strncmp(c->name, keyword(c), n) == 0 ? c->name + n : c->name;
}

static bool is_typedef(const struct ir_ctype *c) {
    return *c->name && tag_of(c) == c->name;
}

bool cli_ctype_is_open(const struct ir_ctype *c) {
    return cli_ctype_is_object(c) && *c->name && c->size && c->n_fields && tag_of(c)[0] != '_';
}

// ---- which there are -------------------------------------------------------------------------------------------------------------------

static bool has(const struct ir_program *p, const cli_ctypes *all, const struct ir_ctype *c) {
    for (uint32_t i = 0; i < all->n; i++)
        if (strcmp(p->ctypes.at[all->at[i]].name, c->name) == 0) return true;
    return false;
}

// Parts of a structure that it contains come before it; what it leads to may come later.
static void collect(const struct ir_program *p, uint32_t ctype, bool part, cli_ctypes *begun, cli_ctypes *all) {
    const struct ir_ctype *c = cli_ctype_at(p, ctype);
    if (c->kind == IR_C_ARRAY) collect(p, c->target, part, begun, all);
    if (c->kind == IR_C_POINTER || c->kind == IR_C_FUNCTION) collect(p, c->target, false, begun, all);
    if (!cli_ctype_is_object(c) && c->kind != IR_C_FUNCTION) return;
    bool named = cli_ctype_is_object(c) && *c->name;
    if (named && has(p, all, c)) return;
    if (named && has(p, begun, c) && !part) return;
    if (named && !has(p, begun, c)) vec_push(begun, ctype);
    for (int inside = 1; inside >= 0; inside--) {
        for (uint32_t i = 0; i < c->n_fields; i++) {
            const struct ir_ctype *f = cli_ctype_at(p, c->fields[i].ctype);
            bool held = cli_ctype_is_object(c) && (cli_ctype_is_object(f) || f->kind == IR_C_ARRAY);
            if (held == (bool)inside && (held || !named || cli_ctype_is_open(c))) collect(p, c->fields[i].ctype, held, begun, all);
        }
        if (named && inside && !has(p, all, c)) vec_push(all, ctype);
    }
}

void cli_ctype_collect(const struct ir_program *p, uint32_t ctype, cli_ctypes *all) {
    cli_ctypes begun = {0};
    collect(p, ctype, false, &begun, all);
    vec_free(&begun);
}

// ---- as text ---------------------------------------------------------------------------------------------------------------------------

static void write_fields(const struct ir_program *p, const struct ir_ctype *c, struct buf *out) {
    for (uint32_t i = 0; i < c->n_fields; i++) {
        buf_str(out, "    ");
        cli_ctype_declare(p, c->fields[i].ctype, c->fields[i].name, out);
        if (c->fields[i].bit_size) buf_printf(out, " : %u", c->fields[i].bit_size);
        buf_str(out, ";\n");
    }
}

static void write_base(const struct ir_program *p, const struct ir_ctype *c, struct buf *out) {
    if (cli_ctype_is_object(c) && !*c->name) {
        buf_printf(out, "%s{\n", keyword(c));
        write_fields(p, c, out);
        buf_char(out, '}');
    } else if (cli_ctype_is_object(c)) {
        buf_str(out, c->name);
    } else if (c->kind == IR_C_ENUM) {
        buf_str(out, c->size == 8   ? "unsigned long long"
                     : c->size == 1 ? "unsigned char"
                     : c->size == 2 ? "unsigned short"
                                    : "unsigned int");
    } else {
        buf_str(out, *c->name ? c->name : "void");
    }
}

static void put_around(struct buf *text, const char *before, const char *after) {
    struct buf all = {0};
    buf_printf(&all, "%s%s%s", before, buf_text(text), after);
    buf_free(text);
    *text = all;
}

static void put_parameters(const struct ir_program *p, const struct ir_ctype *c, struct buf *text) {
    struct buf list = {0};
    for (uint32_t i = 0; i < c->n_fields; i++) {
        if (i) buf_str(&list, ", ");
        cli_ctype_declare(p, c->fields[i].ctype, "", &list);
    }
    struct buf after = {0};
    buf_printf(&after, "(%s)", c->n_fields ? buf_text(&list) : "void");
    put_around(text, "", buf_text(&after));
    buf_free(&after);
    buf_free(&list);
}

// From the name outwards.
void cli_ctype_declare(const struct ir_program *p, uint32_t ctype, const char *name, struct buf *out) {
    const struct ir_ctype *c = cli_ctype_at(p, ctype);
    struct buf text = {0};
    bool fixed = false;
    for (buf_str(&text, name); c->kind == IR_C_POINTER || c->kind == IR_C_ARRAY || c->kind == IR_C_FUNCTION;
         c = cli_ctype_at(p, c->target)) {
        const struct ir_ctype *target = cli_ctype_at(p, c->target);
        bool around = target->kind == IR_C_ARRAY || target->kind == IR_C_FUNCTION;
        char size[32] = "[]";
        if (c->count) snprintf(size, sizeof size, "[%llu]", (unsigned long long)c->count);
        const char *star = fixed ? (around ? "(*const " : "*const ") : around ? "(*" : "*";  // the one outside is to const
        if (c->kind == IR_C_POINTER) put_around(&text, star, around ? ")" : "");
        if (c->kind == IR_C_ARRAY) put_around(&text, "", size);
        if (c->kind == IR_C_FUNCTION) put_parameters(p, c, &text);
        fixed = c->kind == IR_C_POINTER && c->fixed;
    }
    if (fixed) buf_str(out, "const ");
    write_base(p, c, out);
    if (text.n) buf_printf(out, " %s", buf_text(&text));
    buf_free(&text);
}

// Is a field not where its size would put it?
static bool is_packed(const struct ir_program *p, const struct ir_ctype *c) {
    for (uint32_t i = 0; i < c->n_fields; i++) {
        const struct ir_ctype *f = cli_ctype_at(p, c->fields[i].ctype);
        uint64_t word = p->pointer_bits / 8, size = f->size < word ? f->size : word;
        bool plain = !cli_ctype_is_object(f) && f->kind != IR_C_ARRAY && !c->fields[i].bit_size && size;
        if (plain && c->fields[i].bit_offset / 8 % size) return true;
    }
    return false;
}

static void write_definition(const struct ir_program *p, const struct ir_ctype *c, struct buf *out) {
    buf_printf(out, "%s%s%s {\n", keyword(c), is_typedef(c) ? "hp_" : "", tag_of(c));
    write_fields(p, c, out);
    buf_printf(out, "}%s;\n", is_packed(p, c) ? " __attribute__((packed))" : "");
    buf_printf(out, "_Static_assert(sizeof(%s) == %llu, \"%s is laid out as in the program\");\n", c->name, (unsigned long long)c->size,
               c->name);
}

void cli_ctype_define(const struct ir_program *p, const cli_ctypes *all, struct buf *out) {
    for (uint32_t i = 0; i < all->n; i++) {
        const struct ir_ctype *c = &p->ctypes.at[all->at[i]];
        if (is_typedef(c))
            buf_printf(out, "typedef %shp_%s %s;\n", keyword(c), tag_of(c), c->name);
        else
            buf_printf(out, "%s;\n", c->name);
    }
    for (uint32_t i = 0; i < all->n; i++)
        if (cli_ctype_is_open(&p->ctypes.at[all->at[i]])) write_definition(p, &p->ctypes.at[all->at[i]], out);
}

void cli_ctype_word(const struct ir_program *p, uint32_t ctype, struct buf *out) {
    struct buf text = {0};
    cli_ctype_declare(p, ctype, "", &text);
    for (size_t i = 0; i < text.n; i++) {
        char c = text.text[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        buf_char(out, plain ? c : c == '*' ? 'p' : '_');
    }
    buf_free(&text);
}
