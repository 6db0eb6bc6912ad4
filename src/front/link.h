// SPDX-License-Identifier: MIT
// From units to one LLVM module: reads bitcode or LLVM's text, links, and keeps LLVM from printing or ending the process.
//
// Everything read with one front_llvm lives in its context and dies with it.
#ifndef HP_FRONT_LINK_H
#define HP_FRONT_LINK_H
#include <llvm-c/Core.h>

#include "front/clang.h"

struct front_llvm {
    LLVMContextRef context;
    struct buf said;  // LLVM's own diagnostics since the last call
};
void front_llvm_open(struct front_llvm *l);
void front_llvm_close(struct front_llvm *l);

// The module of a unit with data, or NULL with "FILE: error: REASON" in m.  lazy: function bodies are not read (clang's output only).
LLVMModuleRef front_load(struct front_llvm *l, const struct front_unit *u, bool lazy, struct front_messages *m);

// How a unit takes part in linking, as far as one symbol goes.
enum front_symbol {
    FRONT_LOCAL,     // not visible outside
    FRONT_STRONG,    // the definition
    FRONT_WEAK,      // a definition that another one may replace: weak, tentative (common), inline
    FRONT_NEEDED,    // used, not defined here
    FRONT_OPTIONAL,  // used if somebody else defines it (weak reference)
    FRONT_INTERNAL,  // LLVM's own
    FRONT_STARTER,   // no symbol: a function that runs before main or after it, although nobody calls it
};
enum front_symbol front_symbol(LLVMValueRef global);
// Every function, variable, alias and ifunc of a module, in that order.
typedef void front_visit(void *context, LLVMValueRef global);
void front_each_symbol(LLVMModuleRef module, front_visit *visit, void *context);

// Every function that the module has run before main or after it.
void front_each_starter(LLVMModuleRef module, front_visit *visit, void *context);

// Loads all units and links them into one module in the old debug format, the first unit first.  bits: 32, 64, or 0 for what the units
// say.  NULL with messages if one is unreadable, two define one symbol, or pointer sizes differ.
// names (or NULL): what they mean is noted, or applied to each module before it is linked.
struct front_names;
LLVMModuleRef front_link(struct front_llvm *l, struct front_unit *const *units, uint32_t n, uint32_t bits, struct front_names *names,
                         bool apply, struct front_messages *m);
#endif
