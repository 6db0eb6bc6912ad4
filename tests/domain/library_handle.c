// expect: safe
// expect -DLOCALE: safe
// Handles of each kind are closed by their own functions, once.
#define _GNU_SOURCE
#include <dirent.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
#ifdef LOCALE
    locale_t a = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!a) return 0;
    locale_t b = newlocale(LC_CTYPE_MASK, "C", a);
    freelocale(b ? b : a);
    return 0;
#else
    FILE *f = fopen("f", "r");
    DIR *d = opendir(".");
    int c = 0;
    if (d) {
        struct dirent *e = readdir(d);
        c = e ? e->d_name[0] : 0;
        closedir(d);
    }
    if (f) fclose(f);
    return c;
#endif
}
