// SPDX-License-Identifier: MIT
// Tests of library models in a small language that becomes a program in text form.  One statement per line:
//   buf[8]              a block of 8 bytes on the stack, uninitialised
//   buf[8] = "text"     the same, initialised (rest zero)
//   x = f(1, 2L, 1.5, "text", buf+3, y, null, &f)    a call; names are blocks, variables or (with &) functions
//   f(...)              a call whose result is dropped
//   *p = x              a store of the variable
//   x = *p int          a load (int, long, ptr, char, double)
// Line N of the script is line N of the program.  Functions are declared by what they are called with and by `signatures`: the types of
// the parameters and of the result, one letter each (p pointer, c char, i int, l long, d double, v none), dots for variadic ones.
#ifndef HP_TESTS_EXEC_LIBRARY_H
#define HP_TESTS_EXEC_LIBRARY_H
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/intern.h"
#include "exec/program.h"
#include "ir/lib.h"

static const char *const library_signatures[] = {
    "malloc l p",
    "calloc ll p",
    "realloc pl p",
    "reallocarray pll p",
    "free p v",
    "aligned_alloc ll p",
    "posix_memalign pll i",
    "strdup p p",
    "strndup pl p",
    "memcpy ppl p",
    "memmove ppl p",
    "mempcpy ppl p",
    "memset pil p",
    "memcmp ppl i",
    "memchr pil p",
    "memrchr pil p",
    "memccpy ppil p",
    "memmem plpl p",
    "rawmemchr pi p",
    "bzero pl v",
    "bcopy ppl v",
    "strlen p l",
    "strnlen pl l",
    "strcpy pp p",
    "stpcpy pp p",
    "strncpy ppl p",
    "stpncpy ppl p",
    "strcat pp p",
    "strncat ppl p",
    "strlcpy ppl l",
    "strlcat ppl l",
    "strcmp pp i",
    "strncmp ppl i",
    "strcasecmp pp i",
    "strncasecmp ppl i",
    "strchr pi p",
    "strrchr pi p",
    "strchrnul pi p",
    "strstr pp p",
    "strcasestr pp p",
    "strspn pp l",
    "strcspn pp l",
    "strpbrk pp p",
    "strtok pp p",
    "strtok_r ppp p",
    "strsep pp p",
    "printf p. i",
    "fprintf pp. i",
    "sprintf pp. i",
    "snprintf plp. i",
    "asprintf pp. i",
    "dprintf ip. i",
    "vprintf pp i",
    "vsnprintf plpp i",
    "sscanf pp. i",
    "scanf p. i",
    "fscanf pp. i",
    "puts p i",
    "fputs pp i",
    "putchar i i",
    "fputc ip i",
    "fwrite pllp l",
    "write ipl l",
    "read ipl l",
    "fread pllp l",
    "fgets pip p",
    "gets p p",
    "getchar  i",
    "fgetc p i",
    "getline ppp l",
    "fopen pp p",
    "fclose p i",
    "fflush p i",
    "feof p i",
    "fileno p i",
    "opendir p p",
    "readdir p p",
    "closedir p i",
    "perror p v",
    "exit i v",
    "_exit i v",
    "abort  v",
    "atexit p i",
    "qsort pllp v",
    "bsearch ppllp p",
    "atoi p i",
    "atol p l",
    "strtol ppi l",
    "strtoul ppi l",
    "strtod pp d",
    "atof p d",
    "abs i i",
    "labs l l",
    "rand  i",
    "srand i v",
    "getenv p p",
    "setenv ppi i",
    "unsetenv p i",
    "putenv p i",
    "clearenv  i",
    "isalpha i i",
    "isdigit i i",
    "toupper i i",
    "tolower i i",
    "__ctype_b_loc  p",
    "__errno_location  p",
    "strerror i p",
    "time p l",
    "localtime p p",
    "gmtime p p",
    "accept ipp i",
    "stat pp i",
    "getcwd pl p",
    "realpath pp p",
    "gettimeofday pp i",
    "getpid  i",
    "sqrt d d",
    "pow dd d",
    "sqrtf f f",
    "floor d d",
    "frexp dp d",
    "modf dp d",
    "ldexp di d",
    "nextafter dd d",
    "erf d d",
    "log d d",
    "ilogb d i",
    "__fpclassify d i",
    "drand48  d",
    "srand48 l v",
    "lrand48  l",
    "mrand48  l",
    "nrand48 p l",
    "lcong48 p v",
    "arc4random_uniform i i",
    "send ipli l",
    "lround d l",
    "isnan d i",
    "getopt ipp i",
    "getopt_long ippppp i",
    "signal ip p",
    "raise i i",
    "fork  i",
    "vfork  i",
    "dup2 ii i",
    "wait p i",
    "waitpid ipi i",
    "wait4 ipip i",
    "execv pp i",
    "pipe p i",
    "getlogin_r pl i",
    "alarm i i",
    "getgroups ip i",
    "ioctl il. i",
    "wcslen p l",
    "wcscpy pp p",
    "wmemset pil p",
    "getpwnam p p",
    "ffs i i",
    "htonl i i",
    "strerror_r ipl p",
    "dirname p p",
    "__assert_fail ppip v",
    "reach_error  v",
    "__VERIFIER_error  v",
    "__VERIFIER_assume i v",
    "__VERIFIER_nondet_int  i",
    "__VERIFIER_nondet_long  l",
    "__VERIFIER_nondet_pointer  p",
    "__VERIFIER_nondet_double  d",
    "g_malloc l p",
    "g_free p v",
    "g_strdup p p",
    "g_strndup pl p",
    "g_strdup_printf p. p",
    "kmalloc li p",
    "kfree p v",
    "kmem_cache_create pllip p",
    "kmem_cache_alloc pi p",
    "kmem_cache_free pp v",
    "__memcpy_chk ppll p",
    "__sprintf_chk pilp. i",
    "mystery p p",
    "mkstemp p i",
    "setvbuf ppil i",
    "err ip. v",
    "lfind ppplp p",
    "kmemdup pli p",
    "getgroups ip i",
    "inet_pton ipp i",
    "ungetc ip i",
    "rewind p v",
    "basename p p",
    "__xpg_basename p p",
    "div ii l",
    "difftime ll d",
};
enum { LIBRARY_SIGNATURES = sizeof library_signatures / sizeof *library_signatures };

struct library_script {
    struct buf declarations, globals, slots, code;
    struct intern declared, names;
    VEC(char) types;  // by name: the letter of a variable's type, '$' for a block on the stack, '@' for a global one
    uint32_t texts, temps, line;
};

static inline const char *library_type(char letter) {
    switch (letter) {
    case 'p': return "ptr";
    case 'i': return "i32";
    case 'l': return "i64";
    case 'c': return "i8";
    case 'd': return "f64";
    case 'f': return "f32";
    default: fail_msg("type %c", letter); return "";
    }
}

static inline const char *library_signature(const char *name) {
    size_t n = strlen(name);
    for (uint32_t i = 0; i < LIBRARY_SIGNATURES; i++)
        if (strncmp(library_signatures[i], name, n) == 0 && library_signatures[i][n] == ' ') return library_signatures[i] + n + 1;
    fail_msg("no signature for %s", name);
    return NULL;
}

static inline void library_declare(struct library_script *s, const char *name, const char *signature) {
    if (intern_find(&s->declared, name) != INTERN_NONE) return;
    intern_add(&s->declared, name);
    const char *result = strchr(signature, ' ') + 1;
    bool variadic = false;
    buf_printf(&s->declarations, "declare @%s(", name);
    for (const char *c = signature; *c != ' '; c++) {
        variadic |= *c == '.';
        if (*c != '.') buf_printf(&s->declarations, "%s%s", c == signature ? "" : ", ", library_type(*c));
    }
    buf_printf(&s->declarations, ")%s%s%s\n", *result == 'v' ? "" : " -> ", *result == 'v' ? "" : library_type(*result),
               variadic ? " variadic" : "");
}

static inline uint32_t library_name(struct library_script *s, const char *name, char type) {
    uint32_t i = intern_add(&s->names, name);
    if (i == s->types.n) vec_push(&s->types, type);
    return i;
}

static inline void library_text(struct library_script *s, const char *name, const char *text, size_t n, uint64_t size, const char *flags) {
    buf_printf(&s->globals, "global @%s size %llu align 16 internal%s = { 0: ", name, (unsigned long long)size, flags);
    buf_quoted(&s->globals, text, n);
    buf_str(&s->globals, " }\n");
}

// The text between quotes at *at, with \n, \\, \" and \0 understood.
static inline size_t library_quoted(const char **at, char *out) {
    size_t n = 0;
    for ((*at)++; **at != '"'; (*at)++) {
        char c = **at;
        if (c == '\\') {
            c = *++*at;
            c = c == 'n' ? '\n' : c == '0' ? '\0' : c == 't' ? '\t' : c;
        }
        out[n++] = c;
    }
    (*at)++;
    out[n] = '\0';
    return n;
}

static inline void library_word(const char **at, char *out) {
    size_t n = 0;
    while (isalnum((unsigned char)**at) || **at == '_') out[n++] = *(*at)++;
    out[n] = '\0';
}

static inline void library_spaces(const char **at) {
    while (**at == ' ') (*at)++;
}

static inline void library_number(const char **at, char wanted, struct buf *out) {
    char *end;
    double d = strtod(*at, &end);
    const char *start = *at;
    bool real = memchr(start, '.', (size_t)(end - start)) != NULL;
    *at = end;
    bool is_long = **at == 'L';
    *at += is_long;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    if (wanted == 0) wanted = real ? 'd' : is_long ? 'l' : 'i';
    if (wanted == 'd')
        buf_printf(out, "f64 0x%llx", (unsigned long long)bits);
    else
        buf_printf(out, "%s %lld", library_type(wanted), strtoll(start, NULL, 0));
}

// An argument; `wanted` is its type, 0 if any.
static inline void library_arg(struct library_script *s, const char **at, char wanted, struct buf *out) {
    char word[128];
    if (**at == '"') {
        char text[2000], name[32];
        size_t n = library_quoted(at, text);
        snprintf(name, sizeof name, "text%u", s->texts++);
        library_text(s, name, text, n, n + 1, " readonly");
        buf_printf(out, "@%s", name);
        return;
    }
    if (isdigit((unsigned char)**at) || **at == '-') {
        library_number(at, wanted, out);
        return;
    }
    bool function = **at == '&';
    *at += function;
    library_word(at, word);
    uint32_t i = intern_find(&s->names, word);
    if (function) {
        buf_printf(out, "@%s", word);
    } else if (strcmp(word, "null") == 0) {
        buf_str(out, "ptr null");
    } else if (i == INTERN_NONE) {
        fail_msg("line %u: unknown name %s", s->line, word);
    } else if (**at == '+' || **at == '-') {
        char mark = s->types.at[i] == '$' || s->types.at[i] == '@' ? s->types.at[i] : '%';
        buf_printf(&s->code, " %%%u: ptr = addr [%c%s %c %ld]\n", s->temps, mark, word, **at, strtol(*at + 1, NULL, 10));
        for ((*at)++; isdigit((unsigned char)**at);) (*at)++;
        buf_printf(out, "%%%u", s->temps++);
    } else {
        buf_printf(out, "%c%s", s->types.at[i] == '$' || s->types.at[i] == '@' ? s->types.at[i] : '%', word);
    }
}

// f(args) at *at; the result goes to `result`, if that is not NULL.
static inline void library_call(struct library_script *s, const char *name, const char *at, const char *result) {
    const char *signature = library_signature(name), *parameter = signature;
    char returned = strchr(signature, ' ')[1];
    struct buf args = {0};
    library_declare(s, name, signature);
    for (at++; *at != ')';) {
        char wanted = *parameter == '.' || *parameter == ' ' ? 0 : *parameter++;
        library_arg(s, &at, wanted, &args);
        library_spaces(&at);
        if (*at == ',') {
            buf_str(&args, ", ");
            at++;
            library_spaces(&at);
        }
    }
    if (returned != 'v')
        buf_printf(&s->code, " %%%u: %s = call @%s(%s) !%u\n", s->temps, library_type(returned), name, buf_text(&args), s->line);
    else
        buf_printf(&s->code, " call @%s(%s) !%u\n", name, buf_text(&args), s->line);
    buf_free(&args);
    if (result && intern_find(&s->names, result) == INTERN_NONE)
        buf_printf(&s->slots, " var %%%s: %s user\n", result, library_type(returned));
    if (result) {
        library_name(s, result, returned);
        buf_printf(&s->code, " %%%s = copy %%%u !%u\n", result, s->temps, s->line);
    }
    s->temps += returned != 'v';
}

static inline void library_block(struct library_script *s, const char *name, const char *at) {
    char *end, text[2000];
    unsigned long long size = strtoull(at + 1, &end, 10);
    at = end + 1;
    library_spaces(&at);
    if (*at == '=') {
        at++;
        library_spaces(&at);
        size_t n = library_quoted(&at, text);
        library_text(s, name, text, n, size, "");
        library_name(s, name, '@');
    } else {
        buf_printf(&s->slots, " slot $%s size %llu align 16 user\n", name, size);
        library_name(s, name, '$');
    }
}

static inline void library_load(struct library_script *s, const char *name, const char *at) {
    struct buf from = {0};
    at++;
    library_arg(s, &at, 'p', &from);
    library_spaces(&at);
    char type = *at;
    if (intern_find(&s->names, name) == INTERN_NONE) buf_printf(&s->slots, " var %%%s: %s user\n", name, library_type(type));
    library_name(s, name, type);
    buf_printf(&s->code, " %%%u: %s = load [%s] !%u\n %%%s = copy %%%u\n", s->temps, library_type(type), buf_text(&from), s->line, name,
               s->temps);
    s->temps++;
    buf_free(&from);
}

static inline void library_store(struct library_script *s, const char *at) {
    struct buf to = {0}, value = {0};
    at++;
    library_arg(s, &at, 'p', &to);
    library_spaces(&at);
    at++;
    library_spaces(&at);
    library_arg(s, &at, 0, &value);
    buf_printf(&s->code, " store %s, [%s] !%u\n", buf_text(&value), buf_text(&to), s->line);
    buf_free(&to);
    buf_free(&value);
}

static inline void library_line(struct library_script *s, const char *at) {
    char word[128];
    s->line++;
    library_spaces(&at);
    if (*at == '*') {
        library_store(s, at);
        return;
    }
    library_word(&at, word);
    if (*at == '[') {
        library_block(s, word, at);
    } else if (*at == '(') {
        library_call(s, word, at, NULL);
    } else if (*word) {
        char name[128];
        library_spaces(&at);
        at++;
        library_spaces(&at);
        if (*at == '*') {
            library_load(s, word, at);
            return;
        }
        library_word(&at, name);
        library_call(s, name, at, word);
    }
}

static inline void library_program(const char *extra, const char *script, struct buf *out) {
    struct library_script s = {0};
    char line[3000];
    for (const char *at = script; *at;) {
        size_t n = strcspn(at, "\n");
        assert_true(n < sizeof line);
        memcpy(line, at, n);
        line[n] = '\0';
        library_line(&s, line);
        at += n + (at[n] == '\n');
    }
    buf_printf(out, "%s%s%s", buf_text(&s.declarations), buf_text(&s.globals), extra);
    buf_printf(out, "func @main() -> i32 {\n%sentry:\n%s ret i32 0 !99\n}\n", buf_text(&s.slots), buf_text(&s.code));
    buf_free(&s.declarations);
    buf_free(&s.globals);
    buf_free(&s.slots);
    buf_free(&s.code);
    intern_free(&s.declared);
    intern_free(&s.names);
    vec_free(&s.types);
}

struct library_run {
    const char *extra;  // more of the program, in text form
    const uint64_t *inputs;
    uint32_t n_inputs;
    bool malloc_may_fail;
    ir_rule_set rules;  // 0: the default ones
    const struct ir_lib_table *table;
};

// Runs a script and compares "OUTCOME|OUTPUT".
static inline void library_expect_with(const struct library_run *run, const char *script, const char *expected) {
    struct buf text = {0}, summary = {0}, out = {0}, all = {0};
    struct exec_result r;
    struct exec_options o = {.rules = run->rules ? run->rules : DEFAULT_RULES, .inputs = {.values = run->inputs, .n = run->n_inputs}};
    o.malloc_may_fail = run->malloc_may_fail;
    o.lib = run->table;
    o.output[0] = &out;
    o.output[1] = &out;
    library_program(run->extra ? run->extra : "", script, &text);
    program_run_with("hir 1\npointer 64\nfile 0 \"t.c\"\n", buf_text(&text), &o, &r);
    program_summary(&r, &summary);
    buf_printf(&all, "%s|%s", buf_text(&summary), buf_text(&out));
    if (strcmp(buf_text(&all), expected) != 0) {
        print_message("%s\n%s\n", buf_text(&text), script);
        for (uint32_t i = 0; i < r.n_faults; i++) print_message("%s\n", r.faults[i].message);
        if (r.assumed) print_message("%s\n", r.assumed);
    }
    assert_string_equal(buf_text(&all), expected);
    buf_free(&text);
    buf_free(&summary);
    buf_free(&out);
    buf_free(&all);
    exec_result_free(&r);
}

static inline void library_expect(const char *script, const char *expected) {
    library_expect_with(&(struct library_run){0}, script, expected);
}
// With inputs.
#define LIBRARY_DRAWS(script, expected, ...)                                                                                               \
    library_expect_with(&(struct library_run){.inputs = (const uint64_t[]){__VA_ARGS__},                                                   \
                                              .n_inputs = sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)},                     \
                        script, expected)
#endif
