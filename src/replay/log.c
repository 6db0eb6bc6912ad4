// SPDX-License-Identifier: MIT
#include "replay/log.h"

#include "base/buf.h"
#include "exec/run.h"
#include "exec/mix.h"
#include "ir/eval.h"
#include "replay/given.h"

enum { MOST_BYTES = 1 << 16, MOST_CALLS = 1 << 20, MOST_BRANCHES = 1 << 16 };

struct before {  // what an argument pointed to before the call
    uint32_t block;
    uint64_t offset, size, serial;
    uint8_t *bytes, *state;
    bool pointer, dead;
};
struct recorder {
    struct replay_log *l;
    bool started;     // the entry was
    bool calling;     // the last call in the log is in progress
    uint64_t serial;  // newest block before it
    uint32_t drawn;   // choices before it
    VEC(struct before) before;
    struct arena scratch;  // what they point to
    uint32_t inputs;       // choices seen
    uint32_t load_block;   // what the last instruction read, or 0
    uint64_t load_offset;
    bool reused;  // what the last instruction accesses is dead, and something that lives has its place
};

static void give_up(struct replay_log *l, const char *why) {
    if (!l->unable) l->unable = why;
}

// ---- functions -----------------------------------------------------------------------------------------------------------------------

static bool starts(const char *s, const char *start) {
    return strncmp(s, start, strlen(start)) == 0;
}

bool replay_in_libc(const struct ir_lib *row) {
    return !row->always && !starts(row->section, "GLib") && !starts(row->section, "Linux kernel") && !starts(row->section, "Verification");
}

static bool is_worlds(enum ir_lib_kind kind) {
    switch (kind) {
    case IR_LIB_K_GENERIC:
    case IR_LIB_K_STABLE:
    case IR_LIB_K_SYSCONF:
    case IR_LIB_K_LOCALE:
    case IR_LIB_K_FORK:
    case IR_LIB_K_WAIT:
    case IR_LIB_K_IDENTITY:
    case IR_LIB_K_KILL:
    case IR_LIB_K_READ:
    case IR_LIB_K_REPLACE:
    case IR_LIB_K_GETC:
    case IR_LIB_K_UNGETC:
    case IR_LIB_K_FEOF:
    case IR_LIB_K_RESTART:
    case IR_LIB_K_FWIDE:
    case IR_LIB_K_FGETS:
    case IR_LIB_K_FREAD:
    case IR_LIB_K_TEMPLATE:
    case IR_LIB_K_PATHNAME:
    case IR_LIB_K_GETLINE:
    case IR_LIB_K_FCLOSE:
    case IR_LIB_K_GETENV:
    case IR_LIB_K_SETENV:
    case IR_LIB_K_UNSETENV:
    case IR_LIB_K_PUTENV:
    case IR_LIB_K_CLEARENV:
    case IR_LIB_K_RANDOM48:
    case IR_LIB_K_CACHE_CREATE:
    case IR_LIB_K_USABLE:
    case IR_LIB_K_NONDET: return true;
    default: return false;
    }
}

static enum replay_role role_of_kind(const struct ir_lib *row) {
    if (is_worlds((enum ir_lib_kind)row->kind)) return REPLAY_WORLD;
    switch ((enum ir_lib_kind)row->kind) {
    case IR_LIB_K_SCANF: return ir_lib_role(row, IR_LIB_STRING) < 0 ? REPLAY_WORLD : REPLAY_REAL;
    case IR_LIB_K_ALLOC:
    case IR_LIB_K_REALLOC:
    case IR_LIB_K_MEMALIGN:
    case IR_LIB_K_MEMDUP:
    case IR_LIB_K_STRDUP:
    case IR_LIB_K_STRNDUP_PAD: return replay_in_libc(row) ? REPLAY_ALLOCATES : REPLAY_WORLD;
    case IR_LIB_K_FREE: return replay_in_libc(row) ? REPLAY_REAL : REPLAY_FREES;
    case IR_LIB_K_ASSUME: return REPLAY_ASSUMES;
    case IR_LIB_K_ERROR:
    case IR_LIB_K_ASSERT_FAIL: return REPLAY_ERROR;
    case IR_LIB_K_ASSERT_CHECK: return REPLAY_ASSERTS;
    default: return REPLAY_REAL;
    }
}

bool replay_is_called(const struct replay_log *l, uint32_t func) {
    for (uint32_t i = 0; i < l->calls.n; i++)
        if (l->calls.at[i].func == func) return true;
    return false;
}

enum replay_role replay_role_of(const struct replay_log *l, uint32_t func) {
    const struct ir_lib *row = ir_lib_of(l->lib, l->p, &l->p->funcs.at[func]).row;
    return row ? role_of_kind(row) : REPLAY_NOT_CALLED;
}

// ---- calls -----------------------------------------------------------------------------------------------------------------------------

static void *copy(struct replay_log *l, const void *bytes, uint64_t n) {
    return n ? arena_copy(&l->arena, bytes, n) : arena_alloc(&l->arena, 1);
}

static bool has_contents(const struct exec_block *b) {
    return b->bytes && b->size <= MOST_BYTES && b->kind != EXEC_RESOURCE;
}

static void look_at_argument(struct recorder *r, const struct exec_machine *m, const struct exec_value *v, ir_type type) {
    struct before *x = vec_add(&r->before);
    x->pointer = ir_kind(type) == IR_PTR;
    if (ir_kind(type) != IR_PTR || v->uninit || !exec_resolve(m, v, &x->block, &x->offset)) {
        x->block = 0;
        return;
    }
    const struct exec_block *b = exec_block(&m->memory, x->block);
    x->serial = b->serial;
    x->dead = b->life != EXEC_LIVE;
    x->size = b->size;
    if (!has_contents(b)) return;
    if (!b->size) return;
    x->bytes = arena_copy(&r->scratch, b->bytes, b->size);
    x->state = arena_copy(&r->scratch, b->state, b->size);
}

static const char *string_of(struct replay_log *l, const struct before *x) {
    if (!x->bytes || x->offset >= x->size) return NULL;
    const uint8_t *start = x->bytes + x->offset, *end = memchr(start, 0, x->size - x->offset);
    return end ? arena_strndup(&l->arena, (const char *)start, (size_t)(end - start)) : NULL;
}

static void look_at_objects(struct recorder *r, struct replay_call *call) {
    uint64_t *serials = ARENA_ARRAY(&r->l->arena, uint64_t, r->before.n);
    for (uint32_t i = 0; i < r->before.n; i++) {
        serials[i] = r->before.at[i].block ? r->before.at[i].serial : 0;
        if (!call->text && !r->before.at[i].dead) call->text = string_of(r->l, &r->before.at[i]);
    }
    call->serials = serials;
}

static void begin_call(struct recorder *r, struct exec_machine *m, const struct exec_lib_call *c) {
    struct replay_log *l = r->l;
    if (l->calls.n == MOST_CALLS) {
        give_up(l, "the run is too long");
        return;
    }
    struct replay_call *call = vec_add(&l->calls);
    *call = (struct replay_call){.func = c->func, .place = exec_here(m), .n_args = c->n_args, .touched = UINT32_MAX};
    call->types = copy(l, c->types, c->n_args * sizeof *c->types);
    r->calling = true;
    r->serial = m->memory.serial;
    r->drawn = m->inputs.n;
    vec_clear(&r->before);
    arena_free(&r->scratch);
    for (uint32_t i = 0; i < c->n_args; i++) look_at_argument(r, m, &c->args[i], c->types[i]);
    look_at_objects(r, call);
}

static bool holds_pointers(const struct exec_block *b) {
    for (uint64_t i = 0; b->origin && i < b->size; i++)
        if (b->origin[i]) return true;
    return false;
}

static bool is_written(const struct exec_block *b) {
    bool written = b->birth != EXEC_BIRTH_UNINIT;
    for (uint64_t i = 0; b->bytes && i < b->size; i++) written |= b->state[i] != EXEC_BORN;
    return written;
}

static void set_pointer(struct recorder *r, const struct exec_machine *m, const struct exec_value *v, struct replay_value *out) {
    struct replay_log *l = r->l;
    uint32_t block;
    uint64_t offset;
    if (!exec_resolve(m, v, &block, &offset)) return;  // null, or an address that is nobody's: a number
    const struct exec_block *b = exec_block(&m->memory, block);
    for (uint32_t i = 0; i < r->before.n; i++)
        if (r->before.at[i].block == block) {
            *out = (struct replay_value){REPLAY_INSIDE, out->type, .arg = i, .offset = offset - r->before.at[i].offset};
            return;
        }
    if (b->kind == EXEC_RESOURCE) {
        out->kind = REPLAY_HANDLE;
        out->serial = b->serial;
        return;
    }
    bool fresh = b->kind == EXEC_HEAP && b->serial > r->serial, empty = fresh && !is_written(b);
    if ((!fresh && b->kind != EXEC_STATIC) || offset || (!empty && (!has_contents(b) || holds_pointers(b))))
        give_up(l, "a library function gives a pointer that cannot be had again");
    out->kind = fresh ? REPLAY_HEAP : REPLAY_STATIC;
    out->size = b->size;
    out->serial = b->serial;
    if (!empty && has_contents(b)) out->bytes = copy(l, b->bytes, b->size);
}

static void set_result(struct recorder *r, const struct exec_machine *m, const struct exec_lib_call *c, struct replay_call *call) {
    if (!c->n_results) return;
    const struct exec_value *v = &c->results[0];
    call->result = (struct replay_value){REPLAY_NUMBER, c->result_types[0], .number = (uint64_t)v->bits, .high = (uint64_t)(v->bits >> 64)};
    if (c->n_results > 1) give_up(r->l, "a library function returns a structure");
    if (ir_kind(c->result_types[0]) == IR_PTR) set_pointer(r, m, v, &call->result);
}

static bool is_changed(const struct before *x, const struct exec_block *b, uint64_t i) {
    return x->bytes[i] != b->bytes[i] || x->state[i] != b->state[i];
}

// Runs of bytes that the call changed, of one argument.
static void add_writes(struct recorder *r, const struct exec_machine *m, uint32_t arg, void *list) {
    VEC(struct replay_write) *writes = list;
    const struct before *x = &r->before.at[arg];
    const struct exec_block *b = exec_block(&m->memory, x->block);
    if (!x->bytes || !b->bytes) return;
    for (uint64_t i = 0, n; i < x->size; i += n) {
        for (n = 0; i + n < x->size && is_changed(x, b, i + n);) n++;
        for (uint64_t k = 0; k < n && b->origin; k++)
            if (b->origin[i + k]) give_up(r->l, "a library function writes a pointer");
        if (n) vec_push(writes, (struct replay_write){arg, i - x->offset, n, copy(r->l, b->bytes + i, n)});
        n += !n;
    }
}

static void set_writes(struct recorder *r, const struct exec_machine *m, struct replay_call *call) {
    VEC(struct replay_write) writes = {0};
    for (uint32_t i = 0; i < r->before.n; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++) again |= r->before.at[k].block == r->before.at[i].block;
        if (r->before.at[i].block && !again) add_writes(r, m, i, &writes);
    }
    call->n_writes = writes.n;
    if (writes.n) call->writes = copy(r->l, writes.at, writes.n * sizeof *writes.at);
    vec_free(&writes);
}

// How much a function read, and through which argument it gives it; false: it is no such function, or read nothing.
static bool find_input(const struct recorder *r, const struct exec_lib_call *c, uint32_t *arg, uint64_t *n) {
    const struct ir_lib *row = ir_lib_of(r->l->lib, r->l->p, &r->l->p->funcs.at[c->func]).row;
    if (!row || !c->n_results) return false;
    int64_t given = ir_signed(c->results[0].bits, ir_bits(c->result_types[0]));
    *arg = 0;
    *n = UINT64_MAX;  // up to the end of the string
    if (row->kind == IR_LIB_K_FGETS) return given != 0;
    *n = (uint64_t)given;
    if (row->kind == IR_LIB_K_READ && c->n_args > 1) *arg = 1;
    if (row->kind == IR_LIB_K_FREAD && c->n_args > 1) *n *= (uint64_t)c->args[1].bits;
    return given > 0 && (row->kind == IR_LIB_K_READ || row->kind == IR_LIB_K_FREAD);
}

// A number if the rest of the object has the size of one, else a string.
static void say_stored(const struct exec_block *b, uint64_t offset, struct buf *out) {
    uint64_t rest = b->size - offset, value = 0;
    if (out->n) buf_str(out, ", ");
    if (rest != 1 && rest != 2 && rest != 4 && rest != 8) {
        buf_quoted(out, (const char *)b->bytes + offset, strnlen((const char *)b->bytes + offset, rest));
        return;
    }
    memcpy(&value, b->bytes + offset, rest);
    buf_printf(out, "%lld", (long long)(value << (64 - 8 * rest)) >> (64 - 8 * rest));
}

static void set_stored(struct recorder *r, const struct exec_machine *m, struct replay_call *call) {
    struct buf text = {0};
    for (uint32_t i = 0; i < call->n_writes; i++) {
        const struct before *x = &r->before.at[call->writes[i].arg];
        const struct exec_block *b = exec_block(&m->memory, x->block);
        if (i && call->writes[i].arg == call->writes[i - 1].arg) continue;
        if (has_contents(b) && x->offset < b->size) say_stored(b, x->offset, &text);
    }
    call->input = copy(r->l, text.text, text.n);
    call->n_input = text.n;
    buf_free(&text);
}

static void set_input(struct recorder *r, const struct exec_machine *m, const struct exec_lib_call *c, struct replay_call *call) {
    uint32_t arg;
    uint64_t n;
    const struct ir_lib *row = ir_lib_of(r->l->lib, r->l->p, &r->l->p->funcs.at[c->func]).row;
    if (row && row->kind == IR_LIB_K_SCANF) set_stored(r, m, call);
    if (!find_input(r, c, &arg, &n) || arg >= r->before.n || !r->before.at[arg].block) return;
    const struct exec_block *b = exec_block(&m->memory, r->before.at[arg].block);
    uint64_t offset = r->before.at[arg].offset;
    if (!has_contents(b) || offset > b->size) return;
    if (n == UINT64_MAX) n = strnlen((const char *)b->bytes + offset, b->size - offset);
    if (n > b->size - offset) n = b->size - offset;
    call->input = copy(r->l, b->bytes + offset, n);
    call->n_input = n;
}

static void end_call(struct recorder *r, struct exec_machine *m, const struct exec_lib_call *c) {
    struct replay_log *l = r->l;
    struct replay_call *call = &vec_last(&l->calls);
    bool world = replay_role_of(l, c->func) == REPLAY_WORLD;
    r->calling = false;
    call->returned = true;
    call->drew = m->inputs.n > r->drawn;
    uint32_t newest = m->memory.heap.n ? m->memory.heap.at[m->memory.heap.n - 1] : 0;
    if (newest && exec_block(&m->memory, newest)->serial > r->serial) call->serial = exec_block(&m->memory, newest)->serial;
    call->failed = !call->serial && m->inputs.n > r->drawn;
    if (!world) return;
    set_result(r, m, c, call);
    set_writes(r, m, call);
    set_input(r, m, c, call);
}

static void branch(void *self, uint32_t func, uint32_t instr, uint32_t way) {
    struct replay_log *l = ((struct recorder *)self)->l;
    if (l->branches.n < MOST_BRANCHES) vec_push(&l->branches, (struct replay_branch){func, instr, way, l->calls.n});
}

static void library(void *self, struct exec_machine *m, const struct exec_lib_call *c, bool returned) {
    struct recorder *r = self;
    enum replay_role role = replay_role_of(r->l, c->func);
    if (role == REPLAY_REAL || role == REPLAY_NOT_CALLED) return;
    if (!returned)
        begin_call(r, m, c);
    else if (r->calling)
        end_call(r, m, c);
}

// ---- the start -------------------------------------------------------------------------------------------------------------------------

static const char *string_at(struct replay_log *l, const struct exec_machine *m, const struct exec_block *array, uint64_t i) {
    uint32_t word = m->program->pointer_bits / 8, block;
    struct exec_value v = {0};
    uint64_t offset;
    if ((i + 1) * word > array->size) return NULL;
    exec_bytes_read(array, i * word, word, &v, (uint32_t[EXEC_WORD_BYTES]){0});
    if (!v.bits) return NULL;
    v.block = 0;
    if (!exec_resolve(m, &v, &block, &offset)) return NULL;
    const struct exec_block *b = exec_block(&m->memory, block);
    return arena_strndup(&l->arena, (const char *)b->bytes + offset, b->size - offset);
}

static void set_strings(struct replay_log *l, const struct exec_machine *m, const struct exec_value *array, void *list) {
    VEC(const char *) *strings = list;
    uint32_t block;
    uint64_t offset;
    if (!exec_resolve(m, array, &block, &offset)) return;
    for (uint64_t i = 0;; i++) {
        const char *s = string_at(l, m, exec_block(&m->memory, block), i);
        if (!s) return;
        vec_push(strings, s);
    }
}

static void look_at_start(struct recorder *r, const struct exec_machine *m) {
    struct replay_log *l = r->l;
    const struct ir_func *f = &l->p->funcs.at[l->entry];
    const struct exec_value *values = exec_values(m);
    bool is_main = strcmp(f->name, "main") == 0;
    l->has_argv = is_main && f->n_params > 1;
    if (l->has_argv) set_strings(l, m, &values[1], &l->argv);
    l->has_environment = m->has_environment;
    if (l->has_environment) set_strings(l, m, &m->environment, &l->environment);
    if (m->options->given) replay_given_look(l, m);
    for (uint32_t i = 0; i < f->n_params && !l->has_argv; i++) {
        struct replay_value v = {REPLAY_NUMBER, f->locals.at[i].type, .number = (uint64_t)values[i].bits,
                                 .high = (uint64_t)(values[i].bits >> 64)};
        if (m->options->given) replay_given_value(l, m, &values[i], &v);
        vec_push(&l->args, v);
    }
}

static void answer(void *self, struct exec_machine *m, const struct exec_lib_call *c) {
    struct recorder *r = self;
    (void)m;
    vec_push(&r->l->answers, c->n_results ? (uint64_t)c->results[0].bits : 0);
}

// ---- uninitialised memory --------------------------------------------------------------------------------------------------------------

static void add_choice(struct recorder *r, const struct exec_block *b, const struct exec_input *in) {
    struct replay_log *l = r->l;
    if (b && b->kind == EXEC_HEAP)
        vec_push(&l->patches, (struct replay_patch){b->serial, r->load_offset, (in->bits + 7) / 8, in->value});
    else if (in->value || l->stack == REPLAY_OTHERS)
        l->stack = REPLAY_OTHERS;
    else
        l->stack = REPLAY_ZEROS;
}

static void look_at_choices(struct recorder *r, const struct exec_machine *m) {
    const struct exec_block *b = r->load_block ? exec_block(&m->memory, r->load_block) : NULL;
    for (; r->inputs < m->inputs.n; r->inputs++)
        if (m->inputs.at[r->inputs].kind == EXEC_CONTENTS) add_choice(r, b, &m->inputs.at[r->inputs]);
}

static void look_at_access(struct recorder *r, const struct exec_machine *m) {
    const struct exec_frame *f = exec_top(m);
    const struct exec_instr *i = &f->code->instrs[f->pc];
    const struct exec_value *values = exec_values(m);
    r->load_block = 0;
    r->reused = false;
    if (i->op != IR_LOAD && i->op != IR_STORE) return;
    struct exec_value at = *exec_get(m, values, i->to.base);
    uint64_t sum = (uint64_t)at.bits + (uint64_t)i->to.offset;
    for (uint32_t k = 0; k < i->to.n_terms; k++)
        sum += (uint64_t)ir_signed(exec_get(m, values, i->to.terms[k].index)->bits, i->to.terms[k].bits) * (uint64_t)i->to.terms[k].scale;
    at.bits = sum & (uint64_t)ir_mask(m->program->pointer_bits);
    if (!exec_resolve(m, &at, &r->load_block, &r->load_offset)) r->load_block = 0;
    if (!r->load_block || exec_block(&m->memory, r->load_block)->life != EXEC_LEFT) return;
    uint32_t there = exec_block_at(&m->memory, (uint64_t)at.bits);
    r->reused = there && there != r->load_block && exec_block(&m->memory, there)->life == EXEC_LIVE;
}

static void step(void *self, struct exec_machine *m) {
    struct recorder *r = self;
    if (!r->started && m->stack->frames.n == 1 && exec_top(m)->func == r->l->entry) {
        look_at_start(r, m);
        r->started = true;
    }
    look_at_choices(r, m);
    look_at_access(r, m);
}

// ---- the end -----------------------------------------------------------------------------------------------------------------------------

static bool writes(const struct replay_log *l, uint32_t func, uint32_t arg) {
    struct ir_lib_use use = ir_lib_of(l->lib, l->p, &l->p->funcs.at[func]);
    for (uint32_t i = 0; use.row && i < use.row->n_args; i++)
        if (ir_lib_actual(&use, i) == arg) return use.row->args[i].role != IR_LIB_READ && use.row->args[i].role != IR_LIB_STRING;
    return true;
}

// The call in which the run ended: through which argument it accessed what it must not.
static void blame_argument(struct recorder *r, const struct exec_fault *fault) {
    struct replay_call *call = &vec_last(&r->l->calls);
    for (uint32_t i = r->before.n; i-- > 0;) {
        const struct before *x = &r->before.at[i];
        if (!x->pointer) continue;
        bool nowhere = !x->block || x->dead, beyond = x->block && !x->dead && x->serial == fault->serial;
        if (!nowhere && !beyond && call->touched != UINT32_MAX) continue;
        call->touched = i;
        call->beyond = nowhere ? 0 : x->size - x->offset;
        call->wrote = writes(r->l, call->func, i);
    }
}

// The C library hands them its own.
static bool constructors_take_arguments(const struct ir_program *p) {
    for (uint32_t i = 0; i < p->ctors.n; i++)
        if (p->funcs.at[p->ctors.at[i].func].n_params) return true;
    return false;
}

static void look_at_end(struct recorder *r, const struct exec_result *run) {
    struct replay_log *l = r->l;
    const struct exec_fault *last = run->n_faults ? &run->faults[run->n_faults - 1] : NULL;
    if (r->calling && run->outcome == EXEC_FAULT && last) blame_argument(r, last);
    if (r->reused && run->outcome == EXEC_FAULT && last) l->reused = last->serial;
    for (; r->inputs < run->n_inputs; r->inputs++)
        if (run->inputs[r->inputs].kind == EXEC_CONTENTS) add_choice(r, NULL, &run->inputs[r->inputs]);
    for (uint32_t i = 0; i < l->calls.n; i++) {
        const struct replay_call *c = &l->calls.at[i];
        l->failed_allocation |= c->failed && replay_role_of(l, c->func) == REPLAY_ALLOCATES;
    }
}

void replay_log_run(struct replay_log *l, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                    struct exec_result *run) {
    *l = (struct replay_log){.p = p, .entry = entry, .lib = o->lib};
    struct recorder r = {.l = l};
    if (constructors_take_arguments(p)) give_up(l, "a constructor is given the arguments of the program");
    struct exec_options watched = *o;
    struct exec_observer observer = exec_looks_away;
    observer.self = &r;
    observer.step = step;
    observer.library = library;
    observer.branch = branch;
    observer.unseen = answer;
    watched.observer = &observer;
    exec_run(p, entry, &watched, run);
    look_at_end(&r, run);
    vec_free(&r.before);
    arena_free(&r.scratch);
}

enum { MOST_STEPS = 30000000 };  // a run that goes on is followed so far

typedef VEC(uint64_t) number_list;

// The choices, as check writes them.
static void parse_inputs(const char *text, number_list *out) {
    for (char *end; *text; text = *end == ',' ? end + 1 : end) {
        vec_push(out, *text == '-' ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10));
        if (end == text) return;
    }
}

void replay_log_again(struct replay_log *l, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const char *inputs,
                      struct exec_result *run) {
    number_list list = {0};
    struct exec_options again = *o;
    parse_inputs(inputs, &list);
    again.max_steps = MOST_STEPS;
    again.inputs = (struct exec_inputs){.values = list.at, .n = list.n};
    replay_log_run(l, p, entry, &again, run);
    vec_free(&list);
}

void replay_log_free(struct replay_log *l) {
    vec_free(&l->calls);
    vec_free(&l->branches);
    vec_free(&l->patches);
    vec_free(&l->argv);
    vec_free(&l->environment);
    vec_free(&l->args);
    vec_free(&l->given);
    vec_free(&l->answers);
    arena_free(&l->arena);
}
