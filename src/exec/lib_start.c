// SPDX-License-Identifier: MIT
// What the library has of its own in a run, and the variables that it defines.
#include "exec/lib.h"

#include "exec/decode.h"

void exec_lib_begin(struct exec_machine *m) {
    struct exec_lib *lib = calloc(1, sizeof *lib);
    uint32_t n = m->program->funcs.n;
    if (!lib) base_out_of_memory();
    m->lib = lib;
    lib->uses = m->codes->uses;
    lib->why = ARENA_ARRAY(&m->result->arena, const char *, n);
    lib->statics = ARENA_ARRAY(&m->result->arena, struct exec_stored, n);
    if (!m->options->lib) lib->own = ir_lib_new();
    lib->table = lib->own ? lib->own : m->options->lib;
    for (uint32_t i = 0; i < n && !m->codes->known; i++) m->codes->uses[i] = ir_lib_of(lib->table, m->program, &m->program->funcs.at[i]);
    m->codes->known = !lib->own;
    uint64_t size = m->program->pointer_bits == 64 ? 216 : 148;
    for (uint32_t i = 0; i < 3; i++)
        if (!exec_resource(m, size, i, &lib->streams[i])) return;
    struct exec_value cell;
    if (exec_static(m, 4, EXEC_BIRTH_ZERO, &cell)) lib->errno_cell = (struct exec_stored){cell.block, 4};
}

void exec_lib_end(struct exec_machine *m) {
    struct exec_lib *lib = m->lib;
    if (!lib) return;
    ir_lib_free(lib->own);
    intern_free(&lib->variables);
    vec_free(&lib->values);
    intern_free(&lib->questions);
    vec_free(&lib->answers);
    vec_free(&lib->stream_states);
    vec_free(&lib->owned);
    vec_free(&lib->processes.children);
    vec_free(&lib->processes.ends);
    free(lib);
    m->lib = NULL;
}

bool exec_lib_takes(const struct exec_machine *m, uint32_t func) {
    const struct ir_lib *row = m->lib->uses[func].row;
    return row && row->always;
}

// ---- variables -----------------------------------------------------------------------------------------------------------------------

static bool put_pointer(struct exec_machine *m, uint32_t block, const struct exec_value *v) {
    struct exec_value at = exec_pointer(m, block, 0);
    if (exec_block(&m->memory, block)->size < m->program->pointer_bits / 8) return false;
    exec_store(m, &at, ir_ptr(m->program), v);
    return true;
}

static bool put_number(struct exec_machine *m, uint32_t block, const struct ir_lib_var *v) {
    uint64_t size = exec_block(&m->memory, block)->size;
    struct exec_value at = exec_pointer(m, block, 0), n = exec_int((uint64_t)v->value);
    if (size == 0 || size > 8) return false;
    if (v->kind == IR_LIB_V_ANY_NUMBER) n = exec_draw(m, IR_I((uint32_t)size * 8), v->name);
    n.bits &= ~(exec_word)0 >> (128 - size * 8);
    exec_store(m, &at, IR_I((uint32_t)size * 8), &n);
    return true;
}

static uint32_t standard_stream(const char *name) {
    return strstr(name, "stdin") ? EXEC_STDIN : strstr(name, "stdout") ? EXEC_STDOUT : EXEC_STDERR;
}

static bool put_string(const struct exec_model *k, uint32_t block) {
    struct exec_value s;
    return exec_lib_static_string(k, &s) ? put_pointer(k->m, block, &s) : true;
}

static bool put_string_array(const struct exec_model *k, uint32_t block, uint32_t n) {
    uint64_t room = exec_block(&k->m->memory, block)->size / (k->m->program->pointer_bits / 8);
    struct exec_value at = exec_pointer(k->m, block, 0);
    exec_lib_put_strings(k, &at, room < n ? (uint32_t)room : n, false);
    return room > 0;
}

bool exec_lib_var(struct exec_machine *m, uint32_t global, uint32_t block) {
    const struct ir_lib_var *v = ir_lib_var(m->lib->table, m->program->globals.at[global].name);
    struct exec_model k = {.m = m, .lib = m->lib, .name = v ? v->name : "", .why = v ? v->name : ""};
    struct exec_value value;
    if (!v || exec_block(&m->memory, block)->unsized) return false;
    switch (v->kind) {
    case IR_LIB_V_HANDLE: return put_pointer(m, block, &m->lib->streams[standard_stream(v->name)]);
    case IR_LIB_V_STRINGS: return exec_environment(m, &value) ? put_pointer(m, block, &value) : true;
    case IR_LIB_V_STRING: return put_string(&k, block);
    case IR_LIB_V_STRING_OR_NULL: value = exec_int(0); return put_pointer(m, block, &value);
    case IR_LIB_V_NUMBER:
    case IR_LIB_V_ANY_NUMBER: return put_number(m, block, v);
    case IR_LIB_V_STRING_ARRAY: return put_string_array(&k, block, (uint32_t)v->value);
    }
    return false;
}
