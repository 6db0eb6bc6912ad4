// expect: safe
// expect -DBAD_LIMIT: unsafe out-of-bounds @inside
// expect -DBAD_RELEASE: unsafe memory-leak @drop
// A word of up to seven letters is kept inside of its node, a longer one in a block; its length says which.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { INSIDE = 8 };
typedef struct Word {
    struct Word *next;
    size_t length;
    union {
        char inside[INSIDE];
        char *block;
    } letters;
} Word;

static int is_short(const Word *w) {
#ifdef BAD_LIMIT
    return w->length <= INSIDE;
#else
    return w->length < INSIDE;
#endif
}

static char *letters(Word *w) { return is_short(w) ? w->letters.inside : w->letters.block; }

static Word *word(size_t length, Word *next) {
    Word *w = malloc(sizeof(Word));
    if (w == NULL) exit(1);
    w->next = next;
    w->length = length;
    if (!is_short(w)) {
        w->letters.block = malloc(length + 1);
        if (w->letters.block == NULL) exit(1);
    }
    letters(w)[length] = '\0';  // @inside
    if (length > 0) letters(w)[0] = 'w';
    return w;
}

int main(void) {
    Word *words = NULL;
    unsigned started = 0;
    while (__VERIFIER_nondet_int()) words = word(__VERIFIER_nondet_uchar(), words);
    for (Word *w = words; w; w = w->next) started += letters(w)[0] == 'w';
    while (words) {
        Word *next = words->next;
#ifdef BAD_RELEASE
        if (words->length > INSIDE) free(words->letters.block);
#else
        if (!is_short(words)) free(words->letters.block);
#endif
        free(words);  // @drop
        words = next;
    }
    return started == 5;
}
