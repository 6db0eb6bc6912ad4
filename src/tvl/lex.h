// SPDX-License-Identifier: MIT
// TVP and TVS text to tokens, through the preprocessor.
//
// The preprocessor works on tokens: #include "F" (looked for beside the file that asks, along the search path, then among
// the ready parts), #define with and without arguments (## pastes, a
// backslash joins lines), #undef, #if, #ifdef, #ifndef, #elif, #else, #endif.  What follows #else or #endif on its line is ignored.  Comments are C++'s.
#ifndef HP_TVL_LEX_H
#define HP_TVL_LEX_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

enum tvl_kind { TVL_T_END, TVL_T_ID, TVL_T_NUMBER, TVL_T_HALF, TVL_T_STRING, TVL_T_KEY, TVL_T_OP };
struct tvl_token {
    enum tvl_kind kind;
    const char *text;  // ID, NUMBER, OP: as written; STRING: contents, escapes resolved; KEY: the word with its percent sign ("%%" too)
    const char *file;
    uint32_t line;
    bool glued;        // no space before it
};
typedef VEC(struct tvl_token) tvl_tokens;

struct tvl_macro {
    const char *name, *body;  // body: as text
};
struct tvl_source {
    struct arena *arena;              // owns all text
    VEC(const char *) path;           // where to look for included files
    VEC(struct tvl_macro) defined;    // -D
    struct buf *error;                // gets "FILE:LINE: what was expected"
};

// Appends the tokens of a file, and one TVL_T_END.  False: *error says why.
bool tvl_lex_file(struct tvl_source *s, const char *path, tvl_tokens *out);
#endif
