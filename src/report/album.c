// SPDX-License-Identifier: MIT
#define XXH_INLINE_ALL
#include "report/album.h"

#include <stdlib.h>
#include <xxhash.h>

#include "report/value.h"
#include "view/svg.h"

// Pictures that are drawn, their bytes together, those of all words; of one: as input, in words.
enum { MOST_DRAWN = 600, MOST_BYTES = 1 << 20, MOST_ALL_WORDS = 300000, MOST_DOT = 200000, MOST_WORDS = 4000 };

void report_album_free(struct report_album *a) {
    vec_free(&a->pictures);
    vec_free(&a->hashes);
}

json_t *report_album_number(struct report_album *a, const struct check_picture *p) {
    if (!p->dot) return json_null();
    uint64_t hash = XXH3_64bits(p->dot, strlen(p->dot));
    for (uint32_t i = 0; i < a->pictures.n; i++)
        if (a->hashes.at[i] == hash && strcmp(a->pictures.at[i]->dot, p->dot) == 0) return json_integer(i);
    vec_push(&a->pictures, p);
    vec_push(&a->hashes, hash);
    return json_integer(a->pictures.n - 1);
}

typedef VEC(uint32_t) number_list;

// The numbers of those that are drawn.
static void choose(const struct report_album *a, number_list *chosen) {
    for (uint32_t i = 0; i < a->pictures.n && chosen->n < MOST_DRAWN; i++)
        if (strlen(a->pictures.at[i]->dot) <= MOST_DOT) vec_push(chosen, i);
}

static void put_svgs(json_t *all, const number_list *chosen, const struct buf *svgs) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < chosen->n; i++) {
        struct buf slim = {0};
        view_svg_slim(&svgs[i], &slim);
        if (bytes + slim.n <= MOST_BYTES) {
            report_put(json_array_get(all, chosen->at[i]), "svg", report_string(buf_text(&slim)));
            bytes += slim.n;
        }
        buf_free(&slim);
    }
}

static void draw(const struct report_album *a, json_t *all) {
    number_list chosen = {0};
    choose(a, &chosen);
    const char **dots = calloc(chosen.n + 1, sizeof *dots);
    struct buf *svgs = calloc(chosen.n + 1, sizeof *svgs), why = {0};
    if (!dots || !svgs) base_out_of_memory();
    for (uint32_t i = 0; i < chosen.n; i++) dots[i] = a->pictures.at[chosen.at[i]]->dot;
    if (chosen.n && view_svg(dots, chosen.n, svgs, &why)) put_svgs(all, &chosen, svgs);
    for (uint32_t i = 0; i < chosen.n; i++) buf_free(&svgs[i]);
    free(svgs);
    free(dots);
    buf_free(&why);
    vec_free(&chosen);
}

static json_t *words(const char *text) {
    size_t n = strlen(text);
    return n <= MOST_WORDS ? report_string(text) : report_printf("%.*s ...", MOST_WORDS, text);
}

json_t *report_album_draw(const struct report_album *a) {
    json_t *all = report_array();
    size_t bytes = 0;
    for (uint32_t i = 0; i < a->pictures.n; i++) {
        json_t *j = report_object();
        bytes += strlen(a->pictures.at[i]->text);
        report_put(j, "text", bytes <= MOST_ALL_WORDS ? words(a->pictures.at[i]->text) : report_string("(left off: there are too many)"));
        report_append(all, j);
    }
    draw(a, all);
    return all;
}
