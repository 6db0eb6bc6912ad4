// SPDX-License-Identifier: MIT
// Pictures by graphviz's `dot`, as a process.
#ifndef HP_VIEW_SVG_H
#define HP_VIEW_SVG_H
#include "base/buf.h"

// Draws text in graphviz's language.  False: *why gets a sentence.
bool view_svg(const struct buf *dot, struct buf *svg, struct buf *why);
#endif
