// SPDX-License-Identifier: MIT
// Inside of projects: what is known of their units (project.c), for choosing those of one program (closure.c).
#ifndef HP_FRONT_PROJECT_H
#define HP_FRONT_PROJECT_H
#include "base/intern.h"
#include "front/compdb.h"
#include "front/link.h"
#include "front/remember.h"

struct front_named {
    uint32_t name;
    uint8_t kind;  // enum front_symbol
    bool function;
};
struct front_index {
    VEC(struct front_named) symbols;
};
// Units that define a name: a list through project->definers.
struct front_definer {
    uint32_t unit;
    uint32_t next;  // index + 1
};
// A unit that defines main, and what it is linked with; a unit that is linked in several ways is as many programs.
struct front_start {
    uint32_t unit;
    const struct front_link_command *link;  // NULL: nobody knows
    const char *name;                       // the unit's file, with "@" and what is linked if the file is several programs
};
struct front_project {
    const struct front_options *o;
    struct front_memory memory;  // if there is a cache
    uint32_t done, n;            // units compiled, and how many there are to compile
    struct front_compdb db;
    struct front_index *index;  // by unit
    struct intern names;
    VEC(struct front_definer) definers;
    uint32_t *strong, *weak, *model;  // by name: first definer + 1, in order of units; model: whose definitions are for want of others
    VEC(uint32_t) mains;
    VEC(struct front_start) programs;
    char *here;
};

// Text of a unit that does not compile, or nothing.
struct buf front_unit_text(const struct front_unit *u);
// Is the unit in the list; in any of the link's?
bool front_unit_among(const front_unit_list *l, uint32_t unit);
bool front_link_has(const struct front_link_command *link, uint32_t unit);
// Do both make the same program?
bool front_same_link(const struct front_link_command *a, const struct front_link_command *b);
// What is linked, as messages name it.
const char *front_link_shown(struct front_project *j, const struct front_link_command *link);
#endif
