// expect: not safe
// The name of the time zone is behind a pointer that nobody set.
#include <string.h>
#include <time.h>

int main(void) {
    char text[64];
    struct tm t;
    t.tm_year = 1;
    return strftime(text, sizeof text, "%Y %Z", &t) ? (int)strlen(text) : 0;
}
