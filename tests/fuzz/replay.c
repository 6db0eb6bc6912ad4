// SPDX-License-Identifier: MIT
// Runs a fuzz target on every file of a folder, in order of name, without libFuzzer.  Prints TAP.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static int is_seed(const struct dirent *e) {
    return e->d_name[0] != '.';
}

static void replay(int number, const char *folder, const char *name) {
    struct buf path = {0}, text = {0};
    const char *why;
    buf_printf(&path, "%s/%s", folder, name);
    if (buf_read_file(&text, path.text, &why)) {
        LLVMFuzzerTestOneInput((const uint8_t *)buf_text(&text), text.n);
        printf("ok %d - %s\n", number, name);
    } else {
        printf("not ok %d - %s: %s\n", number, name, why);
    }
    fflush(stdout);
    buf_free(&path);
    buf_free(&text);
}

int main(int argc, char **argv) {
    struct dirent **names;
    int n = argc == 2 ? scandir(argv[1], &names, is_seed, alphasort) : -1;
    if (n < 0) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 1;
    }
    printf("1..%d\n", n);
    for (int i = 0; i < n; i++) {
        replay(i + 1, argv[1], names[i]->d_name);
        free(names[i]);
    }
    free(names);
    return 0;
}
