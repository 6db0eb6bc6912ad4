// SPDX-License-Identifier: MIT
// Streams: reading.  What is read is drawn; a stream that the inputs say nothing about is at its end.
#include "exec/lib.h"

static struct exec_stream_state *state_of(struct exec_lib *lib, uint64_t serial) {
    for (uint32_t i = 0; i < lib->stream_states.n; i++) {
        if (lib->stream_states.at[i].serial == serial) return &lib->stream_states.at[i];
    }
    vec_push(&lib->stream_states, (struct exec_stream_state){.serial = serial, .pushed = -1});
    return &vec_last(&lib->stream_states);
}

static struct exec_stream_state *state_at(const struct exec_model *k, enum exec_stream standard) {
    uint32_t i = exec_lib_nth(k, IR_LIB_HANDLE, 0), block;
    uint64_t offset;
    const struct exec_value *handle = i == EXEC_NO_ARG ? &k->lib->streams[standard] : exec_lib_arg(k, i);
    return exec_resolve(k->m, handle, &block, &offset) ? state_of(k->lib, exec_block(&k->m->memory, block)->serial) : NULL;
}

bool exec_lib_orient(const struct exec_model *k, enum exec_stream standard, uint32_t unit) {
    struct exec_stream_state *state = state_at(k, standard);
    if (state && !state->unit) state->unit = (uint8_t)unit;
    return !state || state->unit == unit;
}

static uint32_t unit_of(const struct exec_model *k) {
    uint32_t unit = k->row->param == IR_LIB_P_WIDE ? 4 : 1;
    for (uint32_t i = 0; i < k->row->n_args; i++) unit = k->row->args[i].unit > unit ? k->row->args[i].unit : unit;
    return unit;
}

// The open handle, or standard input; what is read back after writing is not modelled.
static bool begin(const struct exec_model *k, struct exec_stream_state **state) {
    uint32_t i = exec_lib_nth(k, IR_LIB_HANDLE, 0);
    enum exec_stream stream = EXEC_STDIN;
    if (i != EXEC_NO_ARG && !exec_lib_handle(k, i, &stream)) return false;
    if (k->lib->wrote_file && (stream == EXEC_OTHER_STREAM || k->lib->replaced_input))
        exec_assume(k->m, "what '%s' reads, which the program may have written", k->name);
    *state = state_at(k, EXEC_STDIN);
    return *state != NULL;
}

static bool begin_reading(const struct exec_model *k, struct exec_stream_state **state) {
    if (!begin(k, state)) return false;
    if (!exec_lib_orient(k, EXEC_STDIN, unit_of(k)))
        exec_assume(k->m, "what '%s' reads from a stream of characters of another width", k->name);
    return true;
}

bool exec_lib_input(const struct exec_model *k, struct exec_stream_state **state) {
    if (!begin_reading(k, state)) return false;
    if ((*state)->pushed >= 0) exec_assume(k->m, "what '%s' reads after a character was put back", k->name);
    (*state)->pushed = -1;
    return true;
}

void exec_lib_next_letters(struct exec_stream_state *state, const bool *letters, bool next[256]) {
    for (int i = 0; i < 256; i++) next[i] = (!letters || letters[i]) && !state->barred[i];
    memset(state->barred, 0, sizeof state->barred);
}

// The largest character that a stream gives whatever the locale is.
static int64_t largest(const struct exec_model *k) {
    return unit_of(k) == 1 ? 255 : 127;
}

// 0, the draw when the inputs are used up, is the end; the character 0 is drawn as the largest and one.
bool exec_model_getc(struct exec_model *k) {
    struct exec_stream_state *state;
    if (!begin_reading(k, &state)) return false;
    int64_t c = state->pushed;
    if (c < 0) {
        c = state->at_end ? 0 : exec_lib_choose(k, 0, largest(k) + 1, k->name);
        state->at_end = c == 0;
        c = c == 0 ? -1 : c & largest(k);
        bool next[256];
        exec_lib_next_letters(state, NULL, next);
        if (c >= 0 && !next[c]) c = exec_other_letter(next);
    }
    state->pushed = -1;
    exec_lib_give_number(k, c);
    return true;
}

bool exec_model_ungetc(struct exec_model *k) {
    struct exec_stream_state *state;
    int64_t c = exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    if (!begin_reading(k, &state)) return false;
    if (c == -1 || state->pushed >= 0) {
        if (c != -1) exec_assume(k->m, "whether '%s' puts back a second character", k->name);
        exec_lib_give_number(k, -1);
        return true;
    }
    if (c > 127 && unit_of(k) > 1) return exec_give_up(k->m, "'%s' of a wide character is not modelled", k->name);
    state->pushed = (int32_t)(c & 255);
    state->at_end = false;
    memset(state->barred, 0, sizeof state->barred);
    exec_lib_give_number(k, state->pushed);
    return true;
}

bool exec_model_feof(struct exec_model *k) {
    struct exec_stream_state *state;
    if (!begin(k, &state)) return false;
    exec_lib_give_number(k, state->at_end);
    return true;
}

bool exec_model_restart(struct exec_model *k) {
    struct exec_stream_state *state;
    if (!begin(k, &state)) return false;
    state->at_end = false;
    memset(state->barred, 0, sizeof state->barred);
    state->pushed = -1;
    if (k->row->result.answer == IR_LIB_SAME) state->unit = 0;  // opened anew
    return exec_model_generic(k);
}

bool exec_model_fwide(struct exec_model *k) {
    struct exec_stream_state *state;
    int64_t wanted = exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    if (!begin(k, &state)) return false;
    if (wanted) exec_lib_orient(k, EXEC_STDIN, wanted > 0 ? 4 : 1);
    exec_lib_give_number(k, state->unit == 0 ? 0 : state->unit == 1 ? -1 : 1);
    return true;
}

// A line that neither ends as lines do nor fills the room is the last.
static bool notice_end(const struct exec_model *k, const struct exec_value *line, uint64_t n, bool full, struct exec_stream_state *state) {
    uint32_t last = '\n';
    if (n && !full && !exec_lib_unit(k, line, n - 1, unit_of(k), &last)) return false;
    state->at_end = last != '\n';
    return true;
}

static const bool in_a_line[256] = {[1 ... '\n' - 1] = true, ['\n' + 1 ... 255] = true};

bool exec_model_fgets(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_FILL, 0);
    uint64_t limit;
    struct exec_stream_state *state;
    if (!exec_lib_input(k, &state) || !exec_lib_limit(k, to, &limit)) return false;
    exec_lib_give_number(k, 0);
    bool whole = limit == EXEC_NO_LIMIT, negative = !whole && limit > INT32_MAX;  // the size is an int
    if (limit == 0 || negative) return true;
    if (limit > 1 && (state->at_end || exec_draw_number(k->m, IR_I1, "there is a line") == 0)) {
        state->at_end = true;
        return true;
    }
    const struct exec_value *line = exec_lib_arg(k, to);
    exec_lib_give(k, *line);
    bool first[256];
    exec_lib_next_letters(state, in_a_line, first);
    struct exec_letters l = {first, in_a_line, 0};
    if (whole) return exec_lib_put_string(k, line, unit_of(k), exec_lib_choose_length(k, limit), l);
    uint64_t n = limit == 1 ? 0 : 1 + exec_lib_choose_length(k, limit - 1);
    bool full = n + 1 == limit;
    l.last = full ? 'a' : '\n';
    return exec_lib_put_string(k, line, unit_of(k), n, l) && notice_end(k, line, n, full, state);
}

bool exec_model_fread(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0);
    uint64_t size = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0)), most = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 1));
    struct exec_stream_state *state;
    if (!exec_lib_input(k, &state)) return false;
    bool nothing = size == 0 || most == 0;
    uint64_t n = nothing || state->at_end ? 0 : (uint64_t)exec_lib_choose(k, 0, most > INT64_MAX ? INT64_MAX : (int64_t)most, k->name);
    exec_lib_give_number(k, (int64_t)n);
    if (!nothing) state->at_end = n < most;
    uint64_t bytes;
    return exec_lib_put_drawn(k, exec_lib_arg(k, to), __builtin_mul_overflow(n, size, &bytes) ? UINT64_MAX : bytes);
}

bool exec_model_read(struct exec_model *k) {
    if (k->lib->wrote_file) exec_assume(k->m, "what '%s' reads, which the program may have written", k->name);
    return exec_model_generic(k);
}

bool exec_model_replace(struct exec_model *k) {
    uint32_t which = exec_lib_nth(k, IR_LIB_VALUE, 1);
    k->lib->replaced_input |= exec_lib_number(k, which == EXEC_NO_ARG ? exec_lib_nth(k, IR_LIB_VALUE, 0) : which) == EXEC_STDIN;
    return exec_model_generic(k);
}

// ---- lines of any length -------------------------------------------------------------------------------------------------------------

enum { FIRST_ROOM = 120 };

// Makes the block in the cell large enough for `need` bytes.
static bool make_room(const struct exec_model *k, const struct exec_value *cell, const struct exec_value *size_cell, uint64_t need) {
    ir_type word = ir_word(k->m->program);
    struct exec_value line, size, fresh;
    uint64_t offset;
    if (!exec_lib_load_pointer(k, cell, &line) || !exec_load(k->m, size_cell, word, &size)) return false;
    uint64_t room = !exec_decide_truth(k->m, &line) && !line.uninit ? 0 : exec_decide(k->m, &size);
    if (room >= need && room != 0) return true;
    bool first = line.bits == 0 && !line.uninit;
    uint64_t base = room ? room : FIRST_ROOM, wanted = need <= base ? base : 2 * base > need ? 2 * base : need;
    uint32_t old;
    if (!first && (!exec_resolve(k->m, &line, &old, &offset) || exec_block(&k->m->memory, old)->kind != EXEC_HEAP || offset))
        return exec_free(k->m, &line, EXEC_HEAP, k->name);
    if (!exec_malloc(k->m, wanted, 16, EXEC_BIRTH_UNINIT, &fresh) || (!first && !exec_free(k->m, &line, EXEC_HEAP, k->name))) return false;
    size = exec_int(fresh.bits ? wanted : 0);
    return exec_lib_store_pointer(k, cell, &fresh) && exec_store(k->m, size_cell, word, &size);
}

bool exec_model_getline(struct exec_model *k) {
    const struct exec_value *cell = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_FRESH, 0));
    const struct exec_value *size_cell = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_UPDATE, 0));
    struct exec_value line;
    struct exec_stream_state *state;
    if (!exec_lib_input(k, &state)) return false;
    uint32_t end = exec_lib_nth(k, IR_LIB_VALUE, 0);
    if (end != EXEC_NO_ARG && exec_lib_number(k, end) != '\n') exec_assume(k->m, "what '%s' reads up to a character that ends no line", k->name);
    bool more = !state->at_end && exec_draw_number(k->m, IR_I1, "there is a line") != 0;
    uint64_t n = more ? 1 + exec_lib_choose_length(k, EXEC_NO_LIMIT) : 0;
    exec_lib_give_number(k, more ? (int64_t)n : -1);
    state->at_end = !more;
    if (!make_room(k, cell, size_cell, n + 1) || !more)  // the block is there even when there is no line
        return k->m->outcome == EXEC_RUNNING;
    bool first[256];
    exec_lib_next_letters(state, in_a_line, first);
    return exec_lib_load_pointer(k, cell, &line) && exec_lib_put_string(k, &line, 1, n, (struct exec_letters){first, in_a_line, '\n'}) && notice_end(k, &line, n, false, state);
}
