// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_CHECK_LIMITS_H
#define HP_CHECK_LIMITS_H
#define LIMITS_DEF "check/limits.def"
#define LIMITS_LOW check
#define LIMITS_UP CHECK
#define LIMITS_TEXT "check/"
#include "base/limits.h"
#endif
