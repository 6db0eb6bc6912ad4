// SPDX-License-Identifier: MIT
// Options of a domain's own, by name: whoever hands them on knows neither names nor meanings.
#ifndef HP_DOM_OPTION_H
#define HP_DOM_OPTION_H
#include "dom/dom.h"

// Sets what the text says: NAME=NUMBER, or NAME alone for a switch, separated by commas.  False: *error gets a sentence, *s is as it was.
bool dom_set(const struct dom *dom, struct dom_settings *s, const char *text, struct buf *error);
// What option number i (its place in the domain's table) is set to.
uint64_t dom_setting(const struct dom *dom, const struct dom_settings *s, uint32_t i);
// The settings with those of the text, one of the domain's own; the text may be NULL.
struct dom_settings dom_settings_with(const struct dom *dom, const struct dom_settings *s, const char *text);
// Do the two come to the same?
bool dom_settings_equal(const struct dom *dom, const struct dom_settings *a, const struct dom_settings *b);
bool dom_has_option(const struct dom *dom, const char *name);
#endif
