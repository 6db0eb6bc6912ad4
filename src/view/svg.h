// SPDX-License-Identifier: MIT
// Pictures by graphviz's `dot`, as a process.
#ifndef HP_VIEW_SVG_H
#define HP_VIEW_SVG_H
#include <stdint.h>

#include "base/buf.h"

// Draws n > 0 texts in graphviz's language with one process, each to svgs[i].  False: *why gets a sentence.
bool view_svg(const char *const *dots, uint32_t n, struct buf *svgs, struct buf *why);
// The same picture for a page that has several: without what comes before the element, titles, names and fonts.
void view_svg_slim(const struct buf *svg, struct buf *out);
#endif
