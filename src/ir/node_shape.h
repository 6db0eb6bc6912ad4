// SPDX-License-Identifier: MIT
// Which structure the nodes of a type make: by its members that lead to such nodes, what these are called, and which of them are used.
#ifndef HP_IR_NODE_SHAPE_H
#define HP_IR_NODE_SHAPE_H
#include "ir/inputs.h"

// Sets kind, links and whether they are those of rings; OBJECT: it is no node.
void ir_node_shape(const struct ir_inputs *in, struct ir_shape *s);
// What the function, or what it calls, goes out to from something of this type; NULL: nothing.
const struct ir_container *ir_container_of(const struct ir_inputs *in, uint32_t ctype);
// Does the function, or what it calls, take the pointer at this place of something of a type, or (`written`) put one there?
bool ir_is_followed(const struct ir_inputs *in, uint32_t owner, uint64_t offset, bool written);
// Does some function put something's own address to this place of it?
bool ir_is_turned(const struct ir_inputs *in, uint32_t owner, uint64_t offset);
// Is the first type that of pointers to the second?
bool ir_leads_to(const struct ir_program *p, uint32_t ctype, uint32_t target);
// Is the member a pointer to a pointer to something of a type, and not to several?
bool ir_leads_to_link(const struct ir_inputs *in, uint32_t owner, uint64_t offset, uint32_t ctype, uint32_t target);
// Has something of a type members that lead to its like, or that may?
bool ir_has_links(const struct ir_inputs *in, uint32_t ctype);
bool ir_called_like(const char *name, const char *const *words);  // the last word is NULL
#endif
