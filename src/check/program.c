// SPDX-License-Identifier: MIT
#include "check/program.h"

#include "check/inspect.h"
#include "check/search.h"

// Of the time allowed, for the search.
static const double search_share = 0.5;

static void search(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o) {
    struct check_search_options s = {.rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .library = o->library};
    s.max_seconds = o->max_seconds * search_share;
    check_search(r, p, entry, &s);
}

void check_program(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o) {
    struct check_inspect_options i = {.rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .library = o->library};
    check_inspect(r, p, entry, &i);
    if (r->verdict == CHECK_UNKNOWN) search(r, p, entry, o);
}
