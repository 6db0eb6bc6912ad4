// expect: not safe uninitialised-value @failed
// expect -DTABLE: not safe
// expect -DTRANSLATED: unsafe use-after-free @translated
// What is not filled, and strings that go with what they lie in.
#define _GNU_SOURCE
#include <libintl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

int main(void) {
#ifdef TABLE
    FILE *table = setmntent("/etc/mtab", "r");
    struct mntent m;
    char *text = malloc(256);
    if (!table || !text || !getmntent_r(table, &m, text, 256)) return 1;
    free(text);
    return puts(m.mnt_dir);
#elif defined TRANSLATED
    char *text = strdup("one text");
    if (!text) return 1;
    const char *same = gettext(text);
    free(text);
    return *same;  // @translated
#else
    struct utsname u;
    uname(&u);
    if (u.sysname[0] == 'L') puts("L");  // @failed
    return 0;
#endif
}
