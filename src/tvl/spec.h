// SPDX-License-Identifier: MIT
// A specification: vocabulary, integrity constraints, actions, the graph of the program; and the structures it starts with.
//
// Actions are kept as they are used: one per action and arguments, with every name resolved, every foreach unrolled.
#ifndef HP_TVL_SPEC_H
#define HP_TVL_SPEC_H
#include "tvl/formula.h"
#include "tvl/structure.h"
#include "tvl/vocab.h"

struct tvl_constraint {
    tvl_f body, head;    // head: an atom, an equality, the negation of one, or 0
    const char *origin;  // for messages
};
struct tvl_message {
    tvl_f when;
    tvl_f compose;       // which parts to look at together (chapter 6), or NULL
    const char *text;
};
struct tvl_update {
    uint32_t pred;
    uint32_t var[2];
    tvl_f value;
};
struct tvl_action {
    const char *name, *title;
    const char *file;
    uint32_t line;
    VEC(tvl_f) focus;
    tvl_f precondition;              // NULL: none
    VEC(struct tvl_message) before, after;
    bool makes;                      // %new
    tvl_f copies;                    // %new with a formula of one free variable, or NULL
    uint32_t copies_var;
    VEC(struct tvl_update) update;
    tvl_f retain;                    // NULL: all stay
    uint32_t retain_var;
    tvl_f compose;                   // which parts are looked at together, or NULL
    tvl_f message_compose;           // the same for messages that do not say it themselves
};
struct tvl_edge {
    uint32_t from, to, action;
};
struct tvl_part {  // %dname
    tvl_f where;
    const char *name;
    tvl_f select;             // of where: who belongs to it, in variable `var`; and what is left out:
    uint32_t var;
    VEC(uint32_t) dropped;
    uint32_t pred;            // holds for those who belong to it
};
struct tvl_set_decl {
    const char *name;
    VEC(const char *) member;
};
struct tvl_spec {
    struct arena arena;
    struct tvl_vocab vocab;
    struct tvl_build build;
    struct intern vars;                      // names of variables; fresh ones come after all of them
    VEC(struct tvl_set_decl) set;
    VEC(struct tvl_constraint) constraint;   // those that are written
    VEC(struct tvl_part) part;
    VEC(struct tvl_action) action;
    struct intern location;
    VEC(struct tvl_edge) edge;               // the first starts at the entry
    VEC(uint32_t) shown;                     // locations to print; none: all
    tvl_f combine;                           // %combine, or NULL
};

struct tvl_source;
void tvl_spec_init(struct tvl_spec *s);
void tvl_spec_free(struct tvl_spec *s);
// The set of that name that was declared last, or NULL.
const struct tvl_set_decl *tvl_spec_set(const struct tvl_spec *s, const char *name);
// Reads a TVP file.  False: the source's error says where and what was expected.  The vocabulary is sealed afterwards.
bool tvl_read_tvp(struct tvl_spec *s, struct tvl_source *source, const char *path);
// Reads a TVS file: appends a draft for each structure.
typedef VEC(struct tvl_draft *) tvl_drafts;
bool tvl_read_tvs(struct tvl_spec *s, struct tvl_source *source, const char *path, tvl_drafts *out);
// A structure as TVS, indented by two; individuals are called u0, u1, ...
void tvl_show_tvs(const struct tvl_vocab *v, const struct tvl_draft *d, struct buf *out);
// A structure as a cluster of a dot graph; the number tells those of one graph apart.  Double line: may be several; dashed: 1/2, or may be absent.
void tvl_show_dot(const struct tvl_vocab *v, const struct tvl_draft *d, const char *title, uint32_t number, struct buf *out);
#endif
