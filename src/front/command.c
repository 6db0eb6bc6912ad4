// SPDX-License-Identifier: MIT
#include "front/command.h"

#include <string.h>

#include "base/path.h"

enum { DEEPEST = 8 };  // states of the linker that --push-state keeps

struct state {
    bool whole, archives;
};
struct walk {
    struct front_command *c;
    struct arena *arena;
    const char *language;  // of -x, or NULL
    struct state now, kept[DEEPEST];
    uint32_t n_kept;
    uint8_t wait;  // what the linker's next word is, enum meaning
};

static bool is_among(const char *word, const char *const *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0) return true;
    return false;
}
#define IS_AMONG(word, list) is_among((word), (list), sizeof(list) / sizeof *(list))

static void add(struct walk *w, enum front_operand_kind kind, const char *text) {
    vec_push(&w->c->operands, ((struct front_operand){(uint8_t)kind, w->now.whole, w->now.archives, text}));
}

// ---- files ------------------------------------------------------------------------------------------------------------------------------

static bool ends_with_any(const char *file, const char *const *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (path_ends_with(file, list[i])) return true;
    return false;
}
#define ENDS_WITH_ANY(word, list) ends_with_any((word), (list), sizeof(list) / sizeof *(list))

static void add_file(struct walk *w, const char *file) {
    static const char *const c[] = {".c", ".i"}, *const header[] = {".h", ".hh", ".hpp"}, *const languages[] = {"c", "cpp-output"};
    static const char *const foreign[] = {".s",   ".S",   ".sx", ".asm", ".cc", ".cp",  ".cpp", ".cxx", ".c++", ".C",   ".ii",
                                          ".m",   ".mi",  ".mm", ".M",   ".f",  ".for", ".ftn", ".F",   ".FOR", ".f90", ".F90",
                                          ".f95", ".F95", ".d",  ".go",  ".rs", ".cu",  ".adb", ".ads", ".ll"};
    if (file[0] == '@' || strcmp(file, "-") == 0) {
        add(w, FRONT_STRANGE, file[0] == '@' ? file : "standard input");
    } else if (w->language) {
        bool head = path_ends_with(w->language, "-header");
        if (!head) add(w, IS_AMONG(w->language, languages) ? FRONT_SOURCE : FRONT_FOREIGN, file);
    } else if (ENDS_WITH_ANY(file, c)) {
        add(w, FRONT_SOURCE, file);
    } else if (ENDS_WITH_ANY(file, foreign)) {
        add(w, FRONT_FOREIGN, file);
    } else if (!ENDS_WITH_ANY(file, header)) {
        add(w, FRONT_FILE, file);
    }
}

// ---- words for the linker ----------------------------------------------------------------------------------------------------------------

enum meaning { NOTHING, IDLE, LIBRARY, FOLDER, STRANGE };
// Options with an argument, which may be the next word.  Those that names.h hears of (-e, --defsym, ...) are idle here.
static const struct {
    const char *name;
    uint8_t meaning;
} arguments[] = {
    {"l", LIBRARY},
    {"library", LIBRARY},
    {"L", FOLDER},
    {"library-path", FOLDER},
    {"T", STRANGE},
    {"script", STRANGE},
    {"dT", STRANGE},
    {"default-script", STRANGE},
    {"u", STRANGE},
    {"undefined", STRANGE},
    {"require-defined", STRANGE},
    {"b", STRANGE},
    {"format", STRANGE},
    {"c", STRANGE},
    {"mri-script", STRANGE},
    {"A", STRANGE},
    {"R", IDLE},
    {"just-symbols", IDLE},
    {"e", IDLE},
    {"entry", IDLE},
    {"init", IDLE},
    {"fini", IDLE},
    {"defsym", IDLE},
    {"wrap", IDLE},
    {"rpath", IDLE},
    {"rpath-link", IDLE},
    {"soname", IDLE},
    {"h", IDLE},
    {"z", IDLE},
    {"Map", IDLE},
    {"m", IDLE},
    {"a", IDLE},
    {"o", IDLE},
    {"output", IDLE},
    {"F", IDLE},
    {"filter", IDLE},
    {"f", IDLE},
    {"auxiliary", IDLE},
    {"G", IDLE},
    {"I", IDLE},
    {"dynamic-linker", IDLE},
    {"version-script", IDLE},
    {"dynamic-list", IDLE},
    {"export-dynamic-symbol", IDLE},
    {"plugin", IDLE},
    {"plugin-opt", IDLE},
    {"oformat", IDLE},
    {"retain-symbols-file", IDLE},
    {"section-start", IDLE},
    {"sort-section", IDLE},
    {"exclude-libs", IDLE},
    {"hash-style", IDLE},
    {"image-base", IDLE},
    {"y", IDLE},
    {"trace-symbol", IDLE},
    {"Y", IDLE},
    {"assert", IDLE},
    {"task-link", IDLE},
};

static void take_argument(struct walk *w, uint8_t meaning, const char *argument, const char *option) {
    if (meaning == LIBRARY) add(w, FRONT_LIBRARY, argument);
    if (meaning == FOLDER) vec_push(&w->c->folders, argument);
    if (meaning == STRANGE) add(w, FRONT_STRANGE, *option ? arena_printf(w->arena, "%s %s", option, argument) : argument);
}

static void keep_state(struct walk *w) {
    if (w->n_kept < DEEPEST)
        w->kept[w->n_kept++] = w->now;
    else
        add(w, FRONT_STRANGE, "--push-state");
}

// Options without argument that say how what follows is linked.
static void take_switch(struct walk *w, const char *name) {
    static const char *const archives[] = {"Bstatic", "dn", "non_shared", "static"}, *const any[] = {"Bdynamic", "dy", "call_shared"};
    if (strcmp(name, "whole-archive") == 0) w->now.whole = true;
    if (strcmp(name, "no-whole-archive") == 0) w->now.whole = false;
    if (IS_AMONG(name, archives)) w->now.archives = true;
    if (IS_AMONG(name, any)) w->now.archives = false;
    if (strcmp(name, "push-state") == 0) keep_state(w);
    if (strcmp(name, "pop-state") == 0 && w->n_kept) w->now = w->kept[--w->n_kept];
}

static void take_option(struct walk *w, const char *word) {
    const char *name = word + (strncmp(word, "--", 2) == 0 ? 2 : 1), *value = strchrnul(name, '=');
    size_t n = (size_t)(value - name);
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        if (strlen(arguments[i].name) != n || memcmp(name, arguments[i].name, n) != 0) continue;
        if (*value)
            take_argument(w, arguments[i].meaning, value + 1, arena_strndup(w->arena, word, (size_t)(value - word)));
        else
            w->wait = arguments[i].meaning;
        return;
    }
    bool attached = name == word + 1 && *name && name[1];
    if (attached && *name == 'l')
        take_argument(w, LIBRARY, name + 1, "");
    else if (attached && *name == 'L')
        take_argument(w, FOLDER, name + 1, "");
    else if (attached && (*name == 'T' || *name == 'u'))
        take_argument(w, STRANGE, word, "");
    else
        take_switch(w, name);
}

static void take_linker_word(struct walk *w, const char *word) {
    uint8_t wait = w->wait;
    w->wait = NOTHING;
    if (wait)
        take_argument(w, wait, word, "");
    else if (word[0] == '-' && word[1])
        take_option(w, word);
    else
        add_file(w, word);
}

static void take_commas(struct walk *w, const char *text) {
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, ',');
        take_linker_word(w, arena_strndup(w->arena, text, (size_t)(end - text)));
    }
}

// ---- words for the compiler --------------------------------------------------------------------------------------------------------------

static void note_mode(struct front_command *c, const char *word) {
    static const char *const idle[] = {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "--help", "-###"};
    c->idle |= IS_AMONG(word, idle);
    c->compiles |= strcmp(word, "-c") == 0;
    c->shared |= strcmp(word, "-shared") == 0 || strcmp(word, "--shared") == 0;
    c->partial |= strcmp(word, "-r") == 0;
}

// An option and its argument, which is the rest of the word, or the next one.
static void take_word(struct walk *w, const char *word, const char *next) {
    const char *rest = word[1] && word[2] ? word + 2 : next ? next : "";
    note_mode(w->c, word);
    if (strncmp(word, "-Wl,", 4) == 0) {
        take_commas(w, word + 4);
    } else if (strcmp(word, "-Xlinker") == 0) {
        if (next) take_linker_word(w, next);
    } else if (word[1] == 'l') {
        add(w, FRONT_LIBRARY, rest);
    } else if (word[1] == 'L') {
        vec_push(&w->c->folders, rest);
    } else if (word[1] == 'x') {
        w->language = strcmp(rest, "none") == 0 ? NULL : rest;
    } else if (word[1] == 'o') {
        w->c->output = rest;
    } else if (word[1] == 'T' || (word[1] == 'u' && strcmp(word, "-undef") != 0)) {
        add(w, FRONT_STRANGE, arena_printf(w->arena, "%.2s %s", word, rest));
    } else if (strcmp(word, "-static") == 0 || strcmp(word, "-static-pie") == 0) {
        w->now.archives = true;
    }
}

// The compiler's own name, and that of what runs it.
static uint32_t skip_names(const struct front_words *words) {
    static const char *const launchers[] = {"ccache", "sccache", "distcc", "icecc", "buildcache"};
    uint32_t i = 0;
    while (i < words->n && IS_AMONG(path_name(words->at[i]), launchers)) i++;
    return i + 1;
}

void front_command_sort(struct front_command *c, struct arena *a) {
    struct walk w = {.c = c, .arena = a};
    bool operands = false;
    for (uint32_t i = skip_names(&c->words); i < c->words.n; i++) {
        const char *word = c->words.at[i];
        if (operands || word[0] != '-' || !word[1]) {
            add_file(&w, word);
        } else if (strcmp(word, "--") == 0) {
            operands = true;
        } else {
            bool apart = front_option_words(word) > 1;
            take_word(&w, word, apart && i + 1 < c->words.n ? c->words.at[i + 1] : NULL);
            i += apart;
        }
    }
    c->idle |= c->output && strncmp(c->output, "/dev/", 5) == 0;
}

void front_command_free(struct front_command *c) {
    vec_free(&c->words);
    vec_free(&c->operands);
    vec_free(&c->folders);
}
