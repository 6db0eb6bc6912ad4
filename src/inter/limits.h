// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_INTER_LIMITS_H
#define HP_INTER_LIMITS_H
#define LIMITS_DEF "inter/limits.def"
#define LIMITS_LOW inter
#define LIMITS_UP INTER
#define LIMITS_TEXT "inter/"
#include "base/limits.h"
#endif
