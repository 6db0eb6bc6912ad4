// expect: safe
// expect -DBAD_NO_VALUE: unsafe null-dereference @value
// expect -DBAD_SECTION: unsafe null-dereference @text
// Settings: sections, and keys each followed by its value; only the items that are values carry a text.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
enum what { SECTION, KEY, VALUE };
struct item {
    enum what what;
    char *text;
    struct item *next;
};

static struct item *item(enum what what, struct item *next) {
    struct item *i = malloc(sizeof *i);
    if (!i) exit(1);
    i->what = what;
    i->text = NULL;
    i->next = next;
    return i;
}

static struct item *value(struct item *next) {
    struct item *i = item(VALUE, next);
    i->text = malloc(3);
    if (!i->text) exit(1);
    memcpy(i->text, "on", 3);
    return i;
}

static struct item *read_from_the_end(void) {
    struct item *all = NULL;
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c == 1) {
            all = item(SECTION, all);
#ifdef BAD_SECTION
        } else if (c == 2 && all && all->what == SECTION) {
            all = item(KEY, all);
#endif
#ifdef BAD_NO_VALUE
        } else if (c == 3 && !all) {
            all = item(KEY, NULL);
#endif
        } else {
            all = item(KEY, value(all));
        }
    }
    return all;
}

int main(void) {
    struct item *all = read_from_the_end();
    unsigned on = 0;
    for (struct item *i = all; i; i = i->next) {
        if (i->what != KEY) continue;
        i = i->next;
        char *text = i->text;  // @value
        on += text[0] == 'o';  // @text
    }
    while (all) {
        struct item *next = all->next;
        free(all->text);
        free(all);
        all = next;
    }
    return on == 9;
}
