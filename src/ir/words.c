// SPDX-License-Identifier: MIT
#include "ir/words.h"

const char *const ir_word_operands[IR_N_OPS] = {
    [IR_LET] = "V",    [IR_ADDR] = "A",     [IR_ANY] = "t",     [IR_LOAD] = "A",   [IR_STORE] = "vA",
    [IR_COPY] = "ABv", [IR_FILL] = "Avv",   [IR_HAVOC] = "Avt", [IR_ENTER] = "S",  [IR_LEAVE] = "S",
    [IR_ALLOCA] = "v", [IR_MARK] = "",      [IR_RELEASE] = "v", [IR_ASSUME] = "v", [IR_PROMISE] = "vt",
    [IR_UNMODELLED] = "t",
    [IR_JUMP] = "b",   [IR_BRANCH] = "vbb", [IR_GOTO] = "vL",   [IR_RET] = "V",    [IR_STOP] = "t",
};

const struct ir_word_flag ir_word_symbol_flags[] = {
    {"internal", IR_INTERNAL}, {"weak", IR_WEAK},         {"extern", IR_EXTERN},
    {"readonly", IR_READONLY}, {"thread", IR_THREAD},     {"unsized", IR_UNSIZED},
    {"variadic", IR_VARIADIC}, {"noreturn", IR_NORETURN}, {"open-order", IR_OPEN_ORDER}, {"supplied", IR_SUPPLIED}, {"agreed", IR_AGREED}, {NULL, 0},
};
const struct ir_word_flag ir_word_local_flags[] = {{"scoped", IR_SCOPED}, {"user", IR_USER}, {NULL, 0}};
const struct ir_word_flag ir_word_access_flags[] = {{"volatile", IR_VOLATILE}, {"atomic", IR_ATOMIC}, {"apart", IR_APART}, {NULL, 0}};

const char *const ir_word_ckinds[IR_N_CKINDS] = {
    [IR_C_VOID] = "void",   [IR_C_INT] = "int",       [IR_C_UINT] = "uint",   [IR_C_FLOAT] = "float", [IR_C_POINTER] = "pointer",
    [IR_C_ARRAY] = "array", [IR_C_STRUCT] = "struct", [IR_C_UNION] = "union", [IR_C_ENUM] = "enum",   [IR_C_FUNCTION] = "function",
};

bool ir_word_starts(char c, bool after_sigil) {
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_') return true;
    return after_sigil && (c == '.' || c == '$' || c == '-');
}

bool ir_word_goes_on(char c) {
    return ir_word_starts(c, true) || (c >= '0' && c <= '9');
}

bool ir_word_plain(const char *name, bool after_sigil) {
    if (!ir_word_starts(*name, after_sigil)) return false;
    while (*++name)
        if (!ir_word_goes_on(*name)) return false;
    return true;
}

void ir_word_one_line(struct buf *b, size_t from) {
    for (size_t i = from; i < b->n; i++)
        if ((unsigned char)b->text[i] < ' ') b->text[i] = '?';
}
