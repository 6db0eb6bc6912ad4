// SPDX-License-Identifier: MIT
// What a run computed from its inputs, and which of its decisions depended on that: material for finding inputs that lead elsewhere.
//
// A node is an input, a constant, an operator on nodes, a part of a node's bits, or two nodes side by side; it has a type of at most 64
// bits and knows the value that it had in this run.  Node 0 is no node.  The arguments of a node come before it.  A decision says that
// the run went on as it did since a node had its value.  Values of the machine carry the number of their node (exec_value.node, 0: none),
// bytes of memory node and place (exec_block.nodes).  A value whose node had another value is one that the interpreter has bent since: it
// has none.
//
// The record leaves out what it cannot express (floats, library functions that compute), and what comes after it is full.  Nothing that is
// concluded from it is certain: whoever finds inputs by it has to run them.
//
// The record of a run that may be the only one of its program (exec_options.alone) is exact: all runs whose inputs decide as it did are the same but for values
// that are unknown and have nodes, and these have the values of their nodes.  Its decisions are complete.  What cannot be expressed is unknown and has no node;
// a decision by it makes the run assumed.
#ifndef HP_EXEC_RECORD_H
#define HP_EXEC_RECORD_H
#include "base/vec.h"
#include "ir/ir.h"

enum exec_node_kind { EXEC_NODE_INPUT, EXEC_NODE_CONST, EXEC_NODE_PURE, EXEC_NODE_PART, EXEC_NODE_PAIR };
struct exec_node {
    uint8_t kind, pure;  // PURE: enum ir_pure
    uint8_t decided;     // exact records: bit i, if it was decided by it as enum exec_decided i says
    ir_type type;
    ir_type arg_type;  // PURE: as ir_eval wants it
    // INPUT: number of the choice; PURE: nodes; PART: the node, then the number of the lowest bit (bits above the node's are zero);
    // PAIR: the upper and the lower node
    uint32_t args[3];
    uint64_t value;
};
// TRUTH: is the node 0?  CASE: the argument of a SWITCH.  NUMBER: some number that a library function or an instruction goes by.
// INSIDE: an address that lies at low..high of a block, where the access is allowed; of exact records, a number that the world does not choose otherwise.
enum exec_decided { EXEC_TRUTH, EXEC_CASE, EXEC_NUMBER, EXEC_INSIDE };
struct exec_decision {
    enum exec_decided kind;
    uint32_t func, instr;  // the instruction that decided
    uint32_t node;
    uint64_t low, high;  // INSIDE
};
struct exec_record {
    VEC(struct exec_node) nodes;
    VEC(struct exec_decision) decisions;
};
enum { EXEC_MOST_NODES = 1 << 18, EXEC_MOST_DECISIONS = 1 << 13 };

void exec_record_clear(struct exec_record *r);
void exec_record_free(struct exec_record *r);
#endif
