// SPDX-License-Identifier: MIT
#include "front/dialect.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct word {
    const char *gcc, *clang;
    bool exact;
};
static const struct word words[] = {
#define WORD(gcc, clang, exact) {gcc, clang, exact},
#define SUFFIX(gcc, clang)
#include "front/dialect.def"
};
static const struct word suffixes[] = {
#define WORD(gcc, clang, exact)
#define SUFFIX(gcc, clang) {gcc, clang, true},
#include "front/dialect.def"
};
enum { N_WORDS = sizeof words / sizeof *words, N_SUFFIXES = sizeof suffixes / sizeof *suffixes };

struct rewriting {
    const char *at, *end;
    struct buf *out;
    bool any;
    int depth;               // of parentheses
    int attributes;          // the depth at which the names of attributes are; 0: outside of attributes
    int identity;            // the depth outside of what asks for the identity of a type, + 1; 0: outside of such
    int gnu;                 // of "gnu::", so many characters were seen, counting gnu as one
    bool own[N_WORDS];       // the text defines it
    bool packs;              // there may be bodies to drop
    const char *body;        // the end of the braces that were looked at last
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

static const char *skip_blanks(const char *s) {
    return s + strspn(s, " \t\n\r\f\v");
}

// ---- tokens ---------------------------------------------------------------------------------------------------------------------------

static const char *end_of_line(const char *s) {
    for (; *s && *s != '\n'; s++)
        if (*s == '\\' && s[1]) s++;
    return s;
}

static const char *end_of_string(const char *s) {
    char quote = *s++;
    for (; *s && *s != quote && *s != '\n'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

static const char *end_of_comment(const char *s) {
    const char *end = strstr(s + 2, "*/");
    return end ? end + 2 : s + strlen(s);
}

static const char *end_of_number(const char *s) {
    for (; is_word(*s) || *s == '.'; s++)
        if (strchr("eEpP", *s) && s[1] && strchr("+-", s[1])) s++;
    return s;
}

static const char *end_of_word(const char *s) {
    while (is_word(*s)) s++;
    return s;
}

static bool is_token(const char *s, size_t n, const char *text) {
    return strlen(text) == n && memcmp(s, text, n) == 0;
}

// ---- rewriting ------------------------------------------------------------------------------------------------------------------------

static void copy(struct rewriting *r, const char *to) {
    buf_add(r->out, r->at, (size_t)(to - r->at));
    r->at = to;
}

static void replace(struct rewriting *r, size_t n, const char *text) {
    size_t k = strlen(text);
    buf_add(r->out, text, k);
    for (; k < n; k++) buf_char(r->out, ' ');
    r->at += n;
    r->any = true;
}

// The closing parenthesis of the opening one at s, or NULL.
static const char *closing(const char *s) {
    int depth = 0;
    for (; *s; s++) {
        if (*s == '"' || *s == '\'') s = end_of_string(s) - 1;
        depth += (*s == '(') - (*s == ')');
        if (!depth) return s;
        if (*s == ';' || *s == '{') return NULL;
    }
    return NULL;
}

// All up to `end` becomes blank, but for ends of lines and line markers.
static void blank(struct rewriting *r, const char *end) {
    for (bool start = false; r->at < end; start = r->at[-1] == '\n') {
        const char *line = start && *r->at == '#' ? end_of_line(r->at) : NULL;
        if (line) copy(r, line < end ? line : end);
        if (line) continue;
        buf_char(r->out, *r->at == '\n' ? '\n' : ' ');
        r->at++;
    }
    r->any = true;
}

// What follows, behind line markers too.
static const char *next_token(const char *s) {
    s = skip_blanks(s);
    while (*s == '#' && s[-1] == '\n') s = skip_blanks(end_of_line(s));
    return s;
}

static void drop_arguments(struct rewriting *r, const char *word_end) {
    const char *open = next_token(word_end), *close = *open == '(' ? closing(open) : NULL;
    copy(r, close ? open : word_end);
    if (close) blank(r, close + 1);
}

static const struct word *find_word(const char *s, size_t n) {
    for (size_t i = 0; i < N_WORDS; i++)
        if (is_token(s, n, words[i].gcc)) return &words[i];
    return NULL;
}

static void enter(struct rewriting *r, const char *s, size_t n) {
    static const char *const identity[] = {"_Generic", "__builtin_types_compatible_p", "__builtin_va_arg"};
    if (is_token(s, n, "__attribute__") || is_token(s, n, "__attribute")) r->attributes = r->depth + 2;
    for (size_t i = 0; i < sizeof identity / sizeof *identity && !r->identity; i++)
        if (is_token(s, n, identity[i])) r->identity = r->depth + 1;
}

static void rewrite_word(struct rewriting *r) {
    const char *end = end_of_word(r->at), *s = r->at;
    size_t n = (size_t)(end - s);
    bool attribute = r->gnu == 3 || (r->attributes && r->depth == r->attributes);
    r->gnu = is_token(s, n, "gnu") || is_token(s, n, "__gnu__");
    if (attribute && (is_token(s, n, "malloc") || is_token(s, n, "__malloc__"))) {
        drop_arguments(r, end);
        return;
    }
    const struct word *w = *s == '_' ? find_word(s, n) : NULL;
    enter(r, s, n);
    if (w && !r->own[w - words] && (w->exact || !r->identity))
        replace(r, n, w->clang);
    else
        copy(r, end);
}

static void rewrite_number(struct rewriting *r) {
    const char *end = end_of_number(r->at);
    bool hexadecimal = r->at[0] == '0' && (r->at[1] == 'x' || r->at[1] == 'X');
    for (size_t i = 0; i < N_SUFFIXES && !hexadecimal; i++) {
        size_t n = strlen(suffixes[i].gcc);
        if ((size_t)(end - r->at) <= n || strncasecmp(end - n, suffixes[i].gcc, n) != 0) continue;
        copy(r, end - n);
        replace(r, n, suffixes[i].clang);
        return;
    }
    copy(r, end);
}

// Behind the brace that closes the one at s, or the end of the text; *packs: something between them stands for all arguments of a
// variadic function.
static const char *end_of_braces(const char *s, bool *packs) {
    static const char pack[] = "__builtin_va_arg_pack";
    int depth = 0;
    bool start = false;
    *packs = false;
    while (*s) {
        char c = *s;
        bool quote = c == '"' || c == '\'';
        const char *end = start && c == '#' ? end_of_line(s) : quote ? end_of_string(s) : is_word(c) ? end_of_word(s) : s + 1;
        *packs |= is_word(c) && strncmp(s, pack, sizeof pack - 1) == 0;
        depth += (c == '{') - (c == '}');
        start = c == '\n';
        s = end;
        if (!depth) break;
    }
    return s;
}

// A body, or what a variable starts with.  The inline variants of variadic functions that fortified headers have are no more than these
// functions: a declaration remains.
static void rewrite_braces(struct rewriting *r) {
    bool packs;
    const char *end = end_of_braces(r->at, &packs);
    r->body = end;
    if (!packs) return;
    buf_char(r->out, ';');
    r->at++;
    blank(r, end);
}

static void rewrite_other(struct rewriting *r) {
    char c = *r->at;
    if (c == '{' && r->packs && r->at >= r->body) {
        rewrite_braces(r);
        if (r->at == r->body) return;
    }
    r->depth += (c == '(') - (c == ')');
    if (r->attributes && (c == ')' || c == ';') && r->depth < r->attributes - 1) r->attributes = 0;
    if (r->identity && (c == ')' || c == ';') && r->depth < r->identity) r->identity = 0;
    r->gnu = c == ':' && r->gnu ? r->gnu + 1 : 0;
    copy(r, r->at + 1);
}

// Older headers have "typedef float _Float32;".
static void find_own(struct rewriting *r) {
    for (size_t i = 0; i < N_WORDS; i++) {
        size_t n = strlen(words[i].gcc);
        for (const char *s = strstr(r->at, words[i].gcc); s && !r->own[i]; s = strstr(s + n, words[i].gcc))
            r->own[i] = !is_word(s[n]) && *skip_blanks(s + n) == ';' && s > r->at && !is_word(s[-1]);
    }
}

bool front_is_preprocessed(const char *text) {
    text = skip_blanks(text);
    if (*text != '#') return false;
    text += 1 + strspn(text + 1, " \t");
    return isdigit((unsigned char)*text);
}

bool front_dialect(const char *text, size_t n, struct buf *out) {
    struct rewriting r = {.at = text, .end = text + n, .out = out};
    find_own(&r);
    r.packs = strstr(text, "__builtin_va_arg_pack") != NULL;
    r.body = text;
    for (bool start = true; r.at < r.end && *r.at;) {
        char c = *r.at;
        if (c == '#' && start)
            copy(&r, end_of_line(r.at));
        else if (c == '"' || c == '\'')
            copy(&r, end_of_string(r.at));
        else if (c == '/' && r.at[1] == '*')
            copy(&r, end_of_comment(r.at));
        else if (c == '/' && r.at[1] == '/')
            copy(&r, end_of_line(r.at));
        else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)r.at[1])))
            rewrite_number(&r);
        else if (is_word(c))
            rewrite_word(&r);
        else if (isspace((unsigned char)c))
            copy(&r, r.at + 1);
        else
            rewrite_other(&r);
        start = c == '\n' || (start && (c == ' ' || c == '\t'));
    }
    if (r.any) copy(&r, r.end);
    return r.any;
}
