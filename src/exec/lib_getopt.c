// SPDX-License-Identifier: MIT
// getopt as glibc does it, with long options: operands move behind the options unless the option string begins with + or -.
#include "exec/lib.h"
#include "exec/trail.h"

// A scan of the argument vector.  Between calls, optind and its like live in the program's variables (or here if it does not use them), the
// rest of a cluster of options (-abc) in a cell of the library, and the range of operands seen so far in exec_lib.
struct job {
    const struct exec_model *k;
    struct exec_options_seen *seen;
    const struct exec_value *argv;
    int32_t argc, optind;
    struct buf options;              // the option string, without + or -
    char order;                      // '+', '-' or 0
    const struct exec_value *longs;  // the table of long options, or NULL
    struct exec_value next;          // rest of the cluster; null: none
    struct exec_value optarg;
    int32_t optopt, code;
    bool quiet;
};

struct long_option {
    struct exec_value name, flag;
    int32_t has_arg, val;
};

static bool get_argv(struct job *j, int32_t i, struct exec_value *out) {
    struct exec_value at = exec_plus(j->k->m, j->argv, (uint64_t)i * (j->k->m->program->pointer_bits / 8));
    return exec_lib_load_pointer(j->k, &at, out);
}

static bool char_at(struct job *j, const struct exec_value *s, uint64_t i, char *c) {
    uint32_t unit;
    if (!exec_lib_unit(j->k, s, i, 1, &unit)) return false;
    *c = (char)unit;
    return true;
}

// ---- the program's variables ---------------------------------------------------------------------------------------------------------

static bool variable(const struct exec_model *k, const char *name, struct exec_value *at) {
    ir_val v = ir_find(k->m->program, name);
    if (ir_tag(v) != IR_GLOBAL) return false;
    *at = exec_pointer(k->m, k->m->first_global + ir_index(v), 0);
    return true;
}

static bool get_int(const struct exec_model *k, const char *name, int32_t otherwise, int32_t *out) {
    struct exec_value at, v;
    *out = otherwise;
    if (!variable(k, name, &at)) return true;
    if (!exec_load(k->m, &at, IR_I(32), &v)) return false;
    *out = (int32_t)exec_decide(k->m, &v);
    return true;
}

static bool put_int(const struct exec_model *k, const char *name, int32_t value) {
    struct exec_value at, v = exec_int((uint32_t)value);
    return !variable(k, name, &at) || exec_store(k->m, &at, IR_I(32), &v);
}

// ---- errors --------------------------------------------------------------------------------------------------------------------------

// "%s: <before><text><after>", the program's name first.
static bool complain(struct job *j, const char *before, const char *text, const char *after) {
    struct exec_value name;
    struct buf out = {0};
    if (j->quiet) return true;
    bool on = get_argv(j, 0, &name) && exec_lib_text(j->k, &name, EXEC_NO_LIMIT, &out);
    buf_printf(&out, ": %s%s%s\n", before, text, after);
    if (on) exec_output(j->k->m, EXEC_STDERR, buf_text(&out), out.n);
    buf_free(&out);
    return on;
}

static int32_t missing(const struct job *j) {
    return j->options.n && j->options.text[0] == ':' ? ':' : '?';
}

// ---- the order of the vector -----------------------------------------------------------------------------------------------------------

static bool is_operand(struct job *j, int32_t i, bool *yes) {
    struct exec_value s;
    char first, second = 0;
    if (!get_argv(j, i, &s) || !char_at(j, &s, 0, &first) || (first == '-' && !char_at(j, &s, 1, &second))) return false;
    *yes = first != '-' || second == '\0';
    return true;
}

// Swaps the operands [first, last) with the options [last, optind) behind them.
static bool exchange(struct job *j) {
    int32_t first = j->seen->first, last = j->seen->last, n = j->optind - first;
    uint32_t word = j->k->m->program->pointer_bits / 8;
    struct exec_value *all = calloc((size_t)n, sizeof *all);
    if (!all) base_out_of_memory();
    bool on = true;
    for (int32_t i = 0; i < n && on; i++) on = get_argv(j, first + i, &all[i]);
    for (int32_t i = 0; i < n && on; i++) {
        struct exec_value at = exec_plus(j->k->m, j->argv, (uint64_t)(first + i) * word);
        on = exec_lib_store_pointer(j->k, &at, &all[(i + (last - first)) % n]);
    }
    free(all);
    j->seen->first = first + (j->optind - last);
    j->seen->last = j->optind;
    return on;
}

static bool skip_operands(struct job *j) {
    struct exec_options_seen *s = j->seen;
    bool operand = true;
    if (s->first != s->last && s->last != j->optind && !exchange(j)) return false;
    if (s->last != j->optind) s->first = j->optind;
    while (j->optind < j->argc) {
        if (!is_operand(j, j->optind, &operand)) return false;
        if (!operand) break;
        j->optind++;
    }
    s->last = j->optind;
    return true;
}

static bool is_end_mark(struct job *j, bool *yes) {
    struct exec_value s;
    char c[3] = {0};
    if (!get_argv(j, j->optind, &s)) return false;
    for (int i = 0; i < 3 && (i == 0 || c[i - 1] == '-'); i++) {
        if (!char_at(j, &s, (uint64_t)i, &c[i])) return false;
    }
    *yes = c[0] == '-' && c[1] == '-' && c[2] == '\0';
    return true;
}

static bool pass_end_mark(struct job *j) {
    struct exec_options_seen *s = j->seen;
    j->optind++;
    if (s->first != s->last && s->last != j->optind && !exchange(j)) return false;
    if (s->first == s->last) s->first = j->optind;
    s->last = j->argc;
    j->optind = j->argc;
    return true;
}

// ---- one option ----------------------------------------------------------------------------------------------------------------------

static bool short_option(struct job *j) {
    char c, rest, name[2] = {0};
    if (!char_at(j, &j->next, 0, &c) || !char_at(j, &j->next, 1, &rest)) return false;
    name[0] = c;
    j->next = exec_plus(j->k->m, &j->next, 1);
    j->optind += rest == '\0';
    const char *found = c && c != ':' && c != ';' ? strchr(buf_text(&j->options), c) : NULL;
    j->code = found ? (unsigned char)c : '?';
    j->optopt = found ? j->optopt : (unsigned char)c;
    if (!found) return complain(j, "invalid option -- '", name, "'");
    if (c == 'W' && found[1] == ';') return exec_give_up(j->k->m, "'%s' with the option -W is not modelled", j->k->name);
    if (found[1] != ':') return true;
    if (rest) {
        j->optarg = j->next;
        j->optind++;
    } else if (found[2] != ':' && j->optind == j->argc) {
        j->optopt = (unsigned char)c;
        j->code = missing(j);
        j->next = exec_int(0);
        return complain(j, "option requires an argument -- '", name, "'");
    } else if (found[2] != ':' && !get_argv(j, j->optind++, &j->optarg)) {
        return false;
    }
    j->next = exec_int(0);
    return true;
}

static bool get_long(struct job *j, uint64_t i, struct long_option *o) {
    uint32_t word = j->k->m->program->pointer_bits / 8;
    struct exec_value at = exec_plus(j->k->m, j->longs, i * 4 * word), v, field = exec_plus(j->k->m, &at, word);
    if (!exec_lib_load_pointer(j->k, &at, &o->name) || !exec_load(j->k->m, &field, IR_I(32), &v)) return false;
    o->has_arg = (int32_t)exec_decide(j->k->m, &v);
    at = exec_plus(j->k->m, &field, word);
    field = exec_plus(j->k->m, &at, word);
    if (!exec_lib_load_pointer(j->k, &at, &o->flag) || !exec_load(j->k->m, &field, IR_I(32), &v)) return false;
    o->val = (int32_t)exec_decide(j->k->m, &v);
    return true;
}

// The option whose name is `name`, or the only one that begins so.  *found -1: none, -2: several.
static bool find_long(struct job *j, const char *name, int64_t *found, struct long_option *out) {
    struct long_option o;
    *found = -1;
    for (uint64_t i = 0;; i++) {
        struct buf text = {0};
        if (!get_long(j, i, &o)) return false;
        if (!exec_decide_truth(j->k->m, &o.name)) return true;
        bool on = exec_lib_text(j->k, &o.name, EXEC_NO_LIMIT, &text);
        exec_trail_word(j->k->m, &j->next, buf_text(&text));
        bool exact = strcmp(buf_text(&text), name) == 0, begins = strncmp(buf_text(&text), name, strlen(name)) == 0;
        buf_free(&text);
        if (!on) return false;
        if (exact || (begins && *found == -1)) {
            *found = (int64_t)i;
            *out = o;
        } else if (begins && (o.has_arg != out->has_arg || o.val != out->val || o.flag.bits != out->flag.bits)) {
            *found = -2;
        }
        if (exact) return true;
    }
}

static bool long_argument(struct job *j, const struct long_option *o, const char *text, const char *value) {
    if (value && o->has_arg) {
        j->optarg = exec_plus(j->k->m, &j->next, (uint64_t)(value - text));
    } else if (value) {
        j->optopt = o->val;
        j->code = '?';
        return complain(j, "option '--", text, "' doesn't allow an argument");
    } else if (o->has_arg == 1 && j->optind < j->argc) {
        return get_argv(j, j->optind++, &j->optarg);
    } else if (o->has_arg == 1) {
        j->optopt = o->val;
        j->code = missing(j);
        return complain(j, "option '--", text, "' requires an argument");
    }
    return true;
}

static bool use_long(struct job *j, int64_t index, const struct long_option *o, const char *text, const char *value) {
    uint32_t cell = exec_lib_nth(j->k, IR_LIB_WRITE, 0);
    struct exec_value n = exec_int((uint64_t)index), val = exec_int((uint32_t)o->val);
    j->code = o->val;
    if (!long_argument(j, o, text, value)) return false;
    j->next = exec_int(0);
    if (j->code != o->val) return true;
    if (!exec_lib_null(j->k, cell) && !exec_store(j->k->m, exec_lib_arg(j->k, cell), IR_I(32), &n)) return false;
    if (!exec_decide_truth(j->k->m, &o->flag)) return true;
    j->code = 0;
    return exec_store(j->k->m, &o->flag, IR_I(32), &val);
}

// j->next points behind the dashes.
static bool long_option(struct job *j) {
    struct buf text = {0};
    struct long_option o;
    int64_t found;
    bool on = exec_lib_text(j->k, &j->next, EXEC_NO_LIMIT, &text);
    char *equals = on && text.n ? strchr(text.text, '=') : NULL;
    if (equals) *equals = '\0';
    on = on && find_long(j, buf_text(&text), &found, &o);
    if (on) {
        j->optind++;
        j->optopt = 0;
        j->code = '?';
        if (found >= 0)
            on = use_long(j, found, &o, buf_text(&text), equals ? equals + 1 : NULL);
        else
            on = complain(j, found == -1 ? "unrecognized option '--" : "option '--", buf_text(&text), found == -1 ? "'" : "' is ambiguous");
        j->next = exec_int(0);
    }
    buf_free(&text);
    return on;
}

// ---- what it looks for -------------------------------------------------------------------------------------------------------------------

// Tells the observer which options there could be in the next element, which is read anyway.
static bool tell(struct job *j) {
    struct exec_value at;
    const struct exec_observer *o = j->k->m->options->observer;
    if (!o || !o->word || j->optind >= j->argc || !get_argv(j, j->optind, &at)) return j->k->m->outcome == EXEC_RUNNING;
    for (const char *c = buf_text(&j->options); *c; c++) {
        char word[] = {'-', *c, c[1] == ':' ? '1' : '\0', '\0'};
        if (*c != ':') exec_trail_word(j->k->m, &at, word);
    }
    if (j->longs) exec_trail_word(j->k->m, &at, "--a");  // find_long tells which
    return j->k->m->outcome == EXEC_RUNNING;
}

// ---- the whole -----------------------------------------------------------------------------------------------------------------------

// At the next element of the vector.  *done: j->code is the answer.
static bool next_element(struct job *j, bool *done) {
    struct exec_options_seen *s = j->seen;
    struct exec_value element;
    bool end_mark = false, operand;
    char second;
    s->last = s->last > j->optind ? j->optind : s->last;
    s->first = s->first > j->optind ? j->optind : s->first;
    if (j->order == 0 && !skip_operands(j)) return false;
    if (j->optind != j->argc && !is_end_mark(j, &end_mark)) return false;
    if (end_mark && !pass_end_mark(j)) return false;
    *done = true;
    j->code = -1;
    if (j->optind == j->argc) {
        j->optind = s->first != s->last ? s->first : j->optind;
        return true;
    }
    if (!is_operand(j, j->optind, &operand) || !get_argv(j, j->optind, &element)) return false;
    if (operand && j->order == '-') {
        j->optarg = element;
        j->optind++;
        j->code = 1;
    }
    *done = operand;
    if (operand || !char_at(j, &element, 1, &second)) return operand;
    *done = j->longs && second == '-';
    j->next = exec_plus(j->k->m, &element, *done ? 2 : 1);
    return !*done || long_option(j);
}

static bool begin(struct job *j, const struct exec_value *cell) {
    struct buf text = {0};
    int32_t opterr;
    char c = 0;
    if (!exec_lib_text(j->k, exec_lib_arg(j->k, exec_lib_nth(j->k, IR_LIB_STRING, 0)), EXEC_NO_LIMIT, &text) ||
        !get_int(j->k, "optind", j->seen->optind, &j->optind) || !get_int(j->k, "opterr", 1, &opterr) ||
        !get_int(j->k, "optopt", '?', &j->optopt) || !exec_lib_load_pointer(j->k, cell, &j->next)) {
        buf_free(&text);
        return false;
    }
    const char *options = buf_text(&text);
    j->order = *options == '+' || *options == '-' ? *options : 0;
    buf_str(&j->options, options + (j->order != 0));
    buf_free(&text);
    j->quiet = opterr == 0 || (j->options.n && j->options.text[0] == ':');
    if (j->optind == 0 || !j->seen->begun) {
        j->optind = j->optind ? j->optind : 1;
        *j->seen = (struct exec_options_seen){.begun = true, .first = j->optind, .last = j->optind};
        j->next = exec_int(0);
    }
    if (j->next.bits && !char_at(j, &j->next, 0, &c)) return false;
    j->next = c ? j->next : exec_int(0);
    return true;
}

static bool finish(struct job *j, const struct exec_value *cell) {
    struct exec_value at;
    j->seen->optind = j->optind;
    exec_lib_give_number(j->k, j->code);
    return exec_lib_store_pointer(j->k, cell, &j->next) && put_int(j->k, "optind", j->optind) && put_int(j->k, "optopt", j->optopt) &&
           (!variable(j->k, "optarg", &at) || exec_lib_store_pointer(j->k, &at, &j->optarg));
}

bool exec_model_getopt(struct exec_model *k) {
    uint32_t longs = exec_lib_nth(k, IR_LIB_KEEP, 1);
    struct job j = {.k = k, .seen = &k->lib->options_seen, .argv = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_KEEP, 0))};
    struct exec_value cell;
    bool done = false;
    j.argc = (int32_t)exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    j.longs = longs == EXEC_NO_ARG || exec_lib_null(k, longs) ? NULL : exec_lib_arg(k, longs);
    if (j.argc < 1) {
        exec_lib_give_number(k, -1);
        return true;
    }
    bool on = exec_lib_stored(k, &k->lib->option_cell, k->m->program->pointer_bits / 8, &cell) && begin(&j, &cell);
    on = on && (j.next.bits || (tell(&j) && next_element(&j, &done))) && (done || short_option(&j)) && finish(&j, &cell);
    buf_free(&j.options);
    return on;
}
