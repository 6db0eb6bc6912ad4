// SPDX-License-Identifier: MIT
// Library functions: from the call to the model of its kind.
#include <assert.h>

#include "exec/alone.h"
#include "exec/reach.h"

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
    [IR_LIB_K_USABLE] = exec_model_usable,
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
    [IR_LIB_K_RANDOM48] = exec_model_random48,
    [IR_LIB_K_SRAND48] = exec_model_srand48,
    [IR_LIB_K_RESEED48] = exec_model_reseed48,
    [IR_LIB_K_FFS] = exec_model_ffs,
    [IR_LIB_K_MATH] = exec_model_math,
    [IR_LIB_K_STRERROR] = exec_model_strerror,
    [IR_LIB_K_ERRNO] = exec_model_errno,
    [IR_LIB_K_PRINTF] = exec_model_printf,
    [IR_LIB_K_SCANF] = exec_model_scanf,
    [IR_LIB_K_READ] = exec_model_read,
    [IR_LIB_K_REPLACE] = exec_model_replace,
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
    [IR_LIB_K_FORK] = exec_model_fork,
    [IR_LIB_K_WAIT] = exec_model_wait,
    [IR_LIB_K_IDENTITY] = exec_model_identity,
    [IR_LIB_K_KILL] = exec_model_kill,
    [IR_LIB_K_RAISE] = exec_model_raise,
    [IR_LIB_K_SIGACTION] = exec_model_sigaction,
    [IR_LIB_K_SIGNAL] = exec_model_signal,
    [IR_LIB_K_GETOPT] = exec_model_getopt,
    [IR_LIB_K_SETJMP] = exec_model_setjmp,
    [IR_LIB_K_LONGJMP] = exec_model_longjmp,
    [IR_LIB_K_NONDET] = exec_model_nondet,
    [IR_LIB_K_ASSUME] = exec_model_assume,
    [IR_LIB_K_ERROR] = exec_model_error,
    [IR_LIB_K_ASSERT_FAIL] = exec_model_assert_fail,
    [IR_LIB_K_ASSERT_CHECK] = exec_model_assert_check,
    [IR_LIB_K_UNMODELLED] = exec_model_unmodelled,
};

// What it can reach has escaped, results are unknown, memory stays as it is, the run is assumed.
static bool call_unknown(struct exec_machine *m, const struct exec_lib_call *c) {
    struct buf why = {0};
    buf_printf(&why, "call of the unknown function '%s'", m->program->funcs.at[c->func].name);
    exec_assume(m, "%s", why.text);
    exec_escape(m, c->args, c->n_args);
    for (uint32_t k = 0; k < c->n_results; k++) c->results[k] = exec_any(m, c->result_types[k], why.text);
    buf_free(&why);
    return true;
}

static const char *why_unknown(struct exec_machine *m, uint32_t func) {
    const char **why = &m->lib->why[func];
    if (!*why && m->lib->uses[func].row) *why = arena_printf(&m->result->arena, "what '%s' gives", m->program->funcs.at[func].name);
    return *why;
}

bool exec_lib_call(struct exec_machine *m, const struct exec_lib_call *c) {
    struct exec_model k = {.m = m, .lib = m->lib, .call = c, .use = m->lib->uses[c->func]};
    k.row = k.use.row;
    k.name = m->program->funcs.at[c->func].name;
    k.why = why_unknown(m, c->func);
    bool checks_arguments = k.row && k.row->kind != IR_LIB_K_ERROR;
    if (!k.row || k.row->untried || (checks_arguments && !ir_lib_fits(&k.use, c->n_args))) return call_unknown(m, c);
    if (m->lib->locale_changed && ir_lib_minds_locale(k.row)) exec_assume(m, "what '%s' does in a locale other than \"C\"", k.name);
    assert(models[k.row->kind]);
    return m->options->alone ? exec_alone_call(&k, models[k.row->kind]) : models[k.row->kind](&k);
}
