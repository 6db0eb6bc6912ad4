// SPDX-License-Identifier: MIT
// The program under analysis: a small heap program, independent of LLVM.
//
// A program is constants, C types (for messages and as hints), global objects, functions.  A function has locals (values: C variables
// assigned many times, and temporaries assigned exactly once), slots (stack objects with an address) and instructions in one flat array;
// a block is a range of it that ends with exactly one END instruction.  There are no phis.  Every instruction makes at most one memory
// access (COPY: one read range and one write range).
//
// Values are machine words: integers of 1..128 bits modulo 2^n, pointers, floats, and blobs (vectors and wider things that are only moved).
// Every local may be uninitialised.  Storage of a local or slot that is `scoped` lives from ENTER to LEAVE (ENTER again: born anew);
// one that is not lives from the call to the return.  Everything lives in the program's arena and dies with it.
//
// The pointers inside (`const char *`, arrays) are owned by the program.  ir_valid (valid.h) states the full invariant.
#ifndef HP_IR_IR_H
#define HP_IR_IR_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"

// ---- value types -------------------------------------------------------------------------------------------------------------------

// A value type: kind in the top four bits, width in bits below.  Equal types are equal numbers.
typedef uint32_t ir_type;
enum ir_kind { IR_VOID, IR_INT, IR_PTR, IR_FLOAT, IR_BLOB };
#define IR_TYPE(kind, bits) ((ir_type)(kind) << 28 | (ir_type)(bits))
#define IR_I(bits) IR_TYPE(IR_INT, bits)
#define IR_I1 IR_I(1)
#define IR_MAX_INT 128
static inline enum ir_kind ir_kind(ir_type t) { return (enum ir_kind)(t >> 28); }
static inline uint32_t ir_bits(ir_type t) { return t & 0xfffffffu; }
// Bytes that a load or store of this type touches (i1: 1, i24: 3, f80: 10).
static inline uint32_t ir_bytes(ir_type t) { return (ir_bits(t) + 7) / 8; }

// ---- operands ----------------------------------------------------------------------------------------------------------------------

// A value as an operand: tag in the top four bits, index below.
typedef uint32_t ir_val;
enum ir_tag {
    IR_NONE,    // no value
    IR_LOCAL,   // local number i of the function
    IR_SLOT,    // address of slot number i of the function
    IR_CONST,   // program->consts[i]
    IR_GLOBAL,  // address of program->globals[i]
    IR_FUNC,    // address of program->funcs[i]
    IR_LABEL,   // address of program->labels[i]
};
#define IR_NOTHING ((ir_val)0)
static inline ir_val ir_val_of(enum ir_tag tag, uint32_t i) { return (ir_val)tag << 28 | i; }
static inline enum ir_tag ir_tag(ir_val v) { return (enum ir_tag)(v >> 28); }
static inline uint32_t ir_index(ir_val v) { return v & 0xfffffffu; }

// A constant: the low ir_bits(type) bits of hi:lo, the others zero; or undef (no particular value, uninitialised).
// Pointer constants are absolute addresses, 0 is null.  Blobs wider than 128 bits are all zero or undef.
struct ir_const {
    ir_type type;
    bool undef;
    uint64_t lo, hi;
};
struct ir_label {
    uint32_t func, block;
};

// ---- instructions ------------------------------------------------------------------------------------------------------------------

enum ir_op {
#define OP(name, text, group, operands) IR_##name,
#include "ir/ops.def"
    IR_N_OPS
};
enum ir_pure {
#define PURE(name, text, arity, class) IR_##name##_,
#include "ir/pure.def"
    IR_N_PURE
};
enum ir_group { IR_GROUP_VALUE, IR_GROUP_MEMORY, IR_GROUP_SCOPE, IR_GROUP_CONTROL, IR_GROUP_END };
enum ir_class {
    IR_CLASS_COPY, IR_CLASS_ARITH, IR_CLASS_UNARY, IR_CLASS_ROTATE, IR_CLASS_TEST, IR_CLASS_WIDEN, IR_CLASS_NARROW, IR_CLASS_CAST,
    IR_CLASS_BITS, IR_CLASS_SELECT, IR_CLASS_FARITH, IR_CLASS_FUNARY, IR_CLASS_FTEST, IR_CLASS_FCAST
};
struct ir_op_info {
    const char *text;
    enum ir_group group;
    const char *operands;
};
struct ir_pure_info {
    const char *text;
    uint8_t arity;
    enum ir_class class;
};
extern const struct ir_op_info ir_ops[IR_N_OPS];
extern const struct ir_pure_info ir_pures[IR_N_PURE];

// base + offset + sum of scale * index, modulo 2^pointer width; an index (an integer of any width) is sign-extended or truncated to it.
struct ir_term {
    ir_val index;
    int64_t scale;
};
struct ir_addr {
    ir_val base;  // a pointer (or integer) value
    uint32_t n_terms;
    int64_t offset;
    struct ir_term *terms;
};

struct ir_case {  // a range of values of a SWITCH, unsigned, lo <= hi; cases are disjoint and ascending
    uint64_t lo, hi;
    uint32_t succ;  // index into the instruction's successors
};

// Source position; line 0 means unknown.
struct ir_loc {
    uint32_t file;  // index into program->files
    uint32_t line, column;
};

enum { IR_VOLATILE = 1, IR_ATOMIC = 2, IR_APART = 4 };  // instr.flags, of LOAD and STORE (COPY, FILL: volatile; COPY: its ranges are the same or apart)

// Which fields an opcode uses: ops.def.  Unused fields are zero.
struct ir_instr {
    uint8_t op;           // enum ir_op
    uint8_t pure;         // LET: enum ir_pure
    uint8_t flags;
    uint8_t n_dsts;
    uint32_t n_args;      // CALL: args[0] is the callee, the arguments follow (variadic ones included)
    uint32_t n_succs;
    uint32_t n_cases;
    uint32_t *dsts;       // locals
    ir_val *args;
    struct ir_addr *to;   // A of ops.def
    struct ir_addr *from; // B of ops.def (COPY)
    uint32_t *succs;      // blocks
    struct ir_case *cases;
    const char *text;
    ir_val subject;       // ENTER, LEAVE: IR_LOCAL or IR_SLOT; CALL: address of the block of variadic arguments, or IR_NOTHING
    struct ir_loc loc;
};

struct ir_block {
    const char *name;  // unique in the function
    uint32_t first, n; // instrs[first .. first + n)
};

enum { IR_TEMP = 1, IR_SCOPED = 2, IR_USER = 4 };  // flags of locals and slots; USER: the programmer's own variable or parameter

// A C variable that is only read and written whole, or a temporary.
struct ir_local {
    const char *name;  // unique in the function among locals; for a USER variable the C name, then perhaps ".2"; NULL for a temporary
    ir_type type;
    uint32_t ctype;    // index into program->ctypes, or IR_NO_TYPE
    uint32_t flags;
    struct ir_loc loc;
};
// A stack object with an address.
struct ir_slot {
    const char *name;  // unique in the function among slots
    uint64_t size;
    uint32_t align;
    uint32_t ctype;
    uint32_t flags;
    struct ir_loc loc;
};

enum { IR_INTERNAL = 1, IR_WEAK = 2, IR_EXTERN = 4, IR_READONLY = 8, IR_THREAD = 16, IR_UNSIZED = 32, IR_VARIADIC = 64, IR_NORETURN = 128, IR_OPEN_ORDER = 256, IR_MODEL = 512, IR_SUPPLIED = 1024, IR_AGREED = 2048 };

// A function.  IR_EXTERN: no body; then params and rets are as declared, and `lib` is its model, if any.  IR_MODEL: it has a body all the same (model.h).
// IR_SUPPLIED: the program has no body of it, or does not define the variable; this one is a model of the user's.  IR_AGREED: it was made from its contract.
// Params are locals[0 .. n_params).  A VARIADIC function with a body has one more parameter than C shows: the last, a pointer to the block
// of variadic arguments (laid out by the caller in words of the pointer size, 16-aligned where the ABI says so).  WEAK and EXTERN: may be null.
struct ir_func {
    const char *name;
    uint32_t flags;
    uint32_t n_params, n_rets;
    ir_type *rets;
    uint32_t ctype;
    struct ir_loc loc;
    VEC(struct ir_local) locals;
    VEC(struct ir_slot) slots;
    VEC(struct ir_block) blocks;  // blocks.at[0] is the entry; nobody jumps to it
    VEC(struct ir_instr) instrs;
};

// Part of a global's initial contents that is an address: target + addend at offset, pointer-sized (or `size` bytes of it).
struct ir_reloc {
    uint64_t offset;
    uint32_t size;
    ir_val target;  // IR_GLOBAL, IR_FUNC, IR_LABEL
    int64_t addend;
};
// A global object.  Contents: n_bytes bytes, then zeros; relocs on top.  EXTERN: no definition, contents arbitrary; UNSIZED: size unknown;
// WEAK and EXTERN: address may be null.
struct ir_global {
    const char *name;
    uint32_t flags;
    uint64_t size;
    uint32_t align;
    uint32_t ctype;
    uint64_t n_bytes;
    uint8_t *bytes;
    uint32_t n_relocs;
    struct ir_reloc *relocs;  // ascending, disjoint
    struct ir_loc loc;
};

// ---- C types: for messages, pictures and the inputs of open programs -------------------------------------------------------------------

#define IR_NO_TYPE UINT32_MAX
enum ir_ckind { IR_C_VOID, IR_C_INT, IR_C_UINT, IR_C_FLOAT, IR_C_POINTER, IR_C_ARRAY, IR_C_STRUCT, IR_C_UNION, IR_C_ENUM, IR_C_FUNCTION };
struct ir_field {
    const char *name;        // "" for an anonymous member
    uint32_t ctype;
    uint64_t bit_offset;     // of the first bit, little endian
    uint32_t bit_size;       // of a bit-field, else 0
};
struct ir_ctype {
    enum ir_ckind kind;
    const char *name;        // how C writes it ("struct node", "unsigned int", a typedef's name); "" if it has none
    uint64_t size;           // bytes; 0 if unknown or incomplete
    uint32_t target;         // POINTER, ARRAY: element; FUNCTION: result; else IR_NO_TYPE
    uint64_t count;          // ARRAY: elements, 0 if unknown
    bool fixed;              // POINTER: to const (not written as text)
    uint32_t n_fields;       // STRUCT, UNION: members; FUNCTION: parameters
    struct ir_field *fields;
};

// ---- the program -------------------------------------------------------------------------------------------------------------------

struct ir_hook {  // constructor or destructor
    uint32_t func;
    uint32_t priority;
};

struct ir_contract {  // a contract that stands above a prototype or body of a function (stated.h)
    uint32_t func;
    const char *text;
    struct ir_loc loc;
    const char *const *params;  // what that prototype calls them; n_params of them
    uint32_t n_params;
};

struct ir_whole;
struct ir_program {
    struct arena arena;
    uint32_t pointer_bits;  // 32 or 64; little endian
    struct intern files;
    VEC(bool) read;             // by file, as far as it goes: the program was compiled from its text, which a report may show
    VEC(struct ir_const) consts;
    VEC(struct ir_label) labels;
    VEC(struct ir_ctype) ctypes;
    VEC(struct ir_global) globals;
    VEC(struct ir_func) funcs;
    VEC(struct ir_hook) ctors;  // in the order in which they run
    VEC(struct ir_hook) dtors;  // in the order in which they run
    struct intern names;        // global and function names share one space; symbols.at[number of name] is the operand
    VEC(ir_val) symbols;
    uint32_t *const_slot;       // hash table of consts
    uint32_t n_const_slots;
    uint32_t *label_slot;       // hash table of labels
    uint32_t n_label_slots;
    // The same program, where functions have operands whose order of evaluation C leaves open (IR_OPEN_ORDER), with these evaluated in another order;
    // NULL: there is none, or nobody knows it.
    struct ir_program *reversed;
    VEC(struct ir_contract) contracts;  // at most one of a function
    struct ir_whole *whole;    // whole.h: once somebody asked; NULL
    VEC(const char *) unseen;  // parts that were linked with it and that nobody could read
};

struct ir_program *ir_program_new(uint32_t pointer_bits);
void ir_program_free(struct ir_program *p);

static inline ir_type ir_ptr(const struct ir_program *p) { return IR_TYPE(IR_PTR, p->pointer_bits); }
static inline ir_type ir_word(const struct ir_program *p) { return IR_I(p->pointer_bits); }

// Constants, found or made.  Bits above the width are cleared.
ir_val ir_const_wide(struct ir_program *p, ir_type type, uint64_t lo, uint64_t hi);
ir_val ir_const_int(struct ir_program *p, ir_type type, uint64_t value);  // sign-extends nothing: hi = 0
ir_val ir_const_undef(struct ir_program *p, ir_type type);
ir_val ir_label(struct ir_program *p, uint32_t func, uint32_t block);
// Labels were changed in place (still no two equal): their hash table follows.
void ir_rehash_labels(struct ir_program *p);

// Symbols.  A name is given once: ir_add_* assert that it is new.  They return the index; the element is zeroed but for name (copied) and
// ctype (IR_NO_TYPE), and pointers to elements are valid until the next ir_add_*.
uint32_t ir_add_global(struct ir_program *p, const char *name);
uint32_t ir_add_func(struct ir_program *p, const char *name);
ir_val ir_find(const struct ir_program *p, const char *name);  // IR_GLOBAL, IR_FUNC, or IR_NOTHING
uint32_t ir_add_ctype(struct ir_program *p);
// Do the hash tables of constants, labels and names agree with their arrays, and is nothing in them twice?
bool ir_tables_valid(const struct ir_program *p);

// The type of a value used in f (f may be NULL if v is no local or slot).  Addresses are pointers; IR_NOTHING is void.
ir_type ir_type_of(const struct ir_program *p, const struct ir_func *f, ir_val v);
// Is v this constant?
const struct ir_const *ir_const_of(const struct ir_program *p, ir_val v);  // NULL if it is none
bool ir_is_zero(const struct ir_program *p, ir_val v);
// Is v a weak symbol that nothing defines?  Its address may be null.
bool ir_is_optional(const struct ir_program *p, ir_val v);

#endif
