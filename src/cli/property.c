// SPDX-License-Identifier: MIT
#include "cli/property.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/arena.h"

#define BIT(rule) ((ir_rule_set)1 << IR_RULE_##rule)
struct formula {
    const char *text;   // without spaces
    ir_rule_set rules;  // 0: refused
    const char *why;
};
static const struct formula formulas[] = {
    {"Gvalid-free", BIT(INVALID_FREE) | BIT(DOUBLE_FREE), NULL},
    {"Gvalid-deref", BIT(NULL_DEREFERENCE) | BIT(USE_AFTER_FREE) | BIT(USE_OUT_OF_SCOPE) | BIT(OUT_OF_BOUNDS) | BIT(UNINITIALISED_POINTER),
     NULL},
    {"Gvalid-memtrack", BIT(MEMORY_LEAK), NULL},
    {"Gvalid-memcleanup", BIT(MEMORY_CLEANUP), NULL},
    {"G!call(__VERIFIER_error())", BIT(ERROR_CALL), NULL},
    {"G!call(reach_error())", BIT(ERROR_CALL), NULL},
    {"G!overflow", 0, "integer overflow"},
    {"Fend", 0, "termination"},
    {"G!data-race", 0, "freedom from data races"},
    {"G!label(ERROR)", 0, "reachability of a label"},
    {"Gassert", 0, "the formula 'G assert'"},
};

static bool fail(struct buf *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct buf *error, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    buf_vprintf(error, format, ap);
    va_end(ap);
    return false;
}

static bool add_formula(struct cli_property *p, const char *file, unsigned line, const char *text, struct buf *error) {
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        if (strcmp(formulas[i].text, text) != 0) continue;
        if (formulas[i].why) return fail(error, "%s:%u: %s is not a property that heapproof checks", file, line, formulas[i].why);
        p->rules |= formulas[i].rules;
        return true;
    }
    return fail(error, "%s:%u: unknown formula '%s'", file, line, text);
}

// A line without spaces: CHECK(init(NAME()),LTL(FORMULA))
static bool parse_line(struct cli_property *p, const char *file, unsigned line, char *text, struct buf *error) {
    static const char head[] = "CHECK(init(", middle[] = "()),LTL(", tail[] = "))";
    size_t n = strlen(text);
    if (strncmp(text, "COVER(", 6) == 0) return fail(error, "%s:%u: test generation is not a property that heapproof checks", file, line);
    char *name = text + sizeof head - 1;
    char *after = strncmp(text, head, sizeof head - 1) == 0 ? strstr(name, middle) : NULL;
    if (!after || n < sizeof tail || strcmp(text + n - 2, tail) != 0 || after == name || after + sizeof middle - 1 > text + n - 2)
        return fail(error, "%s:%u: expected CHECK( init(NAME()), LTL(FORMULA) )", file, line);
    *after = 0;
    text[n - 2] = 0;
    if (strlen(name) >= sizeof p->entry) return fail(error, "%s:%u: the function's name is too long", file, line);
    if (*p->entry && strcmp(p->entry, name) != 0)
        return fail(error, "%s:%u: starts at '%s', another line at '%s'", file, line, name, p->entry);
    strcpy(p->entry, name);
    return add_formula(p, file, line, after + sizeof middle - 1, error);
}

bool cli_property_parse(struct cli_property *p, const char *file, const char *text, struct buf *error) {
    *p = (struct cli_property){.in_time = true};
    struct arena arena = {0};
    bool good = true;
    for (unsigned line = 1; *text && good; line++) {
        size_t n = strcspn(text, "\n"), k = 0;
        char *packed = arena_alloc(&arena, n + 1);
        for (size_t i = 0; i < n; i++)
            if (!isspace((unsigned char)text[i])) packed[k++] = text[i];
        if (k && packed[0] != '#') good = parse_line(p, file, line, packed, error);
        text += n + (text[n] == '\n');
    }
    arena_free(&arena);
    return good && (p->rules || fail(error, "%s: no property in this file", file));
}

// Properties are plain text: other bytes hide something, a NUL byte all that follows.
static bool is_plain(const char *file, const struct buf *text, struct buf *error) {
    unsigned line = 1;
    bool comment = false;
    for (size_t i = 0; i < text->n; i++) {
        unsigned char c = (unsigned char)text->text[i];
        bool start = i == 0 || text->text[i - 1] == '\n';
        if (start) comment = text->text[i + strspn(text->text + i, " \t")] == '#';
        if ((c < 32 && !isspace(c)) || c == 127 || (c > 127 && !comment)) return fail(error, "%s:%u: byte 0x%02x is no text", file, line, c);
        line += c == '\n';
    }
    return true;
}

static bool parse_file(struct cli_property *p, const char *path, struct buf *error) {
    struct buf text = {0};
    const char *why;
    bool good = buf_read_regular(&text, path, &why) ? is_plain(path, &text, error) && cli_property_parse(p, path, buf_text(&text), error)
                                                    : fail(error, "%s: %s", path, why);
    buf_free(&text);
    return good;
}

static ir_rule_set default_rules(struct cli_property *p) {
    p->notes = BIT(LEAK_AT_EXIT);
    return ir_rules_named("memory-safety") | ir_rules_named("reachability") | ir_rules_named("defined-behaviour") | BIT(LEAK_AT_EXIT) |
           BIT(SIZE_OVERFLOW);
}

// What size-overflow is the cause of is looked for with it.  What is named is not only noted.  A leak at exit is one of memory where memory leaks are named, and not told apart unless it is named as well.
static void settle_notes(struct cli_property *p, ir_rule_set named) {
    p->notes &= ~named;
    if (named & BIT(SIZE_OVERFLOW)) p->rules |= BIT(OUT_OF_BOUNDS);
    if (!(named & BIT(MEMORY_LEAK)) || named & BIT(LEAK_AT_EXIT)) return;
    p->rules &= ~BIT(LEAK_AT_EXIT);
    p->notes &= ~BIT(LEAK_AT_EXIT);
}

static bool parse_list(struct cli_property *p, const char *text, struct buf *error) {
    static const char *const refused[] = {"overflow", "termination", "data-race", "data-races"};
    char name[64];
    ir_rule_set named = 0;
    for (;;) {
        size_t n = strcspn(text, ",");
        if (n >= sizeof name) return fail(error, "unknown property or rule '%.*s'", (int)n, text);
        memcpy(name, text, n);
        name[n] = 0;
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
            if (strcmp(name, refused[i]) == 0) return fail(error, "'%s' is not a property that heapproof checks", name);
        ir_rule_set rules = strcmp(name, "default") == 0 ? default_rules(p) : ir_rules_named(name);
        if (!rules) return fail(error, "unknown property or rule '%s'", name);
        p->rules |= rules;
        named |= strcmp(name, "default") == 0 ? 0 : rules;
        if (!text[n]) break;
        text += n + 1;
    }
    settle_notes(p, named);
    return true;
}

bool cli_property_is_file(const char *text) {
    size_t n = strlen(text);
    return n > 4 && strcmp(text + n - 4, ".prp") == 0;
}

bool cli_property_read(struct cli_property *p, const char *text, struct buf *error) {
    *p = (struct cli_property){0};
    if (!text) text = "default";
    if (cli_property_is_file(text)) return parse_file(p, text, error);
    return parse_list(p, text, error);
}
