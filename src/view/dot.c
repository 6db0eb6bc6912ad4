// SPDX-License-Identifier: MIT
// Pictures in graphviz's language.  Lists run from left to right; variables that point somewhere stand above what they point to, the others in a
// box for each call; what every node of a chain has for itself stands in a frame of its own.
#include "base/utf8.h"
#include "view/view.h"

struct artist {
    const struct view *v;
    struct buf *out;
    uint32_t number;  // of the picture: its names start with it
};

static const char *const ink = "#1f2933", *const faint = "#7b8794", *const alarm = "#c0362c", *const news = "#b7580a";

// ---- text in labels ----------------------------------------------------------------------------------------------------------------

enum { MOST_BYTES = 200 };  // of a name; the rest is left off

static void add_text(struct buf *out, const char *text) {
    static const char special[] = "&<>\"'[]\\";
    size_t left = strlen(text), shown = 0;
    for (const char *s = text; left && shown < MOST_BYTES;) {
        size_t n = utf8_length(s, left);
        if (!n || utf8_is_hidden(utf8_number(s, n)))
            for (size_t i = 0; i < (n ? n : 1); i++) buf_printf(out, "&#92;x%02x", (unsigned char)s[i]);
        else if (strchr(special, *s))
            buf_printf(out, "&#%u;", (unsigned char)*s);
        else
            buf_add(out, s, n);
        n += !n;
        s += n;
        left -= n;
        shown += n;
    }
    if (left) buf_str(out, "\xe2\x80\xa6");
}

static void text(struct artist *a, const char *s) {
    add_text(a->out, s);
}

static void colored(struct artist *a, const char *color, const char *s) {
    buf_printf(a->out, "<FONT COLOR=\"%s\">", color);
    text(a, s);
    buf_str(a->out, "</FONT>");
}

// ---- fields ------------------------------------------------------------------------------------------------------------------------

static void add_cell_value(struct artist *a, const struct view_field *f) {
    struct buf words = {0};
    for (uint32_t i = f->first; i < f->first + f->n; i++) {
        const struct view_value *x = &a->v->values.at[i];
        if (i > f->first) buf_str(&words, " or ");
        if (x->kind == VIEW_POINTER)
            buf_str(&words, "\xe2\x97\x8f");
        else
            view_say_value(x, &words);
        if (x->same) buf_printf(&words, " (x%u)", x->same);
    }
    const struct view_value *first = &a->v->values.at[f->first];
    bool dim = f->n == 1 && (first->kind == VIEW_UNKNOWN || first->kind == VIEW_NULL);
    colored(a, f->changed ? news : first->kind == VIEW_UNINITIALISED ? alarm : dim ? faint : ink, buf_text(&words));
    buf_free(&words);
}

static const char *link_of(const struct view_field *f) {
    return f->link ? " (last)" : f->back ? " (first)" : "";
}

static bool points(const struct artist *a, const struct view_field *f) {
    bool any = false;
    for (uint32_t i = f->first; i < f->first + f->n; i++) any |= a->v->values.at[i].kind == VIEW_POINTER;
    return any;
}

static void add_row(struct artist *a, uint32_t field) {
    const struct view_field *f = &a->v->fields.at[field];
    const char *back = f->changed ? " BGCOLOR=\"#fff3df\"" : "";
    buf_printf(a->out, "<TR><TD PORT=\"i%u\" ALIGN=\"LEFT\"%s>", field, back);
    text(a, f->name);
    if (*link_of(f)) colored(a, faint, link_of(f));
    buf_printf(a->out, "</TD><TD PORT=\"f%u\" ALIGN=\"%s\"%s>", field, points(a, f) ? "RIGHT" : "LEFT", back);
    add_cell_value(a, f);
    buf_str(a->out, "</TD></TR>");
}

// ---- nodes -------------------------------------------------------------------------------------------------------------------------

struct look {
    const char *border, *back;
    int width;
};

static struct look look_of(const struct view_node *n) {
    if (n->life == VIEW_FREED || n->life == VIEW_OUT_OF_SCOPE) return (struct look){alarm, "#f3f0ee", 1};
    if (n->life == VIEW_LEAKED) return (struct look){alarm, "#fdeceb", 2};
    if (n->fresh || n->changed) return (struct look){news, "#fff9f0", 2};
    return (struct look){"#9aa5b1", n->storage == VIEW_HEAP ? "#eef4fb" : "#f2f6ee", 1};
}

static void begin_table(struct artist *a, struct look l) {
    buf_printf(a->out,
               "<TABLE BORDER=\"%d\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"3\" COLOR=\"%s\" BGCOLOR=\"%s\" STYLE=\"ROUNDED\">",
               l.width, l.border, l.back);
}

static void add_title(struct artist *a, const struct view_node *n) {
    struct buf words = {0};
    view_say_node(n, &words);
    buf_str(a->out, "<TR><TD PORT=\"t\" COLSPAN=\"2\">");
    if (n->name) {
        buf_str(a->out, "<B>");
        text(a, n->name);
        buf_str(a->out, "</B> ");
    }
    colored(a, n->life == VIEW_LIVE ? faint : alarm, buf_text(&words));
    buf_str(a->out, "</TD></TR>");
    buf_free(&words);
}

static void add_object(struct artist *a, uint32_t i) {
    const struct view_node *n = &a->v->nodes.at[i];
    bool several = n->shape == VIEW_CHAIN || n->shape == VIEW_TREE || n->shape == VIEW_SOME, maybe = n->shape == VIEW_OPTION || n->maybe;
    struct look l = look_of(n);
    buf_printf(a->out, "  v%un%u [label=<", a->number, i);
    if (several)
        buf_printf(a->out,
                   "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"3\" CELLPADDING=\"0\" COLOR=\"%s\" STYLE=\"ROUNDED\"><TR><TD>",
                   l.border);
    if (maybe)
        buf_printf(a->out, "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLPADDING=\"0\" COLOR=\"%s\" STYLE=\"DASHED\"><TR><TD>", l.border);
    begin_table(a, l);
    add_title(a, n);
    for (uint32_t k = n->first; k < n->first + n->n; k++) add_row(a, k);
    buf_str(a->out, "</TABLE>");
    for (int k = 0; k < several + maybe; k++) buf_str(a->out, "</TD></TR></TABLE>");
    buf_str(a->out, ">];\n");
}

// Does the variable stand above one node, which is in no frame?
static bool stands_above(const struct artist *a, const struct view_field *f) {
    return f->n == 1 && !a->v->nodes.at[a->v->values.at[f->first].node].owner;
}

static uint32_t n_calls(const struct artist *a) {
    uint32_t n = 0;
    while (n < a->v->nodes.n && a->v->nodes.at[n].storage == VIEW_CALL) n++;
    return n;
}

static void add_variable(struct artist *a, const struct view_node *call, uint32_t field) {
    const struct view_field *f = &a->v->fields.at[field];
    bool above = stands_above(a, f);
    if (above) buf_printf(a->out, "  { rank=same; ");
    buf_printf(a->out, "  v%up%u [label=<<B>", a->number, field);
    colored(a, f->changed ? news : ink, f->name);
    buf_str(a->out, "</B>");
    if (n_calls(a) > 1) {
        buf_str(a->out, "<BR/>");
        colored(a, faint, call->name);
    }
    buf_str(a->out, above ? ">]; " : ">];\n");
    if (above) buf_printf(a->out, "v%un%u; }\n", a->number, a->v->values.at[f->first].node);
}

// Variables that point nowhere are rows of a box.
static void add_box(struct artist *a, uint32_t i) {
    const struct view_node *n = &a->v->nodes.at[i];
    buf_printf(a->out, "  v%un%u [label=<", a->number, i);
    begin_table(a, (struct look){"#cbd2d9", "#ffffff", 1});
    buf_str(a->out, "<TR><TD COLSPAN=\"2\"><B>");
    text(a, n->name);
    buf_str(a->out, "</B></TD></TR>");
    for (uint32_t k = n->first; k < n->first + n->n; k++)
        if (!points(a, &a->v->fields.at[k])) add_row(a, k);
    buf_str(a->out, "</TABLE>>];\n");
}

static void add_call(struct artist *a, uint32_t i) {
    const struct view_node *n = &a->v->nodes.at[i];
    bool all = true;
    for (uint32_t k = n->first; k < n->first + n->n; k++) {
        bool above = points(a, &a->v->fields.at[k]);
        if (above) add_variable(a, n, k);
        all &= above;
    }
    if (!all || a->v->nodes.n == 1) add_box(a, i);
}

static void add_owned(struct artist *a, uint32_t owner) {
    bool any = false;
    for (uint32_t i = 0; i < a->v->nodes.n; i++) {
        if (a->v->nodes.at[i].owner != owner + 1) continue;
        if (!any)
            buf_printf(a->out,
                       "  subgraph cluster_v%uo%u { style=\"rounded,dashed\"; peripheries=1; color=\"%s\"; fontcolor=\"%s\"; label=\"each "
                       "of them has\";\n",
                       a->number, owner, faint, faint);
        any = true;
        add_object(a, i);
        add_owned(a, i);
    }
    if (any) buf_str(a->out, "  }\n");
}

// ---- edges -------------------------------------------------------------------------------------------------------------------------

// Where the arrow ends: at the field of that offset, or at the top.
static void add_target(struct artist *a, const struct view_value *x) {
    const struct view_node *n = &a->v->nodes.at[x->node];
    for (uint32_t i = n->first; x->bounded && x->lo == x->hi && x->lo > 0 && i < n->first + n->n; i++)
        if (a->v->fields.at[i].offset == (uint64_t)x->lo) {
            buf_printf(a->out, "v%un%u:i%u:w", a->number, x->node, i);
            return;
        }
    buf_printf(a->out, n->storage == VIEW_CALL ? "v%un%u" : "v%un%u:t", a->number, x->node);
}

// Of two nodes of one rank graphviz puts the second above: an arrow from a variable that is to stand there is written the other way round.
static void add_ends(struct artist *a, uint32_t from, uint32_t field, const struct view_value *x, bool turned) {
    buf_str(a->out, "  ");
    if (turned) buf_printf(a->out, "v%un%u -> ", a->number, x->node);
    if (from == UINT32_MAX)
        buf_printf(a->out, "v%up%u", a->number, field);
    else
        buf_printf(a->out, "v%un%u:f%u:e", a->number, from, field);
    if (!turned) buf_str(a->out, " -> "), add_target(a, x);
}

// From a field of node `from`, or from a variable (from UINT32_MAX).
static void add_edge(struct artist *a, uint32_t from, uint32_t field, const struct view_value *x) {
    const struct view_field *f = &a->v->fields.at[field];
    const struct view_node *n = &a->v->nodes.at[x->node];
    struct buf label = {0};
    view_say_value(x, &label);
    bool turned = from == UINT32_MAX && stands_above(a, f);
    add_ends(a, from, field, x, turned);
    bool gone = n->life == VIEW_FREED || n->life == VIEW_OUT_OF_SCOPE;
    buf_printf(a->out, " [color=\"%s\"%s", gone ? alarm : f->changed ? news : "#52606d", x->maybe || f->n > 1 ? ", style=dashed" : "");
    if (turned) buf_str(a->out, ", dir=back");
    if (f->back) buf_str(a->out, ", constraint=false");
    if (label.n) {
        buf_str(a->out, ", label=<");
        text(a, buf_text(&label));
        buf_char(a->out, '>');
    }
    buf_str(a->out, "];\n");
    buf_free(&label);
}

static void add_edges(struct artist *a, uint32_t i) {
    const struct view_node *n = &a->v->nodes.at[i];
    for (uint32_t k = n->first; k < n->first + n->n; k++)
        for (uint32_t m = 0; m < a->v->fields.at[k].n; m++) {
            const struct view_value *x = &a->v->values.at[a->v->fields.at[k].first + m];
            if (x->kind == VIEW_POINTER) add_edge(a, n->storage == VIEW_CALL ? UINT32_MAX : i, k, x);
        }
}

static void add_remarks(struct artist *a, const char *title) {
    if (!title && !a->v->remarks.n) return;
    buf_str(a->out, "  label=<");
    if (title) text(a, title);
    for (uint32_t i = 0; i < a->v->remarks.n; i++) {
        buf_str(a->out, title || i ? "<BR/>" : "");
        colored(a, faint, a->v->remarks.at[i]);
    }
    buf_str(a->out, ">;\n");
}

static void add_picture(struct artist *a, const char *title) {
    const struct view *v = a->v;
    add_remarks(a, title);
    for (uint32_t i = 0; i < v->nodes.n; i++)
        if (v->nodes.at[i].storage == VIEW_CALL) add_call(a, i);
    for (uint32_t i = 0; i < v->nodes.n; i++) {
        if (v->nodes.at[i].storage == VIEW_CALL || v->nodes.at[i].owner) continue;
        add_object(a, i);
        add_owned(a, i);
    }
    for (uint32_t i = 0; i < v->nodes.n; i++) add_edges(a, i);
}

void view_dot(const struct view *views, uint32_t n, const char *const *titles, struct buf *out) {
    buf_str(out, "digraph heap {\n");
    buf_str(out,
            "  graph [rankdir=LR, nodesep=0.25, ranksep=0.55, bgcolor=\"white\", fontname=\"Helvetica\", fontsize=11, labelloc=t, "
            "pad=0.15];\n");
    buf_str(out, "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n");
    buf_str(out, "  edge [arrowsize=0.7, fontname=\"Helvetica\", fontsize=9];\n");
    for (uint32_t i = n; i-- > 0;) {  // graphviz begins at the bottom
        struct artist a = {&views[i], out, i};
        buf_printf(out, "  subgraph cluster_v%u { %s\n", i, n > 1 ? "style=\"rounded\"; color=\"#cbd2d9\"; margin=12;" : "peripheries=0;");
        add_picture(&a, titles ? titles[i] : NULL);
        buf_str(out, "  }\n");
    }
    buf_str(out, "}\n");
}

void view_dot_title(const char *dot, const char *title, struct buf *out) {
    const char *rest = strchr(dot, '\n') + 1;
    buf_add(out, dot, (size_t)(rest - dot));
    buf_str(out, "  label=<");
    add_text(out, title);
    buf_str(out, ">;\n");
    buf_str(out, rest);
}
