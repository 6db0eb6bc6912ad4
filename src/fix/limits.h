// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_FIX_LIMITS_H
#define HP_FIX_LIMITS_H
#define LIMITS_DEF "fix/limits.def"
#define LIMITS_LOW fix
#define LIMITS_UP FIX
#define LIMITS_TEXT "fix/"
#include "base/limits.h"
#endif
