// SPDX-License-Identifier: MIT
// Inside the models of library functions: a call seen through its row of the library table, and the pieces that models share.
//
// A model reads the arguments by their roles, checks everything that the function touches, and only then changes the draft: an access may
// end the path or put drafts to wait for another run of the call, and must find the state as it was before.  What the row or the model
// leaves open is any value, any contents; what is not modelled is unknown by the function's name.
#ifndef HP_SL_LIB_H
#define HP_SL_LIB_H
#include "sl/sl.h"

// A string that surely ends.
struct sl_text {
    struct sl_place place;
    struct step_extent length;  // in units, the end (or what lies at the limit) not counted
    uint32_t unit;
    uint32_t ends;            // where a byte of its object is 0, not before the place, which is one; or 0
    bool first;               // no byte of the object before is
};
struct sl_operand {  // an argument, and what is known once it was touched
    uint32_t value;
    struct sl_place place;
    struct step_extent n;   // bytes that are read or written; hi 0: none
    struct sl_text text;  // STRING, EDIT
};
struct sl_call {
    struct step_call call;  // the next five are its own
    struct step_run *run;
    struct sl_draft *d;
    const struct ir_instr *instr;
    const struct ir_lib *row;
    const char *name;
    unsigned bits;  // of an address
    struct sl_operand at[IR_LIB_MAX_ARGS];  // by parameter
};

// ---- operands (lib_operand.c)
// The nth parameter with this role, which the kind of the row needs; or NULL.
struct sl_operand *sl_lib_nth(struct sl_call *c, enum ir_lib_role role, uint32_t n);
struct sl_operand *sl_lib_of(struct sl_call *c, enum ir_lib_role role);  // the first
const struct ir_lib_arg *sl_lib_row(const struct sl_call *c, const struct sl_operand *o);  // what the row says of it
ir_type sl_lib_type(const struct sl_call *c);                           // of the result; 0: nobody takes it
void sl_lib_give(struct sl_call *c, uint32_t v);
void sl_lib_give_address(struct sl_call *c, uint32_t object);
void sl_lib_give_null(struct sl_call *c);
void sl_lib_give_number(struct sl_call *c, struct num_range r);         // of any width: made to fit the result
void sl_lib_give_unknown(struct sl_call *c);
bool sl_lib_refuse(struct sl_call *c);                                  // false
// The same call with a copy of the draft for which the call is over.
struct sl_call sl_lib_fork(struct sl_call *c);

// So many bytes at address v can be accessed; n->hi is not 0.  False: the path ended or waits to be run again.
bool sl_lib_reach(struct sl_call *c, uint32_t v, struct step_extent n, bool write, struct sl_place *out);
bool sl_lib_reach_word(struct sl_call *c, uint32_t v, struct sl_place *out);  // a cell for an address, to be written

// The string that the parameter points to, within its limit.  False: the path ended or waits to be run again.
bool sl_lib_text(struct sl_call *c, struct sl_operand *o);
bool sl_lib_string_at(struct sl_call *c, uint32_t v, uint32_t unit, uint64_t limit, struct sl_text *out);
// A string begins at this place, if it is one, and ends within so many bytes, which were overwritten, and in its object.
void sl_lib_ends(struct sl_call *c, struct sl_place p, uint64_t n, uint32_t unit);
bool sl_lib_is_known(const struct sl_text *t);  // its characters all are
uint32_t sl_lib_unit(struct sl_call *c, const struct sl_text *t, uint64_t i);  // of a known string, or its end
// The length as a number, if it is kept what that is; or 0.  `wanted`: it is, from now on.
uint32_t sl_lib_length(struct sl_call *c, const struct sl_text *t, bool wanted);
struct step_extent sl_lib_bytes(struct step_extent units, uint64_t more, uint32_t unit);  // of so many units and so many more

// ---- objects (lib_alloc.c)
uint32_t sl_lib_new_block(struct sl_call *c, struct step_extent size, enum sl_rest rest);
// A string of so many bytes at most, in a block exactly as large.  False: the path ended, or others go on without.
bool sl_lib_new_text(struct sl_call *c, uint64_t most, uint32_t *object);
uint32_t sl_lib_object(struct sl_call *c, enum sl_library tag, uint64_t size, uint64_t more);  // of the library, with any contents
bool sl_lib_handle(struct sl_call *c, const struct sl_operand *o);  // an open handle of the parameter's kind; false: the path ended
enum sl_library sl_lib_handle_tag(uint8_t kind);                // of enum ir_lib_handle; SL_WORLD: not followed
void sl_lib_end_lent(struct sl_call *c);                        // what the function gave before may be gone; with the locale, all is

// ---- formats (lib_format.c)
struct sl_printed {  // strings that are printed
    uint32_t n;  // more than SL_MOST_PRINTED: not all of them are here
    struct sl_range at[SL_MOST_PRINTED];
    bool converts;  // characters of the other width that are not known to be ASCII, and may not exist in this one
    bool open;             // a width that an argument gives may be anything
    struct sl_place list;  // the va_list that they were behind, if it has an object
};
// Reads what a literal format says; *length is what it prints at most.  False: the path ended or waits to be run again.
bool sl_lib_printf_args(struct sl_call *c, const struct sl_operand *format, struct step_extent *length, struct sl_printed *printed);

// ---- what reaches out to the system (lib_system.c)
uint64_t sl_lib_request(struct sl_call *c);  // how many bytes the request of ioctl or fcntl reads or writes behind a pointer; 0: not known

// ---- what descriptors say (lib_generic.c)
bool sl_lib_touch(struct sl_call *c);    // all that is read and written; false: the path ended or waits to be run again
bool sl_model_generic(struct sl_call *c);

// ---- models, by kind
typedef bool sl_model_fn(struct sl_call *c);
sl_model_fn sl_model_alloc, sl_model_realloc, sl_model_usable, sl_model_getline, sl_model_alloca, sl_model_memalign, sl_model_strdup, sl_model_memdup;
sl_model_fn sl_model_strcpy, sl_model_strncpy, sl_model_strcat, sl_model_strtol;
sl_model_fn sl_model_ctype_table, sl_model_errno, sl_model_printf, sl_model_scanf;
sl_model_fn sl_model_getopt, sl_model_exec, sl_model_pathname, sl_model_signal, sl_model_sigaction, sl_model_putenv;
// Results that are known better than the row says, all being touched.  False: they are not.
sl_model_fn sl_result_strlen, sl_result_strcmp, sl_result_strchr, sl_result_strspn, sl_result_memcmp;
#endif
