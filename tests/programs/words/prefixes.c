// expect: safe
// expect -DNAME: unsafe out-of-bounds @name
// expect -DBASE: unsafe out-of-bounds @base
// expect -DNEXT: unsafe out-of-bounds @next
// expect -DTAIL: unsafe out-of-bounds @tail
// What was looked at lies before the end of a string: a prefix that was compared, characters that were told apart, a letter that was found among
// others, a word that was found in it.
#include <stdio.h>
#include <string.h>

static int base_of(const char **s) {
    int base = 10;
#ifdef BASE
    if ((*s)[0] != '0') {
#else
    if ((*s)[0] == '0') {
#endif
        switch ((*s)[1]) { // @base
        case 'x': base = 16; *s += 2; break;
        case 'b': base = 2; *s += 2; break;
        }
    }
    return base;
}

int main(int argc, char **argv) {
    static const char options[] = "ab:c";
    for (int i = 1; i < argc; i++) {
        const char *s = argv[i];
#ifdef NAME
        if (strncmp(s, "name=", 4) == 0) puts(s + 6); // @name
#else
        if (strncmp(s, "name=", 5) == 0) puts(s + 5);
#endif
        const char *number = s;
        printf("%d\n", base_of(&number));
        while (*number) number++;
#ifdef NEXT
        const char *option = strchr(options, s[0]);
#else
        const char *option = s[0] ? strchr(options, s[0]) : NULL;
#endif
        if (option && option[1] == ':') puts("takes an argument"); // @next
        const char *suffix = strstr(s, "0");
#ifdef TAIL
        if (suffix && suffix[2] == '\0') puts("round"); // @tail
#else
        if (suffix && suffix[1] == '\0') puts("round");
#endif
    }
    return 0;
}
