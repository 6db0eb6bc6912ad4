// SPDX-License-Identifier: MIT
// Streams: what is written is output, what is read is drawn.  A stream that the inputs say nothing about is at its end.
#include "exec/lib.h"

static bool open_stream(const struct exec_model *k, enum exec_stream otherwise, enum exec_stream *stream) {
    uint32_t i = exec_lib_nth(k, IR_LIB_HANDLE, 0);
    *stream = otherwise;
    return i == EXEC_NO_ARG || exec_lib_handle(k, i, stream);
}

// What is read back after writing is not modelled.
static bool open_for_reading(const struct exec_model *k) {
    enum exec_stream stream;
    if (!open_stream(k, EXEC_STDIN, &stream)) return false;
    if (stream == EXEC_OTHER_STREAM && k->lib->wrote_file) exec_assume(k->m, "'%s' may read what the program wrote", k->name);
    return true;
}

static bool open_for_writing(const struct exec_model *k, enum exec_stream *stream) {
    if (!open_stream(k, EXEC_STDOUT, stream)) return false;
    k->lib->wrote_file |= *stream == EXEC_OTHER_STREAM;
    return true;
}

// 0, the draw when the inputs are used up, is the end; the byte 0 is drawn as 256.
bool exec_model_getc(struct exec_model *k) {
    if (!open_for_reading(k)) return false;
    int64_t c = exec_lib_choose(k, 0, 256, k->name);
    exec_lib_give_number(k, c == 0 ? -1 : c & 255);
    return true;
}

bool exec_model_fgets(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_FILL, 0);
    uint64_t limit;
    if (!open_for_reading(k) || !exec_lib_limit(k, to, &limit)) return false;
    exec_lib_give_number(k, 0);
    bool negative = limit > INT32_MAX;  // the size is an int
    if (limit == 0 || negative || exec_draw(k->m, IR_I1, "there is a line").bits == 0) return true;
    exec_lib_give(k, *exec_lib_arg(k, to));
    uint64_t n = limit == 1 ? 0 : 1 + exec_lib_choose_length(k, limit - 1);
    return exec_lib_put_string(k, exec_lib_arg(k, to), k->row->args[to].unit, n, true);
}

bool exec_model_fread(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_WRITE, 0);
    uint64_t size = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0)), most = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 1));
    if (!open_for_reading(k)) return false;
    uint64_t n = size == 0 || most == 0 ? 0 : (uint64_t)exec_lib_choose(k, 0, most > INT64_MAX ? INT64_MAX : (int64_t)most, k->name);
    exec_lib_give_number(k, (int64_t)n);
    uint64_t bytes;
    return exec_lib_put_drawn(k, exec_lib_arg(k, to), __builtin_mul_overflow(n, size, &bytes) ? UINT64_MAX : bytes);
}

// ---- lines of any length -------------------------------------------------------------------------------------------------------------

enum { FIRST_ROOM = 120 };

// Makes the block in the cell large enough for `need` bytes.
static bool make_room(const struct exec_model *k, const struct exec_value *cell, const struct exec_value *size_cell, uint64_t need) {
    ir_type word = ir_word(k->m->program);
    struct exec_value line, size, fresh;
    uint64_t offset;
    if (!exec_lib_load_pointer(k, cell, &line) || !exec_load(k->m, size_cell, word, &size)) return false;
    uint64_t room = exec_decide(k->m, &line) == 0 && !line.uninit ? 0 : exec_decide(k->m, &size);
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
    if (!open_for_reading(k)) return false;
    bool more = exec_draw(k->m, IR_I1, "there is a line").bits != 0;
    uint64_t n = more ? 1 + exec_lib_choose_length(k, EXEC_NO_LIMIT) : 0;
    exec_lib_give_number(k, more ? (int64_t)n : -1);
    if (!make_room(k, cell, size_cell, n + 1) || !more)  // the block is there even when there is no line
        return k->m->outcome == EXEC_RUNNING;
    return exec_lib_load_pointer(k, cell, &line) && exec_lib_put_string(k, &line, 1, n, true);
}

// ---- output --------------------------------------------------------------------------------------------------------------------------

bool exec_model_puts(struct exec_model *k) {
    bool whole_line = exec_lib_nth(k, IR_LIB_HANDLE, 0) == EXEC_NO_ARG;
    enum exec_stream stream;
    struct buf text = {0};
    bool on = open_for_writing(k, &stream) && exec_lib_text(k, exec_lib_arg(k, exec_lib_nth(k, IR_LIB_STRING, 0)), EXEC_NO_LIMIT, &text);
    if (whole_line) buf_char(&text, '\n');
    if (on) {
        exec_output(k->m, (int)stream, buf_text(&text), text.n);
        exec_lib_give_number(k, whole_line ? (int64_t)text.n : 1);
    }
    buf_free(&text);
    return on;
}

bool exec_model_putc(struct exec_model *k) {
    enum exec_stream stream;
    const struct exec_value *v = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    char c = (char)v->bits;
    if (!open_for_writing(k, &stream)) return false;
    exec_output(k->m, (int)stream, &c, 1);
    exec_lib_give(k, exec_lib_stain(k, exec_int((uint8_t)c)));
    return true;
}

// Bytes as they are: what is unknown about them does not decide anything.
static bool write_bytes(const struct exec_model *k, const struct exec_value *at, uint64_t n, int stream) {
    struct buf text = {0};
    uint32_t block;
    uint64_t offset;
    if (!exec_check(k->m, at, n, EXEC_READ, &block, &offset)) return false;
    for (uint64_t i = 0; i < n; i++) {
        struct exec_value place = exec_plus(k->m, at, i), v;
        if (!exec_load(k->m, &place, IR_I(8), &v)) break;
        buf_char(&text, (char)v.bits);
    }
    exec_output(k->m, stream, buf_text(&text), text.n);
    buf_free(&text);
    return k->m->outcome == EXEC_RUNNING;
}

bool exec_model_fwrite(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_READ, 0);
    enum exec_stream stream;
    uint64_t n;
    bool overflow;
    if (!open_for_writing(k, &stream) || !exec_lib_size(k, &k->row->args[from].size, 1, &n, &overflow)) return false;
    exec_lib_give_number(k, n == 0 ? 0 : exec_lib_signed(k, exec_lib_nth(k, IR_LIB_VALUE, 1)));
    return write_bytes(k, exec_lib_arg(k, from), n, (int)stream);
}

bool exec_model_write(struct exec_model *k) {
    uint32_t from = exec_lib_nth(k, IR_LIB_READ, 0);
    uint64_t descriptor = exec_lib_number(k, exec_lib_nth(k, IR_LIB_VALUE, 0)), n;
    bool overflow, standard = descriptor == EXEC_STDOUT || descriptor == EXEC_STDERR;
    if (!exec_lib_size(k, &k->row->args[from].size, 1, &n, &overflow)) return false;
    if (standard) {
        exec_lib_give_number(k, (int64_t)n);
        return write_bytes(k, exec_lib_arg(k, from), n, (int)descriptor);
    }
    k->lib->wrote_file = true;
    return exec_model_generic(k);
}

bool exec_model_perror(struct exec_model *k) {
    struct buf text = {0};
    uint32_t i = exec_lib_nth(k, IR_LIB_STRING, 0);
    int32_t number;
    bool on = exec_lib_get_errno(k, &number) && (exec_lib_null(k, i) || exec_lib_text(k, exec_lib_arg(k, i), EXEC_NO_LIMIT, &text));
    if (on) {
        buf_printf(&text, "%s%s\n", text.n ? ": " : "", strerror(number));
        exec_output(k->m, EXEC_STDERR, buf_text(&text), text.n);
    }
    buf_free(&text);
    return on;
}

// ---- handles and names ---------------------------------------------------------------------------------------------------------------

bool exec_model_fclose(struct exec_model *k) {
    uint32_t i = exec_lib_nth(k, IR_LIB_CLOSE, 0);
    const struct exec_value *v = exec_lib_arg(k, i);
    if (k->row->args[i].null && exec_lib_null(k, i)) return true;
    enum exec_stream stream;
    uint32_t block;
    uint64_t offset;
    bool closed = !v->unknown && !v->uninit && v->bits && exec_resolve(k->m, v, &block, &offset) &&
                  exec_block(&k->m->memory, block)->life == EXEC_FREED;
    if (!closed && !exec_lib_handle(k, i, &stream)) return false;
    return exec_free(k->m, v, EXEC_RESOURCE, k->name) && exec_lib_give_chosen(k);
}

bool exec_model_pathname(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_FILL, 0), path = exec_lib_nth(k, IR_LIB_STRING, 0);
    uint64_t n, limit;
    struct exec_value block;
    if (path != EXEC_NO_ARG && !exec_lib_length(k, exec_lib_arg(k, path), 1, EXEC_NO_LIMIT, &n)) return false;
    exec_lib_give_number(k, 0);
    if (!exec_lib_limit(k, to, &limit) || exec_draw(k->m, IR_I1, "fails").bits) return k->m->outcome == EXEC_RUNNING && exec_lib_failed(k);
    if (!exec_lib_null(k, to)) {
        exec_lib_give(k, *exec_lib_arg(k, to));
        return limit == 0 || exec_lib_put_string(k, exec_lib_arg(k, to), 1, exec_lib_choose_length(k, limit), false);
    }
    n = exec_lib_choose_length(k, EXEC_NO_LIMIT);
    if (!exec_malloc(k->m, n + 1, 16, EXEC_BIRTH_UNINIT, &block)) return false;
    exec_lib_give(k, block);
    return block.bits == 0 || exec_lib_put_string(k, &block, 1, n, false);
}
