// SPDX-License-Identifier: MIT
// C types, names and places, from the debug information.
#include <stdlib.h>
#include <string.h>

#include "front/dwarf.h"
#include "front/paths.h"
#include "front/translate.h"

enum { DEEPEST = 200 };                      // qualifiers, typedefs and pointers in a row

static LLVMValueRef as_value(struct front_tr *t, LLVMMetadataRef node) {
    return LLVMMetadataAsValue(t->context, node);
}

// Operands of a node, in a malloc'ed array.
static LLVMValueRef *operands(struct front_tr *t, LLVMMetadataRef node, unsigned *n) {
    LLVMValueRef v = as_value(t, node);
    *n = LLVMGetMDNodeNumOperands(v);
    LLVMValueRef *at = calloc(*n + 1, sizeof *at);
    if (!at) base_out_of_memory();
    LLVMGetMDNodeOperands(v, at);
    return at;
}

static LLVMValueRef operand_value(struct front_tr *t, LLVMMetadataRef node, unsigned i) {
    unsigned n;
    LLVMValueRef *at = operands(t, node, &n);
    LLVMValueRef v = i < n ? at[i] : NULL;
    free(at);
    return v;
}

LLVMMetadataRef front_md_operand(struct front_tr *t, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef v = operand_value(t, node, i);
    return v ? LLVMValueAsMetadata(v) : NULL;
}

const char *front_md_string(struct front_tr *t, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef v = operand_value(t, node, i);
    unsigned n;
    const char *s = v ? LLVMGetMDString(v, &n) : NULL;
    return s ? arena_strndup(&t->program->arena, s, n) : "";
}

// ---- places ------------------------------------------------------------------------------------------------------------------------

// clang gives the checksum of a file that it read; one that only #line or a line marker names has none.
static uint32_t add_file(struct front_tr *t, LLVMMetadataRef file) {
    unsigned n_name = 0, n_dir = 0;
    const char *name = LLVMDIFileGetFilename(file, &n_name);
    const char *dir = LLVMDIFileGetDirectory(file, &n_dir);
    struct buf path = {0};
    bool here = strlen(t->directory) == n_dir && memcmp(t->directory, dir, n_dir) == 0;
    bool elsewhere = n_name && name[0] != '/' && n_dir && !here;  // compiled in another folder: by the name from ours, as its unit has it
    struct arena a = {0};
    if (elsewhere) buf_printf(&path, "%.*s/", (int)n_dir, dir);
    buf_add(&path, name, n_name);
    uint32_t number = intern_add(&t->program->files, elsewhere ? front_short_path(&a, path.text, t->directory) : buf_text(&path));
    arena_free(&a);
    while (t->program->read.n <= number) vec_push(&t->program->read, false);
    t->program->read.at[number] |= *front_md_string(t, file, FRONT_MD_CHECKSUM) != 0;
    buf_free(&path);
    return number;
}

struct ir_loc front_place(struct front_tr *t, LLVMMetadataRef scope, unsigned line, unsigned column) {
    uint32_t file = 0;
    if (!scope || !line) return (struct ir_loc){0};
    if (!ptrmap_get(&t->files, scope, &file)) {
        LLVMMetadataRef f = LLVMGetMetadataKind(scope) == LLVMDIFileMetadataKind ? scope : LLVMDIScopeGetFile(scope);
        if (!f) return (struct ir_loc){0};
        file = add_file(t, f);
        ptrmap_set(&t->files, scope, file);
    }
    return (struct ir_loc){file, line, column};
}

struct ir_loc front_loc(struct front_tr *t, LLVMValueRef instruction) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
    if (!at) return (struct ir_loc){0};
    return front_place(t, LLVMDILocationGetScope(at), LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at));
}

// ---- types -------------------------------------------------------------------------------------------------------------------------

static uint32_t make_type(struct front_tr *t, LLVMMetadataRef type, unsigned depth);

static const char *type_name(struct front_tr *t, LLVMMetadataRef type, const char *prefix) {
    size_t n = 0;
    const char *s = LLVMDITypeGetName(type, &n);
    if (!s || !n) return "";
    return arena_printf(&t->program->arena, "%s%.*s", prefix, (int)n, s);
}

static enum ir_ckind basic_kind(const char *name) {
    if (strstr(name, "float") || strstr(name, "double") || strstr(name, "complex") || strstr(name, "_Float")) return IR_C_FLOAT;
    return strncmp(name, "unsigned", 8) == 0 || strcmp(name, "_Bool") == 0 ? IR_C_UINT : IR_C_INT;
}

// A fresh ctype registered for `type` before its parts are made, so that recursive types end.
static uint32_t add_type(struct front_tr *t, LLVMMetadataRef type, enum ir_ckind kind, const char *name) {
    uint32_t i = ir_add_ctype(t->program);
    t->program->ctypes.at[i] =
        (struct ir_ctype){.kind = kind, .name = name, .size = LLVMDITypeGetSizeInBits(type) / 8, .target = IR_NO_TYPE};
    ptrmap_set(&t->ctypes, type, i);
    return i;
}

static void add_field(struct front_tr *t, struct ir_field *f, LLVMMetadataRef member, unsigned depth) {
    f->name = type_name(t, member, "");
    f->bit_offset = LLVMDITypeGetOffsetInBits(member);
    if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) f->bit_size = (uint32_t)LLVMDITypeGetSizeInBits(member);
    f->ctype = make_type(t, front_md_operand(t, member, FRONT_MD_BASE), depth + 1);
}

static void add_fields(struct front_tr *t, uint32_t index, LLVMMetadataRef type, unsigned depth) {
    LLVMMetadataRef list = front_md_operand(t, type, FRONT_MD_ELEMENTS);
    if (!list) return;
    unsigned n, used = 0;
    LLVMValueRef *at = operands(t, list, &n);
    struct ir_field *fields = ARENA_ARRAY(&t->program->arena, struct ir_field, n);
    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef member = at[i] ? LLVMValueAsMetadata(at[i]) : NULL;
        if (member && LLVMGetMetadataKind(member) == LLVMDIDerivedTypeMetadataKind) add_field(t, &fields[used++], member, depth);
    }
    free(at);
    t->program->ctypes.at[index].fields = fields;
    t->program->ctypes.at[index].n_fields = used;
}

static uint64_t subrange_count(struct front_tr *t, LLVMMetadataRef subrange) {
    if (LLVMGetMetadataKind(subrange) != LLVMDISubrangeMetadataKind) return 0;
    LLVMValueRef count = operand_value(t, subrange, 0);
    if (!count || !LLVMIsAConstantInt(count)) return 0;
    long long n = LLVMConstIntGetSExtValue(count);
    return n > 0 ? (uint64_t)n : 0;
}

// An array of several dimensions is an array of arrays.
static uint32_t make_array(struct front_tr *t, LLVMMetadataRef type, unsigned depth) {
    uint32_t outer = add_type(t, type, IR_C_ARRAY, "");
    uint32_t element = make_type(t, front_md_operand(t, type, FRONT_MD_BASE), depth + 1);
    LLVMMetadataRef list = front_md_operand(t, type, FRONT_MD_ELEMENTS);
    unsigned n = 0;
    LLVMValueRef *at = list ? operands(t, list, &n) : NULL;
    for (unsigned i = n; i-- > 1;) {
        uint32_t inner = ir_add_ctype(t->program);
        uint64_t count = subrange_count(t, LLVMValueAsMetadata(at[i]));
        uint64_t size = element == IR_NO_TYPE ? 0 : t->program->ctypes.at[element].size * count;
        t->program->ctypes.at[inner] = (struct ir_ctype){.kind = IR_C_ARRAY, .name = "", .size = size, .target = element, .count = count};
        element = inner;
    }
    t->program->ctypes.at[outer].target = element;
    t->program->ctypes.at[outer].count = n ? subrange_count(t, LLVMValueAsMetadata(at[0])) : 0;
    free(at);
    return outer;
}

static uint32_t make_composite(struct front_tr *t, LLVMMetadataRef type, unsigned depth) {
    unsigned tag = LLVMGetDINodeTag(type);
    if (tag == FRONT_TAG_ARRAY) return make_array(t, type, depth);
    if (tag == FRONT_TAG_ENUM) return add_type(t, type, IR_C_ENUM, type_name(t, type, "enum "));
    bool is_union = tag == FRONT_TAG_UNION;
    uint32_t i = add_type(t, type, is_union ? IR_C_UNION : IR_C_STRUCT, type_name(t, type, is_union ? "union " : "struct "));
    add_fields(t, i, type, depth);
    return i;
}

static bool unnamed(const struct ir_ctype *c) {
    return c->name[0] == 0 && (c->kind == IR_C_STRUCT || c->kind == IR_C_UNION || c->kind == IR_C_ENUM);
}

// Is the type const, by itself or by a name for it?
static bool is_const(struct front_tr *t, LLVMMetadataRef type) {
    for (unsigned depth = 0; type && depth < DEEPEST && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind; depth++) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag == FRONT_TAG_CONST || tag == FRONT_TAG_POINTER) return tag == FRONT_TAG_CONST;
        type = front_md_operand(t, type, FRONT_MD_BASE);
    }
    return false;
}

static uint32_t make_derived(struct front_tr *t, LLVMMetadataRef type, unsigned depth) {
    unsigned tag = LLVMGetDINodeTag(type);
    LLVMMetadataRef base = front_md_operand(t, type, FRONT_MD_BASE);
    if (tag == FRONT_TAG_POINTER) {
        uint32_t i = add_type(t, type, IR_C_POINTER, "");
        t->program->ctypes.at[i].size = t->program->pointer_bits / 8;
        uint32_t target = make_type(t, base, depth + 1);
        t->program->ctypes.at[i].target = target;
        t->program->ctypes.at[i].fixed = is_const(t, base);
        return i;
    }
    uint32_t i = make_type(t, base, depth + 1);
    if (tag == FRONT_TAG_TYPEDEF && i != IR_NO_TYPE && unnamed(&t->program->ctypes.at[i])) t->program->ctypes.at[i].name = type_name(t, type, "");
    ptrmap_set(&t->ctypes, type, i);
    return i;
}

static uint32_t make_subroutine(struct front_tr *t, LLVMMetadataRef type, unsigned depth) {
    uint32_t index = add_type(t, type, IR_C_FUNCTION, "");
    LLVMMetadataRef list = front_md_operand(t, type, FRONT_MD_TYPES);
    if (!list) return index;
    unsigned n;
    LLVMValueRef *at = operands(t, list, &n);
    struct ir_field *fields = ARENA_ARRAY(&t->program->arena, struct ir_field, n);
    uint32_t result = n && at[0] ? make_type(t, LLVMValueAsMetadata(at[0]), depth + 1) : IR_NO_TYPE;
    unsigned used = 0;
    for (unsigned i = 1; i < n; i++) {
        if (!at[i]) continue;  // the ellipsis
        fields[used].name = "";
        fields[used++].ctype = make_type(t, LLVMValueAsMetadata(at[i]), depth + 1);
    }
    free(at);
    struct ir_ctype *c = &t->program->ctypes.at[index];
    c->target = result;
    c->fields = fields;
    c->n_fields = used;
    return index;
}

static uint32_t make_type(struct front_tr *t, LLVMMetadataRef type, unsigned depth) {
    uint32_t i;
    if (!type || depth > DEEPEST) return IR_NO_TYPE;
    if (ptrmap_get(&t->ctypes, type, &i)) return i;
    switch (LLVMGetMetadataKind(type)) {
    case LLVMDIBasicTypeMetadataKind: {
        const char *name = type_name(t, type, "");
        return add_type(t, type, basic_kind(name), name);
    }
    case LLVMDICompositeTypeMetadataKind: return make_composite(t, type, depth);
    case LLVMDIDerivedTypeMetadataKind: return make_derived(t, type, depth);
    case LLVMDISubroutineTypeMetadataKind: return make_subroutine(t, type, depth);
    default: return IR_NO_TYPE;
    }
}

uint32_t front_ctype(struct front_tr *t, LLVMMetadataRef type) {
    return make_type(t, type, 0);
}
