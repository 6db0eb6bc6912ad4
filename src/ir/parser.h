// SPDX-License-Identifier: MIT
// Inside the parser of the text form: what its files share.
//
// The first error wins: it is recorded with its place, and from then on the lexer yields only EOF, so that every loop ends and every
// expectation fails silently.  Nothing recurses.  Memory is bounded by the text, but for initial contents of globals, which are dense:
// together at most IR_MOST_CONTENTS bytes.
#ifndef HP_IR_PARSER_H
#define HP_IR_PARSER_H
#include "ir/build.h"
#include "ir/lex.h"
#include "ir/words.h"

#define IR_MOST_CONTENTS (UINT64_C(256) << 20)

// Names of one kind in a function, and the index that each stands for.
struct ir_parse_names {
    struct intern names;
    VEC(uint32_t) index;  // by number of the name
};

struct ir_parser {
    struct ir_program *p;
    struct ir_lex lex;
    const char *file;
    struct buf *error;
    bool failed;
    uint64_t contents;           // bytes of initial contents so far
    uint32_t most_ctype;         // the largest C type mentioned, + 1
    struct ir_pos most_ctype_pos;
    struct intern pures;         // the operators of LET
    struct intern ops;           // the opcodes
    // The block of a label may come later: until the end of the text, block i stands for "the block that label i names".
    struct intern label_keys;    // "NUMBER OF FUNCTION:NAME OF BLOCK", by number of the label
    VEC(struct ir_pos) label_pos;
    // of the function being parsed:
    struct ir_build build;
    struct ir_parse_names locals, temps, slots, blocks;
    VEC(struct ir_pos) instr_pos;
};

__attribute__((format(printf, 3, 4))) void ir_parse_fail(struct ir_parser *s, struct ir_pos pos, const char *format, ...);
// Fails at the present token with "expected WHAT".
void ir_parse_expected(struct ir_parser *s, const char *what);

// Each takes the present token if it fits, and fails otherwise.
void ir_parse_punct(struct ir_parser *s, char punct);
void ir_parse_word(struct ir_parser *s, const char *word);
void ir_parse_line_end(struct ir_parser *s);
uint64_t ir_parse_u64(struct ir_parser *s, const char *what);
uint32_t ir_parse_u32(struct ir_parser *s, const char *what);
ir_type ir_parse_type(struct ir_parser *s);
const char *ir_parse_text(struct ir_parser *s, const char *what);  // a string without zero bytes, copied into the program
// Takes the punctuation or word if it is there.
bool ir_parse_accept(struct ir_parser *s, char punct);
bool ir_parse_accept_word(struct ir_parser *s, const char *word);

// Optional parts: "type 3", flags out of `allowed`, "!0:12:1".
uint32_t ir_parse_ctype(struct ir_parser *s);
uint32_t ir_parse_flags(struct ir_parser *s, const struct ir_word_flag *words, uint32_t allowed);
struct ir_loc ir_parse_loc(struct ir_parser *s);
// "+ N" or "- N" as a signed number; the sign is the present token.
int64_t ir_parse_signed(struct ir_parser *s);

// The name of a block (not taken): NULL, after a failure, if the token is none.
const char *ir_parse_block_name(struct ir_parser *s);
// A symbol, or a label if ":BLOCK" follows.
ir_val ir_parse_symbol(struct ir_parser *s);
// A constant: TYPE NUMBER, TYPE undef, ptr null.
ir_val ir_parse_const(struct ir_parser *s);

// "(PARAMETERS) -> RESULTS type N FLAGS !LOC", for a function whose builder has begun; `body`: parameters need names.
void ir_parse_signature(struct ir_parser *s, bool body);
// The lines after "func ... {" up to and with "}".
void ir_parse_body(struct ir_parser *s);
// One line of a block.
void ir_parse_instr(struct ir_parser *s);

uint32_t ir_parse_find(const struct ir_parse_names *n, const char *name);  // UINT32_MAX if it is unknown
bool ir_parse_declare(struct ir_parse_names *n, const char *name, uint32_t index);  // false if it is taken
void ir_parse_forget(struct ir_parse_names *n);
#endif
