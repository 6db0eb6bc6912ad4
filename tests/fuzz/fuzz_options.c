// SPDX-License-Identifier: MIT
// Fuzzes the option parser and the property parser.  Input: the arguments, each ended by a zero byte or an end of line.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cli/property.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { MAX_ARGS = 64 };

static void parse_arguments(char *text, size_t n) {
    const char *argv[MAX_ARGS] = {"heapproof"};
    int argc = 1;
    for (char *s = text; s < text + n && argc < MAX_ARGS; s += strlen(s) + 1) argv[argc++] = s;
    struct cli_options o;
    struct buf error = {0};
    bool good = cli_parse(&o, argc, argv, &error);
    if (good != (error.n == 0)) abort();
    if (good && !o.help && !o.version && !o.files.n && !o.project) abort();
    cli_options_free(&o);
    buf_free(&error);
}

static void parse_property(const char *text) {
    struct cli_property p;
    struct buf error = {0};
    bool good = cli_property_parse(&p, "x.prp", text, &error);
    if (good != (error.n == 0) || good != (p.rules != 0 && good)) abort();
    buf_free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    char *text = malloc(n + 1);
    if (!text) abort();
    if (n) memcpy(text, data, n);
    text[n] = 0;
    parse_property(text);
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\n') text[i] = 0;
    parse_arguments(text, n);
    free(text);
    return 0;
}
