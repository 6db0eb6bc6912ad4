// SPDX-License-Identifier: MIT
#include "front/flags.h"

#include <string.h>

#include "front/notes.h"

// ---- words ---------------------------------------------------------------------------------------------------------------------------

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool escapable(char c) {
    return c == '"' || c == '\\' || c == '$' || c == '`';
}

// Reads a quoted part of a shell word after its opening quote; NULL if it does not end.
static const char *quoted(const char *s, char quote, struct buf *word) {
    for (; *s != quote; s++) {
        if (!*s) return NULL;
        if (quote == '"' && *s == '\\' && s[1] == '\n') {
            s++;
            continue;
        }
        if (quote == '"' && *s == '\\' && escapable(s[1])) s++;
        buf_char(word, *s);
    }
    return s + 1;
}

static const char *shell_word(const char *s, struct buf *word) {
    while (s && *s && !blank(*s)) {
        char c = *s++;
        if (c == '\'' || c == '"') {
            s = quoted(s, c, word);
        } else if (c != '\\') {
            buf_char(word, c);
        } else if (*s) {
            if (*s != '\n') buf_char(word, *s);
            s++;
        }
    }
    return s;
}

bool front_split_command(struct arena *a, const char *text, struct front_words *out, const char **why) {
    struct buf word = {0};
    while (text) {
        while (blank(*text)) text++;
        if (!*text) break;
        word.n = 0;
        text = shell_word(text, &word);
        if (text) vec_push(out, arena_strndup(a, buf_text(&word), word.n));
    }
    buf_free(&word);
    if (!text) *why = "a quote is not closed";
    return text != NULL;
}

void front_split_response(struct arena *a, const char *text, struct front_words *out) {
    struct buf word = {0};
    for (;;) {
        while (blank(*text)) text++;
        if (!*text) break;
        char quote = 0;
        word.n = 0;
        for (; *text && (quote || !blank(*text)); text++) {
            if (*text == '\\' && text[1])
                buf_char(&word, *++text);
            else if (quote ? *text == quote : *text == '\'' || *text == '"')
                quote = quote ? 0 : *text;
            else
                buf_char(&word, *text);
        }
        vec_push(out, arena_strndup(a, buf_text(&word), word.n));
    }
    buf_free(&word);
}

static bool insert_response(struct arena *a, const char *name, const char *directory, struct front_words *out, struct buf *error) {
    const char *path = directory && name[0] != '/' ? arena_printf(a, "%s/%s", directory, name) : name;
    struct buf text = {0};
    const char *why;
    if (!buf_read_regular(&text, path, &why)) {
        buf_printf(error, "%s: error: response file: %s", path, why);
        return false;
    }
    front_split_response(a, buf_text(&text), out);
    buf_free(&text);
    return true;
}

enum { MAX_RESPONSES = 1000 };  // response files that name each other in a circle

bool front_expand(struct arena *a, struct front_words *words, const char *directory, struct buf *error) {
    struct front_words out = {0}, rest = {0};
    bool good = true;
    uint32_t responses = 0;
    for (uint32_t i = words->n; i-- > 0;) vec_push(&rest, words->at[i]);
    while (good && rest.n) {
        const char *word = vec_pop(&rest);
        if (word[0] != '@' || !word[1]) {
            vec_push(&out, word);
            continue;
        }
        struct front_words inner = {0};
        if (++responses > MAX_RESPONSES) {
            buf_printf(error, "%s: error: response files name each other in a circle", word + 1);
            good = false;
        } else {
            good = insert_response(a, word + 1, directory, &inner, error);
        }
        for (uint32_t i = inner.n; i-- > 0;) vec_push(&rest, inner.at[i]);
        vec_free(&inner);
    }
    vec_free(&rest);
    vec_free(words);
    *words = out;
    return good;
}

void front_words_list(struct buf *out, const struct front_words *words) {
    enum { SHOWN = 3 };
    for (uint32_t i = 0; i < words->n && i < SHOWN; i++) buf_printf(out, "%s%s", i ? ", " : "", words->at[i]);
    if (words->n > SHOWN) buf_printf(out, " and %u more", words->n - SHOWN);
}

// ---- cleaning ------------------------------------------------------------------------------------------------------------------------

enum match { WORD, START };
enum argument { NONE, NEXT, EITHER };
enum action { KEEP, DROP, NOTE, REFUSE, OUTPUT, LANGUAGE, COMMAS, INNER, LINKER, ENTRY, OPTIMISE, FILE_MAP };
struct row {
    const char *text;
    uint8_t length;
    uint8_t match, argument, action;
};
static const struct row rows[] = {
#define FLAG(text, match, argument, action) {text, sizeof text - 1, match, argument, action},
#include "front/flags.def"
};

static const struct row *find_row(const char *word) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        if (strncmp(word, r->text, r->length) == 0 && (r->match == START || !word[r->length])) return r;
    }
    return NULL;
}

static bool takes_next(const struct row *r, const char *word) {
    return r->argument == NEXT || (r->argument == EITHER && !word[r->length]);
}

uint32_t front_flag_words(const char *word) {
    const struct row *r = word[0] == '-' && word[1] ? find_row(word) : NULL;
    return !r || r->action == REFUSE || r->action == LANGUAGE ? 0 : takes_next(r, word) ? 2 : 1;
}

uint32_t front_option_words(const char *word) {
    const struct row *r = find_row(word);
    return r && takes_next(r, word) ? 2 : 1;
}

struct cleaning {
    struct arena *arena;
    const char *const *words;
    uint32_t n, i;
    struct front_flags *out;
    int depth;
    bool own;
};

static void clean(struct cleaning *c);

enum { DEEPEST = 8 };  // options inside options

static void clean_inner(struct cleaning *c, const char *outer, const char *const *words, uint32_t n) {
    struct cleaning inner = {c->arena, words, n, 0, c->out, c->depth + 1, c->own};
    if (c->depth < DEEPEST)
        clean(&inner);
    else
        vec_push(&c->out->refused, outer);
}

static struct front_words split_commas(struct arena *a, const char *text) {
    struct front_words words = {0};
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, ',');
        vec_push(&words, arena_strndup(a, text, (size_t)(end - text)));
    }
    return words;
}

static void clean_commas(struct cleaning *c, const char *outer, const char *text) {
    struct front_words words = split_commas(c->arena, text);
    clean_inner(c, outer, words.at, words.n);
    vec_free(&words);
}

// Each word has the outer option before it, an option's argument too.
static struct front_words unwrap(struct cleaning *c, const char *outer, const char *first) {
    struct front_words words = {0};
    vec_push(&words, first);
    for (; c->i + 1 < c->n && strcmp(c->words[c->i], outer) == 0; c->i += 2) vec_push(&words, c->words[c->i + 1]);
    return words;
}

// An option of the linker by which names mean something else, or other code runs at the start, the end or instead of main.
static bool changes_program(const char *word) {
    static const char *const names[] = {"-init", "-fini", "-entry", "-e", "-defsym", "-just-symbols", "-R"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t n = strlen(names[k]);
        if (strncmp(word, names[k], n) == 0 && (!word[n] || word[n] == '=')) return true;
    }
    return false;
}

// Of the linker's options, --wrap=X is kept, in one spelling, which says to clang nothing and to us what X means; and others that matter.
static void clean_linker(struct cleaning *c, const char *outer, const char *argument, bool apart) {
    struct front_words words = apart ? unwrap(c, outer, argument) : split_commas(c->arena, argument);
    for (uint32_t i = 0; i < words.n; i++) {
        const char *word = words.at[i] + (strncmp(words.at[i], "--", 2) == 0);
        const char *name = strncmp(word, "-wrap=", 6) == 0 ? word + 6 : strcmp(word, "-wrap") == 0 && i + 1 < words.n ? words.at[++i] : "";
        if (*name) vec_push(&c->out->keep, arena_printf(c->arena, "-Wl,--wrap=%s", name));
        if (!changes_program(word)) continue;
        const char *joined = words.at[i];
        if (!strchr(word, '=') && i + 1 < words.n) joined = arena_printf(c->arena, "%s,%s", joined, words.at[++i]);
        vec_push(&c->out->keep, arena_printf(c->arena, "-Wl,%s", joined));
    }
    vec_free(&words);
}

static void clean_wrapped(struct cleaning *c, const char *outer, const char *first) {
    struct front_words words = unwrap(c, outer, first);
    clean_inner(c, outer, words.at, words.n);
    vec_free(&words);
}

static void act(struct cleaning *c, const struct row *r, const char *word, const char *argument, bool apart) {
    switch ((enum action)r->action) {
    case KEEP:
        vec_push(&c->out->keep, word);
        if (apart) vec_push(&c->out->keep, argument);
        break;
    case DROP: break;
    case NOTE: vec_push(&c->out->noted, word); break;
    case REFUSE: vec_push(&c->out->refused, word); break;
    case OUTPUT: c->out->output = argument; break;
    case LANGUAGE: c->out->language = argument; break;
    case COMMAS: clean_commas(c, word, word + r->length); break;
    case INNER: clean_wrapped(c, word, argument); break;
    case LINKER: clean_linker(c, word, argument, apart); break;
    case ENTRY: vec_push(&c->out->keep, arena_printf(c->arena, "-Wl,-e,%s", argument)); break;
    case OPTIMISE: c->out->optimise = argument; break;
    case FILE_MAP:  // files keep their names for us
        vec_push(&c->out->keep, arena_printf(c->arena, "-fmacro-prefix-map=%s", argument));
        break;
    }
}

static void clean_option(struct cleaning *c, const char *word) {
    const struct row *r = find_row(word);
    if (!r) {
        vec_push(c->own ? &c->out->keep : &c->out->refused, word);
        c->out->opaque |= c->own;
        return;
    }
    bool apart = takes_next(r, word);
    if (apart && c->i == c->n) {
        vec_push(&c->out->refused, arena_printf(c->arena, "%s without its argument", word));
        return;
    }
    const char *argument = apart ? c->words[c->i++] : word + r->length;
    act(c, r, word, argument, apart);
}

static void clean(struct cleaning *c) {
    while (c->i < c->n) {
        const char *word = c->words[c->i++];
        if (strcmp(word, "--") == 0) return;
        if (word[0] == '-' && word[1]) clean_option(c, word);
    }
}

// We never optimise, but which text is compiled may depend on it: the macros of the last level, before those that the user defines.
static void define_level(struct front_flags *out) {
    static const char *const none[] = {"-U__OPTIMIZE__", "-U__OPTIMIZE_SIZE__", "-D__NO_INLINE__=1"};
    static const char *const some[] = {"-D__OPTIMIZE__=1", "-U__OPTIMIZE_SIZE__", "-U__NO_INLINE__"};
    static const char *const size[] = {"-D__OPTIMIZE__=1", "-D__OPTIMIZE_SIZE__=1", "-U__NO_INLINE__"};
    const char *const *macros = strcmp(out->optimise, "0") == 0 ? none : strchr("sz", out->optimise[0]) && out->optimise[0] ? size : some;
    struct front_words all = {0};
    for (uint32_t i = 0; i < 3; i++) vec_push(&all, macros[i]);
    if (strcmp(out->optimise, "fast") == 0) vec_push(&all, "-D__FAST_MATH__=1");
    for (uint32_t i = 0; i < out->keep.n; i++) vec_push(&all, out->keep.at[i]);
    vec_free(&out->keep);
    out->keep = all;
}

void front_clean(struct arena *a, const char *const *words, uint32_t n, bool own, struct front_flags *out) {
    struct cleaning c = {a, words, n, 0, out, 0, own};
    clean(&c);
    if (out->optimise) define_level(out);
}

bool front_options_flags(struct arena *a, const struct front_options *o, struct front_flags *out, struct front_messages *m) {
    struct front_words words = {0};
    struct buf error = {0};
    for (uint32_t i = 0; i < o->n_flags; i++) vec_push(&words, o->flags[i]);
    bool good = front_expand(a, &words, NULL, &error);
    if (good)
        front_clean(a, words.at, words.n, true, out);
    else
        buf_printf(&m->text, "%s\n", buf_text(&error));
    for (uint32_t i = 0; i < out->noted.n; i++) front_note(m, "heapproof", "the option %s is left out", out->noted.at[i]);
    for (uint32_t i = 0; i < out->refused.n; i++) front_error(m, "heapproof", "the option %s is not handed to clang", out->refused.at[i]);
    good &= !out->refused.n;
    vec_free(&words);
    buf_free(&error);
    m->ok &= good;
    return good;
}

void front_flags_free(struct front_flags *f) {
    vec_free(&f->keep);
    vec_free(&f->noted);
    vec_free(&f->refused);
}

// libtool compiles a file twice, once with -DPIC: not two different files.
static bool idle(const char *word) {
    return strcmp(word, "-DPIC") == 0;
}

bool front_same_flags(const struct front_words *a, const struct front_words *b) {
    uint32_t i = 0, k = 0;
    for (;;) {
        while (i < a->n && idle(a->at[i])) i++;
        while (k < b->n && idle(b->at[k])) k++;
        if (i == a->n || k == b->n) return i == a->n && k == b->n;
        if (strcmp(a->at[i++], b->at[k++]) != 0) return false;
    }
}
