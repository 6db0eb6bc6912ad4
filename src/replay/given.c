// SPDX-License-Identifier: MIT
#include "replay/given.h"

#include "exec/given.h"

// ---- reading -----------------------------------------------------------------------------------------------------------------------------

static uint32_t object_of(const struct replay_log *l, uint32_t block) {
    for (uint32_t i = 0; i < l->given.n; i++)
        if (l->given.at[i].block == block) return i;
    return UINT32_MAX;
}

// The blocks of the heap and the functions that are theirs, and the globals that they may have changed.
static void add_objects(struct replay_log *l, const struct exec_machine *m) {
    for (uint32_t i = 1; i < m->memory.blocks.n; i++) {
        const struct exec_block *b = exec_block(&m->memory, i);
        bool heap = b->kind == EXEC_HEAP && b->escaped, function = exec_is_unseen(m, i);
        bool global = b->kind == EXEC_GLOBAL && ir_input_is_global(&m->options->given->cases[0], b->index);
        if (b->life != EXEC_LIVE || b->serial > m->result->given || (!heap && !function && !global)) continue;
        vec_push(&l->given, (struct replay_object){.block = i, .global = global ? b->index : UINT32_MAX, .function = function, .size = b->size});
    }
}

static void add_links(struct replay_log *l, const struct exec_machine *m, struct replay_object *o) {
    const struct exec_block *b = exec_block(&m->memory, o->block);
    uint32_t word = m->program->pointer_bits / 8;
    VEC(struct replay_link) links = {0};
    for (uint64_t i = 0; b->origin && i + word <= b->size; i++) {
        const struct exec_block *to = b->origin[i] && !(b->origin[i] & EXEC_MIX) ? exec_block(&m->memory, b->origin[i]) : NULL;
        uint64_t address = 0;
        if (!to) continue;
        memcpy(&address, b->bytes + i, word);
        struct replay_link link = {i, object_of(l, b->origin[i]), to->kind == EXEC_CODE ? to->index : UINT32_MAX, address - to->address};
        if (link.to != UINT32_MAX || link.func != UINT32_MAX) vec_push(&links, link);
        i += word - 1;
    }
    o->n_links = links.n;
    if (links.n) o->links = arena_copy(&l->arena, links.at, links.n * sizeof *links.at);
    vec_free(&links);
}

// A structure that is handed over itself is passed in a way of its own.
static void look_at_parameters(struct replay_log *l, const struct exec_machine *m) {
    const struct ir_inputs *in = &m->options->given->cases[0];
    for (uint32_t k = 0; k < l->p->funcs.at[l->entry].n_params && !l->unable; k++)
        if (ir_input_param(in, k).whole) l->unable = "the entry is given or returns a structure";
}

void replay_given_look(struct replay_log *l, const struct exec_machine *m) {
    look_at_parameters(l, m);
    add_objects(l, m);
    for (uint32_t i = 0; i < l->given.n; i++) {
        struct replay_object *o = &l->given.at[i];
        const struct exec_block *b = exec_block(&m->memory, o->block);
        if (o->function || !b->bytes) continue;
        if (b->size) o->bytes = arena_copy(&l->arena, b->bytes, b->size);
        add_links(l, m, o);
    }
}

void replay_given_value(const struct replay_log *l, const struct exec_machine *m, const struct exec_value *v, struct replay_value *out) {
    uint32_t block;
    uint64_t offset;
    if (ir_kind(out->type) != IR_PTR || !v->bits || !exec_resolve(m, v, &block, &offset) || object_of(l, block) == UINT32_MAX) return;
    *out = (struct replay_value){.kind = REPLAY_GIVEN, .type = out->type, .arg = object_of(l, block), .offset = offset};
}

// ---- writing -----------------------------------------------------------------------------------------------------------------------------

struct writer {
    struct replay_log *l;
    const char *prefix;
    struct buf *out, *symbols;
};

static bool fail(const struct writer *w, const char *why) {
    if (!w->l->unable) w->l->unable = why;
    return false;
}

static void declare(const struct writer *w, const struct replay_object *o, uint32_t i) {
    const struct ir_program *p = w->l->p;
    if (o->function) {
        buf_printf(w->out, "static long long %sgiven%u(void) {\n    return %sanswer();\n}\n\n", w->prefix, i, w->prefix);
    } else if (o->global == UINT32_MAX) {
        buf_printf(w->out, "static char *%sgiven%u;\n", w->prefix, i);
    } else {
        if (p->globals.at[o->global].flags & IR_INTERNAL) buf_printf(w->symbols, " --globalize-symbol=%s", p->globals.at[o->global].name);
        buf_printf(w->out, "extern char %sgiven%u[] __asm__(\"%s\");\n", w->prefix, i, p->globals.at[o->global].name);
    }
}

// In the order of the calls, whoever is called.
static void write_answers(const struct writer *w) {
    buf_printf(w->out, "static const long long %sanswers[] = {", w->prefix);
    for (uint32_t i = 0; i < w->l->answers.n; i++) buf_printf(w->out, "%lld, ", (long long)w->l->answers.at[i]);
    buf_printf(w->out, "0};\nstatic unsigned %sanswered;\nstatic long long %sanswer(void) {\n    return %sanswered < %u ? %sanswers[%sanswered++] : 0;\n}\n\n",
               w->prefix, w->prefix, w->prefix, w->l->answers.n, w->prefix, w->prefix);
}

// Functions that a global was initialised with are there.
static bool write_link(const struct writer *w, uint32_t i, const struct replay_link *k) {
    const struct replay_object *o = &w->l->given.at[i];
    buf_printf(w->out, "    *(void **)(%sgiven%u + %llu) = ", w->prefix, i, (unsigned long long)k->offset);
    if (k->to != UINT32_MAX)
        buf_printf(w->out, "(char *)%sgiven%u + %llu;\n", w->prefix, k->to, (unsigned long long)k->at);
    else if (w->l->p->funcs.at[k->func].flags & IR_INTERNAL && o->global == UINT32_MAX)
        return fail(w, "the entry is given a function that is static");
    else
        buf_printf(w->out, "(void *)%s;\n", w->l->p->funcs.at[k->func].name);
    return true;
}

static bool is_initial(const struct replay_object *o, const struct replay_link *k) {
    return o->global != UINT32_MAX && k->to == UINT32_MAX;
}

// Bytes outside of pointers, as far as they are not zero already (or of a global at all).
static void write_bytes(const struct writer *w, uint32_t i, uint64_t from, uint64_t to) {
    const struct replay_object *o = &w->l->given.at[i];
    if (from >= to) return;
    buf_printf(w->out, "    memcpy(%sgiven%u + %llu, \"", w->prefix, i, (unsigned long long)from);
    for (uint64_t k = from; k < to; k++) buf_printf(w->out, "\\%03o", o->bytes[k]);
    buf_printf(w->out, "\", %llu);\n", (unsigned long long)(to - from));
}

static bool write_contents(const struct writer *w, uint32_t i) {
    const struct replay_object *o = &w->l->given.at[i];
    uint32_t word = w->l->p->pointer_bits / 8;
    uint64_t at = 0;
    if (o->function || !o->bytes) return true;
    for (uint32_t k = 0; k < o->n_links; k++) {
        write_bytes(w, i, at, o->links[k].offset);
        if (!is_initial(o, &o->links[k]) && !write_link(w, i, &o->links[k])) return false;
        at = o->links[k].offset + word;
    }
    write_bytes(w, i, at, o->size);
    return true;
}

bool replay_given_write(struct replay_log *l, const char *prefix, struct buf *out, struct buf *symbols) {
    struct writer w = {l, prefix, out, symbols};
    bool good = true;
    buf_str(out, "// What callers provide.\n");
    write_answers(&w);
    for (uint32_t i = 0; i < l->given.n; i++) declare(&w, &l->given.at[i], i);
    buf_printf(out, "\nstatic void %sgive(void) {\n", prefix);
    for (uint32_t i = 0; i < l->given.n; i++) {
        const struct replay_object *o = &l->given.at[i];
        if (!o->function && o->global == UINT32_MAX) buf_printf(out, "    %sgiven%u = malloc(%llu);\n", prefix, i, (unsigned long long)o->size);
    }
    for (uint32_t i = 0; i < l->given.n && good; i++) good = write_contents(&w, i);
    buf_str(out, "}\n\n");
    return good;
}

void replay_given_name(const struct replay_value *v, const char *prefix, struct buf *out) {
    buf_printf(out, "(char *)%sgiven%u + %llu", prefix, v->arg, (unsigned long long)v->offset);
}
