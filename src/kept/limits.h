// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_KEPT_LIMITS_H
#define HP_KEPT_LIMITS_H
#define LIMITS_DEF "kept/limits.def"
#define LIMITS_LOW kept
#define LIMITS_UP KEPT
#define LIMITS_TEXT "kept/"
#include "base/limits.h"
#endif
