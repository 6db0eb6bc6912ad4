// SPDX-License-Identifier: MIT
// Calls that keep the contract that is stated of a function (ir/stated.h), and calls that do not.
//
// Where a function with a contract and a body is called, what it is given is compared with what the contract requires, by the same definition that proofs start from (ir/inputs.h): each
// pointer leads to what the clause says, and nothing is shared that may not be.  Blocks may lie anywhere, in larger ones or on the stack: what a function does to them if it must not shows
// in the run itself.  So does whether it reads what nobody wrote: only elements of arrays are asked to be initialised.  That a function of callers leaves everything as it is, is not looked at.
#ifndef HP_EXEC_MET_H
#define HP_EXEC_MET_H
#include "exec/machine.h"
#include "ir/required.h"

struct exec_contracts;

struct exec_contract_calls {  // of a function, in the first run: others look again at what was found there
    uint32_t func;
    uint64_t met, broken;
    uint64_t unsure;      // something that decides it is not known to the interpreter
    const char *unclear;  // the contract cannot be provided as it is stated, and no call was looked at: the clause; else NULL
};

struct exec_contracts *exec_contracts_begin(const struct ir_program *p, const struct ir_lib_table *lib);
void exec_contracts_end(struct exec_contracts *c);
// Those that were looked at; number k below exec_contracts_n.
uint32_t exec_contracts_n(const struct exec_contracts *c);
const struct exec_contract_calls *exec_contracts_calls(const struct exec_contracts *c, uint32_t k);

void exec_contracts_close(struct exec_contracts *c);  // a run is over
// A call of funcs[func] is about to begin with these arguments: each new way to break the contract is recorded as a broken promise, and the run goes on.
void exec_look_at_contract(struct exec_machine *m, uint32_t func, const struct exec_value *args, uint32_t n_args);
#endif
