// SPDX-License-Identifier: MIT
// Symbols that no domain follows: what one refuses all refuse, by this check, whenever the address of a symbol is evaluated.
#ifndef HP_DOM_SYMBOL_H
#define HP_DOM_SYMBOL_H
#include "dom/dom.h"

// May a domain take the address of symbol v (a global, a function)?  If not, the instruction is unknown by name.
bool dom_has_symbol(const struct ir_program *p, ir_val v, struct dom_sink *out, uint32_t func, uint32_t instr);
#endif
