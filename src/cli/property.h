// SPDX-License-Identifier: MIT
// What is to be proved: a list of properties and rules by name, or a property file of the software verification competition.
//
// A .prp file holds lines CHECK( init(NAME()), LTL(FORMULA) ).  Formulas of 2016 and of today are known: G valid-free, G valid-deref,
// G valid-memtrack, G valid-memcleanup, G ! call(__VERIFIER_error()), G ! call(reach_error()).  Others are refused by name.
#ifndef HP_CLI_PROPERTY_H
#define HP_CLI_PROPERTY_H
#include "base/buf.h"
#include "ir/rules.h"

struct cli_property {
    ir_rule_set rules;
    ir_rule_set notes;  // of these, what is only noted
    char entry[256];  // from init(NAME()), or ""
    bool in_time;     // the violation that comes first is asked for: by a file
};

// The option's text: NULL (the default), a list, in which `default` names the default, or the path of a .prp file.  False: *error gets one sentence.
bool cli_property_read(struct cli_property *p, const char *text, struct buf *error);
// Is the option's text the path of a file?
bool cli_property_is_file(const char *text);
// The contents of a property file; `file` is for messages.
bool cli_property_parse(struct cli_property *p, const char *file, const char *text, struct buf *error);
#endif
