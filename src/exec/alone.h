// SPDX-License-Identifier: MIT
// Runs that may be the only one of their program (exec_options.alone): a run that reaches its end, is not assumed and went by nothing that could
// be otherwise is what every execution of the program does, however it is drawn, wherever blocks lie, whatever storage held.
//
// What could be otherwise is unknown from the start (exec_value.unknown) or open (open.h), and a decision by it makes the run assumed: what is
// drawn (exec_draw); arguments of main; results that a library function need not give again, and errno behind one that may set it.  Choices that
// the interpreter itself goes by (exec_draw_number), open conditions, and library functions that are not in alone.def do so at once.
//
// With a record, which is exact then (record.h), inputs are not just unknown (exec_draw_input): a run that goes by one is one of several.  A number
// that an operator makes of where blocks lie is such an input, a new one each time: its values are more than those that it can have.
#ifndef HP_EXEC_ALONE_H
#define HP_EXEC_ALONE_H
#include "exec/lib.h"

// The call, by its model: what the function leaves open is unknown afterwards.
bool exec_alone_call(struct exec_model *k, exec_model_fn *model);
#endif
