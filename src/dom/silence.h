// SPDX-License-Identifier: MIT
// Sinks that do not listen, for code that is run again: what it has to say was said.
#ifndef HP_DOM_SILENCE_H
#define HP_DOM_SILENCE_H
#include "dom/dom.h"

void dom_ignore_fault(void *self, const struct dom_fault *f);
void dom_ignore_unknown(void *self, uint32_t func, uint32_t instr, const char *reason);
void dom_ignore_met(void *self, uint32_t func, uint32_t first, uint32_t end);
extern const struct dom_sink dom_silence;  // states are ignored as well
#endif
