// SPDX-License-Identifier: MIT
// What the readers of TVP and TVS share: the place in the tokens, names under substitution, sets, formulas.
//
// foreach and actions are read once per member or use: the same tokens again, with other bindings of names.  A binding holds for predicate names (the
// name itself if it has no brackets, what is in the brackets), set members and parts of messages; never for variables.
#ifndef HP_TVL_PARSE_H
#define HP_TVL_PARSE_H
#include "tvl/lex.h"
#include "tvl/spec.h"

struct tvl_binding {
    const char *name, *value;
};
typedef VEC(const char *) tvl_names;
struct tvl_parser {
    struct tvl_spec *spec;
    struct tvl_source *source;
    tvl_tokens tokens;
    uint32_t at;
    VEC(struct tvl_binding) bound;
    uint32_t depth;  // of formulas inside each other
    bool failed;
};

const struct tvl_token *tvl_peek(const struct tvl_parser *p, uint32_t ahead);
bool tvl_at_op(const struct tvl_parser *p, const char *op);
bool tvl_at_key(const struct tvl_parser *p, const char *key);
bool tvl_accept_op(struct tvl_parser *p, const char *op);
bool tvl_accept_key(struct tvl_parser *p, const char *key);
// Says what was expected at the place in hand, once; always false.
bool tvl_expected(struct tvl_parser *p, const char *what);
bool tvl_complain(struct tvl_parser *p, const struct tvl_token *t, const char *what, const char *name);
bool tvl_expect_op(struct tvl_parser *p, const char *op);
const char *tvl_expect_id(struct tvl_parser *p);                    // as written; NULL on failure
const char *tvl_resolve(const struct tvl_parser *p, const char *name);
const char *tvl_parse_name(struct tvl_parser *p);                   // id or id[id, ...], resolved
uint32_t tvl_parse_var(struct tvl_parser *p);
void tvl_parse_set(struct tvl_parser *p, tvl_names *out);           // a set expression
tvl_f tvl_parse_formula(struct tvl_parser *p);                      // never NULL; 0 after a failure
// "foreach (x in SET) { ... }": calls each(p, context) for each member, with p behind the brace; it must stop at the closing one.
bool tvl_parse_foreach(struct tvl_parser *p, void (*each)(struct tvl_parser *p, void *context), void *context);
void tvl_skip_block(struct tvl_parser *p);                          // from behind an opening brace to behind the closing one
#endif
