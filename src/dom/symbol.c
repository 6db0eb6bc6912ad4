// SPDX-License-Identifier: MIT
#include "dom/symbol.h"

#include <assert.h>

bool dom_has_symbol(const struct ir_program *p, ir_val v, struct dom_sink *out, uint32_t func, uint32_t instr) {
    if (!ir_is_optional(p, v)) return true;
    struct buf why = {0};
    assert(ir_tag(v) == IR_GLOBAL || ir_tag(v) == IR_FUNC);
    assert(func < p->funcs.n && instr < p->funcs.at[func].instrs.n);
    const char *name = ir_tag(v) == IR_GLOBAL ? p->globals.at[ir_index(v)].name : p->funcs.at[ir_index(v)].name;
    buf_printf(&why, "weak symbol '%s' without definition", name);
    out->unknown(out->self, func, instr, buf_text(&why));
    buf_free(&why);
    return false;
}
