// SPDX-License-Identifier: MIT
#include "cli/domains.h"

#include "dom/option.h"
#include "fold/fold.h"
#include "intervals/intervals.h"
#include "sl/sl.h"
#include "tvheap/tvheap.h"

// The first is the default.
static const struct dom *const domains[] = {
    &sl_domain,
    &fold_domain,
    &tvheap_domain,
    &intervals_domain,
    NULL,
};
static const char none[] = "none";

// By the name before the colon; NULL: the default.
static const struct dom *find(const char *spec) {
    size_t n = spec ? strcspn(spec, ":") : 0;
    for (uint32_t i = 0; domains[i]; i++)
        if (!spec || (strlen(domains[i]->name) == n && strncmp(domains[i]->name, spec, n) == 0)) return domains[i];
    return NULL;
}

static bool refuse(const char *spec, struct buf *error) {
    if (strcmp(spec, none) == 0) return true;
    size_t n = strcspn(spec, ":");
    if (n == strlen(none) && strncmp(spec, none, n) == 0) {
        buf_printf(error, "'%s' is no heap domain and has no options", none);
        return false;
    }
    buf_printf(error, "heap domain '%.*s' does not exist: choose ", (int)n, spec);
    for (uint32_t i = 0; domains[i]; i++) buf_printf(error, "%s or ", domains[i]->name);
    buf_str(error, none);
    return false;
}

void cli_domain_options(struct buf *out, void (*show)(struct buf *out, const char *name, const char *text)) {
    for (uint32_t i = 0; domains[i]; i++) {
        for (const struct dom_option *x = domains[i]->options; x && x->name; x++) {
            struct buf name = {0}, text = {0};
            buf_printf(&name, "%s:%s%s", domains[i]->name, x->name, x->most == 1 ? "=0|1" : "=N");
            buf_printf(&text, "%s (default %llu)", x->meaning, (unsigned long long)x->usual);
            show(out, buf_text(&name), buf_text(&text));
            buf_free(&name);
            buf_free(&text);
        }
    }
}

// ---- options ---------------------------------------------------------------------------------------------------------------------------

// An option of the command line that some domain has under this name; others do without.
static void set_if_known(struct check_domain *how, const char *name, uint64_t value) {
    struct buf text = {0}, error = {0};
    buf_printf(&text, "%s=%llu", name, (unsigned long long)value);
    if (dom_has_option(how->domain, name)) dom_set(how->domain, &how->settings, buf_text(&text), &error);
    buf_free(&text);
    buf_free(&error);
}

static bool settle(const struct cli_options *o, struct check_domain *how, struct buf *error) {
    const char *own = o->domain ? strchr(o->domain, ':') : NULL;
    if (o->no_possibly_empty) set_if_known(how, "possibly-empty", 0);
    if (o->no_localisation) set_if_known(how, "localise", 0);
    if (o->cutpoints) set_if_known(how, "cutpoints", o->cutpoints);
    if (o->least_chain) set_if_known(how, "least-chain", o->least_chain);
    return !own || dom_set(how->domain, &how->settings, own + 1, error);
}

bool cli_domain(const struct cli_options *o, struct check_domain *how, struct buf *error) {
    *how = (struct check_domain){.domain = find(o->domain), .other = o->domain || o->command == CLI_SHOW ? NULL : &fold_domain};
    how->set = (struct set_options){.policy = how->domain && how->domain->core.join ? SET_PARTIAL : SET_POWERSET, .delay = SET_DELAY};
    how->coarse = (enum check_coarse)o->coarse;
    how->keep = o->keep;
    how->calls.max_recursion = (uint32_t)o->recursion;
    how->max_states = o->max_states ? o->max_states : fix_limits[FIX_LIMIT_STATES].value;
    if (o->set && !set_parse(o->set, &how->set, error)) return false;
    if (!how->domain) return refuse(o->domain, error);
    return settle(o, how, error) && check_domain_fits(how, error);
}
