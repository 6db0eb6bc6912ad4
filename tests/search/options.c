// SPDX-License-Identifier: MIT
// expect: not unsafe
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct settings {
    int quiet, all, wait;
    const char *name;
};

static int run(const struct settings *s) {
    char *copy = s->name ? strdup(s->name) : calloc(1, 8);
    if (s->all) copy[0] = s->wait ? 'w' : 'a';
    free(copy);
    return 0;
}

// Options of a test runner: each is a word behind two dashes, one has an argument.
int main(int argc, char **argv) {
    struct settings s = {0};
    for (int i = 1; i < argc; i++) {
        if (strncmp("--", argv[i], 2) != 0) {
            s.name = argv[i];
        } else if (strcasecmp(argv[i] + 2, "QUIET") == 0) {
            s.quiet = 1;
        } else if (strcmp("all-of-them", argv[i] + 2) == 0) {
            s.all = 1;
        } else if (strncmp(argv[i] + 2, "wait=", 5) == 0) {
            s.wait = 1;
        } else {
            return 1;
        }
    }
    return run(&s);
}
