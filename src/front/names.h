// SPDX-License-Identifier: MIT
// What the names of functions mean in one program, beside what the C library means by them.
//
// A definition always wins: clang knows many functions of the library and makes something else of a call (memcpy becomes an instruction,
// the length of a literal a number).  If the program defines such a function, its files are compiled once more without that knowledge.
// The linker's --wrap=X lets references to X that its own file does not define lead to __wrap_X, and those to __real_X to X.  If such names
// occur and nobody says --wrap=X, nobody knows what X is: it becomes a function that is unknown.
#ifndef HP_FRONT_NAMES_H
#define HP_FRONT_NAMES_H
#include <llvm-c/Core.h>

#include "front/clang.h"

struct front_names {
    struct arena arena;
    struct front_words own;      // functions that clang knows, and that the program defines
    struct front_words wrapped;  // X of --wrap=X
    const char *other;           // another option of the linker that changes what names mean or what runs, or NULL
    struct front_words perhaps;  // X of other symbols __wrap_X and __real_X
};
// Of the units' flags: what is wrapped.
void front_names_begin(struct front_names *names, struct front_unit *const *units, uint32_t n);
void front_names_end(struct front_names *names);
void front_names_note(struct front_names *names, LLVMValueRef global);          // a symbol of one of the modules
bool front_names_any(const struct front_names *names);                          // does any name mean something else?
void front_names_apply(const struct front_names *names, LLVMModuleRef module);  // before the module is linked
// Copies of the units, compiled so that clang makes nothing else of these names; the units themselves if they are not C.  NULL, with
// messages in m, if that fails.  Release with front_names_forget.
struct front_unit **front_names_compile(struct front_names *names, const struct front_options *o, struct front_unit *const *units,
                                        uint32_t n, struct front_messages *m);
void front_names_forget(struct front_unit **copies, struct front_unit *const *units, uint32_t n);
#endif
