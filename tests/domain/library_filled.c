// expect: safe
// expect -DTRANSLATED: safe
// expect -DTABLE: safe
// What the library fills, and strings that are its own or the program's.
#define _GNU_SOURCE
#include <libintl.h>
#include <mntent.h>
#include <stdio.h>
#include <sys/utsname.h>

int main(void) {
#ifdef TRANSLATED
    const char *text = gettext("one text");
    return printf("%s %s\n", text, ngettext("line", "lines", 2) ? "a" : "b") < 0;
#elif defined TABLE
    FILE *table = setmntent("/etc/mtab", "r");
    struct mntent m;
    char text[256];
    if (!table) return 1;
    int n = 0;
    while (getmntent_r(table, &m, text, sizeof text)) n++;
    return endmntent(table) && n > 0;
#else
    struct utsname u;
    if (uname(&u) == -1) return 1;
    return puts(u.sysname) + puts(u.machine);
#endif
}
