// SPDX-License-Identifier: MIT
// The list functions, with loops or by recursion.
#include "list.h"
#ifdef RECURSIVE
#include "recursive.h"
#else
#include "iterative.h"
#endif
