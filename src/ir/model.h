// SPDX-License-Identifier: MIT
// Library functions that call back, as programs.
//
// Such a function gets a body that may do whatever the library function may: qsort compares and swaps any two elements, any number of times, so the
// array becomes any permutation of itself; bsearch and lfind compare with any element, and give one that is equal, or null; atexit writes down what exit calls, the last first,
// before destructors; strtok and strsep cut a string at any two places.  It stays IR_EXTERN and keeps
// its row in the table for all who go by these (the interpreter sorts); IR_MODEL says that there is a body, which heap domains enter.  What is wrong in it
// is wrong where it is called (fix).
#ifndef HP_IR_MODEL_H
#define HP_IR_MODEL_H
#include "ir/lib.h"

// Gives a body to all functions of the program that can have one and have none yet; exit has one if there are handlers or destructors.
void ir_models_add(struct ir_program *p, const struct ir_lib_table *t);
// The function that calls what atexit was given, the last first; also when main returns.  UINT32_MAX: there is none.
uint32_t ir_model_handlers(const struct ir_program *p);
#endif
