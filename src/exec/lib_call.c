// SPDX-License-Identifier: MIT
// Library functions: from the call to the model of its kind; the library's variables.
#include "exec/lib.h"

static exec_model_fn *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_GENERIC] = exec_model_generic,
    [IR_LIB_K_COMPUTED] = exec_model_generic,
    [IR_LIB_K_GMTIME] = exec_model_gmtime,
    [IR_LIB_K_LOCALTIME] = exec_model_localtime,
    [IR_LIB_K_STRFTIME] = exec_model_generic,
    [IR_LIB_K_LOCALE] = exec_model_locale,
    [IR_LIB_K_MB_CUR_MAX] = exec_model_mb_cur_max,
    [IR_LIB_K_STABLE] = exec_model_stable,
    [IR_LIB_K_SYSCONF] = exec_model_sysconf,
    [IR_LIB_K_ALLOC] = exec_model_alloc,
    [IR_LIB_K_REALLOC] = exec_model_realloc,
    [IR_LIB_K_FREE] = exec_model_free,
    [IR_LIB_K_ALLOCA] = exec_model_alloca,
    [IR_LIB_K_MEMALIGN] = exec_model_memalign,
    [IR_LIB_K_CACHE_CREATE] = exec_model_cache_create,
    [IR_LIB_K_MEMDUP] = exec_model_memdup,
    [IR_LIB_K_MEMCPY] = exec_model_memcpy,
    [IR_LIB_K_MEMCCPY] = exec_model_memccpy,
    [IR_LIB_K_MEMSET] = exec_model_memset,
    [IR_LIB_K_BZERO] = exec_model_bzero,
    [IR_LIB_K_MEMCMP] = exec_model_memcmp,
    [IR_LIB_K_MEMCHR] = exec_model_memchr,
    [IR_LIB_K_MEMRCHR] = exec_model_memrchr,
    [IR_LIB_K_RAWMEMCHR] = exec_model_rawmemchr,
    [IR_LIB_K_MEMMEM] = exec_model_memmem,
    [IR_LIB_K_STRLEN] = exec_model_strlen,
    [IR_LIB_K_STRCPY] = exec_model_strcpy,
    [IR_LIB_K_STRNCPY] = exec_model_strncpy,
    [IR_LIB_K_STRCAT] = exec_model_strcat,
    [IR_LIB_K_STRLCPY] = exec_model_strlcpy,
    [IR_LIB_K_STRLCAT] = exec_model_strlcat,
    [IR_LIB_K_STRCMP] = exec_model_strcmp,
    [IR_LIB_K_STRCOLL] = exec_model_strcmp,
    [IR_LIB_K_STRCASECMP] = exec_model_strcasecmp,
    [IR_LIB_K_STRCHR] = exec_model_strchr,
    [IR_LIB_K_STRRCHR] = exec_model_strrchr,
    [IR_LIB_K_STRCHRNUL] = exec_model_strchrnul,
    [IR_LIB_K_STRSTR] = exec_model_strstr,
    [IR_LIB_K_STRCASESTR] = exec_model_strcasestr,
    [IR_LIB_K_STRSPN] = exec_model_strspn,
    [IR_LIB_K_STRCSPN] = exec_model_strcspn,
    [IR_LIB_K_STRPBRK] = exec_model_strpbrk,
    [IR_LIB_K_STRTOK] = exec_model_strtok,
    [IR_LIB_K_STRSEP] = exec_model_strsep,
    [IR_LIB_K_STRDUP] = exec_model_strdup,
    [IR_LIB_K_STRNDUP_PAD] = exec_model_strndup_pad,
    [IR_LIB_K_CTYPE] = exec_model_ctype,
    [IR_LIB_K_TOLOWER] = exec_model_tolower,
    [IR_LIB_K_TOUPPER] = exec_model_toupper,
    [IR_LIB_K_CTYPE_TABLE] = exec_model_ctype_table,
    [IR_LIB_K_STRTOL] = exec_model_strtol,
    [IR_LIB_K_STRTOUL] = exec_model_strtoul,
    [IR_LIB_K_STRTOD] = exec_model_strtod,
    [IR_LIB_K_BSWAP] = exec_model_bswap,
    [IR_LIB_K_ABS] = exec_model_abs,
    [IR_LIB_K_DIV] = exec_model_div,
    [IR_LIB_K_DIFFTIME] = exec_model_difftime,
    [IR_LIB_K_DRAND] = exec_model_drand,
    [IR_LIB_K_FFS] = exec_model_ffs,
    [IR_LIB_K_MATH] = exec_model_math,
    [IR_LIB_K_STRERROR] = exec_model_strerror,
    [IR_LIB_K_ERRNO] = exec_model_errno,
    [IR_LIB_K_PRINTF] = exec_model_printf,
    [IR_LIB_K_SCANF] = exec_model_scanf,
    [IR_LIB_K_READ] = exec_model_read,
    [IR_LIB_K_GETC] = exec_model_getc,
    [IR_LIB_K_UNGETC] = exec_model_ungetc,
    [IR_LIB_K_FEOF] = exec_model_feof,
    [IR_LIB_K_RESTART] = exec_model_restart,
    [IR_LIB_K_FWIDE] = exec_model_fwide,
    [IR_LIB_K_FGETS] = exec_model_fgets,
    [IR_LIB_K_PUTS] = exec_model_puts,
    [IR_LIB_K_PUTC] = exec_model_putc,
    [IR_LIB_K_FREAD] = exec_model_fread,
    [IR_LIB_K_FWRITE] = exec_model_fwrite,
    [IR_LIB_K_WRITE] = exec_model_write,
    [IR_LIB_K_PERROR] = exec_model_perror,
    [IR_LIB_K_DIE] = exec_model_die,
    [IR_LIB_K_TEMPLATE] = exec_model_template,
    [IR_LIB_K_BASENAME] = exec_model_basename,
    [IR_LIB_K_XPG_BASENAME] = exec_model_xpg_basename,
    [IR_LIB_K_DIRNAME] = exec_model_dirname,
    [IR_LIB_K_PATHNAME] = exec_model_pathname,
    [IR_LIB_K_GETLINE] = exec_model_getline,
    [IR_LIB_K_FCLOSE] = exec_model_fclose,
    [IR_LIB_K_EXIT] = exec_model_exit,
    [IR_LIB_K_HALT] = exec_model_halt,
    [IR_LIB_K_ABORT] = exec_model_abort,
    [IR_LIB_K_EXEC] = exec_model_exec,
    [IR_LIB_K_ATEXIT] = exec_model_atexit,
    [IR_LIB_K_GETENV] = exec_model_getenv,
    [IR_LIB_K_SETENV] = exec_model_setenv,
    [IR_LIB_K_UNSETENV] = exec_model_unsetenv,
    [IR_LIB_K_PUTENV] = exec_model_putenv,
    [IR_LIB_K_CLEARENV] = exec_model_clearenv,
    [IR_LIB_K_QSORT] = exec_model_qsort,
    [IR_LIB_K_BSEARCH] = exec_model_bsearch,
    [IR_LIB_K_LFIND] = exec_model_lfind,
    [IR_LIB_K_KILL] = exec_model_kill,
    [IR_LIB_K_RAISE] = exec_model_raise,
    [IR_LIB_K_SIGACTION] = exec_model_sigaction,
    [IR_LIB_K_SIGNAL] = exec_model_signal,
    [IR_LIB_K_GETOPT] = exec_model_getopt,
    [IR_LIB_K_NONDET] = exec_model_nondet,
    [IR_LIB_K_ASSUME] = exec_model_assume,
    [IR_LIB_K_ERROR] = exec_model_error,
    [IR_LIB_K_ASSERT_FAIL] = exec_model_assert_fail,
    [IR_LIB_K_ASSERT_CHECK] = exec_model_assert_check,
    [IR_LIB_K_UNMODELLED] = exec_model_unmodelled,
};

void exec_lib_begin(struct exec_machine *m) {
    struct exec_lib *lib = calloc(1, sizeof *lib);
    uint32_t n = m->program->funcs.n;
    if (!lib) base_out_of_memory();
    m->lib = lib;
    lib->uses = ARENA_ARRAY(&m->result->arena, struct ir_lib_use, n);
    lib->why = ARENA_ARRAY(&m->result->arena, const char *, n);
    lib->statics = ARENA_ARRAY(&m->result->arena, struct exec_stored, n);
    if (!m->options->lib) lib->own = ir_lib_new();
    lib->table = lib->own ? lib->own : m->options->lib;
    for (uint32_t i = 0; i < n; i++) {
        lib->uses[i] = ir_lib_of(lib->table, m->program, &m->program->funcs.at[i]);
        if (lib->uses[i].row) lib->why[i] = arena_printf(&m->result->arena, "what '%s' gives", m->program->funcs.at[i].name);
    }
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
    free(lib);
    m->lib = NULL;
}

bool exec_lib_takes(const struct exec_machine *m, uint32_t func) {
    const struct ir_lib *row = m->lib->uses[func].row;
    return row && row->always;
}

bool exec_lib_call(struct exec_machine *m, const struct exec_lib_call *c) {
    struct exec_model k = {.m = m, .lib = m->lib, .call = c, .use = m->lib->uses[c->func]};
    k.row = k.use.row;
    k.name = m->program->funcs.at[c->func].name;
    k.why = m->lib->why[c->func];
    bool checks_arguments = k.row && k.row->kind != IR_LIB_K_ERROR;
    if (!k.row || k.row->untried || (checks_arguments && !ir_lib_fits(&k.use, c->n_args))) return exec_unknown_call(m, c);
    if (m->lib->locale_changed && ir_lib_minds_locale(k.row)) exec_assume(m, "what '%s' does in a locale other than \"C\"", k.name);
    return models[k.row->kind](&k);
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
