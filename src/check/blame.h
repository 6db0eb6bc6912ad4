// SPDX-License-Identifier: MIT
// Whose fault is it?  A run of an open function with what callers may hand over (exec/given.h) shows a fault; it is *manifest* if the function is wrong
// whatever its callers do, and *latent* if a clause about what they hand over could exclude it ("callers must not pass an empty list").
//
// The function is to blame where it goes wrong with what is its own: it uses, frees or hands on what it freed itself, frees what it never allocated that
// way, loses a block that it allocated, goes by what it did not initialise, uses a variable whose scope ended.  Callers chose what they handed over to be as usual:
// acyclic or closed as the function asks, apart, initialised.  Past the end of its own arrays and blocks, and with what it did not initialise, it goes wrong by
// itself only if what callers choose does not matter: with any other numbers every run that comes there has the fault as well, and no number that stands in the program leads to
// another fault instead; and also with any other heap, unless it is
// how long the only list is, or how large the only tree.
// All else (null pointers, bounds of what callers handed over, failed assertions) callers may be asked to exclude.
#ifndef HP_CHECK_BLAME_H
#define HP_CHECK_BLAME_H
#include "exec/exec.h"

// Fault number i of `run`, of funcs[entry] with options *o (o->given is set).
bool check_is_manifest(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run, uint32_t i);
#endif
