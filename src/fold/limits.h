// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_FOLD_LIMITS_H
#define HP_FOLD_LIMITS_H
#define LIMITS_DEF "fold/limits.def"
#define LIMITS_LOW fold
#define LIMITS_UP FOLD
#define LIMITS_TEXT "fold/"
#define LIMITS_MOST
#include "base/limits.h"
#endif
