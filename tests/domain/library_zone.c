// expect: safe
// expect -DNAME: safe
// expect -DGIVEN: safe
// expect -DFILLED: safe
// expect -DNOWHERE: safe
// The name of the time zone is not asked for, one of the library, or a string.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
    char text[64];
    time_t now = time(NULL);
    (void)argc;
    (void)argv;
#ifdef NAME
    struct tm *t = localtime(&now);
    return t && strftime(text, sizeof text, "%c %Z", t) ? (int)strlen(text) : 0;
#elif defined GIVEN
    struct tm *t = gmtime(&now);
    if (!t || !strftime(text, sizeof text, argc > 1 ? argv[1] : "%c", t)) return 1;
    return puts(text);
#elif defined FILLED
    static const char *const months[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    struct tm t;
    if (!localtime_r(&now, &t) || !strftime(text, sizeof text, "%Z", &t)) return 1;
    return puts(t.tm_zone) + puts(months[t.tm_mon]);
#elif defined NOWHERE
    struct tm t = {.tm_mday = 1, .tm_zone = NULL};
    return strftime(text, sizeof text, "%Z", &t) ? (int)strlen(text) : 0;
#else
    (void)now;
    struct tm t = {0};
    return strftime(text, sizeof text, "%Y-%m-%d", &t) ? (int)strlen(text) : 0;
#endif
}
