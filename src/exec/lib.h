// SPDX-License-Identifier: MIT
// Inside the models of library functions: a call seen through its row of the library table, and the pieces that models share.
//
// A model is a function of one kind (ir/libkind.def) that reads the call's arguments by their roles, touches the program's memory
// exactly as the real function does, and sets the result.  It returns false when the run ended (see machine.h).
//
// What the world decides is drawn from the inputs and recorded, so that the run is a possible one.  Zeros are drawn when the inputs are
// used up, and they mean the ordinary: streams are at their end, files can be opened, calls succeed, no variable of the environment is set.
#ifndef HP_EXEC_LIB_H
#define HP_EXEC_LIB_H
#include "exec/machine.h"
#include "ir/lib.h"

// Kinds of resources (exec_block.index).  A handle of another kind than IR_LIB_STREAM and IR_LIB_CACHE: EXEC_OTHER_STREAM plus its kind.
enum exec_stream { EXEC_STDIN, EXEC_STDOUT, EXEC_STDERR, EXEC_OTHER_STREAM };
enum { EXEC_CACHE = 16 };  // plus the size of its objects: a cache of the kernel's allocator

struct exec_owned {  // an object of a handle, by its serial
    uint64_t handle;
    uint32_t block;
};

struct exec_stored {  // a static object of the library; its block is never freed
    uint32_t block;   // 0: not made yet
    uint64_t size;
};

struct exec_options_seen {  // lib_getopt.c, between calls: operands seen are argv[first .. last)
    bool begun;
    int32_t first, last, optind;
};

struct exec_stream_state {
    uint64_t serial;  // of the handle's block
    int32_t pushed;   // character put back, or -1
    bool at_end;      // a call met it: until it starts anew there is nothing more
    uint8_t unit;     // bytes of its characters, 1 or 4, since the first was read or written; before that 0
    bool barred[256];  // what the next character is not: scanf would have read it, too
};

struct exec_random48 {  // lib_random.c
    uint64_t x;
    bool begun;  // x is known
    bool other;  // lcong48 or seed48 was called since srand48 was
};

struct exec_child {  // lib_process.c: a process that this one made and did not wait for
    int64_t number;
    uint32_t input;  // the choice that made it
    bool mortal;     // the environment may end it
};
struct exec_processes {
    bool split;                       // this run follows one of several processes
    bool other;                       // and that is not the first
    bool signals;                     // the program chose what the end of a process does to it
    VEC(struct exec_child) children;
    VEC(int32_t) ends;                // what waiting gave so far
};

struct exec_lib {
    struct ir_lib_table *own;  // the table, if the options give none
    const struct ir_lib_table *table;
    const struct ir_lib_use *uses;  // by function
    const char **why;             // by function: the reason why what it gives is unknown, once it was called
    struct exec_stored *statics;  // by function: result storage
    struct exec_stored errno_cell, token_cell, option_cell, element, tables[3];
    struct exec_value streams[3];    // the standard ones
    struct intern variables;         // names of the environment's variables that were looked at
    VEC(struct exec_stored) values;  // by name: a static cell that holds the pointer getenv gives
    bool environment_cleared;
    struct intern questions;         // STABLE calls, as text
    VEC(struct exec_value) answers;  // to them
    bool wrote_file;                 // the program wrote to something that it may read back
    bool replaced_input;             // standard input may be such a thing
    VEC(struct exec_stream_state) stream_states;
    VEC(struct exec_owned) owned;
    bool locale_changed;             // it may not be "C" any more
    bool handles_signals;
    struct exec_options_seen options_seen;
    struct exec_random48 random48;
    struct exec_processes processes;
};

// A call in progress.
struct exec_model {
    struct exec_machine *m;
    struct exec_lib *lib;
    const struct exec_lib_call *call;
    const struct ir_lib *row;
    struct ir_lib_use use;
    const char *name;  // of the function, as the program spells it
    const char *why;   // what it gives is unknown, if it is
};

#define EXEC_NO_ARG UINT32_MAX
#define EXEC_NO_LIMIT UINT64_MAX

// ---- operands (lib_operand.c) ------------------------------------------------------------------------------------------------------

// Parameter i of the row: its value, its type in the call; as a number for a decision, zero- or sign-extended.
const struct exec_value *exec_lib_arg(const struct exec_model *k, uint32_t i);
ir_type exec_lib_type(const struct exec_model *k, uint32_t i);
uint64_t exec_lib_number(const struct exec_model *k, uint32_t i);
int64_t exec_lib_signed(const struct exec_model *k, uint32_t i);
// Number of the n-th parameter with this role (n from 0), or EXEC_NO_ARG.
uint32_t exec_lib_nth(const struct exec_model *k, enum ir_lib_role role, uint32_t n);
// Is parameter i the null pointer, for a decision?
bool exec_lib_null(const struct exec_model *k, uint32_t i);
// The size in units, times `unit`.  *overflow: it does not fit; then *bytes is UINT64_MAX.  EXEC_NO_LIMIT if the row gives none.
bool exec_lib_size(const struct exec_model *k, const struct ir_lib_size *s, uint32_t unit, uint64_t *bytes, bool *overflow);
// What a factor that is an argument comes to.
uint64_t exec_lib_amount(const struct exec_model *k, const struct ir_lib_factor *f);
// The limit of parameter i in units; EXEC_NO_LIMIT: none.
bool exec_lib_limit(const struct exec_model *k, uint32_t i, uint64_t *limit);

// Results: the value as it is, cut to the result's type; a number; null; unknown.
void exec_lib_give(const struct exec_model *k, struct exec_value v);
void exec_lib_give_number(const struct exec_model *k, int64_t n);
void exec_lib_give_unknown(const struct exec_model *k);
// A number of the row's range, or of a call that succeeds or fails, as an input that an exact record (record.h) follows; without one, unknown.
enum exec_success { EXEC_EITHER, EXEC_SUCCEEDS, EXEC_FAILS };
void exec_lib_give_input(const struct exec_model *k, enum exec_success success);
// Is parameter i memory that a call which succeeds fills with numbers of the world, and nothing else?  It is filled likewise, behind the result.
bool exec_lib_fills(const struct exec_model *k, uint32_t i);
bool exec_lib_fill(const struct exec_model *k, uint32_t i);
bool exec_lib_give_object(const struct exec_model *k);  // as exec_lib_give_chosen, without errno
// The result given compares the bytes at a and b (trail.h).
void exec_lib_give_comparison(const struct exec_model *k, const struct exec_value *a, const struct exec_value *b, uint64_t n, bool strings);
ir_type exec_lib_result(const struct exec_model *k);
// A pure function of values: the result is as unknown and as uninitialised as they are.
struct exec_value exec_lib_stain(const struct exec_model *k, struct exec_value v);

// Unit number i (of `unit` bytes) at `at`, for a decision; length of the string there in units, at most `limit`.
bool exec_lib_unit(const struct exec_model *k, const struct exec_value *at, uint64_t i, uint32_t unit, uint32_t *out);
bool exec_lib_length(const struct exec_model *k, const struct exec_value *at, uint32_t unit, uint64_t limit, uint64_t *n);
// The string at `at`, bytes, appended to *out; at most `limit`.
bool exec_lib_text(const struct exec_model *k, const struct exec_value *at, uint64_t limit, struct buf *out);
bool exec_lib_load_pointer(const struct exec_model *k, const struct exec_value *cell, struct exec_value *out);
bool exec_lib_store_pointer(const struct exec_model *k, const struct exec_value *cell, const struct exec_value *v);

// An open handle of the parameter's kind is needed in parameter i; *stream says which.
bool exec_lib_handle(const struct exec_model *k, uint32_t i, enum exec_stream *stream);
enum ir_lib_handle exec_lib_handle_kind(const struct exec_block *b);
// Closes the open handle in parameter i: what belongs to it is gone, too.
bool exec_lib_close(const struct exec_model *k, uint32_t i);

// The stream that a function reads from, its handle or standard input: checked; *state stays valid during the call (lib_stream.c).
bool exec_lib_input(const struct exec_model *k, struct exec_stream_state **state);
// Of `letters` (NULL: all) those that may come next; nothing is barred behind them.
void exec_lib_next_letters(struct exec_stream_state *state, const bool *letters, bool next[256]);

// The stream of the call, its handle or the standard one, becomes one of characters of `unit` bytes; false: it is one of others.
bool exec_lib_orient(const struct exec_model *k, enum exec_stream standard, uint32_t unit);
// Writes text of characters of `unit` bytes; wide ones must be ASCII, or the run is given up (lib_stdio.c).
bool exec_lib_print(const struct exec_model *k, enum exec_stream stream, const struct buf *text, uint32_t unit);

// errno, and the failure of a call whose reason the world chooses.
bool exec_lib_errno(const struct exec_model *k, int32_t value);
bool exec_lib_get_errno(const struct exec_model *k, int32_t *value);
bool exec_lib_failed(const struct exec_model *k);
// What a call that failed may have written, if its row says so, is anything (lib_generic.c).
bool exec_lib_spoil(const struct exec_model *k);

// ---- what the world decides (lib_world.c) ---------------------------------------------------------------------------------------------

// A number in lo..hi; 0 if that is allowed and the inputs are used up.
int64_t exec_lib_choose(const struct exec_model *k, int64_t lo, int64_t hi, const char *what);
// Length of a string or line below the limit (a terminator fits): any length that a 16-bit number has.
uint64_t exec_lib_choose_length(const struct exec_model *k, uint64_t limit);
// Is what the function gives a function of its arguments that is not computed, so that it is unknown rather than chosen?
bool exec_lib_computed(const struct exec_model *k);
// The chosen value, unknown if the function is such a one.
struct exec_value exec_lib_mark(const struct exec_model *k, struct exec_value v, ir_type type);
// What units of a string may be, the first one and the others (256 each; NULL: anything but zero).  The last one may be the end of a line as well, and is
// `last` if a number below that of a space is drawn (0: it is like the others).
struct exec_letters {
    const bool *first, *others;
    char last;
};
// One of them instead of one that may not be there.
uint8_t exec_other_letter(const bool *letters);
// Writes n drawn bytes; a terminated string of n drawn units.  Unknown if the function is such a one.
bool exec_lib_put_drawn(const struct exec_model *k, const struct exec_value *to, uint64_t n);
bool exec_lib_put_string(const struct exec_model *k, const struct exec_value *to, uint32_t unit, uint64_t n, struct exec_letters l);
// n bytes that are inputs of an exact record, within the ranges of the layout, if there is one; without a record they are unknown.
bool exec_lib_put_inputs(const struct exec_model *k, const struct exec_value *to, uint64_t n, const struct ir_lib_layout *l);
// The static object of size n behind `s`, made or made anew in another size.
bool exec_lib_stored(const struct exec_model *k, struct exec_stored *s, uint64_t n, struct exec_value *out);
// A static string with this text, or with drawn contents, in the result storage of the function (or in new storage, outside a call).
bool exec_lib_static_text(const struct exec_model *k, const char *text, struct exec_value *out);
bool exec_lib_static_string(const struct exec_model *k, struct exec_value *out);
// The fields of a layout, over contents that are already there.
bool exec_lib_put_layout(const struct exec_model *k, const struct exec_value *to, const struct ir_lib_layout *l);
// An array of pointers to strings, perhaps with a null at its end.
bool exec_lib_put_strings(const struct exec_model *k, const struct exec_value *to, uint32_t n, bool end);

// Are there n bytes to write to, for what may be written but need not?
bool exec_lib_room(const struct exec_model *k, const struct exec_value *at, uint64_t n);
// What the row says is read is checked; the result as the row describes it, and errno if that is a failure (lib_generic.c).
bool exec_lib_read_args(const struct exec_model *k);
bool exec_lib_give_chosen(const struct exec_model *k);

// ---- variadic arguments (lib_varargs.c) ----------------------------------------------------------------------------------------------

// The arguments that a format consumes: those of the call from `next` on, or those behind a va_list.
struct exec_varargs {
    uint32_t next;
    bool list;
    struct exec_value words, floats;  // list: where the next word and the next float stand
    uint32_t word_left, float_left;   // bytes left there in the register area; then the overflow area
    struct exec_value overflow;
};
bool exec_varargs_begin(const struct exec_model *k, struct exec_varargs *a);
// The next argument as this type.
bool exec_varargs_next(const struct exec_model *k, struct exec_varargs *a, ir_type type, struct exec_value *out);

// ---- models, by kind ---------------------------------------------------------------------------------------------------------------

typedef bool exec_model_fn(struct exec_model *k);
// The first answer to a question is the answer to it from then on, in a run.
bool exec_lib_ask(struct exec_model *k, const char *question, exec_model_fn *first);
exec_model_fn exec_model_generic, exec_model_locale, exec_model_mb_cur_max, exec_model_stable, exec_model_sysconf, exec_model_gmtime;
exec_model_fn exec_model_localtime;
exec_model_fn exec_model_alloc, exec_model_realloc, exec_model_free, exec_model_alloca, exec_model_usable, exec_model_memalign, exec_model_cache_create;
exec_model_fn exec_model_memdup, exec_model_memcpy, exec_model_memccpy, exec_model_memset, exec_model_bzero, exec_model_memcmp;
exec_model_fn exec_model_memchr, exec_model_memrchr, exec_model_rawmemchr, exec_model_memmem;
exec_model_fn exec_model_strlen, exec_model_strcpy, exec_model_strncpy, exec_model_strcat, exec_model_strlcpy, exec_model_strlcat;
exec_model_fn exec_model_strcmp, exec_model_strcasecmp, exec_model_strchr, exec_model_strrchr, exec_model_strchrnul, exec_model_strstr;
exec_model_fn exec_model_strcasestr, exec_model_strspn, exec_model_strcspn, exec_model_strpbrk, exec_model_strtok, exec_model_strsep;
exec_model_fn exec_model_strdup, exec_model_strndup_pad;
exec_model_fn exec_model_ctype, exec_model_tolower, exec_model_toupper, exec_model_ctype_table, exec_model_strtol, exec_model_strtoul;
exec_model_fn exec_model_strtod, exec_model_bswap, exec_model_abs, exec_model_ffs, exec_model_math, exec_model_errno, exec_model_strerror;
exec_model_fn exec_model_printf, exec_model_scanf, exec_model_puts, exec_model_putc, exec_model_fwrite, exec_model_write;
exec_model_fn exec_model_getc, exec_model_fgets, exec_model_fread, exec_model_perror, exec_model_die, exec_model_pathname;
exec_model_fn exec_model_getline, exec_model_fclose, exec_model_read, exec_model_ungetc, exec_model_feof, exec_model_restart;
exec_model_fn exec_model_fwide, exec_model_replace;
exec_model_fn exec_model_template, exec_model_basename, exec_model_xpg_basename, exec_model_dirname, exec_model_div, exec_model_difftime;
exec_model_fn exec_model_random48, exec_model_srand48, exec_model_reseed48;
exec_model_fn exec_model_exit, exec_model_halt, exec_model_abort, exec_model_exec, exec_model_atexit, exec_model_qsort, exec_model_bsearch;
exec_model_fn exec_model_lfind, exec_model_kill, exec_model_signal, exec_model_sigaction, exec_model_raise, exec_model_getopt;
exec_model_fn exec_model_fork, exec_model_wait, exec_model_identity;
exec_model_fn exec_model_setjmp, exec_model_longjmp, exec_model_nondet;
exec_model_fn exec_model_assume, exec_model_error, exec_model_assert_fail, exec_model_assert_check, exec_model_unmodelled;
exec_model_fn exec_model_getenv, exec_model_setenv, exec_model_unsetenv, exec_model_putenv, exec_model_clearenv;
#endif
