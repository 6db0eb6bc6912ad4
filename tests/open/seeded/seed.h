// SPDX-License-Identifier: MIT
// Library functions, each with one fault that -DFAULTY puts in where BAD is said (run.py).  None of them calls another one with a fault.
#ifndef SEED_H
#define SEED_H
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FAULTY
#define BAD 1
#else
#define BAD 0
#endif
#endif
