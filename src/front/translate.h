// SPDX-License-Identifier: MIT
// The translator from LLVM's IR to ours, in parts: declarations and driver (translate.c), C types and places (debug.c), constants and
// initialisers (constant.c), one function (function.c) with its scopes (scope.c), its instructions (instr.c) and its calls (call.c).
//
// A first-class value of LLVM is a list of our scalars: structures and arrays are flattened (at most FRONT_MAX_PARTS), everything else is one
// scalar.  An alloca that is only read and written whole becomes a local ("promoted"), any other a slot.
//
// Laziness.  A read of a promoted variable, and an address computation, is not emitted where LLVM has it but where it is used: the binding
// refers to the variable itself.  Before that variable changes, and at the end of the block, every such binding that still has uses is made
// a temporary (front_settle*).  So the text reads `%2 = load [%cur + 8]` and not four instructions.
#ifndef HP_FRONT_TRANSLATE_H
#define HP_FRONT_TRANSLATE_H
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/ptrmap.h"
#include "front/unit.h"
#include "ir/build.h"
#include "ir/lib.h"

enum { FRONT_MAX_PARTS = 64 };

// One whole translation.
struct front_tr {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    struct ir_program *program;
    struct front_messages *messages;
    struct ptrmap symbols;    // LLVM global value -> ir_val
    struct ptrmap labels;     // LLVM basic block whose address is taken -> ir_val
    struct ptrmap ctypes;     // debug type -> index of ctype
    struct ptrmap intrinsics; // LLVM function -> row of the table of intrinsics
    struct ptrmap files;      // debug scope -> file number
    struct ptrmap effects;    // LLVM function -> what it may do to memory (order.c)
    bool reversed, open;      // operands are evaluated in the other order, where C leaves it open; it does somewhere
    uint32_t byval, sret, noreturn, elementtype, naked, align, nonnull, dereferenceable;  // attribute kinds
    uint32_t loop;                                    // kind of the metadata that marks the jump back of a loop
    uint32_t lifetime_start, lifetime_end, declare;   // intrinsics
    struct ir_lib_table *library;  // NULL until somebody asks
    const char *linker;       // what the linker is told beside (names.h), or NULL
    char *directory;          // current directory; paths are shown relative to it
    bool x86;                 // variadic argument lists are x86's
    bool failed;
};

// Scalars of a value: type and byte offset inside the aggregate.
struct front_part {
    ir_type type;
    uint64_t offset;
};
struct front_parts {
    uint32_t n;
    struct front_part at[FRONT_MAX_PARTS];
};

// What an LLVM value is to us, inside a function.
enum front_bind { FRONT_VALUE, FRONT_ADDRESS, FRONT_VARIABLE, FRONT_SLOT };
struct front_binding {
    LLVMValueRef value;
    enum front_bind kind;
    ir_val scalar;         // VALUE with one part; VARIABLE: the local as a value; SLOT: the slot's address
    uint32_t first, n;     // VALUE: parts are function's parts[first .. first + n) when n != 1
    struct ir_addr addr;   // ADDRESS; terms owned by the program
    uint32_t uses;         // uses not yet translated
};

// A variable of the function whose scope clang did not mark (scope.c).
struct front_unmarked {
    ir_val subject;
    LLVMMetadataRef scope;
};

// A block of our own on an edge of the block being translated.
struct front_edge_block {
    LLVMBasicBlockRef to;
    uint32_t id;
};

struct front_fn {
    struct front_tr *tr;
    struct ir_build b;
    LLVMValueRef value;
    struct ptrmap map;  // LLVM value -> index of binding
    VEC(struct front_binding) bindings;
    VEC(ir_val) parts;
    VEC(uint32_t) lazy;           // bindings of this block that may refer to variables
    struct ptrmap blocks;         // LLVM block -> index in `order`
    VEC(LLVMBasicBlockRef) order; // reachable blocks, reverse postorder
    VEC(uint32_t) block_ids;      // builder's block by index in `order`
    struct ptrmap debug;          // alloca or argument -> index in `variables`
    VEC(LLVMMetadataRef) variables;
    VEC(struct front_unmarked) unmarked;
    VEC(LLVMMetadataRef) scope_start, scope_end;  // by index in `order`; only with unmarked variables
    VEC(struct front_edge_block) edges;
    struct ptrmap keepers;        // instructions that may keep an address into a temporary object
    const char *undeclared;       // a variable whose scope nothing tells, or NULL
    LLVMValueRef consumed;        // the instruction whose operands' uses are already counted
    LLVMValueRef done;            // a store that its value's instruction has already carried out
};

// ---- types.c
ir_type front_scalar(struct front_tr *t, LLVMTypeRef type);                                 // void if it is not one scalar
bool front_flatten(struct front_tr *t, LLVMTypeRef type, struct front_parts *out);          // false: too many parts
uint64_t front_size(struct front_tr *t, LLVMTypeRef type);                                  // ABI size in bytes; 0 if unsized

bool front_is_lifetime(struct front_tr *t, LLVMValueRef i);                                 // a lifetime marker?

// ---- debug.c
struct ir_loc front_place(struct front_tr *t, LLVMMetadataRef scope, unsigned line, unsigned column);
struct ir_loc front_loc(struct front_tr *t, LLVMValueRef instruction);                      // {0} if it has none
uint32_t front_ctype(struct front_tr *t, LLVMMetadataRef type);                             // IR_NO_TYPE for NULL
LLVMMetadataRef front_md_operand(struct front_tr *t, LLVMMetadataRef node, unsigned i);     // NULL if absent
const char *front_md_string(struct front_tr *t, LLVMMetadataRef node, unsigned i);          // "" if absent; lives as long as the module

// ---- constant.c
// A constant as address or number: target + value (target IR_NOTHING: a plain number of hi:lo; undef: nothing known).
struct front_constant {
    ir_val target;
    int64_t addend;
    uint64_t lo, hi;
    bool undef, known;  // known false: not expressible
};
struct front_constant front_constant(struct front_tr *t, LLVMValueRef c);
void front_initialise(struct front_tr *t, struct ir_global *g, LLVMValueRef init);

// ---- function.c
void front_function(struct front_tr *t, LLVMValueRef f, uint32_t func);
uint32_t front_block(struct front_fn *f, LLVMBasicBlockRef b);  // the builder's block
// The block to jump to for the edge from -> to; an edge on which something happens gets a block of its own, unless `alone` (the only edge).
uint32_t front_edge(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to, bool alone);

// ---- order.c
void front_find_effects(struct front_tr *t);                     // of all functions
// Does the function have operands whose order is open and matters?  They are put into the other order, if that is asked for.
bool front_open_order(struct front_tr *t, LLVMValueRef function);

// ---- hooks.c
void front_hooks(struct front_tr *t);  // what runs before and after main; bodies and contents are there

// ---- alloca.c
void front_variables(struct front_fn *f);   // parameters, promoted variables, slots, phis
bool front_is_static(LLVMValueRef alloca);  // became a variable or slot

// ---- bind.c
struct front_binding *front_bind(struct front_fn *f, LLVMValueRef v, enum front_bind kind);
struct front_binding *front_bound(struct front_fn *f, LLVMValueRef v);               // NULL if none
void front_bind_value(struct front_fn *f, LLVMValueRef v, ir_val scalar);
void front_bind_parts(struct front_fn *f, LLVMValueRef v, const ir_val *parts, uint32_t n);
void front_bind_copies(struct front_fn *f, LLVMValueRef v, ir_val *parts, uint32_t n);  // parts of operands: their variables may change
void front_bind_lazy(struct front_fn *f, LLVMValueRef v, ir_val variable);
void front_bind_address(struct front_fn *f, LLVMValueRef v, struct ir_addr a);
ir_val front_operand(struct front_fn *f, LLVMValueRef v);                            // of a one-scalar value
void front_operands(struct front_fn *f, LLVMValueRef v, ir_val *out, uint32_t n);    // all n parts
struct ir_addr front_address(struct front_fn *f, LLVMValueRef pointer);              // to access through
struct ir_addr front_addr_of(ir_val base, int64_t offset);
void front_consume(struct front_fn *f, LLVMValueRef i);                              // counts the uses that i makes, once
void front_settle_variable(struct front_fn *f, ir_val variable);                     // before the variable changes
void front_settle_all(struct front_fn *f);                                           // at the end of a block
// The local that instruction v shall assign: the promoted variable that the next instruction stores it to, or a fresh temporary (bound to v).
// All operands of v have been evaluated.
uint32_t front_destination(struct front_fn *f, LLVMValueRef v, ir_type type);
void front_let(struct front_fn *f, LLVMValueRef v, ir_type type, enum ir_pure pure, ir_val a, ir_val b, ir_val c);
void front_any(struct front_fn *f, LLVMValueRef v, const char *why);                 // binds all parts of v to unknown values
void front_unmodelled(struct front_fn *f, LLVMValueRef v, const char *name);         // likewise, and says so if reached
ir_val front_word(struct front_fn *f, ir_val v);                                     // an integer, zero-extended or cut to pointer width
ir_val front_int(struct front_fn *f, ir_type type, uint64_t value);

// ---- scope.c
void front_find_unmarked(struct front_fn *f);
bool front_has_labels(struct front_fn *f);  // other than cases
// The scope of a variable that is declared where no control passes, if it is certain to be the body of a switch; else NULL.
LLVMMetadataRef front_scope_before_cases(struct front_fn *f, LLVMValueRef alloca);
LLVMMetadataRef front_scope_of(struct front_fn *f, LLVMValueRef i);  // of an instruction that tells (no terminator, no marker), else NULL
// Births and deaths of unmarked variables between two scopes; dry: only says whether there are any.
bool front_scope_change(struct front_fn *f, LLVMMetadataRef from, LLVMMetadataRef to, bool dry);
bool front_scope_edge(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to, bool dry);

// ---- floats.c
// An intrinsic that is a function of the C library (floor) gets that function as its symbol, declared if the program does not.
void front_declare_intrinsic(struct front_tr *t, LLVMValueRef v);
bool front_float_class(struct front_fn *f, LLVMValueRef i);  // translates llvm.is.fpclass; false: not for this type and mask

// ---- promise.c: each emits the PROMISEs that come to be, if any
bool front_is_library(struct front_tr *t, LLVMValueRef callee);  // a function, and a row of the library table has its name?
void front_promise_params(struct front_fn *f);                   // at the start of the function
void front_promise_return(struct front_fn *f, ir_val result);    // before it returns
void front_promise_result(struct front_fn *f, LLVMValueRef call, ir_val result);  // after a call
void front_promise_assume(struct front_fn *f, LLVMValueRef i);   // of llvm.assume
void front_promise_unreachable(struct front_fn *f, LLVMValueRef i);

// ---- temporary.c
void front_find_temporaries(struct front_fn *f);  // fills f->keepers

// ---- copy.c: llvm.memcpy (apart), llvm.memmove, llvm.memset
void front_copy(struct front_fn *f, LLVMValueRef i, bool apart);
void front_fill(struct front_fn *f, LLVMValueRef i);

// ---- instr.c, terminator.c, call.c, intrinsic.c, asm.c
void front_instruction(struct front_fn *f, LLVMValueRef i);
void front_terminator(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i);
void front_call(struct front_fn *f, LLVMValueRef i);
void front_intrinsic(struct front_fn *f, LLVMValueRef i, LLVMValueRef callee);
void front_asm(struct front_fn *f, LLVMValueRef i);
bool front_asm_is_idle(const char *text);  // assembly outside of functions: does it provably do nothing?
#endif
