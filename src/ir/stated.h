// SPDX-License-Identifier: MIT
// Contracts that a program states, in the language of clauses.h:
//
//   /*@ heapproof: requires list(l, next) of struct node; ensures list(result, next) of struct node; frees nothing; */
//   struct node *insert(struct node *l, int value);
//
//   contract  clause... | "case" NUMBER ":" clause... (once or more)
//   clause    "requires" form ("or" form)... ";" | "ensures" form ("or" form)... ";" | "frees" freed ("," freed)... ";"
//   form      path "==" ("null" | NAME) | path "!=" NUMBER | WORD "(" path, ... ")" ["of" TYPE ["in" TYPE "." member]] | "length" "(" path ")" "==" path
//             | "0" "<=" path ("<=" | "<") (path | NUMBER)
//   freed     "nothing" | ["perhaps"] path | ["perhaps"] WORD "(" path, ... ")" | "perhaps" "anything"
//
// Here words become clauses; what they speak of is found in required.h.
#ifndef HP_IR_STATED_H
#define HP_IR_STATED_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

enum ir_form_kind { IR_FORM_SHAPE, IR_FORM_NULL, IR_FORM_IS, IR_FORM_DIFFERS, IR_FORM_LENGTH, IR_FORM_MOST, IR_FORM_BELOW, IR_FORM_SOME, IR_FORM_NOTHING, IR_FORM_FREED, IR_FORM_PERHAPS, IR_FORM_ANYTHING };
enum { IR_FORM_ARGS = 12 };  // a tree with eight links has nine
struct ir_form {
    enum ir_form_kind kind;
    const char *word;  // SHAPE: what stands before the parenthesis; of what is freed: all nodes
    bool perhaps;      // SHAPE that is freed
    bool some;         // SOME, MOST and BELOW: it is at least 1
    uint32_t n_args;   // what it speaks of: two of IS, DIFFERS, LENGTH, MOST and BELOW, one of NULL, SOME, FREED and PERHAPS
    const char *args[IR_FORM_ARGS];
    const char *type, *whole;  // or NULL; `whole` has the member, too
};
enum ir_clause_kind { IR_REQUIRES, IR_ENSURES, IR_FREES };
struct ir_clause {
    enum ir_clause_kind kind;
    uint32_t line;
    const char *text;  // behind its first word, as it was written
    VEC(struct ir_form) forms;
};
struct ir_stated_case {
    VEC(struct ir_clause) clauses;
};
struct ir_stated {
    struct arena arena;
    VEC(struct ir_stated_case) cases;  // at least one
};

// Reads the text of a contract that begins in this line; false: *error says what is wrong, *line where.
bool ir_stated_read(struct ir_stated *s, const char *text, uint32_t *line, struct buf *error);
void ir_stated_free(struct ir_stated *s);
// The words of a text, with a blank between any two: what differs in blanks alone becomes equal.
const char *ir_clause_words(struct arena *a, const char *text);
#endif
