// SPDX-License-Identifier: MIT
// libFuzzer target: any bytes as the text form of a program.  What parses must be valid, and print, parse, print must give the same text.
#include <stdio.h>
#include <stdlib.h>

#include "ir/text.h"
#include "ir/valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what, const struct buf *detail) {
    if (holds) return;
    fprintf(stderr, "%s\n%s\n", what, buf_text(detail));
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf error = {0}, why = {0}, once = {0}, twice = {0};
    struct ir_program *p = ir_parse("input", (const char *)data, size, &error);
    require((p == NULL) == (error.n > 0), "a program and an error, or neither", &error);
    require(!memchr(buf_text(&error), '\n', error.n), "an error of more than one line", &error);
    if (p) {
        require(ir_valid(p, &why), "what was parsed is not valid", &why);
        ir_print(p, &once);
        struct ir_program *q = ir_parse("printed", once.text, once.n, &error);
        require(q != NULL, "what was printed does not parse", &error);
        ir_print(q, &twice);
        require(once.n == twice.n && memcmp(once.text, twice.text, once.n) == 0, "printed twice, it differs", &once);
        ir_program_free(q);
    }
    ir_program_free(p);
    buf_free(&error);
    buf_free(&why);
    buf_free(&once);
    buf_free(&twice);
    return 0;
}
