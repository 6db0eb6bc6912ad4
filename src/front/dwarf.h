// SPDX-License-Identifier: MIT
// The parts of debug information as LLVM numbers them: tags of nodes, operands of nodes.
#ifndef HP_FRONT_DWARF_H
#define HP_FRONT_DWARF_H

enum front_tag {  // DW_TAG_...
    FRONT_TAG_ARRAY = 0x01,
    FRONT_TAG_ENUM = 0x04,
    FRONT_TAG_MEMBER = 0x0d,
    FRONT_TAG_POINTER = 0x0f,
    FRONT_TAG_STRUCT = 0x13,
    FRONT_TAG_TYPEDEF = 0x16,
    FRONT_TAG_UNION = 0x17,
    FRONT_TAG_CONST = 0x26,
    FRONT_TAG_VOLATILE = 0x35,
    FRONT_TAG_RESTRICT = 0x37,
    FRONT_TAG_ATOMIC = 0x47
};
// Operands of composite, derived and subroutine types, of files, of functions.
enum { FRONT_MD_ELEMENTS = 4, FRONT_MD_BASE = 3, FRONT_MD_TYPES = 3, FRONT_MD_CHECKSUM = 2, FRONT_MD_TYPE = 4 };
#endif
