// SPDX-License-Identifier: MIT
// Streams: writing and closing.
#include "exec/lib.h"
#include "exec/open.h"

static bool open_stream(const struct exec_model *k, enum exec_stream otherwise, enum exec_stream *stream) {
    uint32_t i = exec_lib_nth(k, IR_LIB_HANDLE, 0);
    *stream = otherwise;
    return i == EXEC_NO_ARG || exec_lib_handle(k, i, stream);
}

// *fits: the stream takes characters of `unit` bytes; else nothing is written.
static bool open_for_writing(const struct exec_model *k, uint32_t unit, enum exec_stream *stream, bool *fits) {
    if (!open_stream(k, EXEC_STDOUT, stream)) return false;
    k->lib->wrote_file |= *stream == EXEC_OTHER_STREAM;
    *fits = exec_lib_orient(k, *stream, unit);
    return true;
}

bool exec_lib_print(const struct exec_model *k, enum exec_stream stream, const struct buf *text, uint32_t unit) {
    struct buf narrow = {0};
    for (size_t i = 0; unit > 1 && i < text->n; i += unit) {
        uint32_t c;
        memcpy(&c, text->text + i, sizeof c);
        if (c > 127) {
            buf_free(&narrow);
            return exec_give_up(k->m, "'%s' of a wide character is not modelled", k->name);
        }
        buf_char(&narrow, (char)c);
    }
    const struct buf *bytes = unit > 1 ? &narrow : text;
    exec_output(k->m, (int)stream, buf_text(bytes), bytes->n);
    buf_free(&narrow);
    return true;
}

static bool read_text(const struct exec_model *k, const struct exec_value *at, uint32_t unit, struct buf *text) {
    uint32_t c = 1;
    for (uint64_t i = 0; c; i++) {
        if (!exec_lib_unit(k, at, i, unit, &c)) return false;
        if (c) buf_add(text, (const char *)&c, unit);
    }
    return true;
}

bool exec_model_puts(struct exec_model *k) {
    bool whole_line = exec_lib_nth(k, IR_LIB_HANDLE, 0) == EXEC_NO_ARG, fits;
    uint32_t from = exec_lib_nth(k, IR_LIB_STRING, 0), unit = k->row->args[from].unit;
    enum exec_stream stream;
    struct buf text = {0};
    bool on = open_for_writing(k, unit, &stream, &fits) && read_text(k, exec_lib_arg(k, from), unit, &text);
    if (whole_line) buf_char(&text, '\n');
    exec_lib_give_number(k, on && !fits ? -1 : whole_line ? (int64_t)text.n : 1);
    on = on && (!fits || exec_lib_print(k, stream, &text, unit));
    buf_free(&text);
    return on;
}

bool exec_model_putc(struct exec_model *k) {
    uint32_t unit = k->row->param == IR_LIB_P_WIDE ? 4 : 1;
    enum exec_stream stream;
    const struct exec_value *v = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_VALUE, 0));
    uint32_t c = unit == 1 ? (uint8_t)v->bits : (uint32_t)v->bits;
    struct buf text = {0};
    bool fits;
    if (!open_for_writing(k, unit, &stream, &fits) || !exec_use(k->m, v, "is printed")) return false;
    if (!fits) exec_assume(k->m, "what '%s' does on a stream of characters of another width", k->name);
    buf_add(&text, (const char *)&c, unit);
    exec_lib_give(k, exec_lib_stain(k, exec_int(c)));
    bool on = exec_lib_print(k, stream, &text, unit);
    buf_free(&text);
    return on;
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
    bool overflow, fits;
    if (!open_for_writing(k, 1, &stream, &fits) || !exec_lib_size(k, &k->row->args[from].size, 1, &n, &overflow)) return false;
    if (!fits) exec_assume(k->m, "what '%s' does on a stream of wide characters", k->name);
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
    return exec_lib_close(k, i) && (k->m->options->alone || exec_lib_give_chosen(k));
}
