// SPDX-License-Identifier: MIT
#include "tvl/props.h"

#include <ctype.h>

static const char *trimmed(struct arena *a, const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from)) from++;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    return arena_strndup(a, from, (size_t)(to - from));
}

static void read_line(struct tvl_props *p, const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from)) from++;
    const char *sign = from;
    while (sign < to && *sign != '=' && *sign != ':') sign++;
    if (from == to || *from == '#' || *from == '!' || sign == to) return;
    vec_push(&p->entry, (struct tvl_prop){trimmed(&p->arena, from, sign), trimmed(&p->arena, sign + 1, to)});
}

bool tvl_props_read(struct tvl_props *p, const char *path, struct buf *error) {
    struct buf text = {0};
    const char *why;
    if (!buf_read_file(&text, path, &why)) {
        buf_printf(error, "%s: %s", path, why);
        return false;
    }
    for (const char *s = buf_text(&text); *s;) {
        const char *end = s + strcspn(s, "\n");
        read_line(p, s, end);
        s = *end ? end + 1 : end;
    }
    buf_free(&text);
    return true;
}

const char *tvl_props_get(const struct tvl_props *p, const char *key, const char *otherwise) {
    for (uint32_t i = p->entry.n; i-- > 0;)
        if (strcmp(p->entry.at[i].key, key) == 0) return p->entry.at[i].value;
    return otherwise;
}

bool tvl_props_true(const struct tvl_props *p, const char *key, bool otherwise) {
    return strcmp(tvl_props_get(p, key, otherwise ? "true" : "false"), "true") == 0;
}

void tvl_props_free(struct tvl_props *p) {
    vec_free(&p->entry);
    arena_free(&p->arena);
}
