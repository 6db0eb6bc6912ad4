// SPDX-License-Identifier: MIT
#include "sl/shown.h"

static bool text_is_right(struct sl *s, dom_state state, struct buf *why) {
    struct buf once = {0}, again = {0}, error = {0};
    sl_print(s, state, &once);
    dom_state back = sl_parse(s, buf_text(&once), once.n, &error);
    if (back) sl_print(s, back, &again);
    bool good = back == state && strcmp(buf_text(&once), buf_text(&again)) == 0;
    if (!good) buf_printf(why, "%s\n%s--\n%s", back ? "another state" : buf_text(&error), buf_text(&once), buf_text(&again));
    buf_free(&once);
    buf_free(&again);
    buf_free(&error);
    return good;
}

// Every object of the state is a node, and the text of the picture names every field.
static bool picture_is_right(struct sl *s, dom_state state, struct buf *why) {
    struct view v = {0};
    struct buf text = {0};
    struct sl_draft d;
    sl_unseal(&s->store, state, &d);
    sl_view(s, state, &v);
    bool good = v.nodes.n == d.frames.n + d.objects.n - 1;
    if (!good) buf_str(why, "objects are missing in the picture\n");
    view_finish(&v, s->step.program);
    good &= view_valid(&v, why);
    view_dot(&v, 1, NULL, &text);
    view_text(&v, &text);
    for (uint32_t i = 0; good && i < v.fields.n; i++)
        if (!v.fields.at[i].name || !strstr(buf_text(&text), v.fields.at[i].name)) good = false, buf_str(why, "a field is not named\n");
    view_free(&v);
    buf_free(&text);
    sl_draft_free(&d);
    return good;
}

bool shown_well(struct sl *s, dom_state state, struct buf *why) {
    return text_is_right(s, state, why) && picture_is_right(s, state, why);
}
