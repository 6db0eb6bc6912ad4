// SPDX-License-Identifier: MIT
// libFuzzer target: any bytes as the text of a state of the symbolic-heap domain.  What parses is valid, print and parse give it back, and it
// can be drawn; what does not parse has a reason of one line.
#include <stdio.h>
#include <stdlib.h>

#include "ir/text.h"
#include "sl/sl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char program[] =
    "hir 1\npointer 64\n"
    "global @g size 8 align 8\n"
    "func @f(%p: ptr, %n: i32, %b: i1) -> i32 {\n  slot $s size 16 align 8\nentry:\n  ret i32 0\n}\n"
    "func @h() {\nentry:\n  ret\n}\n";

static void require(bool holds, const char *what, const struct buf *detail) {
    if (holds) return;
    fprintf(stderr, "%s\n%s\n", what, buf_text(detail));
    abort();
}

static void draw(struct sl *s, dom_state state) {
    struct view v = {0};
    struct buf text = {0};
    sl_view(s, state, &v);
    view_finish(&v, s->step.program);
    require(view_valid(&v, &text), "a picture that is not valid", &text);
    view_dot(&v, 1, NULL, &text);
    view_text(&v, &text);
    view_free(&v);
    buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf error = {0}, once = {0}, twice = {0}, why = {0};
    struct ir_program *p = ir_parse("program", program, sizeof program - 1, &error);
    require(p != NULL, "the program does not parse", &error);
    static struct ir_lib_table *lib;
    if (!lib) lib = ir_lib_new();
    struct sl *s = sl_domain.core.open(p, &(struct dom_options){.lib = lib});
    dom_state state = sl_parse(s, (const char *)data, size, &error);
    require((state == DOM_NONE) == (error.n > 0), "a state and an error, or neither", &error);
    require(!memchr(buf_text(&error), '\n', error.n), "an error of more than one line", &error);
    if (state) {
        require(sl_valid(s, state, &why), "what was parsed is not valid", &why);
        sl_print(s, state, &once);
        dom_state again = sl_parse(s, buf_text(&once), once.n, &error);
        if (again) sl_print(s, again, &twice);
        require(again == state && strcmp(buf_text(&once), buf_text(&twice)) == 0, "printed and parsed, it differs", &once);
        draw(s, state);
    }
    sl_domain.core.close(s);
    ir_program_free(p);
    buf_free(&error);
    buf_free(&once);
    buf_free(&twice);
    buf_free(&why);
    return 0;
}
