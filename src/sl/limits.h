// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_SL_LIMITS_H
#define HP_SL_LIMITS_H
#define LIMITS_DEF "sl/limits.def"
#define LIMITS_LOW sl
#define LIMITS_UP SL
#define LIMITS_TEXT "sl/"
#define LIMITS_MOST
#include "base/limits.h"
#endif
