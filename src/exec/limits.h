// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_EXEC_LIMITS_H
#define HP_EXEC_LIMITS_H
#define LIMITS_DEF "exec/limits.def"
#define LIMITS_LOW exec
#define LIMITS_UP EXEC
#define LIMITS_TEXT "exec/"
#include "base/limits.h"
#endif
