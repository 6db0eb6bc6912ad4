// SPDX-License-Identifier: MIT
// The heap domains of this version, by name, and the options that say how one of them is used.
#ifndef HP_CLI_DOMAINS_H
#define HP_CLI_DOMAINS_H
#include "check/analyse.h"
#include "cli/options.h"

// Fills *how from the options; how->domain is NULL if none is wanted (--domain none).  False: *error gets a sentence about what does not exist or does not go together.
bool cli_domain(const struct cli_options *o, struct check_domain *how, struct buf *error);
// Shows every option that some domain has of its own: as it is written after --domain, and what it means.
void cli_domain_options(struct buf *out, void (*show)(struct buf *out, const char *name, const char *text));
#endif
