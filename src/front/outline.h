// SPDX-License-Identifier: MIT
// What a C file that does not compile may define, guessed from its text: names outside of braces and parentheses that look like the
// definition of a function or a variable.  Too many rather than too few.
#ifndef HP_FRONT_OUTLINE_H
#define HP_FRONT_OUTLINE_H
#include <stddef.h>

typedef void front_name(void *context, const char *name, size_t n);
// text ends with a NUL byte.
void front_outline(const char *text, front_name *found, void *context);
#endif
