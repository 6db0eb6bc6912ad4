// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limits.h).
#ifndef HP_TVHEAP_LIMITS_H
#define HP_TVHEAP_LIMITS_H
#define LIMITS_DEF "tvheap/limits.def"
#define LIMITS_LOW tvheap
#define LIMITS_UP TVHEAP
#define LIMITS_TEXT "tvl/"
#define LIMITS_MOST
#include "base/limits.h"
#endif
