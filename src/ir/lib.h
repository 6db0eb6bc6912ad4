// SPDX-License-Identifier: MIT
// Library functions as data: what a function without body needs, does and returns, so that an engine can act on it without
// looking at its name.
//
// libc.def (with libposix.def and libextra.def) has one row per function: a kind, a result and one descriptor per parameter, in the small
// language that libc.def explains.  ir_lib_new parses the rows into the structs below; the table is read-only afterwards except for
// rows added by option.  Kinds (libkind.def) name the semantics that descriptors cannot say; GENERIC is for those that they say fully.
//
// Invariant of a row: args[0 .. n_args) are the parameters in C's order; every argument number inside a size, bound or result is below
// n_args; a kind finds its operands by role (the first argument with that role), never by position or name.
#ifndef HP_IR_LIB_H
#define HP_IR_LIB_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "ir/ir.h"

enum ir_lib_kind {
#define KIND(name, needs, help) IR_LIB_K_##name,
#include "ir/libkind.def"
    IR_N_LIB_KINDS
};
struct ir_lib_kind_info {
    const char *text;
    const char *needs;  // letters of the roles that a row must have, repeated if more than once; `@`, `+` as libkind.def says
    const char *help;
};
extern const struct ir_lib_kind_info ir_lib_kinds[IR_N_LIB_KINDS];

// Parameters of kinds (field `param` of a row).
enum ir_lib_param {
    IR_LIB_P_NONE = 0,
    // CTYPE: a class bit as glibc lays them out (little endian).
    IR_LIB_P_UPPER = 1 << 8,
    IR_LIB_P_LOWER = 1 << 9,
    IR_LIB_P_ALPHA = 1 << 10,
    IR_LIB_P_DIGIT = 1 << 11,
    IR_LIB_P_XDIGIT = 1 << 12,
    IR_LIB_P_SPACE = 1 << 13,
    IR_LIB_P_PRINT = 1 << 14,
    IR_LIB_P_GRAPH = 1 << 15,
    IR_LIB_P_BLANK = 1 << 0,
    IR_LIB_P_CNTRL = 1 << 1,
    IR_LIB_P_PUNCT = 1 << 2,
    IR_LIB_P_ALNUM = 1 << 3,
    // PRINTF: where to, when no argument says so.
    IR_LIB_P_STDOUT = 0,
    IR_LIB_P_STDERR = 1,
    IR_LIB_P_NOWHERE = 2,
    IR_LIB_P_DESCRIPTOR = 3,
    // GETC, UNGETC, PUTC: of wide characters.
    IR_LIB_P_WIDE = 1,
    // ALLOC, STRDUP: a size of 0 (a null string) gives null.  ALLOC: an alignment that is no power of 2 is rounded up, or is treated as the
    // version of the library does.
    IR_LIB_P_NULL_IF_ZERO = 1,
    IR_LIB_P_ALIGN_UP = 2,
    IR_LIB_P_ALIGN_ANY = 3,
    // MEMCPY: the ranges may overlap.
    IR_LIB_P_OVERLAP = 1,
    // CTYPE_TABLE
    IR_LIB_P_CLASSES = 0,
    IR_LIB_P_TO_LOWER = 1,
    IR_LIB_P_TO_UPPER = 2,
    // MATH
    IR_LIB_P_SQRT = 1,
    IR_LIB_P_CBRT,
    IR_LIB_P_FABS,
    IR_LIB_P_FLOOR,
    IR_LIB_P_CEIL,
    IR_LIB_P_ROUND,
    IR_LIB_P_TRUNC,
    IR_LIB_P_RINT,
    IR_LIB_P_EXP,
    IR_LIB_P_EXP2,
    IR_LIB_P_EXPM1,
    IR_LIB_P_LOG,
    IR_LIB_P_LOG2,
    IR_LIB_P_LOG10,
    IR_LIB_P_LOG1P,
    IR_LIB_P_SIN,
    IR_LIB_P_COS,
    IR_LIB_P_TAN,
    IR_LIB_P_ASIN,
    IR_LIB_P_ACOS,
    IR_LIB_P_ATAN,
    IR_LIB_P_SINH,
    IR_LIB_P_COSH,
    IR_LIB_P_TANH,
    IR_LIB_P_ASINH,
    IR_LIB_P_ACOSH,
    IR_LIB_P_ATANH,
    IR_LIB_P_LOGB,
    IR_LIB_P_LGAMMA,
    IR_LIB_P_TGAMMA,
    IR_LIB_P_ERF,
    IR_LIB_P_ERFC,
    IR_LIB_P_J0,
    IR_LIB_P_J1,
    IR_LIB_P_Y0,
    IR_LIB_P_Y1,
    IR_LIB_P_EXP10,
    IR_LIB_P_SIGNIFICAND,
    IR_LIB_P_ATAN2,
    IR_LIB_P_POW,
    IR_LIB_P_FMOD,
    IR_LIB_P_HYPOT,
    IR_LIB_P_FMIN,
    IR_LIB_P_FMAX,
    IR_LIB_P_FDIM,
    IR_LIB_P_COPYSIGN,
    IR_LIB_P_REMAINDER,
    IR_LIB_P_NEXTAFTER,
    IR_LIB_P_LDEXP,
    IR_LIB_P_FMA,
    IR_LIB_P_FREXP,
    IR_LIB_P_MODF,
    IR_LIB_P_ISNAN,
    IR_LIB_P_ISINF,
    IR_LIB_P_FINITE,
    IR_LIB_P_SIGNBIT,
    IR_LIB_P_LROUND,
    IR_LIB_P_LRINT,
    IR_LIB_P_ILOGB,
    IR_LIB_P_FPCLASSIFY,
};

// ---- sizes -------------------------------------------------------------------------------------------------------------------------

enum ir_lib_atom {
    IR_LIB_CONST,   // `value` (by pointer width: value[0] for 64 bits, value[1] for 32)
    IR_LIB_ARG,     // value of argument `arg`, unsigned
    IR_LIB_COUNT,   // value of argument `arg`, signed; 0 if it is negative
    IR_LIB_LENGTH,  // length of the string that argument `arg` points to, in its units, not above its limit
    IR_LIB_CELL,    // the 4-byte unsigned integer that argument `arg` points to
    IR_LIB_LAYOUT,  // size of layout `arg` (then it is the only factor)
};
// What is done to the value of ARG and COUNT: nothing; at most `value`; divided by it, rounded down or up.
enum ir_lib_turn { IR_LIB_AS_IT_IS, IR_LIB_AT_MOST, IR_LIB_DOWN, IR_LIB_UP };
struct ir_lib_factor {
    uint8_t atom;  // enum ir_lib_atom
    uint8_t arg;
    uint8_t turn;  // enum ir_lib_turn
    uint32_t value[2];
};
enum { IR_LIB_MAX_FACTORS = 2, IR_LIB_MAX_ARGS = 8, IR_LIB_NO_LAYOUT = 255 };
// The product of the factors, plus `add`; overflow of the product is an overflow of the size.  n == 0: not known.
struct ir_lib_size {
    uint8_t n;
    uint32_t add[2];  // 64 bits, 32 bits
    struct ir_lib_factor factors[IR_LIB_MAX_FACTORS];
};

// ---- arguments ---------------------------------------------------------------------------------------------------------------------

enum ir_lib_role {
    IR_LIB_VALUE,          // v  only the value counts
    IR_LIB_READ,           // r  bytes are read
    IR_LIB_WRITE,          // w  bytes are written, contents arbitrary unless the kind says which
    IR_LIB_UPDATE,         // u  bytes are read and written
    IR_LIB_STRING,         // s  a terminated string is read (terminated within `size` units, if there is a limit, or not at all)
    IR_LIB_FILL,           // t  a terminated string is written, of at most `size` units with its terminator
    IR_LIB_EDIT,           // b  a terminated string is read and changed in place, not beyond its terminator unless the kind says so
    IR_LIB_ECHO,           // e  the result is also stored there
    IR_LIB_INTO,           // c  a pointer cell that gets a pointer into what argument `target` points to
    IR_LIB_FRESH,          // n  a pointer cell that gets a fresh heap block
    IR_LIB_HANDLE,         // h  an open handle
    IR_LIB_CLOSE,          // x  an open handle, closed by the call unless that fails with null
    IR_LIB_RELEASE,        // d  a heap block, freed by the call; null does nothing
    IR_LIB_KEEP,           // k  a pointer that the library keeps: what it points to stays reachable
    IR_LIB_CALLBACK,       // f  a function that the library may call, now or later
    IR_LIB_PRINTF_FORMAT,  // p  a terminated printf format; the variadic arguments are read as it says
    IR_LIB_SCANF_FORMAT,   // q  a terminated scanf format; the variadic arguments are written as it says
    IR_LIB_VA_LIST,        // l  a va_list
    IR_LIB_SHRINK,         // g  a 4-byte size: read, and changed to at most what it was, or to at most `size` whatever it was
    IR_LIB_ALIGN,          // a  the alignment of the fresh block
    IR_N_LIB_ROLES
};
// Which library object a handle is: one of another kind is no such handle.
enum ir_lib_handle { IR_LIB_STREAM, IR_LIB_DIRECTORY, IR_LIB_LOCALE, IR_LIB_CACHE, IR_N_LIB_HANDLES };
extern const char *const ir_lib_handle_words[IR_N_LIB_HANDLES];
struct ir_lib_arg {
    uint8_t role;    // enum ir_lib_role
    uint8_t unit;    // bytes of one element: 1, or 4 for wchar_t
    bool null;       // null is allowed, and then nothing happens to it
    bool limited;    // STRING, FILL: size is a limit; READ, WRITE, UPDATE: at most `size` units, from the front (else exactly)
    uint8_t target;  // INTO
    uint8_t handle;  // HANDLE, CLOSE: enum ir_lib_handle
    uint8_t layout;  // what READ, WRITE, UPDATE, FRESH touch, or IR_LIB_NO_LAYOUT
    struct ir_lib_size size;
};

// ---- results -----------------------------------------------------------------------------------------------------------------------

enum ir_lib_answer {
    IR_LIB_VOID,
    IR_LIB_NEVER,     // does not return
    IR_LIB_NUMBER,    // some number of the result's type between lo and hi: real nondeterminism unless the kind says which
    IR_LIB_ANYTHING,  // not modelled: any value of the result's type
    IR_LIB_SAME,      // argument `arg`
    IR_LIB_INSIDE,    // a pointer into what argument `arg` points to (one past its end included)
    IR_LIB_NEW,       // a fresh heap block
    IR_LIB_STATIC,    // the function's own static object, contents renewed by every call
    IR_LIB_OWNED,     // an object of the handle argument `arg`: it lives until that is closed
    IR_LIB_OPEN,      // a handle, open
    IR_LIB_RESIZED,   // argument `arg`, resized
    IR_N_LIB_ANSWERS
};
// A number, or a factor of a size plus a number.
struct ir_lib_bound {
    bool given, by_arg;
    struct ir_lib_factor factor;  // CONST, ARG or COUNT
    int64_t value;
};
// What numbers a call gives that fails; memory is then as it was, unless the call spoils what it writes.
struct ir_lib_failure {
    bool given;
    int64_t lo, hi;
};
struct ir_lib_result {
    uint8_t answer;  // enum ir_lib_answer
    uint8_t arg;
    uint8_t unit;     // NEW and STATIC strings: bytes of one element
    bool null;        // may also be null, always
    bool null_alloc;  // may also be null if allocation may fail
    bool zeroed;      // NEW: contents zero, else uninitialised
    bool string;      // STATIC, NEW: a terminated string of any length
    bool readonly;    // STATIC: must not be written
    bool or_static;   // SAME, INSIDE: may also be a static string of the library
    bool lent;        // STATIC: lives until the next call of the function
    bool spoils;      // a call that fails may have changed what it writes
    bool is_unsigned; // NUMBER: lo and hi are unsigned
    uint8_t handle;   // OPEN: enum ir_lib_handle
    int8_t open_arg;  // NUMBER: hi does not hold if this argument is 0 (if open_bits: has one of these bits); -1: it always holds
    uint32_t open_bits;
    uint8_t layout;   // STATIC, NEW: or IR_LIB_NO_LAYOUT
    struct ir_lib_size size;
    struct ir_lib_bound lo, hi;      // of a call that succeeds
    struct ir_lib_failure failure;
};

// ---- layouts of structures that the library fills ----------------------------------------------------------------------------------

enum ir_lib_field_kind {
    IR_LIB_F_STRING,   // s  pointer to a terminated string
    IR_LIB_F_STRINGS,  // v  pointer to an array of pointers to strings that ends with null
    IR_LIB_F_INLINE,   // t  terminated string in place, at most `size` bytes
    IR_LIB_F_RANGE,    // i  integer of `size` bytes between lo and hi
    IR_LIB_F_BLOCK,    // b  pointer to an object of `size` bytes
    IR_LIB_F_BLOCKS,   // a  pointer to an array of pointers to objects of `size` bytes that ends with null
};
struct ir_lib_field {
    uint8_t kind;
    bool null;           // the pointer may be null
    uint32_t offset[2];  // 64 bits, 32 bits
    uint32_t size[2];
    int64_t lo, hi;
};
enum { IR_LIB_MAX_FIELDS = 12 };
struct ir_lib_layout {
    const char *name;
    uint32_t size[2];
    uint8_t n_fields;  // bytes outside the fields are arbitrary
    struct ir_lib_field fields[IR_LIB_MAX_FIELDS];
};

// ---- rows and the table ------------------------------------------------------------------------------------------------------------

struct ir_lib {
    const char *name;
    const char *section;
    uint8_t kind;    // enum ir_lib_kind
    uint32_t param;  // enum ir_lib_param
    bool always;     // applies even if the program defines the function
    bool friendly;   // its failures are assumed away
    bool untried;    // nobody tried it: nothing is concluded but that what it may write is arbitrary
    bool variadic;   // more arguments may follow
    uint8_t n_args;
    struct ir_lib_arg args[IR_LIB_MAX_ARGS];
    struct ir_lib_result result;
};

enum ir_lib_var_kind {
    IR_LIB_V_HANDLE,   // a pointer to an open handle
    IR_LIB_V_STRINGS,  // a pointer to an array of pointers to strings that ends with null
    IR_LIB_V_STRING,   // a pointer to a string
    IR_LIB_V_STRING_OR_NULL,
    IR_LIB_V_NUMBER,        // an integer, at first `value`
    IR_LIB_V_ANY_NUMBER,    // an integer
    IR_LIB_V_STRING_ARRAY,  // itself an array of pointers to strings
};
struct ir_lib_var {
    const char *name;
    enum ir_lib_var_kind kind;
    int64_t value;
};

// What sysconf gives for a number (libsetting.def).
struct ir_lib_setting {
    int32_t number;
    int64_t lo, hi;
};

struct ir_lib_table;
// A row as one function uses it: bit i of `drop` is an extra argument i of the call that the row does not know (the checked spellings).
struct ir_lib_use {
    const struct ir_lib *row;  // NULL: not in the table
    uint32_t drop;
};

// The table, parsed.  Rows are static data of ours: a malformed one is an assertion failure here, a message in ir_lib_check.
struct ir_lib_table *ir_lib_new(void);
void ir_lib_free(struct ir_lib_table *t);
// Adds a row like that of the function `like`, under another name: `spec` is "NAME" (then like malloc, or free) or "NAME=FUNCTION".
// It applies even to a function with a body.  False: *why gets a sentence.
bool ir_lib_add_alloc(struct ir_lib_table *t, const char *spec, struct buf *why);
bool ir_lib_add_free(struct ir_lib_table *t, const char *spec, struct buf *why);
// From now on the functions of libfriendly.def do not fail.
void ir_lib_befriend(struct ir_lib_table *t);

// The row for a name, by itself or by a rule of spelling: \x01X, __builtin_X, __X_chk, __builtin___X_chk, __isoc99_X, __isoc23_X,
// X_unlocked, _X_unlocked, Xf and Xl (MATH), and X64 if no size of the row depends on the width of pointers.  row NULL: not in the table.
struct ir_lib_use ir_lib_find(const struct ir_lib_table *t, const char *name);
// The row for a function of a program: NULL if it has a body (unless the row applies always) or if what is declared cannot be what the row
// describes (too few parameters, a number where a pointer is needed, a structure returned through a hidden parameter).
struct ir_lib_use ir_lib_of(const struct ir_lib_table *t, const struct ir_program *p, const struct ir_func *f);
// Does an analysis of the program go into its body?  Else it is a library function, or there is nothing to go into.
bool ir_lib_is_entered(const struct ir_lib_table *t, const struct ir_program *p, const struct ir_func *f);
// Does a call with n arguments fit the row?  Exactly the row's parameters and the dropped ones, or more if it is variadic.
bool ir_lib_fits(const struct ir_lib_use *u, uint32_t n_args);
// Which argument of the call (counted from 0, callee not included) is parameter i of the row.
uint32_t ir_lib_actual(const struct ir_lib_use *u, uint32_t i);
// The first parameter with this role, or -1.
int ir_lib_role(const struct ir_lib *row, enum ir_lib_role role);

// Does it touch memory by units of more than a byte?
bool ir_lib_is_wide(const struct ir_lib *row);
// May the call change memory of the program through one of its parameters?
bool ir_lib_writes(const struct ir_lib *row);
// Are memory's contents changed through a parameter of this role?
bool ir_lib_changes(enum ir_lib_role role);

// An extern variable that the library defines, or NULL.
const struct ir_lib_var *ir_lib_var(const struct ir_lib_table *t, const char *name);
const struct ir_lib_setting *ir_lib_setting(int64_t number);  // NULL: not known
const struct ir_lib_layout *ir_lib_layout(const struct ir_lib_table *t, uint8_t layout);
// What a factor comes to when its argument is v; it does not fall when v grows.
uint64_t ir_lib_turned(const struct ir_lib_factor *f, uint64_t v, bool narrow);
// Does what functions of this kind do depend on the locale?  May the program leave the locale "C"?
bool ir_lib_minds_locale(const struct ir_lib *row);
// Do its descriptors say all that happens to memory?  Of one that nobody tried, they do not say more.
bool ir_lib_is_described(const struct ir_lib *row);
// Does it do what only the interpreter follows, if anybody: is it not modelled, or does it jump to where another call was?
bool ir_lib_is_opaque(const struct ir_lib *row);
bool ir_lib_has(const struct ir_lib_table *t, const struct ir_program *p, enum ir_lib_kind kind);  // a function of that kind?
// A size that depends on no argument.  False: it does.
bool ir_lib_size_const(const struct ir_lib_table *t, const struct ir_lib_size *s, uint32_t pointer_bits, uint64_t *out);

// All rows, in table order, and the character classes of the C locale (0 for c outside 0..127), for engines and tests.
uint32_t ir_lib_count(const struct ir_lib_table *t);
const struct ir_lib *ir_lib_at(const struct ir_lib_table *t, uint32_t i);
uint16_t ir_lib_ctype(int c);

// Parses one row's descriptors (at most one line of complaint in *why).  For tests and for ir_lib_new.
bool ir_lib_parse(struct ir_lib *row, const char *result, const char *args, const struct ir_lib_layout *layouts, uint32_t n_layouts,
                  struct buf *why);
bool ir_lib_parse_layout(struct ir_lib_layout *layout, const char *fields, struct buf *why);
char ir_lib_letter(enum ir_lib_role role);
// Checks the whole table: syntax, argument numbers, duplicates, roles that the kinds need.  One line per violation.
bool ir_lib_check(struct buf *why);
#endif
