// SPDX-License-Identifier: MIT
#include "cli/pictures.h"

#include <errno.h>
#include <string.h>

#include "base/path.h"
#include "cli/output.h"
#include "cli/supervise.h"
#include "view/svg.h"
#include "view/view.h"

static int write_text(const char *path, const struct buf *text) {
    const char *why;
    return cli_output_write(path, text, &why) ? CLI_OK : cli_complain(CLI_INTERNAL, "%s: %s", path, why);
}

int cli_write_picture(const char *path, const char *dot) {
    struct buf text = {0}, error = {0};
    int status = CLI_OK;
    if (path_ends_with(path, ".dot"))
        buf_str(&text, dot);
    else if (!view_svg(&dot, 1, &text, &error))
        status = cli_complain(CLI_INTERNAL, "%s: %s", path, buf_text(&error));
    if (status == CLI_OK) status = write_text(path, &text);
    buf_free(&text);
    buf_free(&error);
    return status;
}

// ---- of all findings -----------------------------------------------------------------------------------------------------------------

struct set {
    const char *folder;
    VEC(char *) paths;
    VEC(char *) dots;  // with titles
};

// The text of a buffer, taken over.
static char *taken(struct buf *b) {
    buf_str(b, "");
    return b->text;
}

static void add(struct set *s, uint32_t finding, uint32_t step, const struct check_picture *picture, const char *title) {
    struct buf path = {0}, dot = {0};
    if (!picture->dot) return;
    buf_printf(&path, "%s/finding-%u-", s->folder, finding);
    if (step)
        buf_printf(&path, "step-%02u.svg", step);
    else
        buf_str(&path, "fault.svg");
    view_dot_title(picture->dot, title, &dot);
    vec_push(&s->paths, taken(&path));
    vec_push(&s->dots, taken(&dot));
}

static void add_finding(struct set *s, uint32_t number, const struct check_finding *f) {
    for (uint32_t i = 0; i < f->trace.n; i++) add(s, number, i + 1, &f->trace.at[i].picture, f->trace.at[i].text);
    add(s, number, 0, &f->picture, f->message);
}

static int write_set(const struct set *s, int status) {
    struct buf *svgs = calloc(s->dots.n, sizeof *svgs), why = {0};
    if (!svgs) base_out_of_memory();
    if (!view_svg((const char *const *)s->dots.at, s->dots.n, svgs, &why)) status = cli_complain(CLI_INTERNAL, "%s: %s", s->folder, buf_text(&why));
    for (uint32_t i = 0; i < s->dots.n && !why.n; i++)
        if (write_text(s->paths.at[i], &svgs[i]) != CLI_OK) status = CLI_INTERNAL;
    for (uint32_t i = 0; i < s->dots.n; i++) buf_free(&svgs[i]);
    free(svgs);
    buf_free(&why);
    return status;
}

int cli_write_pictures(const char *folder, const struct check_result *results, uint32_t n, int status) {
    struct set s = {.folder = folder};
    uint32_t number = 0;
    if (!path_make_folder(folder)) return cli_complain(CLI_INTERNAL, "%s: %s", folder, strerror(errno));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) add_finding(&s, ++number, &results[i].findings.at[k]);
    if (s.dots.n) status = write_set(&s, status);
    for (uint32_t i = 0; i < s.dots.n; i++) free(s.dots.at[i]), free(s.paths.at[i]);
    vec_free(&s.dots);
    vec_free(&s.paths);
    return status;
}
