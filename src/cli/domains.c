// SPDX-License-Identifier: MIT
#include "cli/domains.h"

#include "fold/fold.h"
#include "shape/shape.h"
#include "sl/sl.h"

// The first is the default.
static const struct dom *const domains[] = {
    &sl_domain,
    &fold_domain,
    &shape_domain,
    NULL,
};
static const char none[] = "none";

enum { DEFAULT_STATES = 1000000 };

static const struct dom *find(const char *name) {
    for (uint32_t i = 0; domains[i]; i++)
        if (!name || strcmp(domains[i]->name, name) == 0) return domains[i];
    return NULL;
}

static void name_domains(struct buf *out) {
    buf_str(out, "choose ");
    for (uint32_t i = 0; domains[i]; i++) buf_printf(out, "%s or ", domains[i]->name);
    buf_str(out, none);
}

bool cli_domain(const struct cli_options *o, struct check_domain *how, struct buf *error) {
    *how = (struct check_domain){.domain = find(o->domain), .other = o->domain || o->command == CLI_SHOW ? NULL : &fold_domain};
    how->set = (struct set_options){.policy = how->domain && how->domain->core.join ? SET_PARTIAL : SET_POWERSET, .delay = SET_DELAY};
    how->no_possibly_empty = o->no_possibly_empty;
    how->no_localisation = o->no_localisation;
    how->coarse = (enum check_coarse)o->coarse;
    how->keep = o->keep;
    how->cutpoints = (uint32_t)o->cutpoints;
    how->precision.least_chain = (uint32_t)o->least_chain;
    how->calls.max_recursion = (uint32_t)o->recursion;
    how->max_states = o->max_states ? o->max_states : DEFAULT_STATES;
    if (o->set && !set_parse(o->set, &how->set, error)) return false;
    if (how->domain) return check_domain_fits(how, error);
    if (strcmp(o->domain, none) == 0) return true;
    buf_printf(error, "heap domain '%s' does not exist: ", o->domain);
    name_domains(error);
    return false;
}
