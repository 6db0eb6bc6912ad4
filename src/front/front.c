// SPDX-License-Identifier: MIT
#include "front/front.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/clang.h"
#include "front/notes.h"
#include "front/unit.h"
#include "ir/text.h"

enum kind { UNKNOWN, C, IR, HIR };
static const struct {
    const char *ending;
    enum kind kind;
} kinds[] = {{".c", C}, {".i", C}, {".bc", IR}, {".ll", IR}, {".hir", HIR}};

static enum kind kind_of(const char *file) {
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(dot, kinds[i].ending) == 0) return kinds[i].kind;
    return UNKNOWN;
}

static bool check_file(const char *file, struct front_messages *m) {
    struct stat s;
    if (stat(file, &s))
        front_error(m, file, "%s", strerror(errno));
    else if (S_ISDIR(s.st_mode))
        front_error(m, file, "is a directory; a project's directory is given with -p");
    else if (!S_ISREG(s.st_mode))
        front_error(m, file, "is not a regular file");
    else if (access(file, R_OK))
        front_error(m, file, "%s", strerror(errno));
    else if (s.st_size == 0)
        front_error(m, file, "the file is empty");
    else if (kind_of(file) == UNKNOWN)
        front_error(m, file, "unknown kind of file: .c, .i, .bc, .ll and .hir are read");
    else
        return true;
    return false;
}

// C text has no NUL bytes; clang would print a page of errors.
static bool check_text(const char *file, struct front_messages *m) {
    char start[4096];
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, start, sizeof start);
    if (n < 0)
        front_error(m, file, "%s", strerror(errno));
    else if (memchr(start, 0, (size_t)n))
        front_error(m, file, "not C: the file is binary");
    if (fd >= 0) close(fd);
    return n >= 0 && !memchr(start, 0, (size_t)n);
}

bool front_check_model(const char *file, struct front_messages *m) {
    if (!check_file(file, m)) return false;
    if (kind_of(file) == C) return check_text(file, m);
    front_error(m, file, "a model is a C file (.c, .i)");
    return false;
}

static bool check_models(const struct front_options *o, const char *first, struct front_messages *m) {
    bool good = true;
    for (uint32_t i = 0; i < o->n_models; i++) good &= front_check_model(o->models[i], m);
    if (o->n_models && kind_of(first) == HIR) front_error(m, first, "a .hir file is a whole program, and takes no model");
    return good && !(o->n_models && kind_of(first) == HIR);
}

static bool check_files(const char *const *files, uint32_t n, struct front_messages *m) {
    bool good = true;
    for (uint32_t i = 0; i < n; i++) good &= check_file(files[i], m) && (kind_of(files[i]) != C || check_text(files[i], m));
    for (uint32_t i = 0; i < n && good && n > 1; i++)
        if (kind_of(files[i]) == HIR) {
            front_error(m, files[i], "a .hir file is a whole program and cannot be linked with others");
            good = false;
        }
    return good;
}

static struct ir_program *check_width(struct ir_program *p, const char *file, uint32_t bits, struct front_messages *m) {
    if (!p || !bits || p->pointer_bits == bits) return p;
    front_error(m, file, "its pointers have %u bits, but %u were asked for", p->pointer_bits, bits);
    ir_program_free(p);
    return NULL;
}

static struct ir_program *read_hir(const char *file, uint32_t bits, struct front_messages *m) {
    struct buf text = {0}, error = {0};
    const char *why;
    struct ir_program *p = NULL;
    if (!buf_read_file(&text, file, &why)) {
        front_error(m, file, "%s", why);
    } else {
        p = ir_parse(file, text.text, text.n, &error);
        if (!p) buf_str(&m->text, buf_text(&error));
        if (!p && error.n && error.text[error.n - 1] != '\n') buf_char(&m->text, '\n');
    }
    p = check_width(p, file, bits, m);
    buf_free(&text);
    buf_free(&error);
    m->ok = p != NULL;
    return p;
}

// ---- files as one program ---------------------------------------------------------------------------------------------------------------

struct reading {
    struct arena arena;
    struct front_flags flags;
    struct front_unit *units;
    struct front_unit **all;
    uint32_t n, n_c, bits;
};

static void nothing_to_do(void *context, struct front_unit *unit) {
    (void)context;
    (void)unit;
}

static bool make_unit(struct reading *r, struct front_unit *u, const char *file, struct front_messages *m) {
    *u = (struct front_unit){.file = file, .path = file, .is_c = kind_of(file) == C};
    if (u->is_c) {
        r->n_c++;
        for (uint32_t i = 0; i < r->flags.keep.n; i++) vec_push(&u->flags, r->flags.keep.at[i]);
        if (r->bits) vec_push(&u->flags, r->bits == 32 ? "-m32" : "-m64");
        return true;
    }
    struct buf text = {0};
    const char *why;
    u->good = buf_read_file(&text, file, &why);
    if (!u->good) front_error(m, file, "%s", why);
    u->is_text = strcmp(strrchr(file, '.'), ".ll") == 0;
    u->data = text.text;
    u->n_data = text.n;
    return u->good;
}

// The models are last.
static bool make_units(struct reading *r, const struct front_options *o, const char *const *files, uint32_t n, struct front_messages *m) {
    bool good = true;
    r->n = n + o->n_models;
    r->units = ARENA_ARRAY(&r->arena, struct front_unit, r->n);
    r->all = ARENA_ARRAY(&r->arena, struct front_unit *, r->n);
    for (uint32_t i = 0; i < r->n; i++) {
        r->all[i] = &r->units[i];
        good &= make_unit(r, r->all[i], i < n ? files[i] : o->models[i - n], m);
        r->all[i]->is_model = i >= n;
    }
    return good;
}

static bool compile(struct reading *r, const struct front_options *o, struct front_messages *m) {
    if (r->n_c && !front_compile(o, r->all, r->n, nothing_to_do, NULL, m)) return false;
    bool good = true;
    for (uint32_t i = 0; i < r->n; i++) {
        good &= r->all[i]->good;
        buf_add(&m->text, buf_text(&r->all[i]->says), r->all[i]->says.n);
    }
    m->ok &= good;
    return good;
}

struct ir_program *front_read(const struct front_options *o, const char *const *files, uint32_t n, struct front_messages *m) {
    m->ok = true;
    if (n == 0) front_error(m, "heapproof", "no file to read");
    if (n == 0 || !check_files(files, n, m) || !check_models(o, files[0], m)) return NULL;
    if (kind_of(files[0]) == HIR) return read_hir(files[0], o->bits, m);
    struct reading r = {.bits = o->bits};
    struct ir_program *p = NULL;
    if (front_options_flags(&r.arena, o, &r.flags, m) && make_units(&r, o, files, n, m) && compile(&r, o, m)) p = front_program(o, r.all, r.n, m);
    for (uint32_t i = 0; i < r.n; i++) front_unit_free(&r.units[i]);
    front_flags_free(&r.flags);
    arena_free(&r.arena);
    m->ok = p != NULL;
    return p;
}
