// SPDX-License-Identifier: MIT
// A function's instructions in the form that the main loop executes: operands are indices, types and jump targets are looked up once.
//
// Instruction number k here is instruction number k of the function.  An operand >= 0 is a value of the frame (local i, or the address of
// slot i at n_locals + i); an operand < 0 is ~index into the machine's pool: constants, then globals, functions, labels.
#ifndef HP_EXEC_DECODE_H
#define HP_EXEC_DECODE_H
#include "exec/memory.h"
#include "exec/value.h"
#include "ir/cfg.h"
#include "ir/ir.h"
#include "ir/lib.h"
#include "ir/live.h"

struct exec_term {
    int32_t index;
    uint32_t bits;  // of the index
    int64_t scale;
};
struct exec_addr {
    int32_t base;
    uint32_t n_terms;
    int64_t offset;
    struct exec_term *terms;
};
// A volatile LOAD or COPY; others have the number of their ir_op.
enum { EXEC_MOVING = IR_N_OPS };
struct exec_instr {
    uint8_t op, pure;
    uint16_t n_args;  // LET
    int32_t dst;
    int32_t args[3];
    ir_type type;      // LET: of the result; LOAD, STORE, ANY: of the value; else of args[0]
    ir_type arg_type;  // LET: see ir_eval
    uint8_t bits, bytes;  // quick.h: LET: bits of an argument; LOAD, STORE: bytes of the value; 0: not for that
    uint64_t mask;        // likewise: the bits of the result
    struct exec_addr to, from;
    const uint32_t *succs;  // instruction numbers
    int32_t *call_args;     // CALL: the callee first; RET: results
    ir_type *call_types;
    int32_t varargs;  // CALL: operand; has_varargs
    bool has_varargs;
    const struct ir_instr *source;
};

struct exec_code {
    struct arena arena;
    const struct ir_func *func;
    struct exec_instr *instrs;
    uint32_t n_values;         // locals and slots
    struct exec_value *birth;  // locals when the function is entered, or the local is
    uint64_t *slot_offset;     // from the frame's base
    uint64_t frame_size;       // of the stack's address space
    uint64_t frame_align;      // of the frame's base, a power of two
    uint64_t slot_bytes;       // sum of the sizes
    uint64_t seed;             // of `birth`
    bool library;              // modelled by the library although it has a body
    bool has_live;             // the two below are filled
    struct ir_cfg cfg;
    struct ir_live live;
};

// seed: of uninitialised contents.
struct exec_code *exec_decode(const struct ir_program *p, uint32_t func, uint64_t seed);
void exec_code_free(struct exec_code *c);
void exec_code_seed(struct exec_code *c, uint32_t func, uint64_t seed);  // from now on with this one

// What does not change from run to run of one program with the same rows of library functions.  Zeroed: nothing yet.
struct exec_codes {
    uint32_t n;               // functions
    struct exec_code **code;  // by function: decoded when it was first called, or NULL
    struct ir_lib_use *uses;  // by function: its row, once `known`
    bool known;
    // What every run begins with (start.c), once one did:
    exec_block_list blocks;   // the table of a run that is over (exec_memory_keep)
    struct exec_value *pool;  // likewise, and the places of it that may be otherwise in another run
    VEC(uint32_t) open;
};
void exec_codes_begin(struct exec_codes *c, uint32_t n_funcs);  // of no use if there is something already
void exec_codes_free(struct exec_codes *c);
// Liveness of the function's locals, computed at first use.
const struct ir_live *exec_live(struct exec_code *c);
// Index of a symbol or constant in the pool.
uint32_t exec_pool_index(const struct ir_program *p, ir_val v);
#endif
