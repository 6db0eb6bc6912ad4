// expect: unsafe out-of-bounds @close
// expect -DSTREAM: unsafe out-of-bounds @stream
// expect -DREAD: unsafe out-of-bounds @read
// expect -DTAKEN: unsafe double-free @taken
// expect -DENTRY: unsafe use-after-free @entry
// expect -DSECOND: unsafe use-after-free @second
// expect -DWHOLE: not safe
// A handle of another kind, one that was taken over, and what belonged to one that is closed.
#define _GNU_SOURCE
#include <dirent.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
#ifdef STREAM
    FILE *f = fopen("f", "r");
    if (f) closedir((DIR *)f);  // @stream
#elif defined READ
    DIR *d = opendir(".");
    if (d) return fgetc((FILE *)d);  // @read
#elif defined TAKEN
    locale_t a = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    locale_t b = a ? newlocale(LC_CTYPE_MASK, "C", a) : a;
    if (b) {
        freelocale(b);
        freelocale(a);  // @taken
    }
#elif defined ENTRY || defined SECOND
    DIR *d = opendir(".");
    if (!d) return 0;
    struct dirent *e = readdir(d);
    struct dirent *f = e ? readdir(d) : NULL;
    closedir(d);
#ifdef SECOND
    return f ? f->d_name[0] : 0;  // @second
#else
    return e ? e->d_name[0] : 0;  // @entry
#endif
#elif defined WHOLE
    DIR *d = opendir(".");
    if (!d) return 0;
    struct dirent *e = readdir(d), copy = {0};
    if (e) copy = *e;  // the entry is as long as its name
    closedir(d);
    return copy.d_name[255];
#else
    DIR *d = opendir(".");
    if (d) fclose((FILE *)d);  // @close
#endif
    return 0;
}
