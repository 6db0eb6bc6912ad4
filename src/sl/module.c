// SPDX-License-Identifier: MIT
#include "sl/module.h"

const struct sl_module sl_plain = {0};

const struct sl_module *const sl_modules[] = {
#define SL_SHAPE(kind, module, links, least, rank, role, view, text) &sl_##module,
#include "sl/shape.def"
};
