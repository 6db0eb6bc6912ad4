// SPDX-License-Identifier: MIT
// Names of files: templates, components, and names that the world gives.
#include "exec/lib.h"

enum { INVALID = 22, RANDOM_PART = 6 };

static uint32_t edited(const struct exec_model *k) {
    return exec_lib_nth(k, IR_LIB_EDIT, 0);
}

// Where the last six X of the string begin; *found is false if there are none.
static bool find_template(const struct exec_model *k, const struct exec_value *at, uint64_t *start, bool *found) {
    struct buf text = {0};
    bool on = exec_lib_text(k, at, EXEC_NO_LIMIT, &text);
    *found = false;
    for (size_t i = 0; on && i + RANDOM_PART <= text.n; i++) {
        if (memcmp(text.text + i, "XXXXXX", RANDOM_PART) == 0) {
            *start = i;
            *found = true;
        }
    }
    buf_free(&text);
    return on;
}

bool exec_model_template(struct exec_model *k) {
    const struct exec_value *at = exec_lib_arg(k, edited(k));
    uint64_t start = 0;
    bool found;
    char part[RANDOM_PART];
    if (!find_template(k, at, &start, &found)) return false;
    if (!found) {
        exec_lib_give_number(k, k->row->result.answer == IR_LIB_NUMBER ? -1 : 0);
        return exec_lib_errno(k, INVALID);
    }
    for (int i = 0; i < RANDOM_PART; i++) part[i] = (char)('a' + exec_draw_below(k->m, 26, k->name));
    struct exec_value place = exec_plus(k->m, at, start);
    return exec_put(k->m, &place, part, RANDOM_PART) && exec_lib_give_chosen(k);
}

// ---- components ----------------------------------------------------------------------------------------------------------------------

static bool give_at(const struct exec_model *k, const struct exec_value *path, size_t offset) {
    exec_lib_give(k, exec_plus(k->m, path, offset));
    return true;
}

static bool give_dot(const struct exec_model *k) {
    struct exec_value dot;
    if (!exec_lib_static_text(k, ".", &dot)) return false;
    exec_lib_give(k, dot);
    return true;
}

static bool end_at(const struct exec_model *k, const struct exec_value *path, size_t offset) {
    struct exec_value place = exec_plus(k->m, path, offset), zero = exec_int(0);
    return exec_fill(k->m, &place, &zero, 1);
}

bool exec_model_basename(struct exec_model *k) {
    const struct exec_value *path = exec_lib_arg(k, exec_lib_nth(k, IR_LIB_STRING, 0));
    struct buf text = {0};
    bool on = exec_lib_text(k, path, EXEC_NO_LIMIT, &text);
    const char *slash = text.n ? strrchr(text.text, '/') : NULL;
    size_t start = slash ? (size_t)(slash - text.text) + 1 : 0;
    buf_free(&text);
    return on && give_at(k, path, start);
}

// Length of the text without the slashes at its end.
static size_t without_slashes(const char *text, size_t n) {
    while (n > 0 && text[n - 1] == '/') n--;
    return n;
}

static bool last_component(const struct exec_model *k, const struct exec_value *path, const char *text, size_t n) {
    size_t end = without_slashes(text, n), start = end;
    if (n == 0) return give_dot(k);
    if (end == 0) return give_at(k, path, n - 1);
    while (start > 0 && text[start - 1] != '/') start--;
    return (end == n || end_at(k, path, end)) && give_at(k, path, start);
}

static bool but_last_component(const struct exec_model *k, const struct exec_value *path, const char *text, size_t n) {
    size_t end = without_slashes(text, n);
    if (end == 0 && n > 0) {  // nothing but slashes: one of them, or two if there are exactly two
        size_t kept = n == 2 ? 2 : 1;
        return (kept == n || end_at(k, path, kept)) && give_at(k, path, 0);
    }
    while (end > 0 && text[end - 1] != '/') end--;
    if (end == 0) return give_dot(k);
    size_t slashes = end - without_slashes(text, end);
    end = slashes == end ? (end == 2 ? 2 : 1) : end - slashes;
    return end_at(k, path, end) && give_at(k, path, 0);
}

static bool component(const struct exec_model *k, bool last) {
    const struct exec_value *path = exec_lib_arg(k, edited(k));
    struct buf text = {0};
    if (exec_lib_null(k, edited(k))) return give_dot(k);
    bool on = exec_lib_text(k, path, EXEC_NO_LIMIT, &text);
    on = on && (last ? last_component(k, path, buf_text(&text), text.n) : but_last_component(k, path, buf_text(&text), text.n));
    buf_free(&text);
    return on;
}

bool exec_model_xpg_basename(struct exec_model *k) {
    return component(k, true);
}

bool exec_model_dirname(struct exec_model *k) {
    return component(k, false);
}

// ---- names that the world gives ------------------------------------------------------------------------------------------------------

bool exec_model_pathname(struct exec_model *k) {
    uint32_t to = exec_lib_nth(k, IR_LIB_FILL, 0), path = exec_lib_nth(k, IR_LIB_STRING, 0);
    uint64_t n, limit;
    struct exec_value block;
    if (path != EXEC_NO_ARG && !exec_lib_length(k, exec_lib_arg(k, path), 1, EXEC_NO_LIMIT, &n)) return false;
    exec_lib_give_number(k, 0);
    if (!exec_lib_limit(k, to, &limit) || exec_draw_number(k->m, IR_I1, "fails"))
        return k->m->outcome == EXEC_RUNNING && exec_lib_spoil(k) && exec_lib_failed(k);
    if (!exec_lib_null(k, to)) {
        exec_lib_give(k, *exec_lib_arg(k, to));
        return limit == 0 || exec_lib_put_string(k, exec_lib_arg(k, to), 1, exec_lib_choose_length(k, limit), (struct exec_letters){0});
    }
    n = exec_lib_choose_length(k, EXEC_NO_LIMIT);
    if (!exec_malloc(k->m, n + 1, 16, EXEC_BIRTH_UNINIT, &block)) return false;
    exec_lib_give(k, block);
    return block.bits == 0 || exec_lib_put_string(k, &block, 1, n, (struct exec_letters){0});
}
