// SPDX-License-Identifier: MIT
#include "exec/world.h"

#include <string.h>

#include "exec/trail.h"

enum { MAX_ARGC = 16, MAX_LENGTH = 4096, MAX_ENVIRONMENT = 4 };

// ---- strings of the environment ----------------------------------------------------------------------------------------------------------

static uint64_t draw_length(struct exec_machine *m, const char *what) {
    uint64_t n = exec_draw_number(m, IR_I(32), what);
    return n <= MAX_LENGTH ? n : n % 64;
}

// With room for `more` characters.
static bool new_string(struct exec_machine *m, const char *text, uint64_t n, uint64_t more, struct exec_value *out) {
    return exec_static(m, n + more + 1, EXEC_BIRTH_ZERO, out) && exec_put(m, out, text, n);
}

static bool draw_string(struct exec_machine *m, const char *prefix, const char *what, struct exec_value *out) {
    uint64_t n = draw_length(m, what), start = strlen(prefix);
    if (!new_string(m, prefix, start, n, out)) return false;
    for (uint64_t i = 0; i < n; i++) {
        struct exec_value c = exec_draw(m, IR_I(8), what), at = exec_plus(m, out, start + i);
        c.node = exec_trail_letter(m, &c, 1, 0);
        c.bits = c.bits ? c.bits : 'a';
        if (!exec_store(m, &at, IR_I(8), &c)) return false;
    }
    return true;
}

static bool store_pointer(struct exec_machine *m, const struct exec_value *array, uint64_t i, const struct exec_value *v) {
    struct exec_value at = exec_plus(m, array, i * (m->program->pointer_bits / 8));
    return exec_store(m, &at, ir_ptr(m->program), v);
}

static bool new_array(struct exec_machine *m, uint64_t n, struct exec_value *out) {
    return exec_static(m, (n + 1) * (m->program->pointer_bits / 8), EXEC_BIRTH_ZERO, out);
}

bool exec_environment(struct exec_machine *m, struct exec_value *out) {
    if (!m->has_environment) {
        uint64_t n = exec_draw_below(m, MAX_ENVIRONMENT, "size of the environment");
        if (!new_array(m, n, &m->environment)) return false;
        m->has_environment = true;
        for (uint64_t i = 0; i < n; i++) {
            struct exec_value s;
            char prefix[8] = {'E', (char)('0' + i), '='};
            if (!draw_string(m, prefix, "string of the environment", &s) || !store_pointer(m, &m->environment, i, &s)) return false;
        }
    }
    *out = m->environment;
    return true;
}

static uint64_t draw_argc(struct exec_machine *m) {
    uint64_t n = exec_draw_number(m, IR_I(32), "argc");
    return n == 0 ? 1 : n <= MAX_ARGC ? n : 1 + n % 8;
}

static bool make_argv(struct exec_machine *m, uint64_t n, struct exec_value *out) {
    const struct exec_options *o = m->options;
    if (!new_array(m, n, out)) return false;
    m->argv = out->block;
    for (uint64_t i = 0; i < n; i++) {
        struct exec_value s;
        uint32_t input = m->inputs.n;
        bool on = o->argv ? new_string(m, o->argv[i], strlen(o->argv[i]), 0, &s) : draw_string(m, "", "string of argv", &s);
        if (!on || !store_pointer(m, out, i, &s)) return false;
        if (!o->argv) vec_push(&m->arguments, (struct exec_argument){s.block, input});
    }
    return true;
}

// ---- arguments of the entry --------------------------------------------------------------------------------------------------------------

bool exec_is_main(const struct exec_machine *m, uint32_t func) {
    return strcmp(m->program->funcs.at[func].name, "main") == 0;
}

static void push(struct exec_arguments *a, const struct exec_value *v, ir_type type) {
    vec_push(&a->values, *v);
    vec_push(&a->types, type);
}

// Nothing is known of them but that argc is positive.
static bool any_world(struct exec_machine *m, uint32_t n, struct exec_arguments *a) {
    for (uint32_t i = 0; i < n; i++) {
        ir_type type = i ? ir_ptr(m->program) : IR_I(32);
        struct exec_value v = i == 0 ? exec_draw_input(m, type, "argc") : exec_any(m, type, i == 1 ? "argv" : "the environment");
        if (i == 0 && exec_is_exact(m)) exec_trail_bound(m, &v, 32, 1, INT32_MAX - 1);
        push(a, &v, type);
    }
    return true;
}

static bool make_world(struct exec_machine *m, uint32_t n, struct exec_arguments *a) {
    if (m->options->alone && !m->options->argv) return any_world(m, n, a);
    uint64_t argc = n == 0 ? 0 : m->options->argv ? m->options->argc : draw_argc(m);
    struct exec_value v = exec_int(argc);
    if (n > 0) push(a, &v, IR_I(32));
    if (n > 1 && !make_argv(m, argc, &v)) return false;
    if (n > 1) push(a, &v, ir_ptr(m->program));
    if (n > 2 && !exec_environment(m, &v)) return false;
    if (n > 2) push(a, &v, ir_ptr(m->program));
    return true;
}

bool exec_start_world(struct exec_machine *m, uint32_t entry, struct exec_arguments *world) {
    const struct ir_program *p = m->program;
    uint32_t n = exec_is_main(m, entry) ? p->funcs.at[entry].n_params : 0;
    for (uint32_t i = 0; i < p->ctors.n; i++) {
        uint32_t wanted = p->funcs.at[p->ctors.at[i].func].n_params;
        n = wanted > n ? wanted : n;
    }
    return make_world(m, n, world);
}

static void other_argument(struct exec_machine *m, const struct ir_func *f, uint32_t i, struct exec_arguments *a) {
    ir_type type = f->locals.at[i].type;
    bool known = ir_kind(type) == IR_INT || ir_kind(type) == IR_FLOAT;
    const char *what = arena_printf(&m->result->arena, "argument %u of the entry '%s'", i + 1, f->name);
    struct exec_value v = known ? exec_draw(m, type, what) : exec_any(m, type, what);
    push(a, &v, type);
}

void exec_start_arguments(struct exec_machine *m, uint32_t entry, const struct exec_arguments *world, struct exec_arguments *args) {
    const struct ir_func *f = &m->program->funcs.at[entry];
    bool is_main = exec_is_main(m, entry);
    for (uint32_t i = 0; i < f->n_params; i++) {
        if (is_main && i < world->values.n)
            push(args, &world->values.at[i], world->types.at[i]);
        else
            other_argument(m, f, i, args);
    }
}

void exec_arguments_free(struct exec_arguments *a) {
    vec_free(&a->values);
    vec_free(&a->types);
}

// ---- what the program leaves --------------------------------------------------------------------------------------------------------------

void exec_at_exit(struct exec_machine *m, struct exec_handler h) {
    vec_push(&m->handlers, h);
}

void exec_output(struct exec_machine *m, int stream, const char *text, uint64_t n) {
    if (stream != 1 && stream != 2) return;
    if (m->options->output[stream - 1]) buf_add(m->options->output[stream - 1], text, n);
    if (m->options->echo[stream - 1]) fwrite(text, 1, n, m->options->echo[stream - 1]);
}
