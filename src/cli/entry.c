// SPDX-License-Identifier: MIT
#include "cli/entry.h"

#include <string.h>

bool cli_path_ends(const char *path, const char *tail) {
    size_t n = strlen(path), k = strlen(tail);
    return k <= n && strcmp(path + n - k, tail) == 0 && (k == n || path[n - k - 1] == '/' || tail[0] == '/');
}

// Linking renames the second static function of a name to NAME.DIGITS.
static bool called(const char *name, const char *wanted) {
    size_t n = strlen(wanted);
    if (strncmp(name, wanted, n) != 0) return false;
    return !name[n] || (name[n] == '.' && name[n + 1] && strspn(name + n + 1, "0123456789") == strlen(name + n + 1));
}

static bool matches(const struct ir_program *p, const struct ir_func *f, const char *file, const char *name) {
    if (!file) return strcmp(f->name, name) == 0;
    return f->loc.line && called(f->name, name) && cli_path_ends(p->files.text.at[f->loc.file], file);
}

uint32_t cli_find_entry(const struct ir_program *p, const char *file, const char *name, struct buf *error) {
    uint32_t found = UINT32_MAX, n = 0;
    bool bodiless = false;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (!matches(p, &p->funcs.at[i], file, name)) continue;
        if (p->funcs.at[i].flags & (IR_EXTERN | IR_AGREED)) {
            bodiless = true;
            continue;
        }
        found = i;
        n++;
    }
    if (n == 1) return found;
    const char *what = n > 1 ? "is defined more than once" : bodiless ? "has no body" : "does not exist";
    buf_printf(error, "function '%s'%s%s %s", name, file ? " of " : "", file ? file : "", what);
    return UINT32_MAX;
}

bool cli_is_external(const struct ir_func *f) {
    return !(f->flags & (IR_EXTERN | IR_INTERNAL | IR_AGREED)) && f->loc.line;
}
