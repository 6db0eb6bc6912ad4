// expect: not safe
// expect -DFREED: not safe
// expect -DFAILED: not safe
// expect -DMONTH: unsafe out-of-bounds @month
// The name of the time zone is behind a pointer that nobody set, or is gone; there are twelve months.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
    char text[64];
    struct tm t;
    (void)argc;
    (void)argv;
#ifdef FREED
    memset(&t, 0, sizeof t);
    t.tm_mday = 1;
    char *zone = strdup("XYZ");
    t.tm_zone = zone;
    free(zone);
    return strftime(text, sizeof text, argc > 1 ? argv[1] : "%Z", &t) ? (int)strlen(text) : 0;
#elif defined FAILED
    time_t now = (time_t)atoll(argv[0]);
    localtime_r(&now, &t);
    return strftime(text, sizeof text, "%Z", &t) ? (int)strlen(text) : 0;
#elif defined MONTH
    time_t now = time(NULL);
    char counts[11] = {0};
    if (!gmtime_r(&now, &t)) return 1;
    return counts[t.tm_mon];  // @month
#else
    t.tm_year = 1;
    return strftime(text, sizeof text, "%Y %Z", &t) ? (int)strlen(text) : 0;
#endif
}
