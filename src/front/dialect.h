// SPDX-License-Identifier: MIT
// Preprocessed text as gcc 11 and later write it, made into what clang reads.
//
// The headers of the C library ask the preprocessor which compiler it is, and gcc's answers stay in the text: the attribute malloc with a deallocator, which
// only warns; types such as _Float32, which in C are types of their own with the values of another type.  Rewriting keeps every line, and columns where
// the new word is not longer.  A type is left alone, for clang to refuse, where the program asks which type it is (_Generic) or which argument it was
// passed as (va_arg), and where the text itself defines it, as older headers do.
#ifndef HP_FRONT_DIALECT_H
#define HP_FRONT_DIALECT_H
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

// Is this the output of a preprocessor: does it start with a line marker?
bool front_is_preprocessed(const char *text);
// text ends with a NUL byte, at text[n] at the latest.  True: out has the new text; false: there is nothing to rewrite.
bool front_dialect(const char *text, size_t n, struct buf *out);
#endif
