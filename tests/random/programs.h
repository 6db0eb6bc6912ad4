// SPDX-License-Identifier: MIT
// A file of random programs, as IR: each is a function p0, p1, ... without parameters.
#ifndef HP_TESTS_RANDOM_PROGRAMS_H
#define HP_TESTS_RANDOM_PROGRAMS_H
#include <ctype.h>
#include <stdio.h>

#include "ir/rules.h"
#include "ir/text.h"

// What a program can do wrong: it calls reach_error where what it says of its data does not hold.
static ir_rule_set rules_of_programs(void) { return ir_rules_named("memory-safety") | ir_rules_named("error-call"); }

static bool is_program(const struct ir_func *f) {
    return !(f->flags & IR_EXTERN) && f->name[0] == 'p' && isdigit((unsigned char)f->name[1]);
}

static struct ir_program *read_program(const char *path) {
    struct buf text = {0}, error = {0};
    FILE *f = fopen(path, "rb");
    char part[65536];
    for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) buf_add(&text, part, n);
    if (f) fclose(f);
    struct ir_program *p = ir_parse(path, buf_text(&text), text.n, &error);
    if (!p) fprintf(stderr, "%s\n", buf_text(&error));
    buf_free(&text);
    buf_free(&error);
    return p;
}
#endif
