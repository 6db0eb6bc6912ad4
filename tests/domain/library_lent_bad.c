// expect: not safe
// expect -DCALLED: not safe
// expect -DLOCALE: not safe
// What a function lent is gone when it is called again, or when the locale changes.
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <string.h>

static size_t again(int number) {
    return strlen(strerror(number));
}

int main(int argc, char **argv) {
    (void)argv;
#ifdef LOCALE
    const char *text = nl_langinfo(CODESET);
    setlocale(LC_ALL, "C.UTF-8");
    return (int)strlen(text);
#else
    const char *text = strerror(argc + 4000);
#ifdef CALLED
    size_t n = again(5000);
#else
    size_t n = strlen(strerror(5000));
#endif
    return (int)(n + strlen(text));
#endif
}
