// SPDX-License-Identifier: MIT
// Library functions, by the rows of the table; step/lib.c has those that end or fork paths.  What has no model is unknown by name.
#include "sl/lib.h"
#include "sl/table.h"

static bool nondet(struct sl_call *c) {
    sl_lib_give_unknown(c);
    return true;
}

// ---- the table ---------------------------------------------------------------------------------------------------------------------

static sl_model_fn *const models[IR_N_LIB_KINDS] = {
    [IR_LIB_K_ALLOC] = sl_model_alloc,       [IR_LIB_K_REALLOC] = sl_model_realloc,
    [IR_LIB_K_FREE] = sl_model_free,         [IR_LIB_K_ALLOCA] = sl_model_alloca,
    [IR_LIB_K_MEMALIGN] = sl_model_memalign, [IR_LIB_K_MEMDUP] = sl_model_memdup,
    [IR_LIB_K_STRDUP] = sl_model_strdup,     [IR_LIB_K_MEMCPY] = sl_model_memcpy,
    [IR_LIB_K_MEMSET] = sl_model_memset,     [IR_LIB_K_BZERO] = sl_model_memset,
    [IR_LIB_K_MEMCMP] = sl_model_memcmp,     [IR_LIB_K_MEMCHR] = sl_model_memchr,
    [IR_LIB_K_MEMRCHR] = sl_model_memchr,    [IR_LIB_K_STRLEN] = sl_model_strlen,
    [IR_LIB_K_STRCPY] = sl_model_strcpy,     [IR_LIB_K_STRNCPY] = sl_model_strncpy,
    [IR_LIB_K_STRCAT] = sl_model_strcat,     [IR_LIB_K_STRCMP] = sl_model_strcmp,
    [IR_LIB_K_STRCASECMP] = sl_model_strcmp, [IR_LIB_K_STRCHR] = sl_model_strchr,
    [IR_LIB_K_STRRCHR] = sl_model_strchr,    [IR_LIB_K_STRCHRNUL] = sl_model_strchr,
    [IR_LIB_K_STRSTR] = sl_model_strfind,    [IR_LIB_K_STRCASESTR] = sl_model_strfind,
    [IR_LIB_K_STRPBRK] = sl_model_strfind,   [IR_LIB_K_BASENAME] = sl_model_strfind,
    [IR_LIB_K_STRSPN] = sl_model_strspn,     [IR_LIB_K_STRCSPN] = sl_model_strspn,
    [IR_LIB_K_CTYPE] = sl_model_ctype,       [IR_LIB_K_TOLOWER] = sl_model_tolower,
    [IR_LIB_K_TOUPPER] = sl_model_tolower,   [IR_LIB_K_CTYPE_TABLE] = sl_model_ctype_table,
    [IR_LIB_K_STRTOL] = sl_model_strtol,     [IR_LIB_K_STRTOUL] = sl_model_strtol,
    [IR_LIB_K_STRTOD] = sl_model_strtol,     [IR_LIB_K_ABS] = sl_model_abs,
    [IR_LIB_K_ERRNO] = sl_model_errno,       [IR_LIB_K_PRINTF] = sl_model_printf,
    [IR_LIB_K_SCANF] = sl_model_scanf,       [IR_LIB_K_GENERIC] = sl_model_generic,
    [IR_LIB_K_COMPUTED] = sl_model_generic,  [IR_LIB_K_STABLE] = sl_model_generic,
    [IR_LIB_K_KILL] = sl_model_generic,      [IR_LIB_K_LOCALE] = sl_model_locale,     [IR_LIB_K_MB_CUR_MAX] = sl_model_mb_cur_max,
    [IR_LIB_K_STRCOLL] = sl_model_strcmp,    [IR_LIB_K_SYSCONF] = sl_model_sysconf,
    [IR_LIB_K_STRFTIME] = sl_model_strftime,
    [IR_LIB_K_GMTIME] = sl_model_generic,    [IR_LIB_K_LOCALTIME] = sl_model_generic,
    [IR_LIB_K_BSWAP] = sl_model_generic,     [IR_LIB_K_DIV] = sl_model_generic,
    [IR_LIB_K_FFS] = sl_model_generic,       [IR_LIB_K_MATH] = sl_model_generic,
    [IR_LIB_K_DIFFTIME] = sl_model_generic,  [IR_LIB_K_DRAND] = sl_model_generic,
    [IR_LIB_K_STRERROR] = sl_model_generic,  [IR_LIB_K_GETENV] = sl_model_generic,
    [IR_LIB_K_SETENV] = sl_model_generic,    [IR_LIB_K_UNSETENV] = sl_model_generic,
    [IR_LIB_K_READ] = sl_model_generic,      [IR_LIB_K_GETC] = sl_model_generic,
    [IR_LIB_K_FGETS] = sl_model_generic,     [IR_LIB_K_UNGETC] = sl_model_generic,
    [IR_LIB_K_FEOF] = sl_model_generic,      [IR_LIB_K_RESTART] = sl_model_generic,
    [IR_LIB_K_PUTS] = sl_model_generic,      [IR_LIB_K_PUTC] = sl_model_generic,
    [IR_LIB_K_FREAD] = sl_model_generic,     [IR_LIB_K_FWRITE] = sl_model_generic,
    [IR_LIB_K_WRITE] = sl_model_generic,     [IR_LIB_K_PERROR] = sl_model_generic,
    [IR_LIB_K_FCLOSE] = sl_model_generic,    [IR_LIB_K_FWIDE] = sl_model_generic,
    [IR_LIB_K_NONDET] = nondet,
};

// Numbers that are put out: all that a format goes with, a character.
static bool use_printed(struct sl_call *c) {
    bool prints = c->row->kind == IR_LIB_K_PRINTF || c->row->kind == IR_LIB_K_DIE || c->row->kind == IR_LIB_K_PUTC;
    for (uint32_t k = 1; prints && k < c->instr->n_args; k++) {
        uint32_t v = sl_eval(c->run, c->d, c->instr->args[k]);
        if (!v) return false;
        if (ir_kind(ir_type_of(c->run->step->program, c->run->func, c->instr->args[k])) != IR_PTR) sl_use(c->run, c->d, v, "be printed");
    }
    return true;
}

bool sl_op_library(struct step_run *r, void *d, const struct ir_instr *i, const struct ir_lib_use *use, const char *name) {
    struct sl_call c = {.run = r, .d = d, .instr = i, .row = use->row, .use = *use, .name = name};
    if (!use_printed(&c)) return false;
    if (c.row->untried && c.row->kind != IR_LIB_K_UNMODELLED) return sl_model_generic(&c);
    return models[c.row->kind] ? models[c.row->kind](&c) : sl_lib_refuse(&c);
}
