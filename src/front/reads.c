// SPDX-License-Identifier: MIT
#include "front/reads.h"

#include "front/paths.h"

// The words of a rule of make(1) after its colon: a backslash takes the next character as it is, $$ is a dollar.
void front_reads(struct arena *a, const struct front_unit *u, front_file_list *out) {
    const char *text = strchr(buf_text(&u->reads), ':');
    struct buf word = {0};
    for (text = text ? text + 1 : ""; *text;) {
        text += strspn(text, " \n");
        if (text[0] == '\\' && text[1] == '\n') {
            text += 2;
            continue;
        }
        for (; *text && *text != ' ' && *text != '\n'; text++) {
            if ((text[0] == '\\' && strchr(" #\\", text[1]) && text[1]) || (text[0] == '$' && text[1] == '$')) text++;
            buf_char(&word, *text);
        }
        if (word.n) vec_push(out, front_join_path(a, u->directory ? u->directory : "", arena_strndup(a, word.text, word.n)));
        buf_free(&word);
    }
}
