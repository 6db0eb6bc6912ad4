// SPDX-License-Identifier: MIT
#include "check/words.h"

enum { MOST_KNOWN = 1000, MOST_ARGUMENT = 3, MOST_LETTERS = 64 };

void check_words_free(struct check_words *w) {
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < w->lines[k].lists.n; i++) vec_free(&w->lines[k].lists.at[i]);
        vec_free(&w->lines[k].lists);
    }
    intern_free(&w->known);
}

static uint64_t length_of(const struct exec_machine *m, uint32_t argument) {
    return exec_block(&m->memory, m->arguments.at[argument].block)->size - 1;
}

// The choices of the run up to the end of its arguments, with the word in the place of one of them.
static void push_list(struct check_word_line *l, const struct exec_machine *m, uint32_t argument, const struct buf *word) {
    uint32_t at = m->arguments.at[argument].input, last = m->arguments.n - 1;
    uint64_t behind = at + 1 + length_of(m, argument), end = m->arguments.at[last].input + 1 + length_of(m, last);
    check_list list = {0};
    for (uint32_t i = 0; i < at; i++) vec_push(&list, m->inputs.at[i].value);
    vec_push(&list, (uint64_t)word->n);
    for (size_t i = 0; i < word->n; i++) vec_push(&list, (uint64_t)(unsigned char)word->text[i]);
    for (uint64_t i = behind; i < end; i++) vec_push(&list, m->inputs.at[i].value);
    vec_push(&l->lists, list);
}

static bool is_new(struct check_words *w, const struct buf *key) {
    uint32_t before = w->known.text.n;
    return intern_add(&w->known, buf_text(key)) >= before;
}

// What is new about the word in this place, if anything.
static bool look_up(struct check_words *w, const struct exec_machine *m, uint32_t argument, const struct buf *word,
                    enum check_novelty *novelty) {
    struct buf alone = {0}, behind = {0};
    buf_printf(&alone, "%u %s", argument, buf_text(word));
    for (uint32_t i = 1; i < argument; i++) {
        const struct exec_block *b = exec_block(&m->memory, m->arguments.at[i].block);
        buf_printf(&behind, "%.*s\n", (int)(b->size < MOST_LETTERS ? b->size : MOST_LETTERS), (const char *)b->bytes);
    }
    buf_printf(&behind, "\n%s", buf_text(word));
    bool fresh = is_new(w, &behind);
    *novelty = is_new(w, &alone) ? CHECK_NEW_WORD : CHECK_NEW_ORDER;
    buf_free(&alone);
    buf_free(&behind);
    return fresh;
}

void check_words_add(struct check_words *w, const struct exec_machine *m, uint32_t argument, uint64_t from, const char *text) {
    const struct exec_block *b = exec_block(&m->memory, m->arguments.at[argument].block);
    struct buf word = {0};
    enum check_novelty novelty;
    if (!argument || argument > MOST_ARGUMENT || from + strlen(text) > MOST_LETTERS || from >= b->size) return;
    buf_add(&word, (const char *)b->bytes, from);
    buf_str(&word, text);
    if (strlen(buf_text(&word)) == word.n && w->known.text.n < MOST_KNOWN && look_up(w, m, argument, &word, &novelty))
        push_list(&w->lines[novelty], m, argument, &word);
    buf_free(&word);
}

bool check_words_next(struct check_words *w, check_list *out, enum check_novelty *novelty) {
    for (uint32_t k = 0; k < 2; k++) {
        struct check_word_line *l = &w->lines[k];
        if (l->next == l->lists.n) continue;
        const check_list *list = &l->lists.at[l->next++];
        vec_clear(out);
        for (uint32_t i = 0; i < list->n; i++) vec_push(out, list->at[i]);
        *novelty = (enum check_novelty)k;
        return true;
    }
    return false;
}
